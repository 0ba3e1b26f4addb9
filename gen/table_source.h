/* table_source.h - where the writer of a table reads the true values of its positions. */
#ifndef GEN_TABLE_SOURCE_H
#define GEN_TABLE_SOURCE_H

#include "hash.h"
#include "outcomes.h"
#include "table_statistics.h"
#include "values.h"

/* Room for what a source reads of one block, a value for each slot, by each thread. */
struct source_room {
    value *values;
    uint8_t *must_capture;
};

struct table_source {
    const struct rules *rules;
    const struct index_layout *layout;
    enum metric metric;
    unsigned sides;
    unsigned value_bits; /* of a stored value: 2 for WDL, 8 or 16 for distances */
    /* Adds all values of a side to move to a content hash. */
    void (*hash)(const struct table_source *source, enum side side, struct content_hasher *hasher);
    /* Counts `count` values from index `first` on. */
    void (*count)(const struct table_source *source, enum side side, uint64_t first, size_t count,
                  struct value_tally *tally);
    /* Packs rows as a block of a file holds them (table_block.h). */
    void (*pack)(const struct table_source *source, const struct slot_layout *slots, enum side side,
                 uint64_t first_row, uint32_t rows, struct source_room room, uint8_t *packed,
                 uint8_t *told);
    const void *data; /* what is read */
};

/* Sources of values and of outcomes, which have to outlive them. For distances all values are
 * looked at, to see how many bits they take. */
struct table_source source_of_values(const struct rules *rules, const struct values *values);
struct table_source source_of_outcomes(const struct rules *rules, const struct outcomes *outcomes);

#endif
