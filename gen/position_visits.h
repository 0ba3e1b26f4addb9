/* position_visits.h - going through all positions of a signature, shared out among threads. */
#ifndef GEN_POSITION_VISITS_H
#define GEN_POSITION_VISITS_H

#include "rules_judge.h"
#include "solver.h"

struct visit_progress {
    solve_progress *progress; /* may be NULL */
    void *context;
    bool counts; /* else positions are visited again and `done` stays */
    uint64_t done;
    bool stopped; /* the progress function said so */
};

/* Looks at one position; called by several threads at once, each with a finder of its own. */
typedef bool position_visitor(void *context, const struct judge *judge, struct value_finder *finder,
                              uint64_t index, const struct position *position);

/* Whether a position is to be visited at all. */
typedef bool position_filter(const void *context, const struct judge *judge, enum side side,
                             uint64_t index);

/* Visits the positions that are wanted, all of them with NULL. False when the visitor returned
 * false anywhere. */
bool visit_positions(const struct judge *judge, unsigned threads, struct visit_progress *state,
                     position_filter *wanted, position_visitor *visit, void *context);

#endif
