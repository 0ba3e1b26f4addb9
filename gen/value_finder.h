/* value_finder.h - where the values of positions lie in memory, for many positions whose men are
 * mostly the same.
 *
 * What depends on the men alone - the array, whether the board has to be turned, the man rank, the
 * numbering of the squares left for kings - is found once and kept; the rest of an index is a few
 * additions for each king. It gives what index_of_position(position_canonical(...)) gives.
 */
#ifndef GEN_VALUE_FINDER_H
#define GEN_VALUE_FINDER_H

#include "lookup.h"
#include <string.h>

/* All positions with the same men, numbers of kings and side to move. */
struct finder_place {
    bitboard white_men;
    bitboard black_men;
    uint8_t white_kings;
    uint8_t black_kings;
    uint8_t side_to_move;
    bool used;
    bool turned; /* tables have the mirrors of these positions */
    enum side side;
    const struct values *values; /* NULL when they are not in memory */
    uint64_t first_index;        /* of the values, with these men (turned) */
    uint64_t black_placements;   /* of Black's kings for each placement of White's (turned) */
    uint8_t number[MAX_SQUARES]; /* of each square left by the men (turned) */
};

enum { FINDER_PLACES = 128 };

/* For one thread. */
struct value_finder {
    const struct geometry *geometry;
    const struct values *own; /* one signature, before others of the same */
    const struct lookup *others;
    struct finder_place places[FINDER_PLACES];
};

static inline void finder_init(struct value_finder *finder, const struct geometry *geometry,
                               const struct values *own, const struct lookup *others) {
    finder->geometry = geometry;
    finder->own = own;
    finder->others = others;
    for (unsigned i = 0; i < FINDER_PLACES; i++)
        finder->places[i].used = false;
}

/* Fills in a place for a position and all like it. */
void finder_fill(const struct value_finder *finder, struct finder_place *place,
                 const struct position *position);

/* The place of a position, valid until the next call. */
static inline const struct finder_place *finder_find(struct value_finder *finder,
                                                     const struct position *position) {
    bitboard white_men = position->white & ~position->kings;
    bitboard black_men = position->black & ~position->kings;
    unsigned white_kings = count_squares(position->white & position->kings);
    unsigned black_kings = count_squares(position->black & position->kings);
    uint64_t mixed =
        (white_men * 31 + black_men) * UINT64_C(0x9e3779b97f4a7c15) +
        (white_kings * 5 + black_kings * 3 + position->side_to_move) * UINT64_C(0xd6e8feb86659fd93);
    struct finder_place *place = &finder->places[mixed >> 57];
    if (!place->used || place->white_men != white_men || place->black_men != black_men ||
        place->white_kings != white_kings || place->black_kings != black_kings ||
        place->side_to_move != (uint8_t)position->side_to_move)
        finder_fill(finder, place, position);
    return place;
}

/* Index of the position of a place with these kings. */
static inline uint64_t finder_index(const struct value_finder *finder,
                                    const struct finder_place *place, bitboard white_kings,
                                    bitboard black_kings) {
    uint64_t white_rank = 0;
    uint64_t black_rank = 0;
    if (place->turned) {
        bitboard turned = turn_set(black_kings, finder->geometry->squares);
        black_kings = turn_set(white_kings, finder->geometry->squares);
        white_kings = turned;
    }
    unsigned taken = 1;
    for (bitboard rest = white_kings; rest != 0; rest = without_lowest(rest), taken++)
        white_rank += combinations(place->number[lowest_square(rest)], taken);
    taken = 1;
    for (bitboard rest = black_kings; rest != 0; rest = without_lowest(rest), taken++) {
        unsigned square = lowest_square(rest);
        unsigned below = count_squares(white_kings & squares_below(square));
        black_rank += combinations(place->number[square] - below, taken);
    }
    return place->first_index + white_rank * place->black_placements + black_rank;
}

/* The value of the position of a place with these kings; values have to be in memory. */
static inline value finder_value(const struct finder_place *place, uint64_t index) {
    return values_get(place->values, place->side, index);
}

#endif
