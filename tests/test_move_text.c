/* Moves as text: forms that are read, ambiguity, round trips, and whole lines as PDN movetext. */
#include "move_text.h"
#include "movetext.h"
#include "positions.h"
#include <stdlib.h>

static const struct rules *const rules = &rules_brazilian;

static enum move_text_status read_text(const char *fen, enum notation numbers, const char *text,
                                       struct move *move) {
    struct position position = position_of(fen);
    return move_text_read(rules, &position, numbers, text, strlen(text), move);
}

/* Reads a move and writes it again in algebraic notation; or says why it cannot be read. */
static const char *rewritten(const char *fen, enum notation numbers, const char *text,
                             char buffer[MOVE_TEXT_SIZE]) {
    struct position position = position_of(fen);
    struct move move;
    static const char *const statuses[] = {"fine", "unreadable", "not legal", "ambiguous"};
    enum move_text_status status = read_text(fen, numbers, text, &move);
    if (status != MOVE_TEXT_FINE)
        return statuses[status];
    move_text_write(rules, &position, &move, NOTATION_ALGEBRAIC, buffer, MOVE_TEXT_SIZE);
    return buffer;
}

/* A man with one capture, a king with many, and four captures that start and end cannot tell
 * apart. */
#define QUIET "W:Wc3,Ka1:Bh8"
#define SIMPLE "W:Wc3:Bd4"
#define LINE "W:WKd2:Bf6,c5,e5,e3"
#define ROUND "W:WKd2:Bc5,e5,c3,e3"

