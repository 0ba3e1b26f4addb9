/* draw_plies.h - how long a win takes under draw rules. */
#ifndef PROBE_DRAW_PLIES_H
#define PROBE_DRAW_PLIES_H

#include "draw_solver.h"

/* The plies to the end of the game, of a position whose decision holds: the winner takes the
 * shortest way that the rules leave, the loser the longest. FINAIS_NO_DISTANCE when the tables of
 * DTW are missing, or when it would take too long to find out. With forbidden positions it need not
 * be known whether the decision holds with them; it does when plies are found. */
finais_status draw_plies_find(struct draw_solver *solver, const struct position *position,
                              const struct draw_clock *clock,
                              const struct draw_forbidden *forbidden, int32_t *plies,
                              finais_error *error);

#endif
