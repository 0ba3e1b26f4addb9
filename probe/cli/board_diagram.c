#include "board_diagram.h"

static bool has_square(uint64_t set, unsigned square) {
    return (set >> square & 1) != 0;
}

static char piece_letter(const finais_position *position, unsigned square) {
    bool is_king = has_square(position->kings, square);
    if (has_square(position->white, square))
        return is_king ? 'W' : 'w';
    if (has_square(position->black, square))
        return is_king ? 'B' : 'b';
    return '.';
}

/* The number of the leftmost square of a row; row 0 is Black's. */
static unsigned first_number(const finais_game *game, unsigned row, finais_notation notation) {
    unsigned rows_before = notation == FINAIS_NUMERIC_A1 ? game->rows - 1 - row : row;
    return rows_before * (game->columns / 2) + 1;
}

/* Rows that begin with a light square are two characters longer: returns what is left to that. */
static int print_row(FILE *stream, const finais_game *game, const finais_position *position,
                     unsigned row) {
    unsigned in_row = game->columns / 2;
    bool starts_dark = (game->rows - 1 - row) % 2 == 0;
    for (unsigned i = 0; i < in_row; i++) {
        char letter = piece_letter(position, row * in_row + i);
        fprintf(stream, starts_dark && i == 0 ? " %c" : "   %c", letter);
    }
    return starts_dark ? 2 : 0;
}

static void print_files(FILE *stream, const finais_game *game) {
    fputs("    ", stream);
    for (unsigned column = 0; column < game->columns; column++)
        fprintf(stream, " %c", (char)('a' + column));
    putc('\n', stream);
}

void board_diagram_print(FILE *stream, const finais_game *game, const finais_position *position,
                         finais_notation notation) {
    bool algebraic = notation == FINAIS_ALGEBRAIC;
    for (unsigned row = 0; row < game->rows; row++) {
        unsigned first = first_number(game, row, notation);
        fprintf(stream, "%3u ", algebraic ? game->rows - row : first);
        int rest = print_row(stream, game, position, row);
        if (algebraic)
            putc('\n', stream);
        else
            fprintf(stream, "%*s  %u\n", rest, "", first + game->columns / 2 - 1);
    }
    if (algebraic)
        print_files(stream, game);
}
