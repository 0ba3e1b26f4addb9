/* finais.h alone is enough: no other header, in C and (where there is a compiler) in C++. */
#include "finais.h"

#include "check.h"

/* Sizes and numbers that callers were compiled with. */
static void test_layout(void) {
    CHECK_EQUAL(sizeof(finais_position), 32);
    CHECK_EQUAL(sizeof(finais_result), 16);
    CHECK_EQUAL(sizeof(finais_move), 16);
    CHECK_EQUAL(FINAIS_OK, 0);
    CHECK_EQUAL(FINAIS_TABLE_CORRUPT, -8);
    CHECK_EQUAL(FINAIS_TOO_MANY_MOVES, -12);
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    CHECK_EQUAL(options.size, sizeof options);
    CHECK_EQUAL(options.mode, FINAIS_READ);
}

static void test_moves(void) {
    finais *tables = NULL;
    finais_position position;
    finais_position after;
    finais_move move;
    finais_move moves[4];
    size_t count = 0;
    uint64_t nodes = 0;
    char text[FINAIS_MOVE_SIZE];
    char fen[FINAIS_FEN_SIZE];
    finais_error error;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    const char *const nothing[] = {""};
    options.directories = nothing;
    options.directory_count = 0;
    CHECK_EQUAL(finais_open(&tables, &options, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_position_from_fen(tables, "W:WKa1:BKd4", &position, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_moves(tables, &position, moves, 4, &count, NULL), FINAIS_OK);
    CHECK_EQUAL(count, 4);
    CHECK_EQUAL(finais_moves(tables, &position, moves, 3, &count, NULL), FINAIS_TOO_MANY_MOVES);
    CHECK_EQUAL(finais_move_from_text(tables, &position, "29x4", FINAIS_NUMERIC, &move, NULL),
                FINAIS_OK);
    CHECK_EQUAL(move.captures, 1);
    CHECK_EQUAL(
        finais_move_to_text(tables, &position, &move, FINAIS_ALGEBRAIC, text, sizeof text, NULL),
        FINAIS_OK);
    CHECK_STRING(text, "a1xh8");
    CHECK_EQUAL(finais_move_to_text(tables, &position, &move, FINAIS_ALGEBRAIC, text, 5, NULL),
                FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_move_apply(tables, &position, &move, &after, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_position_to_fen(tables, &after, FINAIS_NUMERIC, fen, sizeof fen, NULL),
                FINAIS_OK);
    CHECK_STRING(fen, "B:WK4:B");
    CHECK_EQUAL(finais_move_apply(tables, &after, &move, &after, NULL), FINAIS_ILLEGAL_MOVE);
    CHECK_EQUAL(finais_move_from_text(tables, &position, "a1-b2", FINAIS_ALGEBRAIC, &move, NULL),
                FINAIS_ILLEGAL_MOVE);
    CHECK_EQUAL(finais_move_from_text(tables, &position, "nonsense", FINAIS_ALGEBRAIC, &move, NULL),
                FINAIS_BAD_TEXT);
    CHECK_EQUAL(finais_perft(tables, &position, 1, &nodes, NULL), FINAIS_OK);
    CHECK_EQUAL(nodes, 4);
    CHECK_EQUAL(finais_position_from_fen(tables, "W:W21:B21", &position, &error), FINAIS_BAD_TEXT);
    CHECK(strstr(error.message, "21") != NULL);
    CHECK_EQUAL(
        finais_position_from_fen_numbered(tables, "W:WK1:BK2", FINAIS_NUMERIC_A1, &position, NULL),
        FINAIS_OK);
    CHECK_EQUAL(position.white, UINT64_C(1) << 28); /* a1 */
    CHECK_EQUAL(
        finais_position_from_fen_numbered(tables, "W:WK1:BK2", (finais_notation)9, &position, NULL),
        FINAIS_INVALID_ARGUMENT);
    finais_close(tables);
}

int main(void) {
    test_layout();
    test_moves();
    return check_report();
}
