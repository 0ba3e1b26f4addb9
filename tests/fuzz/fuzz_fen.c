/* A FEN. What is read is a position that can be written and read again, and moved in. */
#include "fuzz.h"
#include <string.h>

static bool same_position(const finais_position *a, const finais_position *b) {
    return a->white == b->white && a->black == b->black && a->kings == b->kings &&
           a->side_to_move == b->side_to_move && a->reserved == b->reserved;
}

static void write_and_read(const finais_position *position, finais_notation notation) {
    const finais *handle = fuzz_rules();
    finais_position again;
    char fen[FINAIS_FEN_SIZE];
    FUZZ_DEMAND(finais_position_to_fen(handle, position, notation, fen, sizeof fen, NULL) ==
                FINAIS_OK);
    finais_notation numbers = notation == FINAIS_NUMERIC_A1 ? notation : FINAIS_NUMERIC;
    FUZZ_DEMAND(finais_position_from_fen_numbered(handle, fen, numbers, &again, NULL) == FINAIS_OK);
    FUZZ_DEMAND(same_position(position, &again));
    /* A byte too few. */
    size_t length = strlen(fen);
    char *small = malloc(length);
    FUZZ_DEMAND(small != NULL);
    FUZZ_DEMAND(finais_position_to_fen(handle, position, notation, small, length, NULL) !=
                FINAIS_OK);
    free(small);
}

static void use_position(const finais_position *position) {
    static finais_move moves[FINAIS_MOVES_MAX];
    const finais *handle = fuzz_rules();
    size_t count = 0;
    FUZZ_DEMAND(finais_position_check(handle, position, NULL) == FINAIS_OK);
    for (finais_notation n = FINAIS_ALGEBRAIC; n <= FINAIS_NUMERIC_A1; n++)
        write_and_read(position, n);
    finais_status status = finais_moves(handle, position, moves, FINAIS_MOVES_MAX, &count, NULL);
    FUZZ_DEMAND(status == FINAIS_OK || status == FINAIS_TOO_MANY_MOVES);
    for (size_t i = 0; status == FINAIS_OK && i < count; i++) {
        finais_position after;
        FUZZ_DEMAND(finais_move_apply(handle, position, &moves[i], &after, NULL) == FINAIS_OK);
        FUZZ_DEMAND(finais_position_check(handle, &after, NULL) == FINAIS_OK);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    for (finais_notation n = FINAIS_NUMERIC; n <= FINAIS_NUMERIC_A1; n++) {
        finais_position position;
        finais_error error = {.status = FINAIS_OK};
        finais_status status =
            finais_position_from_fen_numbered(fuzz_rules(), text, n, &position, &error);
        fuzz_demand_error(status, &error);
        if (status == FINAIS_OK)
            use_position(&position);
        else
            FUZZ_DEMAND(status == FINAIS_BAD_TEXT);
    }
    free(text);
    return 0;
}
