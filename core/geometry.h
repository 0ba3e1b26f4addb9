/* geometry.h - the shape of a board: its dark squares, their neighbours and diagonals.
 *
 * Nothing outside this file knows how many squares a board has. A new board is one more constant
 * made by the macros of geometry.c. Boards of up to 64 playable squares fit.
 */
#ifndef CORE_GEOMETRY_H
#define CORE_GEOMETRY_H

#include "bits.h"

enum { MAX_SQUARES = 64, NO_SQUARE = 255 };

/* Squares in a row of geometry_8x8, for code that is compiled for one board. */
enum { ROW_SQUARES_8X8 = 4 };

/* Directions. North is towards Black's side of the board, where White's men promote. Numbers rise
 * from north to south, so the two southern directions lead to higher numbers. */
enum direction { NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST, DIRECTIONS };

struct geometry {
    unsigned rows;
    unsigned columns;
    unsigned squares;          /* playable squares, rows * columns / 2 */
    bitboard all;              /* every playable square */
    bitboard promotion_row[2]; /* by side (see position.h): where its men become kings */
    bitboard even_rows;        /* rows 0, 2, 4...: those that begin with a light square */
    bitboard row_starts;       /* the westernmost square of each row */
    bitboard row_ends;         /* the easternmost square of each row */
    bitboard main_road;        /* the long diagonal from White's lower left corner */
    bitboard ray[DIRECTIONS][MAX_SQUARES]; /* every square from here to the edge, not this one */
    uint8_t neighbour[DIRECTIONS][MAX_SQUARES]; /* next square or NO_SQUARE */
};

extern const struct geometry geometry_8x8;

/* The direction that leads back. */
static inline enum direction opposite_direction(enum direction direction) {
    return (enum direction)(3 - direction);
}

/* Row 0 is the northernmost; column 0 is the westernmost (file a). */
static inline unsigned square_row(const struct geometry *geometry, unsigned square) {
    return square / (geometry->columns / 2);
}
unsigned square_column(const struct geometry *geometry, unsigned square);

/* Square at a row and column, or NO_SQUARE when that square is off the board or light. */
unsigned square_at(const struct geometry *geometry, int row, int column);

#endif
