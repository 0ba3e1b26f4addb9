/* index.h - numbering the positions of a signature without holes (index scheme 1).
 *
 * A position index is man_rank * king_placements + king_rank, so all king placements of one
 * placement of the men lie together. The side to move is not part of it. docs/format.md gives the
 * scheme in words.
 *
 * Men: the squares where only White's men can stand (White's back row), those where only Black's
 * can, and the rest, which both share. First comes the group (men on the own back row of White, of
 * Black), then in each group the four sets that make up the placement, ranked as combinations.
 * Kings: White's as a combination of the squares without men, Black's of those then left.
 */
#ifndef CORE_INDEX_H
#define CORE_INDEX_H

#include "signature.h"

/* Names the scheme in the table files. */
enum { INDEX_SCHEME = 1 };

/* Most men, or kings, of one side that an index can hold, and the widest back row (10x10). */
enum { INDEX_KIND_MAX = 12, INDEX_ROW_MAX = 5 };

struct index_layout {
    const struct geometry *geometry;
    struct signature signature;
    uint64_t man_placements;
    uint64_t king_placements; /* of each placement of the men */
    uint64_t positions;       /* man_placements * king_placements, one side to move */
    /* Man rank of the first placement with so many white men on White's back row and so many black
     * men on Black's; groups follow each other in this order, white back men first. */
    uint64_t group_first[INDEX_ROW_MAX + 1][INDEX_ROW_MAX + 1];
    /* What finding ranks takes, of the same for all positions. In a group, the ranks of White's
     * back row, of Black's and of White's other men count for so much, see docs/format.md. */
    uint64_t group_weights[INDEX_ROW_MAX + 1][INDEX_ROW_MAX + 1][3];
    uint64_t black_king_placements; /* of each placement of the men and white kings */
    bitboard black_row;             /* Black's back row: the lowest squares */
    bitboard shared;                /* the squares between the back rows */
    unsigned row;                   /* squares in a back row */
    unsigned white_row_shift;       /* squares below White's back row, the highest squares */
};

/* n over k; 0 when k > n. n up to MAX_SQUARES, k up to INDEX_KIND_MAX. */
extern const uint64_t combination_table[MAX_SQUARES + 1][INDEX_KIND_MAX + 1];

static inline uint64_t combinations(unsigned n, unsigned k) {
    return combination_table[n][k];
}

/* Fills in a layout. False when the signature does not fit on the board or its positions cannot be
 * counted in 64 bits. */
bool index_layout_init(struct index_layout *layout, const struct geometry *geometry,
                       struct signature signature);

/* Index of a position of the layout's signature, 0 to positions - 1. */
uint64_t index_of_position(const struct index_layout *layout, const struct position *position);

/* The position with an index below `positions`. */
struct position position_of_index(const struct index_layout *layout, uint64_t index,
                                  enum side side_to_move);

/* The two halves of the index on their own, below man_placements and king_placements. The ranks
 * themselves are man_rank() and king_rank(), in ranks.h. */
void man_placement(const struct index_layout *layout, uint64_t rank, bitboard *white_men,
                   bitboard *black_men);
/* The next placement in the order of ranks, from any but the last. */
void man_placement_next(const struct index_layout *layout, bitboard *white_men,
                        bitboard *black_men);
void king_placement(const struct index_layout *layout, bitboard men, uint64_t rank,
                    bitboard *white_kings, bitboard *black_kings);

/* The subset of `among` of the same size that comes next when subsets are ordered by their bits
 * read as a number; the first one after the last. */
bitboard next_subset(bitboard subset, bitboard among);

/* The next king placement in index order, from any but the last. */
void king_placement_next(const struct index_layout *layout, bitboard men, bitboard *white_kings,
                         bitboard *black_kings);

#endif
