#include "slots.h"

/* Diagonals parallel to the main road, each from its north-eastern end. */
static void order_lanes(struct slot_layout *layout) {
    const struct geometry *geometry = layout->index->geometry;
    unsigned lane = 0;
    for (unsigned sum = 0; sum < geometry->rows + geometry->columns; sum++)
        for (unsigned square = 0; square < geometry->squares; square++)
            if (square_row(geometry, square) + square_column(geometry, square) == sum) {
                layout->lane_of_square[square] = (uint8_t)lane;
                layout->square_of_lane[lane++] = (uint8_t)square;
            }
}

bool slot_layout_init(struct slot_layout *layout, const struct index_layout *index) {
    struct signature rest = index->signature;
    *layout =
        (struct slot_layout){.index = index, .king_side = rest.kings[BLACK] > 0 ? BLACK : WHITE};
    order_lanes(layout);
    while (slot_lanes(layout) < index->geometry->squares)
        layout->lane_bits++;
    layout->has_king = rest.kings[layout->king_side] > 0;
    if (!layout->has_king) {
        unsigned lanes = slot_lanes(layout);
        layout->rows = index->positions / lanes + (index->positions % lanes != 0);
        return true;
    }
    rest.kings[layout->king_side]--;
    if (!index_layout_init(&layout->rest, index->geometry, rest))
        return false;
    layout->rows = layout->rest.positions;
    return layout->rows <= UINT64_MAX >> layout->lane_bits;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

/* The squares of the row's king, which is the lowest of its side. */
static void find_squares(const struct slot_layout *layout, struct slot_row *row) {
    bitboard men = row->white_men | row->black_men;
    bitboard own = layout->king_side == BLACK ? row->black_kings : row->white_kings;
    row->squares = layout->index->geometry->all & ~men & ~row->white_kings & ~row->black_kings;
    if (own != 0)
        row->squares &= squares_below(lowest_square(own));
    row->count = count_squares(row->squares);
}

static void find_run(const struct slot_layout *layout, struct slot_row *row) {
    uint64_t left = layout->index->positions - row->first;
    row->count = left < slot_lanes(layout) ? (unsigned)left : slot_lanes(layout);
}

/* Ranks of sets count for each member the sets with members below it, so without the lowest king
 * the others of its side count for one member more. */
static uint64_t first_king_rank(const struct slot_layout *layout, const struct slot_row *row) {
    bitboard free = layout->index->geometry->all & ~row->white_men & ~row->black_men;
    bitboard own = row->white_kings;
    uint64_t rank = 0;
    if (layout->king_side == BLACK) {
        rank = king_rank(&layout->rest, ~free, row->white_kings, row->black_kings) /
               layout->rest.black_king_placements * layout->index->black_king_placements;
        free &= ~row->white_kings;
        own = row->black_kings;
    }
    for (unsigned taken = 2; own != 0; own = without_lowest(own), taken++)
        rank += combinations(count_squares(free & squares_below(lowest_square(own))), taken);
    return rank;
}

struct slot_row slot_row_at(const struct slot_layout *layout, uint64_t number) {
    struct slot_row row = {.row = number, .first = number * slot_lanes(layout)};
    if (!layout->has_king) {
        find_run(layout, &row);
        return row;
    }
    struct position rest = position_of_index(&layout->rest, number, WHITE);
    row.white_men = rest.white & ~rest.kings;
    row.black_men = rest.black & ~rest.kings;
    row.white_kings = rest.white & rest.kings;
    row.black_kings = rest.black & rest.kings;
    row.first = number / layout->rest.king_placements * layout->index->king_placements +
                first_king_rank(layout, &row);
    find_squares(layout, &row);
    return row;
}

void slot_row_next(const struct slot_layout *layout, struct slot_row *row) {
    row->row++;
    row->first += row->count;
    if (!layout->has_king) {
        find_run(layout, row);
        return;
    }
    bitboard men = row->white_men | row->black_men;
    if (row->row % layout->rest.king_placements != 0) {
        king_placement_next(&layout->rest, men, &row->white_kings, &row->black_kings);
    } else {
        man_placement_next(&layout->rest, &row->white_men, &row->black_men);
        king_placement(&layout->rest, row->white_men | row->black_men, 0, &row->white_kings,
                       &row->black_kings);
    }
    find_squares(layout, row);
}

uint64_t slot_first_index(const struct slot_layout *layout, uint64_t row) {
    return row == layout->rows ? layout->index->positions : slot_row_at(layout, row).first;
}
