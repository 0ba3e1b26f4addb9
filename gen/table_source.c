#include "table_source.h"
#include "moves.h"
#include "position_walk.h"
#include "table_block.h"

/* Marks positions with a capture, as the solver noted them or else by looking. */
static void mark_captures(const struct rules *rules, const struct values *values, enum side side,
                          uint64_t first, size_t count, uint8_t *marks) {
    if (values->captures_marked) {
        for (size_t i = 0; i < count; i++)
            marks[i] = (values->data[side][first + i] & VALUES_MUST_CAPTURE) != 0;
        return;
    }
    if (values->captures[side] != NULL) {
        for (size_t i = 0; i < count; i++)
            marks[i] = values->captures[side][(first + i) / 64] >> (first + i) % 64 & 1;
        return;
    }
    struct position_walk walk = position_walk_start(&values->layout, side, first);
    for (size_t i = 0; i < count; i++, position_walk_next(&walk))
        marks[i] = moves_must_capture(rules, &walk.position);
}

static void hash_values(const struct table_source *source, enum side side,
                        struct content_hasher *hasher) {
    content_hash_add_values(hasher, source->data, side);
}

static void count_values(const struct table_source *source, enum side side, uint64_t first,
                         size_t count, struct value_tally *tally) {
    tally_add_range(tally, source->data, side, first, count);
}

static void pack_values(const struct table_source *source, const struct slot_layout *slots,
                        enum side side, uint64_t first_row, uint32_t rows, struct source_room room,
                        uint8_t *packed, uint8_t *told) {
    uint64_t first = slot_first_index(slots, first_row);
    size_t count = (size_t)(slot_first_index(slots, first_row + rows) - first);
    for (size_t i = 0; i < count; i++)
        room.values[i] = values_get(source->data, side, first + i);
    if (count > 0)
        mark_captures(source->rules, source->data, side, first, count, room.must_capture);
    block_pack(slots, first_row, rows, room.values, room.must_capture, source->value_bits, packed,
               told);
}

/* Whether a value that takes more than a byte occurs at a position that is stored. */
static bool needs_two_bytes(const struct rules *rules, const struct values *values) {
    for (unsigned side = 0; side < values->sides; side++)
        for (uint64_t i = 0; i < values->layout.positions; i++) {
            uint8_t must_capture;
            if (values_get(values, (enum side)side, i) <= 255)
                continue;
            mark_captures(rules, values, (enum side)side, i, 1, &must_capture);
            if (!must_capture)
                return true;
        }
    return false;
}

struct table_source source_of_values(const struct rules *rules, const struct values *values) {
    unsigned bits = 2;
    if (values->metric != METRIC_WDL)
        bits = needs_two_bytes(rules, values) ? 16 : 8;
    return (struct table_source){.rules = rules,
                                 .layout = &values->layout,
                                 .metric = values->metric,
                                 .sides = values->sides,
                                 .value_bits = bits,
                                 .hash = hash_values,
                                 .count = count_values,
                                 .pack = pack_values,
                                 .data = values};
}

static void hash_outcomes(const struct table_source *source, enum side side,
                          struct content_hasher *hasher) {
    const struct outcomes *outcomes = source->data;
    content_hash_add_bits(hasher, &outcomes->bits[side], source->layout->positions);
}

static void count_outcomes(const struct table_source *source, enum side side, uint64_t first,
                           size_t count, struct value_tally *tally) {
    tally_add_bits(tally, first, &((const struct outcomes *)source->data)->bits[side], count);
}

static void pack_outcomes(const struct table_source *source, const struct slot_layout *slots,
                          enum side side, uint64_t first_row, uint32_t rows,
                          struct source_room room, uint8_t *packed, uint8_t *told) {
    (void)room;
    block_pack_bits(slots, first_row, rows, &((const struct outcomes *)source->data)->bits[side],
                    packed, told);
}

struct table_source source_of_outcomes(const struct rules *rules, const struct outcomes *outcomes) {
    return (struct table_source){.rules = rules,
                                 .layout = &outcomes->layout,
                                 .metric = METRIC_WDL,
                                 .sides = outcomes->sides,
                                 .value_bits = 2,
                                 .hash = hash_outcomes,
                                 .count = count_outcomes,
                                 .pack = pack_outcomes,
                                 .data = outcomes};
}
