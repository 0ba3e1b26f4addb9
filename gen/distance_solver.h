/* distance_solver.h - distances of one placement of the men whose wins and losses are known
 * (docs/algorithm.md, "Distances in blocks").
 */
#ifndef GEN_DISTANCE_SOLVER_H
#define GEN_DISTANCE_SOLVER_H

#include "kernel.h"
#include "solver.h"

/* Working memory for one placement of the men of a signature. */
bool placement_distances_make(struct placement_distances *place, const struct blocks *blocks);
void placement_distances_clear(struct placement_distances *place);
uint64_t placement_distances_memory(const struct blocks *blocks);

/* Finds the distances of a solved placement and puts them into `distances`. `scratch` has one for
 * each of `threads`. SOLVE_TOO_LONG when one exceeds what they allow. */
enum solve_status solve_distances(const struct placement_blocks *placement,
                                  struct placement_distances *place, struct distances *distances,
                                  const struct kernel *kernel,
                                  struct kernel_scratch *const *scratch, unsigned threads);

#endif
