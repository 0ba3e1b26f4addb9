/* table_source.h - where the writer of a table reads the true values of its positions. */
#ifndef GEN_TABLE_SOURCE_H
#define GEN_TABLE_SOURCE_H

#include "hash.h"
#include "outcomes.h"
#include "table_statistics.h"
#include "values.h"

/* Room for what a source reads of one block, by each thread. */
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
    /* Packs `count` values, as a block of a file holds them (table_block.h), and counts them.
     * `first` is a multiple of 4. */
    void (*pack)(const struct table_source *source, enum side side, uint64_t first, size_t count,
                 struct source_room room, uint8_t *packed, struct value_tally *tally);
    const void *data; /* what is read */
};

/* Sources of values and of outcomes, which have to outlive them. For distances all values are
 * looked at, to see how many bits they take. */
struct table_source source_of_values(const struct rules *rules, const struct values *values);
struct table_source source_of_outcomes(const struct rules *rules, const struct outcomes *outcomes);

#endif
