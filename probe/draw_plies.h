/* draw_plies.h - how long a win takes under draw rules. */
#ifndef PROBE_DRAW_PLIES_H
#define PROBE_DRAW_PLIES_H

#include "draw_solver.h"

/* The plies to the end of the game, of a decided position that is not drawn by the clock yet: the
 * winner takes the shortest way that the rules and forbidden positions leave, the loser the
 * longest. Where they are found the decision holds, and DRAW_FALLS tells that it does not.
 * DRAW_UNDECIDED, with FINAIS_NO_DISTANCE, when the tables of DTW are missing, or when it would
 * take too long to find out; without `longer` also when it is more than the DTW. */
finais_status draw_plies_find(struct draw_solver *solver, const struct position *position,
                              const struct draw_clock *clock,
                              const struct draw_forbidden *forbidden, bool longer,
                              enum draw_answer *answer, int32_t *plies, finais_error *error);

#endif
