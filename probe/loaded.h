/* loaded.h - the values of one side to move of a table, all in memory.
 *
 * What a probe costs then is waiting for memory, so values that are asked for lie close together.
 * Outcomes are kept row by row (slots.h), the two planes of a row side by side. Most rows have the
 * same outcome wherever it matters, so a summary with two bits for each group of rows, small enough
 * for the near caches of a processor, answers for them. Distances lie as in the blocks.
 */
#ifndef PROBE_LOADED_H
#define PROBE_LOADED_H

#include "format.h"

struct loaded {
    const uint8_t *values; /* NULL when nothing is loaded */
    uint8_t *summary;      /* of outcomes: of each group VALUE_WIN, _DRAW, _LOSS or SUMMARY_MIXED */
};

enum { SUMMARY_MIXED = 3, SUMMARY_ROW_BITS = 1 /* 2 to the power of it rows are a group */ };

/* Bytes that the values of a stored side take, a multiple of 8. */
uint64_t loaded_bytes(const struct table_header *header);

/* Says where they are to lie: in `room`, which is all 0 and begins at a multiple of 8. */
struct loaded loaded_place(const struct table_header *header, uint8_t *room);

/* Takes over an unpacked block of the side to which `loaded` belongs. */
void loaded_add_block(const struct table_header *header, uint8_t *room, uint64_t block,
                      const uint8_t *bytes);

/* An entry of a summary, four of which make a byte. */
static inline unsigned summary_of_group(const uint8_t *summary, uint64_t group) {
    return (unsigned)summary[group / 4] >> group % 4 * 2 & 3;
}

static inline void summary_set_group(uint8_t *summary, uint64_t group, unsigned outcome) {
    unsigned shift = group % 4 * 2;
    summary[group / 4] = (uint8_t)((summary[group / 4] & ~(3u << shift)) | outcome << shift);
}

/* The outcome of a slot, in rows of 2 to the power of `lane_bits` lanes. */
static inline value loaded_outcome(const struct loaded *loaded, unsigned lane_bits, uint64_t slot) {
    uint64_t row = slot >> lane_bits;
    unsigned all = summary_of_group(loaded->summary, row >> SUMMARY_ROW_BITS);
    if (all != SUMMARY_MIXED)
        return (value)all;
    uint64_t lanes = UINT64_C(1) << lane_bits;
    const uint8_t *wins = loaded->values + row * (lanes / 4) + (slot & (lanes - 1)) / 8;
    /* Asked for at random, rows would push the summary out of the caches for nothing. */
    __builtin_prefetch(wins, 0, 0);
    unsigned win = (unsigned)wins[0] >> slot % 8 & 1;
    unsigned loss = (unsigned)wins[lanes / 8] >> slot % 8 & 1;
    return outcome_of_bits(win, loss);
}

/* The value of a slot of a table whose values take `value_bits`. */
static inline value loaded_value(const struct loaded *loaded, unsigned value_bits,
                                 unsigned lane_bits, uint64_t slot) {
    if (value_bits == 2)
        return loaded_outcome(loaded, lane_bits, slot);
    return packed_get(loaded->values, value_bits, 0, (size_t)slot);
}

#endif
