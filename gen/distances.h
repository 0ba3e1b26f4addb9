/* distances.h - plies of all positions of a signature as bytes, laid out as its blocks are
 * (docs/algorithm.md, "Distances in blocks").
 *
 * Who wins is in the blocks; a byte tells in how many plies. It means nothing for draws and for
 * positions that do not exist.
 */
#ifndef GEN_DISTANCES_H
#define GEN_DISTANCES_H

#include "blocks.h"
#include "outcomes.h"
#include "values.h"

/* The longest distance that a byte of a block tells. */
enum { DISTANCE_BYTE_MAX = 253 };

struct distances {
    const struct blocks *blocks; /* of the same signature */
    enum metric metric;
    unsigned word_bytes; /* bytes for each word of the blocks: 32, or 1 without kings */
    uint8_t *plies[2];   /* by side to move */
    unsigned longest; /* that is allowed: DISTANCE_BYTE_MAX, or less to test what happens beyond */
    /* For draw rules, which count plies to a limit. Moves of men end the count of DTC as well, so
     * that it is of plies by kings alone; and what is longer than `longest` becomes a draw, before
     * anything is solved that leads to it, instead of an error. */
    bool men_end_count;
    bool cuts;
};

/* Distances of one signature, DISTANCES_DTW and DISTANCES_DTC; NULL for those not wanted. A count
 * that ends with moves of men can take the place of DTW; what it cuts is cut for DTC as well. */
struct distance_set {
    struct distances *of[DISTANCE_METRICS];
};

/* Memory that distances_allocate() will take for a canonical signature; 0 when it cannot be
 * indexed. */
uint64_t distances_memory(const struct rules *rules, struct signature signature);

/* Room for the distances of blocks, which have to outlive them. NULL when memory is short. Owned by
 * the caller, who gives it back with distances_free() (NULL is allowed). */
struct distances *distances_allocate(const struct blocks *blocks, enum metric metric);
void distances_free(struct distances *distances);

/* Whether no win or loss of so many words of the blocks is longer than what is allowed. */
bool distances_fit(const struct distances *distances, enum side side, uint64_t first_word,
                   uint64_t words);

/* Bytes of `plies` of one side to move. */
uint64_t distances_array_bytes(const struct distances *distances);

/* Sets the values of `count` positions of a table (DTW or DTC) in index order from what is told of
 * them, its plies included. Different positions may be set by different threads at once. */
void values_put_distances(struct values *values, enum side side, uint64_t first,
                          const struct outcome_bits *bits, size_t count);

#endif
