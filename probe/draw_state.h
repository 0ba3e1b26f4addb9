/* draw_state.h - a position together with its counters, as what a search under draw rules
 * remembers.
 */
#ifndef PROBE_DRAW_STATE_H
#define PROBE_DRAW_STATE_H

#include "draw_rules.h"
#include <string.h>

/* On boards with more squares nothing is remembered of positions. */
enum { DRAW_SQUARES_MAX = 32 };

/* How many slots a memory of positions gets: a power of two from `least` to `most`, the greatest
 * that fits into `memory` bytes. */
static inline size_t draw_slots_that_fit(size_t least, size_t most, size_t slot_bytes,
                                         size_t memory) {
    size_t count = least;
    while (count < most && 2 * count * slot_bytes <= memory)
        count *= 2;
    return count;
}

static inline uint64_t draw_position_hash(const struct position *position) {
    uint64_t hash = position->white * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ position->black) * UINT64_C(0xc2b2ae3d27d4eb4f);
    hash = (hash ^ position->kings) * UINT64_C(0x165667b19e3779f9);
    hash = (hash + position->side_to_move) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static inline uint64_t draw_state_hash(const struct position *position,
                                       const struct draw_clock *clock) {
    uint64_t hash = draw_position_hash(position);
    for (int i = 0; i < DRAW_COUNTERS_MAX; i++)
        hash = (hash ^ clock->counts[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static inline bool draw_states_equal(const struct position *position,
                                     const struct draw_clock *clock,
                                     const struct position *other_position,
                                     const struct draw_clock *other_clock) {
    return positions_equal(position, other_position) &&
           memcmp(clock, other_clock, sizeof *clock) == 0;
}

#endif
