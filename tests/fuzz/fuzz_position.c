/* A position and a move as values, not as text: whatever bits they have. The first byte tells
 * whether RAW bytes of a finais_position follow, or pieces, a byte each; the last bytes are a move.
 *
 * An impossible position is told as one by every function. A possible one has the same value as its
 * mirror, and as the best of its moves. */
#include "fuzz.h"
#include <string.h>

enum { PIECES_MAX = 24, MOVE_BYTES = 12 };

static finais *handle;
static finais_context *context;

static void clean_up(void) {
    finais_context_free(context);
    finais_close(handle);
}

/* ---- The input ------------------------------------------------------------------------------- */

/* Numbers are taken apart by hand, so that an input means the same on every machine. */
static uint64_t take(const uint8_t **data, size_t *size, unsigned bytes) {
    uint64_t number = 0;
    for (unsigned i = 0; i<bytes && * size> 0; i++) {
        number |= (uint64_t) * *data << 8 * i;
        ++*data;
        --*size;
    }
    return number;
}

static finais_position take_raw(const uint8_t **data, size_t *size) {
    finais_position position;
    position.white = take(data, size, 8);
    position.black = take(data, size, 8);
    position.kings = take(data, size, 8);
    position.side_to_move = (uint32_t)take(data, size, 4);
    position.reserved = (uint32_t)take(data, size, 4);
    return position;
}

/* A byte for a piece: square, colour, king. A king is put where a man cannot be. */
static finais_position take_pieces(const uint8_t **data, size_t *size, uint32_t side) {
    finais_position position = {.side_to_move = side};
    for (unsigned i = 0; i<PIECES_MAX && * size> MOVE_BYTES; i++) {
        uint64_t piece = take(data, size, 1);
        uint64_t square = UINT64_C(1) << (piece & 31);
        bool black = (piece & 32) != 0;
        if (((position.white | position.black) & square) != 0)
            continue;
        *(black ? &position.black : &position.white) |= square;
        bool promoted = (square & (black ? 0xF0000000u : 0xFu)) != 0;
        position.kings |= (piece & 64) != 0 || promoted ? square : 0;
    }
    return position;
}

static finais_move take_move(const uint8_t *data, size_t size) {
    finais_move move;
    move.from = (uint8_t)take(&data, &size, 1);
    move.to = (uint8_t)take(&data, &size, 1);
    move.captures = (uint8_t)take(&data, &size, 1);
    move.promotes = (uint8_t)take(&data, &size, 1);
    move.captured = take(&data, &size, 4);
    move.reserved = (uint32_t)take(&data, &size, 4);
    return move;
}

/* ---- What has to hold ------------------------------------------------------------------------ */

static bool same_result(const finais_result *a, const finais_result *b) {
    return a->wdl == b->wdl && a->dtw == b->dtw && a->dtc == b->dtc;
}

static uint64_t turned(uint64_t squares) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |= (squares >> i & 1) << (31 - i);
    return result;
}

static void demand_impossible(const finais_position *position, const finais_move *move) {
    static finais_move moves[FINAIS_MOVES_MAX];
    static finais_move_list list;
    char text[FINAIS_FEN_SIZE];
    finais_position after;
    finais_result result;
    size_t count;
    uint64_t nodes;
    FUZZ_DEMAND(finais_moves(handle, position, moves, FINAIS_MOVES_MAX, &count, NULL) ==
                FINAIS_ILLEGAL_POSITION);
    FUZZ_DEMAND(finais_move_apply(handle, position, move, &after, NULL) == FINAIS_ILLEGAL_POSITION);
    FUZZ_DEMAND(finais_perft(handle, position, 2, &nodes, NULL) == FINAIS_ILLEGAL_POSITION);
    FUZZ_DEMAND(finais_probe(context, position, FINAIS_WANT_ALL, &result, NULL) ==
                FINAIS_ILLEGAL_POSITION);
    FUZZ_DEMAND(finais_root_moves(context, position, FINAIS_WANT_ALL, &list, NULL) ==
                FINAIS_ILLEGAL_POSITION);
    FUZZ_DEMAND(finais_main_line(context, position, moves, FINAIS_MOVES_MAX, &count, NULL) ==
                FINAIS_ILLEGAL_POSITION);
    FUZZ_DEMAND(finais_tables_needed(handle, position, FINAIS_DTW, NULL, 0, &count, NULL) ==
                FINAIS_ILLEGAL_POSITION);
    FUZZ_DEMAND(finais_position_to_fen(handle, position, FINAIS_NUMERIC, text, sizeof text, NULL) ==
                FINAIS_ILLEGAL_POSITION);
}

