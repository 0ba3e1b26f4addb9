/* The position index: a bijection for every small signature, exact totals, and large signatures. */
#include "index.h"
#include "positions.h"
#include "ranks.h"

enum { SIGNATURES_MAX = 4096 };

static const struct geometry *const board = &geometry_8x8;

static const unsigned pieces_per_side = 12;

static void test_combinations(void) {
    for (unsigned n = 0; n <= MAX_SQUARES; n++)
        for (unsigned k = 0; k <= INDEX_KIND_MAX; k++) {
            uint64_t expected = k == 0   ? 1
                                : n == 0 ? 0
                                         : combinations(n - 1, k - 1) + combinations(n - 1, k);
            CHECK_EQUAL(combinations(n, k), expected);
        }
}

/* Positions of one side to move with at least one piece a side, all signatures added up. Counted
 * alike by three unrelated programs. */
static void test_totals(void) {
    static const uint64_t expected[] = {
        0,
        0,
        UINT64_C(3488),
        UINT64_C(196032),
        UINT64_C(6209316),
        UINT64_C(139450808),
        UINT64_C(2426085676),
        UINT64_C(34243113624),
        UINT64_C(403190250561),
    };
    static struct signature list[SIGNATURES_MAX];
    for (unsigned pieces = 2; pieces <= 8; pieces++) {
        uint64_t total = 0;
        size_t count = signatures_of_pieces(pieces, pieces_per_side, list, SIGNATURES_MAX);
        CHECK(count <= SIGNATURES_MAX);
        for (size_t i = 0; i < count; i++) {
            struct index_layout layout;
            struct index_layout mirror;
            CHECK(index_layout_init(&layout, board, list[i]));
            CHECK(index_layout_init(&mirror, board, signature_mirror(list[i])));
            CHECK_EQUAL(layout.positions, mirror.positions);
            CHECK_EQUAL(layout.positions, layout.man_placements * layout.king_placements);
            total += layout.positions * (signature_is_own_mirror(list[i]) ? 1 : 2);
        }
        CHECK_EQUAL(total, expected[pieces]);
    }
}

/* Index to position to index over all of a signature: as every position found is possible and of
 * this signature, and has its own index back, and their number is exact, none is missing. */
static bool is_bijection(const struct index_layout *layout) {
    for (uint64_t index = 0; index < layout->positions; index++) {
        struct position position = position_of_index(layout, index, WHITE);
        if (position_check(board, pieces_per_side, &position) != POSITION_FINE ||
            !signature_equal(signature_of_position(&position), layout->signature) ||
            index_of_position(layout, &position) != index)
            return false;
    }
    return true;
}

/* Walking through the placements of the men, and through the king placements, one by one meets the
 * same positions in the same order. */
static bool walks_in_order(const struct index_layout *layout) {
    bitboard next_white = 0;
    bitboard next_black = 0;
    for (uint64_t men_rank = 0; men_rank < layout->man_placements; men_rank++) {
        bitboard white_men;
        bitboard black_men;
        bitboard white_kings;
        bitboard black_kings;
        man_placement(layout, men_rank, &white_men, &black_men);
        bitboard men = white_men | black_men;
        if (man_rank(layout, white_men, black_men) != men_rank)
            return false;
        if (men_rank > 0 && (white_men != next_white || black_men != next_black))
            return false;
        next_white = white_men;
        next_black = black_men;
        if (men_rank + 1 < layout->man_placements)
            man_placement_next(layout, &next_white, &next_black);
        king_placement(layout, men, 0, &white_kings, &black_kings);
        for (uint64_t rank = 0;; rank++) {
            if (king_rank(layout, men, white_kings, black_kings) != rank)
                return false;
            if (rank + 1 == layout->king_placements)
                break;
            king_placement_next(layout, men, &white_kings, &black_kings);
        }
    }
    return true;
}

