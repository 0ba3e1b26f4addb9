/* squares32.h - sets of squares of the 8x8 board in one 32-bit word, for the bit-parallel solver.
 *
 * The same numbering as everywhere (bit 0 is b8), the same directions as geometry.h. What geometry
 * says once for all boards is said here for this one in shifts, because the solver does little
 * else.
 */
#ifndef GEN_SQUARES32_H
#define GEN_SQUARES32_H

#include "geometry.h"

typedef uint32_t squares32;

enum { BOARD_SQUARES = 32 };

static inline squares32 square32(unsigned square) {
    return UINT32_C(1) << square;
}
static inline unsigned lowest32(squares32 set) {
    return (unsigned)__builtin_ctz(set);
}
static inline unsigned count32(squares32 set) {
    return (unsigned)__builtin_popcount(set);
}

/* The board turned by 180 degrees: square s becomes 31 - s. */
static inline squares32 turn32(squares32 set) {
    set = __builtin_bswap32(set);
    set = ((set >> 4) & UINT32_C(0x0f0f0f0f)) | ((set & UINT32_C(0x0f0f0f0f)) << 4);
    set = ((set >> 2) & UINT32_C(0x33333333)) | ((set & UINT32_C(0x33333333)) << 2);
    return ((set >> 1) & UINT32_C(0x55555555)) | ((set & UINT32_C(0x55555555)) << 1);
}

/* Rows 0, 2, 4, 6 from the north hold files b d f h, the others a c e g. So a step to the next row
 * is a shift by 3, 4 or 5, and the squares of files a and h have no neighbour outward. */
#define ROWS_BDFH UINT32_C(0x0f0f0f0f)
#define ROWS_ACEG UINT32_C(0xf0f0f0f0)
#define NOT_FILE_A UINT32_C(0xefefefef)
#define NOT_FILE_H UINT32_C(0xf7f7f7f7)

/* Every square of a set moved one step; those that leave the board disappear. */
static inline squares32 step_north_west(squares32 set) {
    return ((set & ROWS_BDFH) >> 4) | ((set & ROWS_ACEG & NOT_FILE_A) >> 5);
}
static inline squares32 step_north_east(squares32 set) {
    return ((set & ROWS_BDFH & NOT_FILE_H) >> 3) | ((set & ROWS_ACEG) >> 4);
}
static inline squares32 step_south_west(squares32 set) {
    return ((set & ROWS_BDFH) << 4) | ((set & ROWS_ACEG & NOT_FILE_A) << 3);
}
static inline squares32 step_south_east(squares32 set) {
    return ((set & ROWS_BDFH & NOT_FILE_H) << 5) | ((set & ROWS_ACEG) << 4);
}
static inline squares32 step32(enum direction direction, squares32 set) {
    switch (direction) {
    case NORTH_WEST:
        return step_north_west(set);
    case NORTH_EAST:
        return step_north_east(set);
    case SOUTH_WEST:
        return step_south_west(set);
    default:
        return step_south_east(set);
    }
}

/* Squares that a king standing on a square of `from` reaches in one direction over `empty` squares;
 * `from` may stand anywhere. A Kogge-Stone fill: 1, 2 and 4 steps at a time. */
#define SLIDE32(step, from, empty)                                                                 \
    do {                                                                                           \
        squares32 open = (empty);                                                                  \
        squares32 reached = step(from) & open;                                                     \
        reached |= step(reached) & open;                                                           \
        squares32 open_two = open & step(open);                                                    \
        reached |= step(step(reached)) & open_two;                                                 \
        squares32 open_four = open_two & step(step(open_two));                                     \
        reached |= step(step(step(step(reached)))) & open_four;                                    \
        return reached;                                                                            \
    } while (0)

static inline squares32 slide_north_west(squares32 from, squares32 empty) {
    SLIDE32(step_north_west, from, empty);
}
static inline squares32 slide_north_east(squares32 from, squares32 empty) {
    SLIDE32(step_north_east, from, empty);
}
static inline squares32 slide_south_west(squares32 from, squares32 empty) {
    SLIDE32(step_south_west, from, empty);
}
static inline squares32 slide_south_east(squares32 from, squares32 empty) {
    SLIDE32(step_south_east, from, empty);
}
static inline squares32 slide32(enum direction direction, squares32 from, squares32 empty) {
    switch (direction) {
    case NORTH_WEST:
        return slide_north_west(from, empty);
    case NORTH_EAST:
        return slide_north_east(from, empty);
    case SOUTH_WEST:
        return slide_south_west(from, empty);
    default:
        return slide_south_east(from, empty);
    }
}

#endif