/* A move with any bits is applied and written only if it is one of the list. */
static void try_move(const finais_position *position, const finais_move *move) {
    static finais_move moves[FINAIS_MOVES_MAX];
    size_t count;
    char text[FINAIS_MOVE_SIZE];
    finais_position after;
    bool legal = false;
    FUZZ_DEMAND(finais_moves(handle, position, moves, FINAIS_MOVES_MAX, &count, NULL) == FINAIS_OK);
    for (size_t i = 0; i < count; i++)
        legal = legal || (moves[i].from == move->from && moves[i].to == move->to &&
                          moves[i].captured == move->captured && move->reserved == 0);
    finais_status expected = legal ? FINAIS_OK : FINAIS_ILLEGAL_MOVE;
    FUZZ_DEMAND(finais_move_apply(handle, position, move, &after, NULL) == expected);
    FUZZ_DEMAND(finais_move_to_text(handle, position, move, FINAIS_ALGEBRAIC, text, sizeof text,
                                    NULL) == expected);
}

/* Which table is found to be missing first depends on the order of the captures. */
static bool lacks_tables(finais_status status) {
    return status == FINAIS_TABLE_MISSING || status == FINAIS_TOO_MANY_PIECES;
}

static void demand_agreement(const finais_position *position) {
    static finais_move_list list;
    finais_move line[200];
    finais_error error = {.status = FINAIS_OK};
    finais_result result, of_mirror;
    size_t length;
    finais_position mirror = {turned(position->black), turned(position->white),
                              turned(position->kings), 1 - position->side_to_move, 0};
    finais_status status = finais_probe(context, position, FINAIS_WANT_ALL, &result, &error);
    fuzz_demand_error(status, &error);
    finais_status mirrored = finais_probe(context, &mirror, FINAIS_WANT_ALL, &of_mirror, NULL);
    if (status != FINAIS_OK) {
        FUZZ_DEMAND(lacks_tables(status) && lacks_tables(mirrored));
        return;
    }
    FUZZ_DEMAND(mirrored == FINAIS_OK);
    FUZZ_DEMAND(same_result(&result, &of_mirror) && result.terminal == of_mirror.terminal);
    status = finais_root_moves(context, position, FINAIS_WANT_ALL, &list, NULL);
    FUZZ_DEMAND(status == FINAIS_OK || status == FINAIS_TABLE_MISSING);
    if (status != FINAIS_OK)
        return;
    FUZZ_DEMAND((list.count == 0) == (result.terminal == 1));
    FUZZ_DEMAND(list.count == 0 ||
                (list.moves[0].result.wdl == result.wdl && list.moves[0].result.dtw == result.dtw));
    FUZZ_DEMAND(finais_main_line(context, position, line, 200, &length, NULL) == FINAIS_OK);
    FUZZ_DEMAND(length == (size_t)(result.dtw == FINAIS_NO_DISTANCE ? 0 : result.dtw));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (handle == NULL) {
        FUZZ_DEMAND(fuzz_open(TEST_TABLES, FINAIS_READ, &handle, &context) == FINAIS_OK);
        atexit(clean_up);
    }
    uint64_t kind = take(&data, &size, 1);
    finais_position position =
        kind % 4 < 2 ? take_pieces(&data, &size, kind % 2) : take_raw(&data, &size);
    finais_move move = take_move(data, size);
    finais_error error = {.status = FINAIS_OK};
    finais_status status = finais_position_check(handle, &position, &error);
    fuzz_demand_error(status, &error);
    FUZZ_DEMAND(status == FINAIS_OK || status == FINAIS_ILLEGAL_POSITION);
    if (status == FINAIS_OK) {
        try_move(&position, &move);
        demand_agreement(&position);
    } else {
        demand_impossible(&position, &move);
    }
    return 0;
}
