/* positions.h - positions for the tests: from text, or random but the same in every run. */
#ifndef TESTS_POSITIONS_H
#define TESTS_POSITIONS_H

#include "check.h"
#include "fen.h"

static inline struct position position_of(const char *fen_text) {
    struct fen fen = {.position = {0}};
    struct fen_error error;
    if (!check_true(
            fen_read(&rules_brazilian, NOTATION_NUMERIC, fen_text, strlen(fen_text), &fen, &error),
            __FILE__, __LINE__, fen_text))
        fen.position.white = 1;
    return fen.position;
}

static inline bool same_position(const struct position *a, const struct position *b) {
    return a->white == b->white && a->black == b->black && a->kings == b->kings &&
           a->side_to_move == b->side_to_move;
}

/* The next number of a sequence; *state may be anything but 0. (xorshift64) */
static inline uint64_t random_next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static inline unsigned random_below(uint64_t *state, unsigned limit) {
    return (unsigned)((random_next(state) >> 20) % limit);
}

/* A possible position with 1 to `most` pieces of either side, of which about `kings_in_8` eighths
 * are kings. */
static inline struct position random_position(uint64_t *state, unsigned most, unsigned kings_in_8) {
    const struct geometry *geometry = rules_brazilian.geometry;
    struct position position = {.side_to_move = random_below(state, 2) == 0 ? WHITE : BLACK};
    for (enum side side = WHITE; side <= BLACK; side++) {
        bitboard *own = side == WHITE ? &position.white : &position.black;
        unsigned wanted = 1 + random_below(state, most);
        while (count_squares(*own) < wanted) {
            bitboard square = square_bit(random_below(state, geometry->squares));
            bool is_king = (square & geometry->promotion_row[side]) != 0 ||
                           random_below(state, 8) < kings_in_8;
            if (((position.white | position.black) & square) != 0)
                continue;
            *own |= square;
            position.kings |= is_king ? square : 0;
        }
    }
    return position;
}

#endif
