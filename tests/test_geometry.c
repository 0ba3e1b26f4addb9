/* The board: squares, neighbours, rays and the operations on sets. */
#include "check.h"
#include "notation.h"
#include "position.h"

static const struct geometry *const board = &geometry_8x8;

static unsigned square_named(const char *name) {
    struct square_text square = square_read(board, NOTATION_ALGEBRAIC, name, strlen(name));
    CHECK_EQUAL(square.fault, SQUARE_FINE);
    return square.square;
}

/* Rows and columns of one step in a direction. */
static const int row_step[DIRECTIONS] = {-1, -1, 1, 1};
static const int column_step[DIRECTIONS] = {-1, 1, -1, 1};

static void test_rows_and_columns(void) {
    bitboard seen = 0;
    for (int row = -2; row < 10; row++)
        for (int column = -2; column < 10; column++) {
            unsigned square = square_at(board, row, column);
            bool dark = row >= 0 && row < 8 && column >= 0 && column < 8 && (row + column) % 2 == 1;
            CHECK_EQUAL(square != NO_SQUARE, dark);
            if (!dark)
                continue;
            CHECK_EQUAL(square_row(board, square), row);
            CHECK_EQUAL(square_column(board, square), column);
            seen |= square_bit(square);
        }
    CHECK_EQUAL(seen, board->all);
    CHECK_EQUAL(count_squares(board->all), board->squares);
    CHECK_EQUAL(board->rows * board->columns / 2, board->squares);
}

static void test_neighbours_and_rays(void) {
    for (unsigned square = 0; square < board->squares; square++)
        for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
            bitboard ray = 0;
            int row = (int)square_row(board, square) + row_step[d];
            int column = (int)square_column(board, square) + column_step[d];
            unsigned next = square_at(board, row, column);
            CHECK_EQUAL(board->neighbour[d][square], next);
            if (next != NO_SQUARE)
                CHECK_EQUAL(board->neighbour[opposite_direction(d)][next], square);
            for (; next != NO_SQUARE; next = square_at(board, row, column)) {
                ray |= square_bit(next);
                row += row_step[d];
                column += column_step[d];
            }
            CHECK_EQUAL(board->ray[d][square], ray);
        }
}

static void test_named_squares(void) {
    static const char *const road[] = {"a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"};
    static const unsigned road_numbers[] = {29, 25, 22, 18, 15, 11, 8, 4};
    bitboard main_road = 0;
    for (unsigned i = 0; i < 8; i++) {
        CHECK_EQUAL(square_named(road[i]), road_numbers[i] - 1);
        main_road |= square_bit(square_named(road[i]));
    }
    CHECK_EQUAL(board->main_road, main_road);
    CHECK_EQUAL(board->promotion_row[WHITE],
                square_bit(square_named("b8")) | square_bit(square_named("d8")) |
                    square_bit(square_named("f8")) | square_bit(square_named("h8")));
    CHECK_EQUAL(board->promotion_row[BLACK],
                square_bit(square_named("a1")) | square_bit(square_named("c1")) |
                    square_bit(square_named("e1")) | square_bit(square_named("g1")));
    CHECK_EQUAL(board->neighbour[NORTH_EAST][square_named("c3")], square_named("d4"));
    CHECK_EQUAL(board->neighbour[SOUTH_WEST][square_named("c3")], square_named("b2"));
    CHECK_EQUAL(board->neighbour[NORTH_WEST][square_named("a5")], NO_SQUARE);
}

static void test_turning(void) {
    for (unsigned squares = 1; squares <= MAX_SQUARES; squares++)
        for (unsigned square = 0; square < squares; square++)
            CHECK_EQUAL(turn_set(square_bit(square), squares), square_bit(squares - 1 - square));
    CHECK_EQUAL(turn_set(board->promotion_row[WHITE], board->squares), board->promotion_row[BLACK]);
    CHECK_EQUAL(turn_set(board->main_road, board->squares), board->main_road);
}

