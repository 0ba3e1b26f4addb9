/* draw_solver.h - whether a win stays a win under draw rules, with the counters as they stand.
 *
 * Draw rules only ever turn wins into draws, so a position that is drawn in theory is drawn under
 * them, and of a decided one it is asked whether the decision holds. Most questions are answered by
 * the distance to the next conversion alone; the others by solving positions and counters together,
 * for one placement of the men after the other, as needed (draw_unit.c). docs/adjudication.md tells
 * why this is exact.
 *
 * A solver belongs to one context, and with it to one thread at a time. What it has solved it
 * keeps.
 */
#ifndef PROBE_DRAW_SOLVER_H
#define PROBE_DRAW_SOLVER_H

#include "context.h"
#include "draw_plan.h"

/* Endings of which it is known that every win holds when all counters are fresh: a counter of plies
 * at 0, one about the road at most at 1. Of signatures with at most `pieces` all but those listed.
 */
struct draw_facts {
    unsigned pieces;
    const char *const *exceptions; /* names of signatures, ends with NULL; may be NULL */
};

enum draw_answer { DRAW_HOLDS, DRAW_FALLS, DRAW_UNDECIDED };

/* Positions of a game that may not be reached again, since they have been there as often as the
 * rules allow short of a draw. All have the same men. */
struct draw_forbidden {
    const struct position *positions;
    size_t count;
};

/* Whether a position is among those, of which there may be none (NULL). */
static inline bool draw_is_forbidden(const struct draw_forbidden *forbidden,
                                     const struct position *position) {
    for (size_t i = 0; forbidden != NULL && i < forbidden->count; i++)
        if (positions_equal(&forbidden->positions[i], position))
            return true;
    return false;
}

struct draw_solver;

/* Uses about `memory` bytes at most. `rules` is copied; `facts` may be NULL and has to live as long
 * as the solver. NULL when there is no memory. */
struct draw_solver *draw_solver_new(finais_context *context, const struct draw_rules *rules,
                                    const struct draw_facts *facts, size_t memory);
void draw_solver_free(struct draw_solver *solver);

const struct draw_rules *draw_solver_rules(const struct draw_solver *solver);

/* For a position that is decided in theory, and not drawn by the clock yet: whether the decision
 * holds. DRAW_UNDECIDED comes with a reason for a person (static storage). Missing tables are
 * undecided as well; a status other than FINAIS_OK is a failure. */
finais_status draw_solver_ask(struct draw_solver *solver, const struct position *position,
                              const struct draw_clock *clock,
                              const struct draw_forbidden *forbidden, enum draw_answer *answer,
                              const char **reason, finais_error *error);

/* Leaves out what the distances tell, so that only the solving of positions and counters answers:
 * for tests, which compare the two. */
void draw_solver_without_bounds(struct draw_solver *solver);

/* Bytes of what it has solved and keeps. */
size_t draw_solver_bytes(const struct draw_solver *solver);

#endif
