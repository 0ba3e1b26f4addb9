/* slots.h - where positions lie in the blocks of a table: in rows, one square of a king a lane.
 *
 * A row holds the positions that differ in the square of one king alone, the row's king: Black's
 * lowest, or White's lowest where Black has no king. Its number is the index of what is left of the
 * position without that king, and the rows in their order hold the positions in index order. A row
 * has a lane for each square of the board, in the order of the diagonals that run parallel to the
 * main road, rounded up to a power of two; lanes where the king cannot stand are empty. In a
 * signature without kings rows are runs of as many indices as there are lanes.
 *
 * A slot is row * lanes + lane. docs/format.md gives the scheme in words.
 */
#ifndef CORE_SLOTS_H
#define CORE_SLOTS_H

#include "ranks.h"

struct slot_layout {
    const struct index_layout
        *index;               /* of the signature; the caller's, which has to outlive this */
    struct index_layout rest; /* of the signature without the row's king */
    bool has_king;            /* else rows are runs of indices */
    enum side king_side;
    uint64_t rows;
    unsigned lane_bits; /* 2 to the power of it is the number of lanes */
    uint8_t lane_of_square[MAX_SQUARES];
    uint8_t square_of_lane[MAX_SQUARES];
};

/* Fills in a layout. False when the rows cannot be counted. */
bool slot_layout_init(struct slot_layout *layout, const struct index_layout *index);

static inline unsigned slot_lanes(const struct slot_layout *layout) {
    return 1u << layout->lane_bits;
}

/* The slot of a position of the signature, for a placement of the men whose rank is known. Without
 * kings `men` may be anything. */
static inline uint64_t slot_of_kings(const struct slot_layout *layout, uint64_t rank_of_men,
                                     bitboard men, bitboard white_kings, bitboard black_kings) {
    if (!layout->has_king)
        return rank_of_men;
    bitboard *kings = layout->king_side == BLACK ? &black_kings : &white_kings;
    unsigned lane = layout->lane_of_square[lowest_square(*kings)];
    *kings = without_lowest(*kings);
    uint64_t row = rank_of_men * layout->rest.king_placements +
                   king_rank(&layout->rest, men, white_kings, black_kings);
    return row << layout->lane_bits | lane;
}

/* The slot of any position of the signature. */
static inline uint64_t slot_of_position(const struct slot_layout *layout,
                                        const struct position *position) {
    bitboard men = (position->white | position->black) & ~position->kings;
    return slot_of_kings(layout,
                         man_rank(layout->index, position->white & men, position->black & men), men,
                         position->white & position->kings, position->black & position->kings);
}

/* A row and its positions: those with indices `first` to `first + count - 1` have the lanes of the
 * squares in `squares`, lowest first; without kings, lanes 0 to count - 1. */
struct slot_row {
    uint64_t row;
    uint64_t first;
    unsigned count;
    bitboard squares;
    /* What is left of the positions; of no use to others. */
    bitboard white_men;
    bitboard black_men;
    bitboard white_kings;
    bitboard black_kings;
};

/* A row below layout->rows, and the next one, from any but the last. */
struct slot_row slot_row_at(const struct slot_layout *layout, uint64_t row);
void slot_row_next(const struct slot_layout *layout, struct slot_row *row);

/* Index of the first position in a row or, where it has none, of the first one after it;
 * the number of positions for row layout->rows. */
uint64_t slot_first_index(const struct slot_layout *layout, uint64_t row);

/* The lane of position `number` of a row; *squares_left starts as row->squares, number as 0. */
static inline unsigned slot_row_lane(const struct slot_layout *layout, const struct slot_row *row,
                                     bitboard *squares_left, unsigned number) {
    if (row->squares == 0)
        return number;
    unsigned square = lowest_square(*squares_left);
    *squares_left = without_lowest(*squares_left);
    return layout->lane_of_square[square];
}

#endif
