/* A line with a FEN, and one with a move. A move that is read is one of the legal moves, and every
 * legal move can be written and read again. */
#include "fuzz.h"
#include <string.h>

static bool same_move(const finais_move *a, const finais_move *b) {
    return a->captured == b->captured && a->from == b->from && a->to == b->to &&
           a->captures == b->captures && a->promotes == b->promotes && a->reserved == b->reserved;
}

static void write_and_read(const finais_position *position, const finais_move *move) {
    const finais *handle = fuzz_rules();
    for (finais_notation n = FINAIS_ALGEBRAIC; n <= FINAIS_NUMERIC_A1; n++) {
        finais_move again;
        char text[FINAIS_MOVE_SIZE];
        finais_notation numbers = n == FINAIS_NUMERIC_A1 ? n : FINAIS_NUMERIC;
        FUZZ_DEMAND(finais_move_to_text(handle, position, move, n, text, sizeof text, NULL) ==
                    FINAIS_OK);
        FUZZ_DEMAND(finais_move_from_text(handle, position, text, numbers, &again, NULL) ==
                    FINAIS_OK);
        FUZZ_DEMAND(same_move(move, &again));
    }
}

static void read_move(const finais_position *position, const char *text, finais_notation numbers,
                      const finais_move *moves, size_t count) {
    finais_move move;
    finais_error error = {.status = FINAIS_OK};
    finais_status status =
        finais_move_from_text(fuzz_rules(), position, text, numbers, &move, &error);
    fuzz_demand_error(status, &error);
    bool legal = false;
    for (size_t i = 0; status == FINAIS_OK && i < count; i++)
        legal = legal || same_move(&move, &moves[i]);
    FUZZ_DEMAND(legal || status == FINAIS_BAD_TEXT || status == FINAIS_ILLEGAL_MOVE ||
                status == FINAIS_AMBIGUOUS_MOVE);
}

static void use_position(const finais_position *position, const char *text) {
    static finais_move moves[FINAIS_MOVES_MAX];
    size_t count = 0;
    if (finais_moves(fuzz_rules(), position, moves, FINAIS_MOVES_MAX, &count, NULL) != FINAIS_OK)
        return;
    for (size_t i = 0; i < count; i++)
        write_and_read(position, &moves[i]);
    read_move(position, text, FINAIS_NUMERIC, moves, count);
    read_move(position, text, FINAIS_NUMERIC_A1, moves, count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    finais_position position;
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    if (end == NULL)
        return 0;
    char *fen = fuzz_text(data, (size_t)(end - data));
    char *text = fuzz_text(end + 1, size - (size_t)(end + 1 - data));
    if (finais_position_from_fen(fuzz_rules(), fen, &position, NULL) == FINAIS_OK)
        use_position(&position, text);
    free(fen);
    free(text);
    return 0;
}
