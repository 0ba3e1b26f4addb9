#include "table_block.h"
#include "format.h"
#include "moves.h"
#include <string.h>

/* Walks through the placements in index order, which is far cheaper than unranking every index. */
void mark_captures(const struct rules *rules, const struct index_layout *layout, enum side side,
                   uint64_t first, size_t count, uint8_t *marks) {
    uint64_t rank = first / layout->king_placements;
    uint64_t king = first % layout->king_placements;
    size_t done = 0;
    while (done < count) {
        bitboard white_men;
        bitboard black_men;
        bitboard white_kings;
        bitboard black_kings;
        man_placement(layout, rank, &white_men, &black_men);
        king_placement(layout, white_men | black_men, king, &white_kings, &black_kings);
        for (;;) {
            struct position position = {.white = white_men | white_kings,
                                        .black = black_men | black_kings,
                                        .kings = white_kings | black_kings,
                                        .side_to_move = side};
            marks[done++] = moves_must_capture(rules, &position);
            if (++king == layout->king_placements || done == count)
                break;
            king_placement_next(layout, white_men | black_men, &white_kings, &black_kings);
        }
        king = 0;
        rank++;
    }
}

/* The first value that is stored, where the fill starts. */
static value first_stored(const struct values *values, enum side side, uint64_t first, size_t count,
                          const uint8_t *marks) {
    for (size_t i = 0; i < count; i++)
        if (!marks[i])
            return values_get(values, side, first + i);
    return VALUE_DRAW;
}

void block_pack(const struct values *values, enum side side, uint64_t first, size_t count,
                const uint8_t *marks, unsigned value_bits, uint8_t *packed) {
    memset(packed, 0, (count * value_bits + 7) / 8);
    value last = first_stored(values, side, first, count, marks);
    for (size_t i = 0; i < count; i++) {
        if (!marks[i])
            last = values_get(values, side, first + i);
        packed_set(packed, value_bits, i, last);
    }
}
