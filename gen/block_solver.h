/* block_solver.h - bit-parallel retrograde analysis of one signature; docs/algorithm.md, "Blocks"
 * and "Distances in blocks", explains it. The same values as solve_signature() gives, many times
 * faster.
 */
#ifndef GEN_BLOCK_SOLVER_H
#define GEN_BLOCK_SOLVER_H

#include "block_export.h"
#include "solver.h"

/* Solves a signature into `blocks`, fresh from blocks_allocate(), and into the distances that are
 * wanted (NULL: none), and gives the result to a sink (NULL: nowhere) as it comes, a placement of
 * the men at a time. `lookup` holds the blocks of every signature in signature_successors(), for
 * DTW with their distances; the blocks being solved are added to it here. `progress` as for
 * solve_signature(), in positions of the table; it may be NULL. */
enum solve_status solve_blocks(struct blocks *blocks, const struct distance_set *distances,
                               const struct outcome_sink *sink, struct block_lookup *lookup,
                               const struct kernel *kernel, unsigned threads,
                               solve_progress *progress, void *progress_context);

/* Brings solved blocks back from the values of a table file, in which positions with a capture are
 * not told, and perhaps one side to move: those are found anew from the successors in `lookup`, the
 * others taken over. `values` are of the same signature: WDL, or DTW to bring back its `distances`,
 * too, which are NULL otherwise. SOLVE_TOO_LONG when one exceeds what they allow. */
enum solve_status restore_blocks(struct blocks *blocks, struct distances *distances,
                                 const struct outcome_sink *sink, struct block_lookup *lookup,
                                 const struct kernel *kernel, const struct values *values,
                                 unsigned threads);

/* Working memory that either takes beside the blocks themselves and `distances` of the two sorts of
 * distances; 0 when the signature cannot be
 * solved in blocks. */
uint64_t solve_blocks_memory(const struct rules *rules, struct signature signature,
                             const struct kernel *kernel, unsigned threads, unsigned distances);

#endif