static void test_small_signatures(void) {
    static struct signature list[SIGNATURES_MAX];
    for (unsigned pieces = 2; pieces <= 4; pieces++) {
        size_t count = signatures_of_pieces(pieces, pieces_per_side, list, SIGNATURES_MAX);
        for (size_t i = 0; i < count; i++)
            for (unsigned mirrored = 0; mirrored < 2; mirrored++) {
                struct index_layout layout;
                char name[SIGNATURE_NAME_SIZE];
                struct signature signature = mirrored == 0 ? list[i] : signature_mirror(list[i]);
                signature_name(signature, name);
                CHECK(index_layout_init(&layout, board, signature));
                check_true(is_bijection(&layout), __FILE__, __LINE__, name);
                check_true(walks_in_order(&layout), __FILE__, __LINE__, name);
            }
    }
}

static void check_round_trip(const struct index_layout *layout, uint64_t index) {
    struct position position = position_of_index(layout, index, BLACK);
    CHECK_EQUAL(position_check(board, pieces_per_side, &position), POSITION_FINE);
    CHECK_EQUAL(position.side_to_move, BLACK);
    CHECK(signature_equal(signature_of_position(&position), layout->signature));
    CHECK_EQUAL(index_of_position(layout, &position), index);
}

/* Larger ones at random indices, and at both ends. */
static void test_large_signatures(void) {
    static struct signature list[SIGNATURES_MAX];
    uint64_t state = 8;
    for (unsigned pieces = 5; pieces <= 12; pieces++) {
        size_t count = signatures_of_pieces(pieces, pieces_per_side, list, SIGNATURES_MAX);
        for (size_t i = 0; i < count; i++) {
            struct index_layout layout;
            CHECK(index_layout_init(&layout, board, list[i]));
            check_round_trip(&layout, 0);
            check_round_trip(&layout, layout.positions - 1);
            for (unsigned n = 0; n < 200; n++)
                check_round_trip(&layout, random_next(&state) % layout.positions);
        }
    }
}

/* Random positions have an index in range that leads back to them. */
static void test_random_positions(void) {
    uint64_t state = 9;
    unsigned indexed = 0;
    for (unsigned i = 0; i < 100000; i++) {
        struct position position = random_position(&state, 1 + i % 8, i % 9);
        struct index_layout layout;
        if (!index_layout_init(&layout, board, signature_of_position(&position)))
            continue;
        indexed++;
        uint64_t index = index_of_position(&layout, &position);
        CHECK(index < layout.positions);
        struct position again = position_of_index(&layout, index, position.side_to_move);
        CHECK(same_position(&again, &position));
    }
    CHECK(indexed > 90000);
}

/* What does not fit on the board is refused; the largest signatures of twelve pieces a side are
 * counted exactly. */
static void test_limits(void) {
    static const struct signature refused[] = {
        {{13, 1}, {0, 0}}, {{0, 0}, {1, 13}}, {{12, 12}, {8, 1}}, {{12, 12}, {12, 12}}};
    static const struct {
        struct signature signature;
        uint64_t positions;
    } largest[] = {{{{6, 6}, {6, 6}}, UINT64_C(4339703091783739680)},
                   {{{5, 5}, {7, 7}}, UINT64_C(4342147381405342080)},
                   {{{0, 0}, {12, 12}}, UINT64_C(28443124054800)}};
    struct index_layout layout;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        CHECK(!index_layout_init(&layout, board, refused[i]));
    for (size_t i = 0; i < sizeof largest / sizeof largest[0]; i++) {
        CHECK(index_layout_init(&layout, board, largest[i].signature));
        CHECK_EQUAL(layout.positions, largest[i].positions);
        check_round_trip(&layout, layout.positions - 1);
    }
}

int main(void) {
    test_combinations();
    test_totals();
    test_small_signatures();
    test_large_signatures();
    test_random_positions();
    test_limits();
    return check_report();
}
