/* Slots: rows hold the positions in index order, each position in a slot of its own. */
#include "positions.h"
#include "slots.h"
#include <stdlib.h>

enum { SIGNATURES_MAX = 4096 };

static const struct geometry *const board = &geometry_8x8;

/* Walks over all rows and compares every lane with the slot of the position. */
static void check_signature(struct signature signature) {
    struct index_layout index;
    struct slot_layout slots;
    uint64_t next = 0;
    unsigned wrong = 0;
    CHECK(index_layout_init(&index, board, signature));
    CHECK(slot_layout_init(&slots, &index));
    struct slot_row row = slot_row_at(&slots, 0);
    for (uint64_t number = 0; number < slots.rows; number++) {
        bitboard left = row.squares;
        wrong += row.row != number || row.first != next || slot_first_index(&slots, number) != next;
        for (unsigned i = 0; i < row.count; i++) {
            struct position position = position_of_index(&index, row.first + i, WHITE);
            unsigned lane = slot_row_lane(&slots, &row, &left, i);
            wrong += slot_of_position(&slots, &position) != number * board->squares + lane;
        }
        next += row.count;
        if (number + 1 < slots.rows)
            slot_row_next(&slots, &row);
    }
    CHECK_EQUAL(next, index.positions);
    CHECK_EQUAL(slot_first_index(&slots, slots.rows), index.positions);
    CHECK_EQUAL(wrong, 0);
}

static void test_rows(void) {
    static struct signature list[SIGNATURES_MAX];
    for (unsigned pieces = 2; pieces <= 4; pieces++) {
        size_t count = signatures_of_pieces(pieces, 12, list, SIGNATURES_MAX);
        for (size_t i = 0; i < count; i++)
            check_signature(list[i]);
    }
}

/* Rows of large signatures begin where the index says: a row found on its own agrees with the
 * position that it begins with. */
static void test_large(void) {
    static const struct signature large[] = {
        {{3, 2}, {1, 2}}, {{0, 0}, {4, 4}}, {{2, 1}, {3, 1}}, {{4, 4}, {0, 0}}, {{2, 3}, {2, 0}}};
    struct index_layout index;
    struct slot_layout slots;
    uint64_t random = 1;
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
        CHECK(index_layout_init(&index, board, large[i]));
        CHECK(slot_layout_init(&slots, &index));
        for (unsigned tries = 0; tries < 2000; tries++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            uint64_t at = (random >> 11) % index.positions;
            struct position position = position_of_index(&index, at, BLACK);
            uint64_t slot = slot_of_position(&slots, &position);
            struct slot_row row = slot_row_at(&slots, slot / board->squares);
            bitboard left = row.squares;
            unsigned lane = board->squares;
            for (unsigned place = 0; place < row.count && row.first + place <= at; place++)
                lane = slot_row_lane(&slots, &row, &left, place);
            CHECK(row.first <= at && at < row.first + row.count);
            CHECK_EQUAL(lane, slot % board->squares);
        }
    }
}

/* Lanes follow the diagonals parallel to the main road, which is one of them. */
static void test_lanes(void) {
    struct index_layout index;
    struct slot_layout slots;
    struct signature signature = {{0, 0}, {1, 1}};
    bitboard road = 0;
    CHECK(index_layout_init(&index, board, signature) && slot_layout_init(&slots, &index));
    for (unsigned lane = 0; lane < board->squares; lane++) {
        CHECK_EQUAL(slots.lane_of_square[slots.square_of_lane[lane]], lane);
        if (lane >= 12 && lane < 20)
            road |= square_bit(slots.square_of_lane[lane]);
    }
    CHECK_EQUAL(road, board->main_road);
}

int main(void) {
    test_rows();
    test_large();
    test_lanes();
    return check_report();
}
