/* capturers.h - which pieces can capture, written once for all variants: where the compiler knows
 * the rules, nothing is left that depends on them.
 */
#ifndef CORE_CAPTURERS_H
#define CORE_CAPTURERS_H

#include "position.h"
#include "rules.h"

static inline bool direction_is_forward(enum side side, enum direction direction) {
    return (direction == NORTH_WEST || direction == NORTH_EAST) == (side == WHITE);
}

/* Squares in a row, a constant wherever the board has one. */
static inline unsigned row_squares(const struct rules *rules) {
    return rules->geometry == &geometry_8x8 ? (unsigned)ROW_SQUARES_8X8
                                            : rules->geometry->columns / 2;
}

/* What stands one step back from the squares of a set, as seen in a direction: whence a step in
 * that direction leads into the set. In rows that begin with a light square the numbers of the
 * neighbours are one more than in the others, and it is there that the last square has no neighbour
 * to the east; in the others the first has none to the west. */
static inline bitboard step_back(const struct rules *rules, enum direction direction,
                                 bitboard set) {
    const struct geometry *geometry = rules->geometry;
    const unsigned row = row_squares(rules);
    const bitboard even = geometry->even_rows;
    const bitboard not_last = even & ~geometry->row_ends;
    const bitboard not_first = ~even & ~geometry->row_starts;
    switch (direction) {
    case NORTH_WEST:
        return (set << row & even) | (set << (row + 1) & not_first);
    case NORTH_EAST:
        return (set << (row - 1) & not_last) | (set << row & ~even);
    case SOUTH_WEST:
        return (set >> row & even) | (set >> (row - 1) & not_first);
    default:
        return (set >> (row + 1) & not_last) | (set >> row & ~even);
    }
}

/* Whether the first piece that a flying king on `square` meets in some direction is one of those
 * that can be taken in it. Of the pieces met on the way to higher numbers the lowest is the first,
 * to lower numbers the highest, which is the one that makes a set the greater number. */
static inline bool king_meets_open(const struct rules *rules, unsigned square, bitboard pieces,
                                   const bitboard open[DIRECTIONS]) {
    const struct geometry *geometry = rules->geometry;
    bitboard met_open = 0;
    bool north = false;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        bitboard met = geometry->ray[d][square] & pieces;
        if (d == SOUTH_WEST || d == SOUTH_EAST)
            met_open |= met & (0 - met) & open[d];
        else
            north |= (met & open[d]) > (met & ~open[d]);
    }
    return north | (met_open != 0);
}

/* The pieces of the side to move that can take something. An enemy can be taken in a direction when
 * the square behind is empty: by whoever stands right before it, and by a flying king which meets
 * it first. */
static inline bitboard capturers_by_rules(const struct rules *rules,
                                          const struct position *position) {
    enum side side = position->side_to_move;
    bitboard own = position_pieces(position, side);
    bitboard enemies = position_pieces(position, other_side(side));
    bitboard pieces = position->white | position->black;
    bitboard empty = rules->geometry->all & ~pieces;
    bitboard men = own & ~position->kings;
    bitboard kings = own & position->kings;
    const bool flying = rules->king_range != KING_ONE_STEP;
    bitboard open[DIRECTIONS]; /* enemies that can be taken */
    bitboard jumping = 0;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        bitboard steppers = flying ? 0 : kings;
        if (rules->men_capture_backward || direction_is_forward(side, d))
            steppers |= men;
        open[d] = enemies & step_back(rules, d, empty);
        jumping |= steppers & step_back(rules, d, open[d]);
    }
    for (bitboard rest = flying ? kings : 0; rest != 0; rest = without_lowest(rest))
        if (king_meets_open(rules, lowest_square(rest), pieces, open))
            jumping |= rest & (0 - rest);
    return jumping;
}

#endif