static void test_sets(void) {
    bitboard set = square_bit(3) | square_bit(17) | square_bit(63);
    CHECK_EQUAL(count_squares(set), 3);
    CHECK_EQUAL(lowest_square(set), 3);
    CHECK_EQUAL(highest_square(set), 63);
    CHECK_EQUAL(without_lowest(set), square_bit(17) | square_bit(63));
    CHECK_EQUAL(without_lowest(0), 0);
    CHECK_EQUAL(squares_below(0), 0);
    CHECK_EQUAL(squares_below(5), 0x1f);
}

/* Every square, in every notation, there and back. */
static void test_square_names(void) {
    static const enum notation notations[] = {NOTATION_ALGEBRAIC, NOTATION_NUMERIC,
                                              NOTATION_NUMERIC_FROM_A1};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned square = 0; square < board->squares; square++) {
            char name[8];
            struct text text = text_begin(name, sizeof name);
            square_append(&text, board, notations[i], square);
            struct square_text read = square_read(board, notations[i], name, text.length);
            CHECK_EQUAL(read.fault, SQUARE_FINE);
            CHECK_EQUAL(read.square, square);
            CHECK_EQUAL(read.length, text.length);
            CHECK_EQUAL(read.is_algebraic, notations[i] == NOTATION_ALGEBRAIC);
        }
    CHECK_EQUAL(square_of_number(board, NOTATION_NUMERIC, 1), square_named("b8"));
    CHECK_EQUAL(square_of_number(board, NOTATION_NUMERIC, 32), square_named("g1"));
    CHECK_EQUAL(square_of_number(board, NOTATION_NUMERIC_FROM_A1, 1), square_named("a1"));
    CHECK_EQUAL(square_of_number(board, NOTATION_NUMERIC_FROM_A1, 2), square_named("c1"));
    CHECK_EQUAL(square_of_number(board, NOTATION_NUMERIC_FROM_A1, 5), square_named("b2"));
    CHECK_EQUAL(square_of_number(board, NOTATION_NUMERIC_FROM_A1, 32), square_named("h8"));
    CHECK_EQUAL(square_of_number(board, NOTATION_NUMERIC, 0), NO_SQUARE);
    CHECK_EQUAL(square_of_number(board, NOTATION_NUMERIC, 33), NO_SQUARE);
}

static void test_bad_square_names(void) {
    static const struct {
        const char *text;
        enum square_fault fault;
        size_t length;
    } cases[] = {
        {"", SQUARE_UNREADABLE, 0},
        {"a", SQUARE_UNREADABLE, 0},
        {"A3", SQUARE_UNREADABLE, 0},
        {"?", SQUARE_UNREADABLE, 0},
        {"07", SQUARE_UNREADABLE, 0},
        {"a01", SQUARE_UNREADABLE, 0},
        {"-1", SQUARE_UNREADABLE, 0},
        {"0", SQUARE_OFF_BOARD, 1},
        {"33", SQUARE_OFF_BOARD, 2},
        {"a9", SQUARE_OFF_BOARD, 2},
        {"a0", SQUARE_OFF_BOARD, 2},
        {"i1", SQUARE_OFF_BOARD, 2},
        {"b1", SQUARE_LIGHT, 2},
        {"a2", SQUARE_LIGHT, 2},
        {"4294967297", SQUARE_OFF_BOARD, 10},
        {"18446744073709551617", SQUARE_OFF_BOARD, 20},
        {"a11", SQUARE_OFF_BOARD, 3},
        {"a4294967297", SQUARE_OFF_BOARD, 11},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct square_text read =
            square_read(board, NOTATION_NUMERIC, cases[i].text, strlen(cases[i].text));
        CHECK_EQUAL(read.fault, cases[i].fault);
        CHECK_EQUAL(read.length, cases[i].length);
    }
    /* No byte beyond the length may be looked at. */
    CHECK_EQUAL(square_read(board, NOTATION_NUMERIC, "123", 2).square, 11);
    CHECK_EQUAL(square_read(board, NOTATION_NUMERIC, "a3", 1).fault, SQUARE_UNREADABLE);
}

int main(void) {
    test_rows_and_columns();
    test_neighbours_and_rays();
    test_named_squares();
    test_turning();
    test_sets();
    test_square_names();
    test_bad_square_names();
    return check_report();
}
