#include "geometry.h"

/* The tables of an even-sided board are constant expressions, so that no code runs at start-up and
 * the compiler sees their values. Dark squares are those whose row and column have an odd sum,
 * row 0 at the north. */
#define DARK(rows, row, column)                                                                    \
    ((row) >= 0 && (row) < (rows) && (column) >= 0 && (column) < (rows) && (((row) + (column)) & 1))
#define NUMBER(rows, row, column) ((((row) * (rows) + (column)) / 2) & 63)
#define BIT(rows, row, column)                                                                     \
    (DARK(rows, row, column) ? UINT64_C(1) << NUMBER(rows, row, column) : UINT64_C(0))
#define NEXT(rows, row, column)                                                                    \
    (DARK(rows, row, column) ? (uint8_t)NUMBER(rows, row, column) : (uint8_t)NO_SQUARE)

#define ROW(rows, square) ((square) / ((rows) / 2))
#define COLUMN(rows, square) (2 * ((square) % ((rows) / 2)) + (ROW(rows, square) % 2 == 0))

/* Nine steps reach every edge of boards up to 10x10. */
#define STEP(rows, square, down, right, n)                                                         \
    BIT(rows, ROW(rows, square) + (n) * (down), COLUMN(rows, square) + (n) * (right))
#define RAY(rows, square, down, right)                                                             \
    (STEP(rows, square, down, right, 1) | STEP(rows, square, down, right, 2) |                     \
     STEP(rows, square, down, right, 3) | STEP(rows, square, down, right, 4) |                     \
     STEP(rows, square, down, right, 5) | STEP(rows, square, down, right, 6) |                     \
     STEP(rows, square, down, right, 7) | STEP(rows, square, down, right, 8) |                     \
     STEP(rows, square, down, right, 9))
#define NEIGHBOUR(rows, square, down, right)                                                       \
    NEXT(rows, ROW(rows, square) + (down), COLUMN(rows, square) + (right))

#define FOUR(entry, rows, first, down, right)                                                      \
    entry(rows, (first), down, right), entry(rows, (first) + 1, down, right),                      \
        entry(rows, (first) + 2, down, right), entry(rows, (first) + 3, down, right)
#define ALL_8X8(entry, down, right)                                                                \
    {                                                                                              \
        FOUR(entry, 8, 0, down, right), FOUR(entry, 8, 4, down, right),                            \
            FOUR(entry, 8, 8, down, right), FOUR(entry, 8, 12, down, right),                       \
            FOUR(entry, 8, 16, down, right), FOUR(entry, 8, 20, down, right),                      \
            FOUR(entry, 8, 24, down, right), FOUR(entry, 8, 28, down, right)                       \
    }

const struct geometry geometry_8x8 = {
    .rows = 8,
    .columns = 2 * ROW_SQUARES_8X8,
    .squares = 32,
    .all = UINT64_C(0xffffffff),
    .promotion_row = {UINT64_C(0x0000000f), UINT64_C(0xf0000000)},
    .even_rows = UINT64_C(0x0f0f0f0f),
    .row_starts = UINT64_C(0x11111111),
    .row_ends = UINT64_C(0x88888888),
    .main_road = BIT(8, 7, 0) | RAY(8, 28, -1, 1),
    .ray = {[NORTH_WEST] = ALL_8X8(RAY, -1, -1),
            [NORTH_EAST] = ALL_8X8(RAY, -1, 1),
            [SOUTH_WEST] = ALL_8X8(RAY, 1, -1),
            [SOUTH_EAST] = ALL_8X8(RAY, 1, 1)},
    .neighbour = {[NORTH_WEST] = ALL_8X8(NEIGHBOUR, -1, -1),
                  [NORTH_EAST] = ALL_8X8(NEIGHBOUR, -1, 1),
                  [SOUTH_WEST] = ALL_8X8(NEIGHBOUR, 1, -1),
                  [SOUTH_EAST] = ALL_8X8(NEIGHBOUR, 1, 1)},
};

unsigned square_column(const struct geometry *geometry, unsigned square) {
    unsigned half = geometry->columns / 2;
    return 2 * (square % half) + (square / half % 2 == 0);
}

unsigned square_at(const struct geometry *geometry, int row, int column) {
    if (row < 0 || column < 0 || row >= (int)geometry->rows || column >= (int)geometry->columns)
        return NO_SQUARE;
    if (((row + column) & 1) == 0)
        return NO_SQUARE;
    return (unsigned)(row * (int)geometry->columns + column) / 2;
}
