/* Move generation: known counts, known positions, and the independent generator of tests/reference.
 *
 * Arguments: the most nodes of a row of perft.tsv that is counted, and the number of random
 * positions; both smaller where the sanitizers make everything slow. */
#include "move_text.h"
#include "moves.h"
#include "positions.h"
#include "reference.h"
#include "tsv.h"
#include <stdlib.h>

static const struct rules *const rules = &rules_brazilian;

static struct position start_position(void) {
    return position_of("W:W21-32:B1-12");
}

/* ---- tests/data/perft.tsv ------------------------------------------------------------------- */

static void test_perft(uint64_t most_nodes) {
    struct tsv tsv;
    unsigned counted = 0;
    unsigned left_out = 0;
    CHECK(tsv_open(&tsv, TEST_DATA "/perft.tsv"));
    while (tsv_next(&tsv)) {
        if (!CHECK_EQUAL(tsv.count, 4))
            continue;
        struct position position =
            strcmp(tsv.fields[0], "start") == 0 ? start_position() : position_of(tsv.fields[0]);
        unsigned depth = (unsigned)strtoul(tsv.fields[2], NULL, 10);
        uint64_t expected = strtoull(tsv.fields[3], NULL, 10);
        uint64_t nodes = 0;
        if (expected > most_nodes) {
            left_out++;
            continue;
        }
        counted++;
        if (strcmp(tsv.fields[1], "distinct") == 0)
            CHECK(perft(rules, &position, depth, &nodes));
        else if (CHECK_STRING(tsv.fields[1], "by-path"))
            nodes = perft_by_path(rules, &position, depth);
        check_equal((intmax_t)nodes, (intmax_t)expected, TEST_DATA "/perft.tsv", (int)tsv.line,
                    "number of nodes");
    }
    tsv_close(&tsv);
    CHECK_EQUAL(counted + left_out, 66);
    CHECK(counted > 40);
    printf("perft: %u rows counted, %u left out as too large\n", counted, left_out);
}

static void test_perft_of_nothing(void) {
    struct position position = start_position();
    uint64_t nodes = 0;
    CHECK(perft(rules, &position, 0, &nodes));
    CHECK_EQUAL(nodes, 1);
    CHECK_EQUAL(perft_by_path(rules, &position, 0), 1);
    position = position_of("W:W:BKb8");
    CHECK(perft(rules, &position, 1, &nodes));
    CHECK_EQUAL(nodes, 0);
    CHECK_EQUAL(perft_by_path(rules, &position, 3), 0);
}

/* ---- Known lists of moves ------------------------------------------------------------------- */

/* The legal moves are those of `expected`, texts separated by blanks, and no others. */
static void check_moves(const char *fen, const char *expected) {
    struct position position = position_of(fen);
    struct move_list list;
    bool seen[MOVES_CAPACITY] = {false};
    unsigned count = 0;
    moves_generate(rules, &position, &list);
    for (const char *text = expected; *text != '\0'; count++) {
        size_t length = strcspn(text, " ");
        struct move move = {.from = NO_SQUARE};
        if (move_text_read(rules, &position, NOTATION_NUMERIC, text, length, &move) !=
            MOVE_TEXT_FINE)
            check_true(false, __FILE__, __LINE__, text);
        for (unsigned i = 0; i < list.count; i++)
            if (list.moves[i].from == move.from && list.moves[i].to == move.to &&
                list.moves[i].captured == move.captured)
                seen[i] = true;
        text += length;
        text += strspn(text, " ");
    }
    bool all_seen = count == list.count && !list.overflow;
    for (unsigned i = 0; i < list.count; i++)
        all_seen = all_seen && seen[i];
    if (!check_true(all_seen, __FILE__, __LINE__, fen))
        printf("    %u moves, expected %s\n", list.count, expected);
    CHECK_EQUAL(moves_must_capture(rules, &position),
                list.count > 0 && list.moves[0].captured != 0);
}

