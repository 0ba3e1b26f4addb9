/* solved.h - endings solved in memory, for the tests of what is done with their values. */
#ifndef TESTS_SOLVED_H
#define TESTS_SOLVED_H

#include "lookup.h"

enum { SOLVED_MAX = 32 };

/* All endings of up to `pieces` pieces in one metric, by the solver. */
struct solved {
    struct values *values[SOLVED_MAX];
    unsigned count;
    struct lookup *lookup;
};

/* `outcomes` is WDL or DTW for DTC, else NULL. False when something fails. */
bool solve_endings(struct solved *solved, enum metric metric, unsigned pieces,
                   const struct lookup *outcomes);
void solved_free(struct solved *solved);

/* The values of a signature by its name; NULL when it was not solved. */
struct values *solved_find(const struct solved *solved, const char *name);

#endif
