/* ranks.h - the ranks of index.h, here in full because nothing is asked for as often.
 */
#ifndef CORE_RANKS_H
#define CORE_RANKS_H

#include "index.h"

/* combinations(n, k) by k, for all squares n. A piece that is not there counts as one on square 0,
 * for which a set of one or more has no rank to add. */
extern const uint64_t rank_terms[INDEX_KIND_MAX + 1][MAX_SQUARES];

/* The rank of each set of the first squares, those of a back row, and its size. */
extern const uint8_t row_ranks[1 << INDEX_ROW_MAX];
extern const uint8_t row_sizes[1 << INDEX_ROW_MAX];

/* Some squares of the board cannot be chosen: holes. Rather than counting the squares below each
 * piece, they are taken out of the board one after the other, and the pieces above move down; then
 * the number of a square among those that can be chosen is its bit number.
 *
 * close_lowest() gives the set after the lowest hole has gone, which is the set itself when there
 * is no hole. No square of the set is a hole. next_holes() gives the holes that are left. */
static inline bitboard close_lowest(bitboard set, bitboard holes) {
    bitboard above = holes | (0 - holes);
    return set - ((set & above) >> 1);
}

static inline bitboard next_holes(bitboard holes) {
    return without_lowest(holes) >> 1;
}

/* Most sets have few squares. So many are gone through without a jump that depends on how many
 * there are, which a processor cannot foresee. */
enum { FEW_SQUARES = 3 };

static inline bitboard close_holes(bitboard set, bitboard holes) {
    for (unsigned i = 0; i < FEW_SQUARES; i++, holes = next_holes(holes))
        set = close_lowest(set, holes);
    for (; holes != 0; holes = next_holes(holes))
        set = close_lowest(set, holes);
    return set;
}

/* Rank of a set within all sets of its size, in the order of their bits read as a number. */
static inline uint64_t set_rank(bitboard set) {
    uint64_t rank = 0;
    for (unsigned taken = 1; taken <= FEW_SQUARES; taken++, set = without_lowest(set))
        rank += rank_terms[taken][lowest_square(set + (set == 0))];
    for (unsigned taken = FEW_SQUARES + 1; set != 0; taken++, set = without_lowest(set))
        rank += rank_terms[taken][lowest_square(set)];
    return rank;
}

/* The rank of a placement of the men, once those of White's and of Black's men off their own back
 * rows are known. */
static inline uint64_t man_rank_of_parts(const struct index_layout *layout, bitboard white_men,
                                         bitboard black_men, uint64_t white_rank,
                                         uint64_t black_rank) {
    bitboard white_back = white_men >> layout->white_row_shift;
    bitboard black_back = black_men & layout->black_row;
    unsigned white_size = row_sizes[white_back];
    unsigned black_size = row_sizes[black_back];
    const uint64_t *weights = layout->group_weights[white_size][black_size];
    return layout->group_first[white_size][black_size] + row_ranks[white_back] * weights[0] +
           row_ranks[black_back] * weights[1] + white_rank * weights[2] + black_rank;
}

/* The two halves of the index on their own. Ranks are below man_placements and king_placements. */
static inline uint64_t man_rank(const struct index_layout *layout, bitboard white_men,
                                bitboard black_men) {
    /* Black's men on their back row are below all of White's men, and those of White's on theirs
     * above all of Black's. */
    bitboard black_rest = close_holes(black_men & layout->shared, white_men) >> layout->row;
    bitboard white_rest = (white_men & layout->shared) >> layout->row;
    return man_rank_of_parts(layout, white_men, black_men, set_rank(white_rest),
                             set_rank(black_rest));
}

static inline uint64_t king_rank(const struct index_layout *layout, bitboard men,
                                 bitboard white_kings, bitboard black_kings) {
    white_kings = close_holes(white_kings, men);
    black_kings = close_holes(close_holes(black_kings, men), white_kings);
    return set_rank(white_kings) * layout->black_king_placements + set_rank(black_kings);
}

#endif