static void test_data_cases(void) {
    struct tsv tsv;
    unsigned cases = 0;
    CHECK(tsv_open(&tsv, TEST_DATA "/rules_cases.tsv"));
    while (tsv_next(&tsv)) {
        if (!CHECK_EQUAL(tsv.count, 5) || strcmp(tsv.fields[1], "moves") != 0)
            continue;
        cases++;
        check_moves(tsv.fields[2], tsv.fields[3]);
    }
    tsv_close(&tsv);
    CHECK_EQUAL(cases, 6);
}

static void test_known_positions(void) {
    /* Men: one step forward, to an empty square; captures both ways. */
    check_moves("W:Wc3,h4:Ba7", "c3-b4 c3-d4 h4-g5");
    check_moves("B:Wh2:Bc3", "c3-b2 c3-d2");
    check_moves("W:We5:Bd4", "e5xc3");
    check_moves("B:Wd4,d6:Bc5", "c5xe3 c5xe7");
    /* No legal move: shut in, or no piece. */
    check_moves("W:Wa3:Bb4,c5", "");
    check_moves("W:WKa1:Bb2,c3", "");
    check_moves("W:W:Ba3", "");
    /* Kings slide until something stands in the way. */
    check_moves("W:WKd4,f6,b6:Bb8,h8,e3,f2",
                "f6-e7 f6-g7 b6-a7 b6-c7 d4-e5 d4-c5 d4-c3 d4-b2 d4-a1");
    check_moves("W:WKa1:Bd4,e5", "a1-b2 a1-c3");
    check_moves("W:WKa1,d4:Be5,f6", "a1-b2 a1-c3 d4-c5");
    /* A capture may end where it began, by a king and by a man; both ways round are one move. */
    check_moves("W:WKd2:Bc5,e5,c3,e3", "d2xd2 d2xe1 d2xc1");
    check_moves("W:Wc3:Bd4,d6,b6,b4", "c3xc3");
    check_moves("B:Wd4,d6,b6,b4:Bc3", "c3xc3");
    /* A captured piece stays until the end: it may not be jumped twice, and it blocks. */
    check_moves("W:WKh2:Bg3,d2,f2,d4", "h2xe5xc3xe1");
    check_moves("W:Wc3:Bd4,d6,b6,b4,f6", "c3xc3 c3xg7");
    /* The majority rule: over several pieces, kings and men counted alike. */
    check_moves("W:Wa3,g3:Bb4,f4,d6", "a3xe7 g3xc7");
    check_moves("W:Wa3,g3:Bb4,f4,f6", "g3xg7");
    check_moves("W:Wc3,h4:BKd4,g5", "c3xe5 h4xf6");
    check_moves("W:Wc1,h2:BKd2,g3,e5", "h2xd6");
    check_moves("W:Wc1,g1:Bd2,f2", "c1xe3 g1xe3");
    /* A man that passes the last row goes on as a man, and stays one. */
    check_moves("W:Wd6:Bc7,e7,g7,b6", "d6xh6");
}

static void test_promotion(void) {
    struct position position = position_of("W:Wh6,g1:Ba7,e7,g7,b6,a5,Kg5,d4");
    struct move_list list;
    moves_generate(rules, &position, &list);
    CHECK_EQUAL(list.count, 1);
    CHECK(!list.moves[0].promotes);
    struct position after = move_apply(rules, &position, &list.moves[0]);
    struct position expected = position_of("B:Wd6,g1:Ba7,b6,a5,Kg5,d4");
    CHECK(same_position(&after, &expected));
    position = position_of("B:Wa7:Bd2,Kh2");
    moves_generate(rules, &position, &list);
    unsigned promotions = 0;
    for (unsigned i = 0; i < list.count; i++) {
        after = move_apply(rules, &position, &list.moves[i]);
        promotions += list.moves[i].promotes ? 1 : 0;
        CHECK_EQUAL(count_squares(after.kings), list.moves[i].promotes ? 2 : 1);
        CHECK_EQUAL(after.side_to_move, WHITE);
    }
    CHECK_EQUAL(promotions, 2);
}

