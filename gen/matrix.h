/* matrix.h - 32 x 32 bits: one for each pair of squares of two kings, and what is done with all of
 * them at once.
 *
 * Row r, bit c is the position with the first king on square r and the second on square c. The
 * plain_ functions are loops over 32 words, of which the compiler makes vector code where it can.
 * Those that cost most are also written for AVX-512 (matrix_avx512.h), and a file compiled for that
 * instruction set gets these under the names without plain_.
 *
 * Much of the solver is one thing: in the positions of a rectangle, a set of rows times a set of
 * columns, a move leads to known values. Such functions add to matrices that are called
 * `wins`, positions in which a move leads to a loss of the other side, and `saves`, in which one
 * does not lead to a win of the other side.
 */
#ifndef GEN_MATRIX_H
#define GEN_MATRIX_H

#include "squares32.h"
#include <stdbool.h>
#include <string.h>

struct matrix {
    _Alignas(64) squares32 row[BOARD_SQUARES];
};

/* All bits of a row set where the row's own bit is set in `rows`. */
static inline squares32 row_mask(squares32 rows, unsigned row) {
    return 0 - (rows >> row & 1);
}

/* Bit `column` of every row, as a set of rows. */
static inline squares32 plain_matrix_column(const squares32 *rows, unsigned column) {
    squares32 set = 0;
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        set |= (rows[r] >> column & 1) << r;
    return set;
}

/* Exchanges rows and columns and turns both by 180 degrees: bit c of row r comes from bit 31 - r of
 * row 31 - c. So a matrix of (white king, black king) becomes that of (black king, white king) seen
 * from the other side of the board. Five rounds exchange blocks of 16, 8, 4, 2 and 1 bits. */
