/* The bit tricks of the bit-parallel solver against their plain meaning, on random bits. Compiled
 * for an instruction set for which there are own versions of them, against the plain ones too. */
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

static void fill(struct matrix *matrix) {
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        matrix->row[r] = random_squares() & random_squares();
}

static bool same(const struct matrix *a, const struct matrix *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static void check_turns(void) {
    for (unsigned round = 0; round < 500; round++) {
        struct matrix from;
        struct matrix to;
        fill(&from);
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

/* Bit by bit what the functions that add to matrices mean. */
static void check_additions(void) {
    for (unsigned round = 0; round < 500; round++) {
        struct matrix win;
        struct matrix loss;
        struct matrix before[2];
        squares32 rows = random_squares();
        squares32 columns = random_squares();
        fill(&win);
        fill(&loss);
        fill(&before[0]);
        fill(&before[1]);
        struct matrix wins = before[0];
        struct matrix saves = before[1];
        add_rectangle(&wins, &saves, rows, columns, win.row, loss.row);
        struct matrix positions = before[0];
        add_positions(&positions, rows, columns);
        struct matrix origins = before[0];
        add_origins(&origins, win.row, columns);
        struct matrix open;
        matrix_open(columns, &open);
        for (unsigned r = 0; r < BOARD_SQUARES; r++) {
            squares32 here = (rows >> r & 1) != 0 ? columns : 0;
            CHECK_EQUAL(wins.row[r], before[0].row[r] | (here & loss.row[r]));
            CHECK_EQUAL(saves.row[r], before[1].row[r] | (here & ~win.row[r]));
            CHECK_EQUAL(positions.row[r], before[0].row[r] | here);
            CHECK_EQUAL(origins.row[r], before[0].row[r] | (win.row[r] & columns));
            CHECK_EQUAL(open.row[r], (columns >> r & 1) != 0 ? ~square32(r) : 0);
        }
    }
}

/* Whether a king on `from` slides over `empty` squares to one of `targets`. */
static bool slides_to(unsigned from, squares32 targets, squares32 empty) {
    squares32 reached = 0;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++)
        reached |= plain_slide(d, square32(from), empty);
    return (reached & targets) != 0;
}

static void check_slides(void) {
    for (unsigned round = 0; round < 300; round++) {
        struct matrix targets[2];
        struct matrix open;
        struct matrix by_rows[2] = {0};
        struct matrix by_columns[2] = {0};
        squares32 empty = random_squares() | random_squares();
        fill(&targets[0]);
        fill(&targets[1]);
        matrix_open(empty, &open);
        slide_along_rows(targets[0].row, targets[1].row, &open, &by_rows[0], &by_rows[1]);
        slide_along_columns(targets[0].row, targets[1].row, empty, &by_columns[0], &by_columns[1]);
        for (unsigned i = 0; i < 2; i++)
            for (unsigned king = 0; king < BOARD_SQUARES; king++)
                for (unsigned other = 0; other < BOARD_SQUARES; other++) {
                    squares32 free = empty & ~square32(other);
                    squares32 column = matrix_column(targets[i].row, other);
                    CHECK_EQUAL(by_rows[i].row[king] >> other & 1, slides_to(king, column, free));
                    if ((free >> king & 1) != 0)
                        CHECK_EQUAL(by_columns[i].row[other] >> king & 1,
                                    slides_to(king, targets[i].row[other], free));
                }
    }
}

/* Positions with the second king on a square that is not empty may get any bit. */
static void keep_possible(struct matrix *reach, squares32 empty) {
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        reach->row[r] &= empty & ~square32(r);
}

/* The functions under their short names against the plain ones. */
static void check_against_plain(void) {
    for (unsigned round = 0; round < 20000; round++) {
        struct matrix in[2];
        struct matrix found[2];
        struct matrix expected[2];
        squares32 rows = random_squares();
        squares32 columns = random_squares();
        for (unsigned i = 0; i < 2; i++) {
            fill(&in[i]);
            fill(&found[i]);
            expected[i] = found[i];
        }
        add_rectangle(&found[0], &found[1], rows, columns, in[0].row, in[1].row);
        plain_add_rectangle(&expected[0], &expected[1], rows, columns, in[0].row, in[1].row);
        add_positions(&found[0], rows, columns);
        plain_add_positions(&expected[0], rows, columns);
        add_origins(&found[1], in[0].row, columns);
        plain_add_origins(&expected[1], in[0].row, columns);
        CHECK(same(&found[0], &expected[0]) && same(&found[1], &expected[1]));
        struct matrix open[2];
        matrix_open(rows, &open[0]);
        plain_matrix_open(rows, &open[1]);
        CHECK(same(&open[0], &open[1]));
        slide_along_rows(in[0].row, in[1].row, &open[0], &found[0], &found[1]);
        plain_slide_along_rows(in[0].row, in[1].row, &open[0], &expected[0], &expected[1]);
        slide_along_columns(in[0].row, in[1].row, rows, &found[1], &found[0]);
        plain_slide_along_columns(in[0].row, in[1].row, rows, &expected[1], &expected[0]);
        for (unsigned i = 0; i < 2; i++) {
            keep_possible(&found[i], rows);
            keep_possible(&expected[i], rows);
        }
        CHECK(same(&found[0], &expected[0]) && same(&found[1], &expected[1]));
        struct meetings meetings;
        for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
            meetings.reached[d] = random_squares();
            meetings.wins[d] = random_squares();
            meetings.saves[d] = random_squares();
        }
        add_meetings(&found[0], &found[1], &open[0], rows, &meetings);
        plain_add_meetings(&expected[0], &expected[1], &open[1], rows, &meetings);
        CHECK(same(&found[0], &expected[0]) && same(&found[1], &expected[1]) &&
              same(&open[0], &open[1]));
        matrix_turn(in[0].row, found[0].row);
        plain_matrix_turn(in[0].row, expected[0].row);
        CHECK(same(&found[0], &expected[0]));
        CHECK_EQUAL(matrix_column(in[1].row, round % BOARD_SQUARES),
                    plain_matrix_column(in[1].row, round % BOARD_SQUARES));
    }
}

int main(void) {
#ifdef __AVX512F__
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw"))
        return 77;
#endif
    check_squares();
    check_turns();
    check_additions();
    check_slides();
    check_against_plain();
    return check_report();
}
