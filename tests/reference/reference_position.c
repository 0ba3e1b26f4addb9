/* The board of the reference solver: squares, positions, and their form as three sets. */
#include "reference.h"

#include <string.h>

const char *reference_status_text(reference_status status) {
    switch (status) {
    case REFERENCE_OK:
        return "no error";
    case REFERENCE_OUT_OF_MEMORY:
        return "out of memory";
    case REFERENCE_ILLEGAL_POSITION:
        return "not a legal position";
    case REFERENCE_NOT_COVERED:
        return "not among the solved endings";
    case REFERENCE_TOO_MANY_MOVES:
        return "more legal moves than a move list holds";
    }
    return "unknown status";
}

int reference_square_row(int square) {
    return square / 4;
}

int reference_square_column(int square) {
    /* b8 is the first dark square of the top row, a7 that of the next one, and so on by turns. */
    int first_column = reference_square_row(square) % 2 == 0 ? 1 : 0;

    return first_column + 2 * (square % 4);
}

int reference_square_at(int row, int column) {
    return row * 4 + column / 2;
}

int reference_promotion_row(int side) {
    return side == REFERENCE_WHITE ? 0 : REFERENCE_ROWS - 1;
}

static bool contains(uint64_t set, int square) {
    return ((set >> square) & 1) != 0;
}

static char piece_on(uint64_t white, uint64_t black, uint64_t kings, int square) {
    bool king = contains(kings, square);

    if (contains(white, square)) {
        return king ? REFERENCE_WHITE_KING : REFERENCE_WHITE_MAN;
    }
    if (contains(black, square)) {
        return king ? REFERENCE_BLACK_KING : REFERENCE_BLACK_MAN;
    }
    return REFERENCE_EMPTY;
}

static bool is_man_on_its_promotion_row(char piece, int row) {
    return (piece == REFERENCE_WHITE_MAN && row == reference_promotion_row(REFERENCE_WHITE)) ||
           (piece == REFERENCE_BLACK_MAN && row == reference_promotion_row(REFERENCE_BLACK));
}

reference_status reference_position_from_sets(uint64_t white, uint64_t black, uint64_t kings,
                                              int side, reference_position *position) {
    bool off_board = ((white | black | kings) >> REFERENCE_SQUARES) != 0;
    bool king_of_nobody = (kings & ~(white | black)) != 0;

    if (off_board || king_of_nobody || (white & black) != 0 ||
        (side != REFERENCE_WHITE && side != REFERENCE_BLACK)) {
        return REFERENCE_ILLEGAL_POSITION;
    }
    memset(position->squares, REFERENCE_EMPTY, sizeof position->squares);
    position->side = side;
    for (int square = 0; square < REFERENCE_SQUARES; square++) {
        char piece = piece_on(white, black, kings, square);
        int row = reference_square_row(square);

        if (is_man_on_its_promotion_row(piece, row)) {
            return REFERENCE_ILLEGAL_POSITION;
        }
        position->squares[row][reference_square_column(square)] = piece;
    }
    return REFERENCE_OK;
}

void reference_position_to_sets(const reference_position *position, uint64_t *white,
                                uint64_t *black, uint64_t *kings) {
    *white = *black = *kings = 0;
    for (int square = 0; square < REFERENCE_SQUARES; square++) {
        int row = reference_square_row(square);
        char piece = position->squares[row][reference_square_column(square)];
        uint64_t bit = UINT64_C(1) << square;

        if (piece == REFERENCE_WHITE_MAN || piece == REFERENCE_WHITE_KING) {
            *white |= bit;
        }
        if (piece == REFERENCE_BLACK_MAN || piece == REFERENCE_BLACK_KING) {
            *black |= bit;
        }
        if (piece == REFERENCE_WHITE_KING || piece == REFERENCE_BLACK_KING) {
            *kings |= bit;
        }
    }
}

void reference_position_start(reference_position *position) {
    memset(position->squares, REFERENCE_EMPTY, sizeof position->squares);
    position->side = REFERENCE_WHITE;
    for (int square = 0; square < REFERENCE_SQUARES; square++) {
        int row = reference_square_row(square);
        int column = reference_square_column(square);

        if (row <= 2) {
            position->squares[row][column] = REFERENCE_BLACK_MAN;
        } else if (row >= 5) {
            position->squares[row][column] = REFERENCE_WHITE_MAN;
        }
    }
}
