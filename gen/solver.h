/* solver.h - retrograde analysis of one signature; docs/algorithm.md explains it.
 *
 * Men never go back, so a signature falls apart into one small problem for each placement of the
 * men, in which only kings move. Placements are solved from the most advanced men to the least;
 * those of the same advancement do not depend on each other and are shared out among the threads.
 * The values do not depend on the number of threads.
 */
#ifndef GEN_SOLVER_H
#define GEN_SOLVER_H

#include "lookup.h"

enum solve_status {
    SOLVE_OK,
    SOLVE_NO_MEMORY,
    SOLVE_STOPPED, /* the progress function said so */
    SOLVE_MISSING, /* a successor's values are not in the lookup */
    SOLVE_TOO_LONG /* a distance exceeds DISTANCE_MAX */
};

/* Called now and then, by one thread at a time, with the number of positions done so far (of
 * values->sides * layout.positions); the solver stops soon after it returns false. */
typedef bool solve_progress(void *context, uint64_t positions_done);

/* Solves one metric of a signature into `values`, which is fresh from values_allocate().
 * `successors` holds the values of the same metric of every signature in signature_successors();
 * `outcomes` holds their WDL or DTW values and is used by DTC alone (NULL otherwise).
 * `progress` may be NULL. */
enum solve_status solve_signature(struct values *values, const struct lookup *successors,
                                  const struct lookup *outcomes, unsigned threads,
                                  solve_progress *progress, void *progress_context);

/* Fills in what table files leave out: the values of all positions in which the side to move has to
 * capture, from those of smaller signatures, and of a side to move that is not told, from the other
 * side's and those of signatures that promotions lead to. Arguments as above. */
enum solve_status complete_values(struct values *values, const struct lookup *successors,
                                  const struct lookup *outcomes, unsigned threads);

#endif