/* ---- Against the reference generator -------------------------------------------------------- */

/* What the ways to capture have in common, and how many there are. */
struct path_check {
    const struct position *position;
    uint64_t paths;
};

static bool check_path(void *context, const struct capture_path *path) {
    struct path_check *check = context;
    bitboard enemies = position_pieces(check->position, other_side(check->position->side_to_move));
    bitboard stood_on = square_bit(path->from);
    for (unsigned i = 0; i < path->captures; i++)
        stood_on |= square_bit(path->squares[i]);
    CHECK_EQUAL(count_squares(path->captured), path->captures);
    CHECK((path->captured & ~enemies) == 0 && (path->captured & path->visited) == 0);
    CHECK((stood_on & ~path->visited) == 0);
    CHECK((path->visited & (check->position->white | check->position->black) &
           ~square_bit(path->from)) == 0);
    check->paths++;
    return true;
}

static const reference_move *find_in_reference(const reference_move_list *list,
                                               const struct move *move) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i].from == move->from && list->moves[i].to == move->to &&
            list->moves[i].captured == move->captured)
            return &list->moves[i];
    return NULL;
}

static bool agrees_with_reference(const struct position *position) {
    struct move_list list;
    reference_position reference;
    reference_move_list expected;
    struct path_check check = {.position = position};
    uint64_t expected_paths = 0;
    int side = position->side_to_move == WHITE ? REFERENCE_WHITE : REFERENCE_BLACK;
    if (reference_position_from_sets(position->white, position->black, position->kings, side,
                                     &reference) != REFERENCE_OK ||
        reference_list_moves(&reference, &expected) != REFERENCE_OK)
        return false;
    moves_generate(rules, position, &list);
    visit_capture_paths(rules, position, check_path, &check);
    bool agrees = !list.overflow && (int)list.count == expected.count;
    for (unsigned i = 0; i < list.count && agrees; i++) {
        const reference_move *move = find_in_reference(&expected, &list.moves[i]);
        agrees = move != NULL && move->promotes == list.moves[i].promotes;
        if (!agrees)
            break;
        expected_paths += move->captured != 0 ? move->paths : 0;
        struct position after = move_apply(rules, position, &list.moves[i]);
        struct position expected_after = {.side_to_move = other_side(position->side_to_move)};
        reference_position made = reference;
        reference_make_move(&made, move);
        reference_position_to_sets(&made, &expected_after.white, &expected_after.black,
                                   &expected_after.kings);
        agrees = same_position(&after, &expected_after);
    }
    bool captures = list.count > 0 && list.moves[0].captured != 0;
    return agrees && check.paths == expected_paths &&
           moves_must_capture(rules, position) == captures;
}

static void check_against_reference(const struct position *position) {
    char fen[FEN_SIZE];
    fen_write_position(rules, NOTATION_ALGEBRAIC, position, fen, sizeof fen);
    check_true(agrees_with_reference(position), __FILE__, __LINE__, fen);
}

/* Random positions from one piece a side to crowds, from no king to kings only. */
static void test_against_reference(unsigned positions) {
    uint64_t state = 1;
    for (unsigned i = 0; i < positions; i++) {
        struct position position = random_position(&state, 1 + i % 12, i / 12 % 9);
        check_against_reference(&position);
        position = position_mirror(rules->geometry, &position);
        check_against_reference(&position);
    }
}

