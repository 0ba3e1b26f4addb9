/* place_ranks.h - ranks by an instruction that counts bits, for the ways to a place that have one.
 *
 * There the rank of a piece is the number of squares below it that its kind can stand on. Where the
 * compiler knows no such instruction COUNTING is not defined.
 */
#ifndef PROBE_PLACE_RANKS_H
#define PROBE_PLACE_RANKS_H

#include "slots.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define COUNTING __attribute__((target("popcnt,bmi")))
#define RUNS_COUNTING (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi"))
#elif defined(__aarch64__) && defined(__GNUC__)
#define COUNTING
#define RUNS_COUNTING true
#endif

#ifdef COUNTING

/* The pieces of a position by kind. */
struct piece_sets {
    bitboard white_men;
    bitboard black_men;
    bitboard white_kings;
    bitboard black_kings;
};

static inline COUNTING unsigned count_by_instruction(bitboard set) {
    return (unsigned)__builtin_popcountll(set);
}

/* As signature_code(), for sets of which none has more than 15 pieces. */
static inline COUNTING unsigned code_of_sets(const struct piece_sets *sets) {
    return count_by_instruction(sets->white_men) | count_by_instruction(sets->black_men) << 4 |
           count_by_instruction(sets->white_kings) << 8 |
           count_by_instruction(sets->black_kings) << 12;
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
        rank += rank_terms[taken][count_by_instruction(less & ~(set | empty) & among)];
        set &= less;
    }
    for (unsigned taken = FEW + 1; set != 0; taken++, set = without_lowest(set))
        rank += rank_terms[taken][count_by_instruction((set - 1) & ~set & among)];
    return rank;
}

/* As man_rank(). */
static inline COUNTING uint64_t rank_of_men(const struct index_layout *layout, bitboard white_men,
                                            bitboard black_men) {
    bitboard shared = layout->shared;
    return man_rank_of_parts(layout, white_men, black_men, rank_among(white_men & shared, shared),
                             rank_among(black_men & shared, shared & ~white_men));
}

/* As slot_of_position(), on a board of less than 64 squares. */
static inline COUNTING uint64_t slot_of_sets(const struct slot_layout *slots,
                                             const struct piece_sets *sets) {
    uint64_t men_rank = rank_of_men(slots->index, sets->white_men, sets->black_men);
    if (!slots->has_king)
        return men_rank;
    bitboard kings = slots->king_side == BLACK ? sets->black_kings : sets->white_kings;
    bitboard row_king = kings & (0 - kings);
    bitboard white_kings = sets->white_kings & ~row_king;
    bitboard black_kings = sets->black_kings & ~row_king;
    bitboard free = slots->index->geometry->all & ~sets->white_men & ~sets->black_men;
    uint64_t row = men_rank * slots->rest.king_placements +
                   rank_among(white_kings, free) * slots->rest.black_king_placements +
                   rank_among(black_kings, free & ~white_kings);
    return row << slots->lane_bits | slots->lane_of_square[lowest_square(row_king)];
}

#endif
#endif
