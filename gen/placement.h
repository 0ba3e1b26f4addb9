/* placement.h - solving all king placements of one placement of the men, both sides to move.
 *
 * With the men fixed only quiet king moves lead from one of these positions to another; every other
 * move leads to values that are known already. A position's number here is
 * side to move * king_placements + king rank.
 */
#ifndef GEN_PLACEMENT_H
#define GEN_PLACEMENT_H

#include "successor.h"

enum placement_status {
    PLACEMENT_OK,
    PLACEMENT_NO_MEMORY,
    PLACEMENT_MISSING, /* a successor's values are not in memory */
    PLACEMENT_TOO_LONG /* a distance exceeds DISTANCE_MAX */
};

/* Working memory for placements of one layout, used by one thread at a time. */
struct placement;

/* NULL when memory is short. */
struct placement *placement_new(const struct index_layout *layout);
void placement_free(struct placement *placement);
uint64_t placement_memory(const struct index_layout *layout);

/* Solves the placement; `threads` may share the part of the work that looks at moves out of it. */
enum placement_status placement_solve(struct placement *placement,
                                      const struct successor_source *source, bitboard white_men,
                                      bitboard black_men, unsigned threads);

/* The values found, by king rank; fitted to the metric. */
value placement_value(const struct placement *placement, enum side side, uint64_t king_rank);

#endif
