/* Reads the positions and moves of the data files. */
#include "reference_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Reads one square, moves *text behind it and returns it; -1 if there is none. */
static int read_square(const char **text) {
    const char *here = *text;

    if (isdigit((unsigned char)here[0])) {
        char *end = NULL;
        long number = strtol(here, &end, 10);

        *text = end;
        return number >= 1 && number <= REFERENCE_SQUARES ? (int)number - 1 : -1;
    }
    if (here[0] < 'a' || here[0] > 'h' || here[1] < '1' || here[1] > '8') {
        return -1;
    }
    int row = '8' - here[1];
    int column = here[0] - 'a';
    *text = here + 2;
    int square = reference_square_at(row, column);
    return reference_square_column(square) == column ? square : -1;
}

/* Reads "Kd2,a1" up to a colon or the end. */
static bool read_pieces(const char **text, uint64_t *pieces, uint64_t *kings) {
    while (**text != '\0' && **text != ':') {
        bool king = **text == 'K';

        if (king) {
            (*text)++;
        }
        int square = read_square(text);
        if (square < 0) {
            return false;
        }
        *pieces |= UINT64_C(1) << square;
        if (king) {
            *kings |= UINT64_C(1) << square;
        }
        if (**text == ',') {
            (*text)++;
        }
    }
    return true;
}

bool reference_read_position(const char *text, reference_position *position) {
    uint64_t pieces[2] = {0, 0};
    uint64_t kings = 0;

    if (strcmp(text, "start") == 0) {
        reference_position_start(position);
        return true;
    }
    if (*text != 'W' && *text != 'B') {
        return false;
    }
    int side = *text++ == 'W' ? REFERENCE_WHITE : REFERENCE_BLACK;
    while (*text == ':') {
        text++;
        if (*text != 'W' && *text != 'B') {
            return false;
        }
        int colour = *text++ == 'W' ? REFERENCE_WHITE : REFERENCE_BLACK;
        if (!read_pieces(&text, &pieces[colour], &kings)) {
            return false;
        }
    }
    return *text == '\0' &&
           reference_position_from_sets(pieces[REFERENCE_WHITE], pieces[REFERENCE_BLACK], kings,
                                        side, position) == REFERENCE_OK;
}

bool reference_read_move(const char *text, reference_written_move *move) {
    move->square_count = 0;
    for (;;) {
        int square = read_square(&text);

        if (square < 0 || move->square_count == REFERENCE_SQUARES) {
            return false;
        }
        move->squares[move->square_count++] = square;
        if (*text == '\0' || *text == ' ') {
            return move->square_count >= 2;
        }
        if (*text != 'x' && *text != ':' && *text != '-') {
            return false;
        }
        text++;
    }
}
