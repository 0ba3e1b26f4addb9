/* notation.h - the names of squares, in the notations that draughts players use.
 *
 * Algebraic: file letter and rank from White's lower left corner, a1 to h8 on the 8x8 board.
 * Numeric: row by row from Black's left to White's right as on printed boards, 1 = b8 and 32 = g1.
 * Numeric from a1: row by row from White's side, 1 = a1, 2 = c1 and 32 = h8, as some programs have
 * it.
 */
#ifndef CORE_NOTATION_H
#define CORE_NOTATION_H

#include "geometry.h"
#include "text.h"
#include <stdbool.h>

enum notation { NOTATION_ALGEBRAIC, NOTATION_NUMERIC, NOTATION_NUMERIC_FROM_A1 };

/* The number of a square, 1 to squares, and the way back: NO_SQUARE when there is no such number.
 * NOTATION_ALGEBRAIC means NOTATION_NUMERIC here and wherever numbers are read. */
unsigned square_number(const struct geometry *geometry, enum notation numbers, unsigned square);
unsigned square_of_number(const struct geometry *geometry, enum notation numbers, uint32_t number);

/* Appends the name of a square, without leading zeros. */
void square_append(struct text *text, const struct geometry *geometry, enum notation notation,
                   unsigned square);

/* What square_read() found. */
enum square_fault {
    SQUARE_FINE,
    SQUARE_UNREADABLE, /* no letter or digit here, a rank missing, or a leading zero */
    SQUARE_OFF_BOARD,  /* 0, 33, i9: no such square, however large the number */
    SQUARE_LIGHT       /* b1: on the board, but not played on */
};

struct square_text {
    enum square_fault fault;
    bool is_algebraic;
    size_t length; /* characters read, also of a square that is off the board or light */
    unsigned square;
};

/* Reads the square name at the start of `length` characters; more text may follow it. Lower-case
 * letters only. A number means what `numbers` says. */
struct square_text square_read(const struct geometry *geometry, enum notation numbers,
                               const char *text, size_t length);

/* The number that starts `length` characters: *value and how many digits it has, 0 when there is
 * none or when it has a leading zero. Numbers above a thousand million stay just above that. */
size_t number_read(const char *text, size_t length, uint32_t *value);

enum { NUMBER_READ_MAX = 1000000000 };

#endif
