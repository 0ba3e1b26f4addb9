/* draw_search.h - a short search for whether a win holds under draw rules: most wins are easy, and
 * need no solving of all positions and counters. Inside the solver of draw_solver.h. */
#ifndef PROBE_DRAW_SEARCH_H
#define PROBE_DRAW_SEARCH_H

#include "draw_unit.h"

/* Plays forward from a decided position, the winner's moves in the order of their DTC, until
 * distances tell (draw_solver_bound()). DRAW_UNDECIDED when that takes too many positions. Adds the
 * positions looked at to *looked_at. */
enum draw_status draw_search(struct draw_solver *solver, const struct position *position,
                             const struct draw_clock *clock, unsigned *looked_at,
                             enum draw_answer *answer, finais_error *error);

#endif