static inline void plain_matrix_turn(const squares32 *from, squares32 *to) {
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

/* Adds the moves from a rectangle into another matrix, each to the same row and column there. */
static inline void plain_add_rectangle(struct matrix *wins, struct matrix *saves, squares32 rows,
                                       squares32 columns, const squares32 *win,
                                       const squares32 *loss) {
    for (unsigned r = 0; r < BOARD_SQUARES; r++) {
        squares32 here = row_mask(rows, r) & columns;
        wins->row[r] |= here & loss[r];
        saves->row[r] |= here & ~win[r];
    }
}

/* Adds the positions of a rectangle. */
static inline void plain_add_positions(struct matrix *positions, squares32 rows,
                                       squares32 columns) {
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        positions->row[r] |= row_mask(rows, r) & columns;
}

/* Adds, in each row, the columns of `origins` that are in `columns`. */
static inline void plain_add_origins(struct matrix *positions, const squares32 *origins,
                                     squares32 columns) {
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        positions->row[r] |= origins[r] & columns;
}

/* Where the first king's square is empty: all columns but the second king's on the same square.
 * The same with the two kings exchanged. */
static inline void plain_matrix_open(squares32 empty, struct matrix *open) {
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        open->row[r] = row_mask(empty, r) & ~square32(r);
}

/* ---- Slides -----------------------------------------------------------------------------------
 */

/* The four squares of one row of the board, for two sets of targets side by side. */
typedef squares32 row_pair __attribute__((vector_size(32)));

/* Each square of both rows replaced by its neighbour to the east, or to the west, in the row.
 * Macros, since passing such a vector to a function depends on the instruction set. */
#if defined(__clang__)
#define EAST_NEIGHBOURS(row) __builtin_shufflevector(row, (row_pair){0}, 1, 2, 3, 8, 5, 6, 7, 8)
#define WEST_NEIGHBOURS(row) __builtin_shufflevector(row, (row_pair){0}, 8, 0, 1, 2, 8, 4, 5, 6)
#else
#define EAST_NEIGHBOURS(row)                                                                       \
    __builtin_shuffle(row, (row_pair){0}, (row_pair){1, 2, 3, 8, 5, 6, 7, 8})
#define WEST_NEIGHBOURS(row)                                                                       \
    __builtin_shuffle(row, (row_pair){0}, (row_pair){8, 0, 1, 2, 8, 4, 5, 6})
#endif

/* Goes from row to row of the board, one step down or up, carrying the positions in which the king,
 * looking that way along each of the two diagonals, reaches a target. `first` is the row behind the
 * one that comes first. */
static inline void sweep_rows(const row_pair targets[8], const row_pair open[8],
                              row_pair reaches[8], unsigned first, unsigned step) {
    row_pair west = {0};
    row_pair east = {0};
    for (unsigned count = 1, row = first; count < 8; count++) {
        row_pair west_step = open[row] & (targets[row] | west);
        row_pair east_step = open[row] & (targets[row] | east);
        row += step;
        bool even = row % 2 == 0; /* files b d f h */
        west = even ? west_step : WEST_NEIGHBOURS(west_step);
        east = even ? EAST_NEIGHBOURS(east_step) : east_step;
        reaches[row] |= west | east;
    }
}

/* Moves of the first king: adds to `reach_a` the positions from which a slide along the rows of the
 * matrix leads to one in `targets_a`, and the same for b. `open` has, in each row, the columns in
 * which the row's square is empty. */
static inline void plain_slide_along_rows(const squares32 *targets_a, const squares32 *targets_b,
                                          const struct matrix *open, struct matrix *reach_a,
                                          struct matrix *reach_b) {
    row_pair targets[8];
    row_pair empty[8];
    row_pair reaches[8];
    for (unsigned row = 0; row < 8; row++) {
        memcpy(&targets[row], targets_a + 4 * row, 16);
        memcpy((squares32 *)&targets[row] + 4, targets_b + 4 * row, 16);
        memcpy(&empty[row], open->row + 4 * row, 16);
        memcpy((squares32 *)&empty[row] + 4, open->row + 4 * row, 16);
        reaches[row] = (row_pair){0};
    }
    sweep_rows(targets, empty, reaches, 0, 1);
    sweep_rows(targets, empty, reaches, 7, UINT32_MAX);
    for (unsigned i = 0; i < BOARD_SQUARES; i++) {
        reach_a->row[i] |= reaches[i / 4][i % 4];
        reach_b->row[i] |= reaches[i / 4][4 + i % 4];
    }
}

/* Squares from which a king reaches some square of `targets` over empty ones. */
static inline squares32 slide_sources(squares32 targets, squares32 empty) {
    targets &= empty;
    return slide_north_west(targets, empty) | slide_north_east(targets, empty) |
           slide_south_west(targets, empty) | slide_south_east(targets, empty);
}

/* The same for the second king, which slides along the columns: within each word.
 * `empty` are the squares without a fixed piece; where the second king stands on another, which
 * cannot be, the result has any bits. */
static inline void plain_slide_along_columns(const squares32 *targets_a, const squares32 *targets_b,
                                             squares32 empty, struct matrix *reach_a,
                                             struct matrix *reach_b) {
    for (unsigned r = 0; r < BOARD_SQUARES; r++) {
        squares32 open = empty & ~square32(r);
        reach_a->row[r] |= slide_sources(targets_a[r], open);
        reach_b->row[r] |= slide_sources(targets_b[r], open);
    }
}

/* ---- Meetings ---------------------------------------------------------------------------------
 */

/* What a king finds when it meets another: by direction, columns of the other one's square. */
struct meetings {
    squares32 reached[DIRECTIONS];
    squares32 wins[DIRECTIONS];
    squares32 saves[DIRECTIONS];
};

/* Adds to the three matrices, in the row of each empty square, what the first king meets from there
 * over empty squares in each direction; the last of those has the second king on it. */
static inline void plain_add_meetings(struct matrix *reached, struct matrix *wins,
                                      struct matrix *saves, squares32 empty,
                                      const struct meetings *meetings) {
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        const uint8_t *next = geometry_8x8.neighbour[d];
        squares32 meets[BOARD_SQUARES];
        for (unsigned i = 0; i < BOARD_SQUARES; i++) {
            unsigned r = d == SOUTH_WEST || d == SOUTH_EAST ? 31 - i : i;
            bool open = next[r] != NO_SQUARE && (empty >> next[r] & 1) != 0;
            meets[r] = open ? square32(next[r]) | meets[next[r]] : 0;
        }
        for (unsigned r = 0; r < BOARD_SQUARES; r++) {
            squares32 here = meets[r] & row_mask(empty, r);
            reached->row[r] |= here & meetings->reached[d];
            wins->row[r] |= here & meetings->wins[d];
            saves->row[r] |= here & meetings->saves[d];
        }
    }
}

/* ---- Choice -----------------------------------------------------------------------------------
 */

#if defined(__AVX512F__) && defined(__AVX512BW__)
#include "matrix_avx512.h"
#define MATRIX_FUNCTION(name) wide_##name
#else
#define MATRIX_FUNCTION(name) plain_##name
#endif

#define matrix_column MATRIX_FUNCTION(matrix_column)
#define matrix_turn MATRIX_FUNCTION(matrix_turn)
#define matrix_open MATRIX_FUNCTION(matrix_open)
#define add_rectangle MATRIX_FUNCTION(add_rectangle)
#define add_positions MATRIX_FUNCTION(add_positions)
#define add_origins MATRIX_FUNCTION(add_origins)
#define slide_along_rows MATRIX_FUNCTION(slide_along_rows)
#define add_meetings MATRIX_FUNCTION(add_meetings)
#define slide_along_columns MATRIX_FUNCTION(slide_along_columns)

#endif