static void test_reading(void) {
    static const char *const cases[][3] = {
        {QUIET, "c3-d4", "c3-d4"},
        {QUIET, "c3-b4", "c3-b4"},
        {QUIET, "22-18", "c3-d4"},
        {QUIET, "a1-b2", "a1-b2"},
        {QUIET, "c3xd4", "not legal"},
        {QUIET, "c3:d4", "not legal"},
        {QUIET, "c3-e5", "not legal"},
        {QUIET, "d4-c3", "not legal"},
        {QUIET, "c3-c3", "not legal"},
        {QUIET, "c3-d4-e5", "not legal"},
        {QUIET, "c3", "unreadable"},
        {QUIET, "", "unreadable"},
        {QUIET, "c3-", "unreadable"},
        {QUIET, "-d4", "unreadable"},
        {QUIET, "c3--d4", "unreadable"},
        {QUIET, "c3d4", "unreadable"},
        {QUIET, "C3-D4", "unreadable"},
        {QUIET, "c3-d4 ", "unreadable"},
        {QUIET, " c3-d4", "unreadable"},
        {QUIET, "c3-d4!", "unreadable"},
        {QUIET, "c3-18", "unreadable"},
        {QUIET, "c3-d3", "unreadable"},
        {QUIET, "c3-d9", "unreadable"},
        {QUIET, "22-33", "unreadable"},
        {QUIET, "22-018", "unreadable"},
        {QUIET,
         "c3\xe2\x80\x93"
         "d4",
         "unreadable"},
        {SIMPLE, "c3xe5", "c3xe5"},
        {SIMPLE, "c3:e5", "c3xe5"},
        {SIMPLE, "c3-e5", "c3xe5"},
        {SIMPLE, "22x15", "c3xe5"},
        {SIMPLE, "22:15", "c3xe5"},
        {SIMPLE, "22-15", "c3xe5"},
        {SIMPLE, "c3*e5", "unreadable"},
        {SIMPLE, "c3Xe5", "unreadable"},
        {SIMPLE, "c3xd4", "not legal"},
        {SIMPLE, "c3xc3xe5", "c3xe5"},
        {LINE, "d2xf4xd6xb4", "d2xf4xd6xb4"},
        {LINE, "d2-f4-d6-b4", "d2xf4xd6xb4"},
        {LINE, "d2:f4:d6:b4", "d2xf4xd6xb4"},
        {LINE, "d2xf4:d6xb4", "unreadable"},
        {LINE, "d2xg5xe7xb4", "d2xg5xe7xb4"},
        {LINE, "d2xd6xb4", "ambiguous"},
        {LINE, "d2xe7xb4", "d2xg5xe7xb4"},
        {LINE, "d2xg5xb4", "d2xg5xe7xb4"},
        {LINE, "d2xe7xg5xb4", "d2xg5xe7xb4"},
        {LINE, "d2xf4xb4", "ambiguous"},
        {LINE, "d2xb4", "ambiguous"},
        {LINE, "d2xa3", "ambiguous"},
        {LINE, "d2xh4", "not legal"},
        {LINE, "d2xh6xb4", "not legal"},
        {LINE, "d2xe5xb4", "not legal"},
        {ROUND, "d2xd2", "d2xd2"},
        {ROUND, "d2xe1", "d2xe1"},
        {ROUND, "d2xb4xd6xf4xd2", "d2xd2"},
        {ROUND, "d2xf4xd6xb4xd2", "d2xd2"},
        {ROUND, "d2xb4xe1", "d2xe1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buffer[MOVE_TEXT_SIZE];
        if (!CHECK_STRING(rewritten(cases[i][0], NOTATION_NUMERIC, cases[i][1], buffer),
                          cases[i][2]))
            printf("    %s %s\n", cases[i][0], cases[i][1]);
    }
}

static void test_numbers_from_a1(void) {
    char buffer[MOVE_TEXT_SIZE];
    CHECK_STRING(rewritten(SIMPLE, NOTATION_NUMERIC_FROM_A1, "10x19", buffer), "c3xe5");
    CHECK_STRING(rewritten(SIMPLE, NOTATION_NUMERIC_FROM_A1, "22x15", buffer), "not legal");
    CHECK_STRING(rewritten(SIMPLE, NOTATION_NUMERIC_FROM_A1, "c3xe5", buffer), "c3xe5");
    CHECK_STRING(rewritten(SIMPLE, NOTATION_ALGEBRAIC, "22x15", buffer), "c3xe5");
}

/* What is read has all fields of the move, also those that the text does not show. */
static void test_fields(void) {
    struct move move;
    CHECK_EQUAL(read_text("W:Wh6:Bg7,c5,d2", NOTATION_NUMERIC, "h6xf8", &move), MOVE_TEXT_FINE);
    CHECK(move.promotes);
    CHECK_EQUAL(move.captured, square_bit(7));
    CHECK_EQUAL(read_text("W:Wa7:Bh2", NOTATION_NUMERIC, "a7-b8", &move), MOVE_TEXT_FINE);
    CHECK(move.promotes && move.captured == 0);
    CHECK_EQUAL(read_text(QUIET, NOTATION_NUMERIC, "c3-d4", &move), MOVE_TEXT_FINE);
    CHECK(!move.promotes);
    /* No legal move at all, no piece at all. */
    CHECK_EQUAL(read_text("W:Wa3:Bb4,c5", NOTATION_NUMERIC, "a3-b4", &move), MOVE_TEXT_NOT_LEGAL);
    CHECK_EQUAL(read_text("W:W:Bb4", NOTATION_NUMERIC, "a3-b4", &move), MOVE_TEXT_NOT_LEGAL);
    for (int status = MOVE_TEXT_FINE; status <= MOVE_TEXT_AMBIGUOUS; status++)
        CHECK(strstr(move_text_status_text((enum move_text_status)status), "unknown") == NULL);
}

static void test_odd_bytes(void) {
    static char text[50000];
    struct position position = position_of(SIMPLE);
    struct move move;
    size_t length = 0;
    CHECK_EQUAL(move_text_read(rules, &position, NOTATION_NUMERIC, "c3xe5\0", 6, &move),
                MOVE_TEXT_UNREADABLE);
    CHECK_EQUAL(move_text_read(rules, &position, NOTATION_NUMERIC, "c3xe5xx", 5, &move),
                MOVE_TEXT_FINE);
    for (; length + 3 < sizeof text; length += 3)
        memcpy(text + length, "c3x", 3);
    memcpy(text + length, "e5", 2);
    CHECK_EQUAL(move_text_read(rules, &position, NOTATION_NUMERIC, text, length + 2, &move),
                MOVE_TEXT_UNREADABLE);
    uint64_t state = 5;
    for (unsigned i = 0; i < 20000; i++) {
        length = random_below(&state, 12);
        for (size_t n = 0; n < length; n++)
            text[n] = i % 2 == 0 ? "abcdegh12345678x:-"[random_below(&state, 18)]
                                 : (char)random_below(&state, 256);
        enum move_text_status status =
            move_text_read(rules, &position, NOTATION_NUMERIC, text, length, &move);
        if (status == MOVE_TEXT_FINE)
            CHECK(move.from == 21 && move.to == 14);
        else
            CHECK(status == MOVE_TEXT_UNREADABLE || status == MOVE_TEXT_NOT_LEGAL);
    }
}

/* ---- Round trips ---------------------------------------------------------------------------- */

static const enum notation all_notations[] = {NOTATION_ALGEBRAIC, NOTATION_NUMERIC,
                                              NOTATION_NUMERIC_FROM_A1};

static unsigned long long_forms;

static void check_round_trip(const struct position *position, const struct move *move,
                             enum notation notation) {
    char text[MOVE_TEXT_SIZE];
    struct move read = {.from = NO_SQUARE};
    size_t length = move_text_write(rules, position, move, notation, text, sizeof text);
    CHECK(length > 0 && length < sizeof text && length == strlen(text));
    CHECK_EQUAL(move_text_read(rules, position, notation, text, length, &read), MOVE_TEXT_FINE);
    CHECK(read.from == move->from && read.to == move->to && read.captured == move->captured &&
          read.promotes == move->promotes);
    const char *x = strchr(text, 'x');
    CHECK_EQUAL(x != NULL, move->captured != 0);
    long_forms += x != NULL && strchr(x + 1, 'x') != NULL ? 1 : 0;
}

/* Every way of every capture, written in full, means its move; so does the short form where it is
 * the only one. */
static bool check_path(void *context, const struct capture_path *path) {
    const struct position *position = context;
    char buffer[MOVE_TEXT_SIZE];
    struct text text = text_begin(buffer, sizeof buffer);
    struct move read;
    square_append(&text, rules->geometry, NOTATION_ALGEBRAIC, path->from);
    for (unsigned i = 0; i < path->captures; i++) {
        text_append_character(&text, ':');
        square_append(&text, rules->geometry, NOTATION_ALGEBRAIC, path->squares[i]);
    }
    CHECK_EQUAL(move_text_read(rules, position, NOTATION_NUMERIC, buffer, text.length, &read),
                MOVE_TEXT_FINE);
    CHECK(read.from == path->from && read.captured == path->captured &&
          read.to == path->squares[path->captures - 1]);
    return true;
}

static void test_round_trips(unsigned positions) {
    uint64_t state = 7;
    for (unsigned i = 0; i < positions; i++) {
        struct position position = random_position(&state, 1 + i % 12, i % 9);
        struct move_list list;
        moves_generate(rules, &position, &list);
        for (unsigned n = 0; n < list.count; n++)
            check_round_trip(&position, &list.moves[n], all_notations[i % 3]);
        visit_capture_paths(rules, &position, check_path, &position);
    }
    CHECK(long_forms > positions / 1000);
}

static void test_not_legal_to_write(void) {
    struct position position = position_of(SIMPLE);
    struct move move = {.from = 21, .to = 17};
    char text[MOVE_TEXT_SIZE] = "old";
    CHECK_EQUAL(move_text_write(rules, &position, &move, NOTATION_ALGEBRAIC, text, sizeof text), 0);
    CHECK_STRING(text, "");
    position = position_of(QUIET);
    CHECK_EQUAL(move_text_write(rules, &position, &move, NOTATION_ALGEBRAIC, text, 4), 5);
    CHECK_STRING(text, "c3-");
}

/* ---- Lines of moves ------------------------------------------------------------------------- */

/* Plays a line given as move texts separated by blanks. */
static size_t moves_of(struct position position, const char *texts, struct move *moves) {
    size_t count = 0;
    while (*texts != '\0') {
        size_t length = strcspn(texts, " ");
        if (!CHECK_EQUAL(
                move_text_read(rules, &position, NOTATION_NUMERIC, texts, length, &moves[count]),
                MOVE_TEXT_FINE))
            break;
        position = move_apply(rules, &position, &moves[count++]);
        texts += length;
        texts += strspn(texts, " ");
    }
    return count;
}

static void check_movetext(const char *fen, const char *line,
                           const struct movetext_options *options, const char *expected) {
    struct position position = position_of(fen);
    struct move moves[64];
    char text[1024];
    size_t length = 0;
    size_t count = moves_of(position, line, moves);
    CHECK_EQUAL(movetext_write(rules, &position, moves, count, options, text, sizeof text, &length),
                MOVETEXT_FINE);
    CHECK_STRING(text, expected);
    CHECK_EQUAL(length, strlen(expected));
}

#define LONG_GAME "W:WKd8,Ke7,Ka5:BKf8"
#define LONG_LINE                                                                                  \
    "e7-f6 f8-d6 a5-b6 d6-b8 b6-a7 b8-d6 a7-g1 d6-f8 d8-c7 f8-b4 c7-f4 b4-f8 g1-d4 f8-a3 f6-h4"

static void test_movetext(void) {
    struct movetext_options plain = {.notation = NOTATION_ALGEBRAIC};
    struct movetext_options won = {.result = RESULT_WHITE_WINS};
    struct movetext_options later = {.result = RESULT_UNKNOWN, .first_move_number = 41};
    struct movetext_options numeric = {.notation = NOTATION_NUMERIC, .result = RESULT_DRAW};
    check_movetext("W:WKa5:BKb8", "a5-b6 b8-g3 b6-d8", &plain, "1. a5-b6 b8-g3 2. b6-d8");
    check_movetext("B:WKb6:BKb8", "b8-g3 b6-d8", &plain, "1... b8-g3 2. b6-d8");
    check_movetext("B:WKb6:BKb8", "b8-g3 b6-d8 g3-h2", &later, "41... b8-g3 42. b6-d8 g3-h2 *");
    check_movetext(SIMPLE, "c3xe5", &won, "1. c3xe5 1-0");
    check_movetext("W:WKa5:BKb8", "a5-b6 b8-g3", &numeric, "1. 13-9 1-24 1/2-1/2");
    check_movetext("W:WKa5:BKb8", "", &plain, "");
    check_movetext("W:WKa5:BKb8", "", &won, "1-0");
    check_movetext(LINE, "d2xf4xd6xb4", &plain, "1. d2xf4xd6xb4");
    CHECK_STRING(game_result_text(RESULT_BLACK_WINS), "0-1");
    CHECK_STRING(game_result_text(RESULT_NOT_GIVEN), "");
}

static void test_wrapping(void) {
    struct movetext_options options = {.columns = 20, .result = RESULT_UNKNOWN};
    check_movetext("W:WKa5:BKb8", "a5-b6 b8-g3 b6-d8 g3-e5", &options,
                   "1. a5-b6 b8-g3 2.\nb6-d8 g3-e5 *");
    options.columns = 1;
    check_movetext("W:WKa5:BKb8", "a5-b6 b8-g3", &options, "1.\na5-b6\nb8-g3\n*");
    struct position position = position_of(LONG_GAME);
    struct move moves[64];
    char text[1024];
    size_t length;
    size_t count = moves_of(position, LONG_LINE, moves);
    for (unsigned columns = 8; columns <= 100; columns++) {
        options.columns = columns;
        CHECK_EQUAL(
            movetext_write(rules, &position, moves, count, &options, text, sizeof text, &length),
            MOVETEXT_FINE);
        size_t longest = 0;
        for (const char *line = text; *line != '\0'; line += strspn(line, "\n")) {
            size_t end = strcspn(line, "\n");
            longest = end > longest ? end : longest;
            CHECK(line[0] != ' ' && line[end - 1] != ' ');
            line += end;
        }
        CHECK(longest <= columns && longest + 7 > columns);
    }
}

static void test_movetext_limits(void) {
    struct position position = position_of(LONG_GAME);
    struct movetext_options options = {.result = RESULT_WHITE_WINS};
    struct move moves[64];
    char whole[1024];
    char text[1024];
    size_t length;
    size_t whole_length;
    size_t count = moves_of(position, LONG_LINE, moves);
    CHECK_EQUAL(movetext_write(rules, &position, moves, count, &options, whole, sizeof whole,
                               &whole_length),
                MOVETEXT_FINE);
    for (size_t size = 0; size <= whole_length + 1; size++) {
        enum movetext_status status =
            movetext_write(rules, &position, moves, count, &options, text, size, &length);
        CHECK_EQUAL(status, size > whole_length ? MOVETEXT_FINE : MOVETEXT_TRUNCATED);
        CHECK_EQUAL(length, whole_length);
        if (size > 0)
            CHECK(strlen(text) == size - 1 && memcmp(text, whole, size - 1) == 0);
    }
    moves[3].to = moves[3].from;
    CHECK_EQUAL(
        movetext_write(rules, &position, moves, count, &options, text, sizeof text, &length),
        MOVETEXT_NOT_LEGAL);
    CHECK_STRING(text, "1. e7-f6 f8-d6 2. a5-b6");
    CHECK_EQUAL(length, strlen(text));
}

/* One argument: the number of random positions. */
int main(int argc, char **argv) {
    test_reading();
    test_numbers_from_a1();
    test_fields();
    test_odd_bytes();
    test_round_trips(argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 20000);
    test_not_legal_to_write();
    test_movetext();
    test_wrapping();
    test_movetext_limits();
    return check_report();
}
