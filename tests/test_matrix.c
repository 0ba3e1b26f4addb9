/* The bit tricks of the bit-parallel solver against their plain meaning, on random bits. */
#include "check.h"
#include "matrix.h"

static uint64_t random_state = 1;

static squares32 random_squares(void) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (squares32)(random_state >> 32);
}

/* Steps and slides square by square, through the tables of the geometry. */
static squares32 plain_step(enum direction direction, squares32 set) {
    squares32 result = 0;
    for (unsigned square = 0; square < BOARD_SQUARES; square++) {
        unsigned next = geometry_8x8.neighbour[direction][square];
        if ((set >> square & 1) != 0 && next != NO_SQUARE)
            result |= square32(next);
    }
    return result;
}

static squares32 plain_slide(enum direction direction, squares32 from, squares32 empty) {
    squares32 result = 0;
    for (unsigned square = 0; square < BOARD_SQUARES; square++) {
        if ((from >> square & 1) == 0)
            continue;
        unsigned next = geometry_8x8.neighbour[direction][square];
        for (; next != NO_SQUARE && (empty >> next & 1) != 0;
             next = geometry_8x8.neighbour[direction][next])
            result |= square32(next);
    }
    return result;
}

static void check_squares(void) {
    for (unsigned round = 0; round < 20000; round++) {
        squares32 set = random_squares() & random_squares();
        squares32 empty = random_squares() | random_squares();
        for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
            CHECK_EQUAL(step32(d, set), plain_step(d, set));
            CHECK_EQUAL(slide32(d, set, empty), plain_slide(d, set, empty));
        }
        squares32 turned = 0;
        for (unsigned square = 0; square < BOARD_SQUARES; square++)
            turned |= (set >> square & 1) << (31 - square);
        CHECK_EQUAL(turn32(set), turned);
    }
}

static void check_matrices(void) {
    for (unsigned round = 0; round < 500; round++) {
        struct matrix from;
        struct matrix to;
        for (unsigned r = 0; r < BOARD_SQUARES; r++)
            from.row[r] = random_squares();
        matrix_turn(from.row, to.row);
        for (unsigned r = 0; r < BOARD_SQUARES; r++)
            for (unsigned c = 0; c < BOARD_SQUARES; c++)
                CHECK_EQUAL(to.row[r] >> c & 1, from.row[31 - c] >> (31 - r) & 1);
        unsigned column = round % BOARD_SQUARES;
        squares32 found = matrix_column(from.row, column);
        for (unsigned r = 0; r < BOARD_SQUARES; r++)
            CHECK_EQUAL(found >> r & 1, from.row[r] >> column & 1);
    }
}

int main(void) {
    check_squares();
    check_matrices();
    return check_report();
}
