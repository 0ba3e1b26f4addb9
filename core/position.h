/* position.h - who stands where, and whose turn it is. */
#ifndef CORE_POSITION_H
#define CORE_POSITION_H

#include "geometry.h"
#include <stdbool.h>

enum side { WHITE, BLACK };

/* White and black are disjoint; kings is a subset of their union. A man never stands on its own
 * promotion row. Functions that take a position expect this unless they say otherwise. */
struct position {
    bitboard white;
    bitboard black;
    bitboard kings;
    enum side side_to_move;
};

static inline enum side other_side(enum side side) {
    return side == WHITE ? BLACK : WHITE;
}

/* The pieces of one side; without a jump, as in every other position it is the other one. */
static inline bitboard position_pieces(const struct position *position, enum side side) {
    bitboard differ = position->white ^ position->black;
    return position->white ^ (differ & (0 - (bitboard)(side == BLACK)));
}

/* Whether two positions are the same, side to move included. */
static inline bool positions_equal(const struct position *a, const struct position *b) {
    return a->white == b->white && a->black == b->black && a->kings == b->kings &&
           a->side_to_move == b->side_to_move;
}

/* The same position seen from the other side of the board: turned by 180 degrees, colours and side
 * to move exchanged. Its value for the side to move is the same. Or, without `turn`, the position
 * itself: on usual boards there is no jump that depends on it, which no processor would foresee. */
static inline struct position position_mirror_if(const struct geometry *geometry,
                                                 const struct position *position, bool turn) {
    enum { HALF_WORD = 32 };
    bitboard turned = 0 - (bitboard)turn;
    bitboard kings = turn_set(position->kings, geometry->squares);
    struct position mirror = {.kings = (position->kings & ~turned) | (kings & turned),
                              .side_to_move =
                                  (enum side)((unsigned)position->side_to_move ^ (unsigned)turn)};
    if (geometry->squares == HALF_WORD) {
        /* Side by side in a word that is turned as a whole, the two sets also change places. */
        bitboard both = position->white | position->black << HALF_WORD;
        both = (both & ~turned) | (turn_set(both, 2 * HALF_WORD) & turned);
        mirror.white = both & geometry->all;
        mirror.black = both >> HALF_WORD;
        return mirror;
    }
    mirror.white = turn ? turn_set(position->black, geometry->squares) : position->white;
    mirror.black = turn ? turn_set(position->white, geometry->squares) : position->black;
    return mirror;
}

static inline struct position position_mirror(const struct geometry *geometry,
                                              const struct position *position) {
    return position_mirror_if(geometry, position, true);
}

/* What is wrong with a position, POSITION_FINE when nothing is. */
enum position_fault {
    POSITION_FINE,
    POSITION_SQUARE_OFF_BOARD,     /* a bit beyond the last square */
    POSITION_SQUARE_SHARED,        /* one square holds both colours */
    POSITION_KING_WITHOUT_PIECE,   /* a king bit on an empty square */
    POSITION_MAN_ON_PROMOTION_ROW, /* a man that should be a king */
    POSITION_TOO_MANY_PIECES,      /* more than the rules let a side have */
    POSITION_NO_PIECES,            /* an empty board */
    POSITION_BAD_SIDE              /* the side to move is neither */
};

/* Whether nothing is wrong, for any bits at all; `pieces_per_side` is the most that a side may
 * have. Nearly all positions are fine, so their sets are tested all at once. */
static inline bool position_is_fine(const struct geometry *geometry, unsigned pieces_per_side,
                                    const struct position *position) {
    bitboard white = position->white;
    bitboard black = position->black;
    bitboard kings = position->kings;
    bitboard pieces = white | black;
    bitboard wrong = ((pieces | kings) & ~geometry->all) | (white & black) | (kings & ~pieces) |
                     (white & ~kings & geometry->promotion_row[WHITE]) |
                     (black & ~kings & geometry->promotion_row[BLACK]);
    if (wrong != 0 || pieces == 0)
        return false;
    if (position->side_to_move != WHITE && position->side_to_move != BLACK)
        return false;
    if (count_squares(pieces) <= pieces_per_side)
        return true; /* nor has either side more */
    return count_squares(white) <= pieces_per_side && count_squares(black) <= pieces_per_side;
}

/* The same, and what is wrong. Checks any bits at all; `pieces_per_side` is the most that a side
 * may have. */
enum position_fault position_check(const struct geometry *geometry, unsigned pieces_per_side,
                                   const struct position *position);

/* A short English sentence for a fault; never NULL. */
const char *position_fault_text(enum position_fault fault);

#endif
