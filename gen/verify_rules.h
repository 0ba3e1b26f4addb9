/* verify_rules.h - judging values by the rules alone.
 *
 * Shares nothing with the solver: only the rules and the index (core), and the arrays and the list
 * of them in which the values lie. Every value is computed again from the moves of its position.
 *
 * For distances that is a proof: a win in d plies needs a loss in d - 1, so no value can hang in
 * the air. Wins and losses without distance could support each other in a circle; therefore they
 * also have to be reached, step by step, from positions where the game or the signature ends.
 */
#ifndef GEN_VERIFY_RULES_H
#define GEN_VERIFY_RULES_H

#include "solver.h"

enum { OFFENDERS_MAX = 10 };

struct offender {
    enum side side;
    uint64_t index;
    value stored;
    value expected;
    bool unsupported; /* a win or loss that only a circle of others supports */
};

/* The positions with wrong values: how many, and the first of them in the order of the file. */
struct offenders {
    uint64_t count;
    struct offender first[OFFENDERS_MAX];
};

/* Like complete_values() of solver.h, independently of it. */
enum solve_status complete_by_rules(struct values *values, const struct lookup *others,
                                    const struct lookup *outcomes, unsigned threads);

/* Checks all values of a signature, completed by complete_by_rules(). `others` has the values of
 * the signatures that moves lead to, for DTC their outcomes. SOLVE_MISSING, SOLVE_NO_MEMORY or
 * SOLVE_OK, also when there are offenders. `progress` as in solver.h; SOLVE_STOPPED when it returns
 * false. */
enum solve_status verify_by_rules(const struct values *values, const struct lookup *others,
                                  unsigned threads, solve_progress *progress,
                                  void *progress_context, struct offenders *offenders);

#endif