/* One king or man against a lattice of enemies with gaps: long captures, and many ways. */
static void test_long_captures_against_reference(unsigned positions) {
    uint64_t state = 2;
    const struct geometry *geometry = rules->geometry;
    unsigned longest = 0;
    for (unsigned i = 0; i < positions; i++) {
        struct position position = {.side_to_move = WHITE};
        while (count_squares(position.black) < 5 + i % 8) {
            unsigned square = random_below(&state, geometry->squares);
            unsigned column = square_column(geometry, square);
            unsigned row = square_row(geometry, square);
            if (row % (geometry->rows - 1) != 0 && column % (geometry->columns - 1) != 0)
                position.black |= square_bit(square);
        }
        for (unsigned pieces = 1 + i % 3; pieces > 0; pieces--)
            position.white |=
                square_bit(4 + random_below(&state, geometry->squares - 4)) & ~position.black;
        position.kings = i % 2 == 0 ? position.white : 0;
        check_against_reference(&position);
        struct move_list list;
        moves_generate(rules, &position, &list);
        if (list.count > 0 && count_squares(list.moves[0].captured) > longest)
            longest = count_squares(list.moves[0].captured);
    }
    CHECK(longest >= 9);
}

/* ---- Many kings, long captures -------------------------------------------------------------- */

/* Positions found by exhaustive search over all sets of enemies for one piece (the first five), and
 * by hill climbing over all positions: the most pieces taken, moves, ways to capture, and search
 * steps. The reference generator has to agree. */
static void test_extreme_positions(void) {
    static const struct {
        const char *fen;
        unsigned moves;
        unsigned captured;
        unsigned paths;
    } cases[] = {
        {"W:WKh6:Bc7,g7,d6,f6,b4,d4,f4,c3,g3,b2,d2,f2", 0, 10, 0},
        {"W:Wa7:Bb6,d6,f6,e5,b4,d4,f4,c3,g3,b2,d2,f2", 0, 9, 0},
        {"W:WKh8:Be7,g7,b6,d6,c5,g5,d4,f4,e3,d2,f2", 22, 0, 0},
        {"W:WKc3:Be7,g7,b6,d6,g5,b4,d4,f4,e3,b2,d2,f2", 0, 0, 44},
        {"W:Wf6:Be7,g7,e5,g5,b4,f4,c3,e3,g3,b2,d2,f2", 4, 0, 0},
        {"W:WKb8,Kf8,Kh8,Ka7,Kh6,Kh2,Ka1,Kg1:BKb6,d6,f6,Kb4,Kd4,f4,b2,d2,f2", 1, 0, 6},
        {"W:WKf8,Ka7,Kd6,Kh2,Ka1,Kg1:Bb8,c7,Ke7,c5,e5,Kg5,Kb4,e3,g3,Kb2,Kd2", 26, 0, 54},
        {"W:WKd8,Kf8,Kh8,Kh6,a5,Kh4,Ka3,Kc1,e1:Bc7,Ke7,g7,g5,b4,d4,g3,Kd2", 39, 0, 39},
        {"W:WKb8,Kd8,Kf8,Kh8,Ka7,Ka5,Kh4,Ka3,Ke3,Kh2,Ka1,Ke1:B", 68, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct position position = position_of(cases[i].fen);
        struct move_list list;
        moves_generate(rules, &position, &list);
        CHECK(!list.overflow);
        if (cases[i].moves != 0)
            CHECK_EQUAL(list.count, cases[i].moves);
        if (cases[i].captured != 0)
            CHECK_EQUAL(count_squares(list.moves[0].captured), cases[i].captured);
        check_against_reference(&position);
        if (cases[i].paths != 0)
            CHECK_EQUAL(perft_by_path(rules, &position, 1), cases[i].paths);
    }
}

int main(int argc, char **argv) {
    uint64_t most_nodes = argc > 1 ? strtoull(argv[1], NULL, 10) : 25000000;
    unsigned positions = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 200000;
    test_perft(most_nodes);
    test_perft_of_nothing();
    test_data_cases();
    test_known_positions();
    test_promotion();
    test_extreme_positions();
    test_against_reference(positions);
    test_long_captures_against_reference(positions);
    return check_report();
}
