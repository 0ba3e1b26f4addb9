/* outcomes.h - win, draw or loss of every position of a signature, in index order, as bits.
 *
 * What the writer of a WDL table needs to know of each position: who wins, and whether the side to
 * move has to capture. Three planes of bits, one bit a position.
 */
#ifndef GEN_OUTCOMES_H
#define GEN_OUTCOMES_H

#include "index.h"
#include "rules.h"
#include <stddef.h>

/* The metrics with distances, as numbers from 0 on. */
enum { DISTANCES_DTW, DISTANCES_DTC, DISTANCE_METRICS };

/* Bits of consecutive positions, the first in bit 0 of word 0: whether the side to move wins,
 * loses, has to capture. */
struct outcome_bits {
    uint64_t *win;
    uint64_t *loss;
    uint64_t *capture;
    /* Plies of the wins and losses, a byte each; NULL when they are not told. */
    uint8_t *plies[DISTANCE_METRICS];
};

/* Takes the outcomes of `count` positions of a table, from index `first` on in index order. Called
 * by several threads at once, for different positions. */
struct outcome_sink {
    void (*put)(void *context, enum side side, uint64_t first, const struct outcome_bits *bits,
                size_t count);
    void *context;
};

struct outcomes {
    struct index_layout layout;
    unsigned sides; /* 1 when the signature is its own mirror (White to move), else 2 */
    struct outcome_bits bits[2]; /* by side to move */
};

/* Memory that outcomes_allocate() will take; 0 when the signature cannot be indexed. */
uint64_t outcomes_memory(const struct rules *rules, struct signature signature);

/* Room for a canonical signature; NULL when memory is short. Owned by the caller, who gives it back
 * with outcomes_free() (NULL is allowed). */
struct outcomes *outcomes_allocate(const struct rules *rules, struct signature signature);
void outcomes_free(struct outcomes *outcomes);

/* Sets `count` outcomes from index `first` on. Each position is set once at most; different ones by
 * different threads at once. */
void outcomes_put(struct outcomes *outcomes, enum side side, uint64_t first,
                  const struct outcome_bits *bits, size_t count);

/* A sink that does just that. */
struct outcome_sink outcomes_sink(struct outcomes *outcomes);

/* 32 bits of a plane from position `at` on; those after the last position are arbitrary. */
static inline uint32_t outcome_word(const uint64_t *plane, uint64_t at) {
    uint64_t low = plane[at / 64] >> at % 64;
    return (uint32_t)(at % 64 <= 32 ? low : low | plane[at / 64 + 1] << (64 - at % 64));
}

#endif
