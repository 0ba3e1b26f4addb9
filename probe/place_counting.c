/* Places for Brazilian draughts, by a processor that counts bits in one instruction: then the rank
 * of a piece is the number of squares below it that its kind can stand on. */
#include "capturers.h"
#include "place.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define COUNTING __attribute__((target("popcnt,bmi")))
#define RUNS_COUNTING (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi"))
#elif defined(__aarch64__) && defined(__GNUC__)
#define COUNTING
#define RUNS_COUNTING true
#endif

#ifdef COUNTING

static const struct rules brazilian = RULES_BRAZILIAN_INITIALISER;

static inline COUNTING unsigned count(bitboard set) {
    return (unsigned)__builtin_popcountll(set);
}

/* The rank of a set within all sets of its size of the squares in `among`. So many pieces are gone
 * through without a jump that depends on how many there are, as in set_rank(); one that is not
 * there has nothing below it. */
static inline COUNTING uint64_t rank_among(bitboard set, bitboard among) {
    enum { FEW = 2 };
    uint64_t rank = 0;
    for (unsigned taken = 1; taken <= FEW; taken++) {
        bitboard less = set - 1;
        bitboard empty = (bitboard)((int64_t)less >> 63); /* all bits when the set is */
        rank += rank_terms[taken][count(less & ~(set | empty) & among)];
        set &= less;
    }
    for (unsigned taken = FEW + 1; set != 0; taken++, set = without_lowest(set))
        rank += rank_terms[taken][count((set - 1) & ~set & among)];
    return rank;
}

static inline COUNTING uint64_t rank_of_men(const struct index_layout *layout, bitboard white_men,
                                            bitboard black_men) {
    bitboard white_back = white_men >> layout->white_row_shift;
    bitboard black_back = black_men & layout->black_row;
    unsigned white_size = row_sizes[white_back];
    unsigned black_size = row_sizes[black_back];
    const uint64_t *weights = layout->group_weights[white_size][black_size];
    bitboard shared = layout->shared;
    return layout->group_first[white_size][black_size] + row_ranks[white_back] * weights[0] +
           row_ranks[black_back] * weights[1] +
           rank_among(white_men & shared, shared) * weights[2] +
           rank_among(black_men & shared, shared & ~white_men);
}

/* As slot_of_position(). */
static inline COUNTING uint64_t slot_of(const struct slot_layout *slots,
                                        const struct position *position) {
    bitboard white = position->white;
    bitboard black = position->black;
    bitboard men = (white | black) & ~position->kings;
    uint64_t men_rank = rank_of_men(slots->index, white & men, black & men);
    if (!slots->has_king)
        return men_rank;
    bitboard kings = position_pieces(position, slots->king_side) & position->kings;
    bitboard row_king = kings & (0 - kings);
    bitboard white_kings = white & ~men & ~row_king;
    bitboard black_kings = black & ~men & ~row_king;
    bitboard free = geometry_8x8.all & ~men;
    uint64_t row = men_rank * slots->rest.king_placements +
                   rank_among(white_kings, free) * slots->rest.black_king_placements +
                   rank_among(black_kings, free & ~white_kings);
    return row << slots->lane_bits | slots->lane_of_square[lowest_square(row_king)];
}

static COUNTING enum place_kind find(const struct catalogue *catalogue,
                                     const struct position *position, struct place *place) {
    bitboard white = position->white;
    bitboard black = position->black;
    bitboard kings = position->kings;
    place->capturers = capturers_by_rules(&brazilian, position);
    if (place->capturers != 0)
        return PLACE_CAPTURE;
    if (count(white | black) > SIGNATURE_CODE_SIDE_MAX)
        return PLACE_UNKNOWN;
    unsigned code = count(white & ~kings) | count(black & ~kings) << 4 | count(white & kings) << 8 |
                    count(black & kings) << 12;
    place->found = catalogue_place_of(catalogue, code, position, &place->canonical);
    if (place->found == NULL)
        return PLACE_UNKNOWN;
    place->slot = slot_of(&place->found->slots, &place->canonical);
    return PLACE_STORED;
}

place_finder *place_finder_counting(const struct rules *rules) {
    return rules->variant == VARIANT_BRAZILIAN && RUNS_COUNTING ? find : NULL;
}

#else

place_finder *place_finder_counting(const struct rules *rules) {
    (void)rules;
    return NULL;
}

#endif
