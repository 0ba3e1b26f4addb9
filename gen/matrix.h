/* matrix.h - 32 x 32 bits: one for each pair of squares of two kings, and what is done with all of
 * them at once.
 *
 * Row r, bit c is the position with the first king on square r and the second on square c. Plain
 * loops over 32 words; the compiler makes vector code of them for the instruction set that the
 * including file is compiled for.
 */
#ifndef GEN_MATRIX_H
#define GEN_MATRIX_H

#include "squares32.h"
#include <string.h>

struct matrix {
    _Alignas(64) squares32 row[BOARD_SQUARES];
};

/* All bits of a row set where the row's own bit is set in `rows`. */
static inline squares32 row_mask(squares32 rows, unsigned row) {
    return 0 - (rows >> row & 1);
}

/* Bit `column` of every row, as a set of rows. */
static inline squares32 matrix_column(const squares32 *rows, unsigned column) {
    squares32 set = 0;
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        set |= (rows[r] >> column & 1) << r;
    return set;
}

/* Exchanges rows and columns and turns both by 180 degrees: bit c of row r comes from bit 31 - r of
 * row 31 - c. So a matrix of (white king, black king) becomes that of (black king, white king) seen
 * from the other side of the board. Five rounds exchange blocks of 16, 8, 4, 2 and 1 bits. */
static inline void matrix_turn(const squares32 *from, squares32 *to) {
    squares32 work[BOARD_SQUARES];
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        work[r] = from[31 - r];
    squares32 mask = UINT32_C(0x0000ffff);
    for (unsigned width = 16; width != 0; width >>= 1, mask ^= mask << width)
        for (unsigned r = 0; r < BOARD_SQUARES; r = (r + width + 1) & ~width) {
            squares32 moved = ((work[r] >> width) ^ work[r + width]) & mask;
            work[r + width] ^= moved;
            work[r] ^= moved << width;
        }
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        to[r] = work[31 - r];
}

#endif
