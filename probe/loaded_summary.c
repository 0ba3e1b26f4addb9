#include "loaded_summary.h"
#include "little_endian.h"
#include "moves.h"

enum { OUTCOMES = 3, LANE_BITS_MOST = 5, ROW_BYTES = 1 << (LANE_BITS_MOST - 3) };

static bool has_to_capture(const struct rules *rules, const struct slot_layout *slots,
                           const struct slot_row *row, enum side side, bitboard king) {
    struct position position = {.white = row->white_men | row->white_kings,
                                .black = row->black_men | row->black_kings,
                                .kings = row->white_kings | row->black_kings | king,
                                .side_to_move = side};
    if (slots->king_side == BLACK)
        position.black |= king;
    else
        position.white |= king;
    return moves_must_capture(rules, &position);
}

/* The outcome of a row for a side to move, SUMMARY_MIXED when there are several: the one that most
 * positions have, if in all others the side has to capture. */
static unsigned outcome_of_row(const struct rules *rules, const struct slot_layout *slots,
                               const struct slot_row *row, enum side side, const uint8_t *values) {
    bitboard wins = get_32(values);
    bitboard losses = get_32(values + ROW_BYTES) & ~wins;
    bitboard lanes = 0;
    for (bitboard left = row->squares; left != 0; left = without_lowest(left))
        lanes |= square_bit(slots->lane_of_square[lowest_square(left)]);
    const bitboard having[OUTCOMES] = {[VALUE_DRAW] = lanes & ~(wins | losses),
                                       [VALUE_LOSS] = lanes & losses,
                                       [VALUE_WIN] = lanes & wins};
    unsigned most = 0;
    for (unsigned outcome = 1; outcome < OUTCOMES; outcome++)
        if (count_squares(having[outcome]) > count_squares(having[most]))
            most = outcome;
    for (bitboard left = lanes & ~having[most]; left != 0; left = without_lowest(left)) {
        bitboard king = square_bit(slots->square_of_lane[lowest_square(left)]);
        if (!has_to_capture(rules, slots, row, side, king))
            return SUMMARY_MIXED;
    }
    return most;
}

/* A group, whose first row is *row; *row becomes the first of the next. */
static void complete_group(const struct rules *rules, const struct slot_layout *slots,
                           struct slot_row *row, const struct loaded loaded[2]) {
    uint64_t group = row->row >> SUMMARY_ROW_BITS;
    unsigned all[2] = {SUMMARY_MIXED, SUMMARY_MIXED};
    for (unsigned i = 0; i < 1u << SUMMARY_ROW_BITS && row->row < slots->rows; i++) {
        for (enum side side = WHITE; side <= BLACK; side++) {
            const struct loaded *of_side = &loaded[side];
            if (of_side->summary == NULL || (i > 0 && all[side] == SUMMARY_MIXED) ||
                summary_of_group(of_side->summary, group) != SUMMARY_MIXED)
                continue;
            const uint8_t *values = of_side->values + 2 * ROW_BYTES * row->row;
            unsigned outcome = outcome_of_row(rules, slots, row, side, values);
            all[side] = i == 0 || outcome == all[side] ? outcome : SUMMARY_MIXED;
        }
        if (row->row + 1 < slots->rows)
            slot_row_next(slots, row);
        else
            row->row++;
    }
    for (enum side side = WHITE; side <= BLACK; side++)
        if (all[side] != SUMMARY_MIXED)
            summary_set_group(loaded[side].summary, group, all[side]);
}

void loaded_summary_complete(const struct rules *rules, const struct slot_layout *slots,
                             const struct loaded loaded[2]) {
    if (!slots->has_king || slots->lane_bits != LANE_BITS_MOST ||
        (loaded[WHITE].summary == NULL && loaded[BLACK].summary == NULL))
        return;
    struct slot_row row = slot_row_at(slots, 0);
    while (row.row < slots->rows)
        complete_group(rules, slots, &row, loaded);
}
