#include "table_block.h"
#include "format.h"
#include "moves.h"
#include "position_walk.h"
#include <string.h>

void mark_captures(const struct rules *rules, const struct values *values, enum side side,
                   uint64_t first, size_t count, uint8_t *marks) {
    if (values->captures_marked) {
        for (size_t i = 0; i < count; i++)
            marks[i] = (values->data[side][first + i] & VALUES_MUST_CAPTURE) != 0;
        return;
    }
    struct position_walk walk = position_walk_start(&values->layout, side, first);
    for (size_t i = 0; i < count; i++, position_walk_next(&walk))
        marks[i] = moves_must_capture(rules, &walk.position);
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
