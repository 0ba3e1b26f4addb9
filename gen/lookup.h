/* lookup.h - finding the value of any position among the values in memory. */
#ifndef GEN_LOOKUP_H
#define GEN_LOOKUP_H

#include "values.h"

/* Pieces of one kind and side that a lookup can tell apart: enough for endings of 12 pieces. */
enum { LOOKUP_KIND_MAX = 11 };

/* All values of one metric that are in memory. It does not own them. */
struct lookup {
    const struct rules *rules;
    enum metric metric;
    const struct values *of[LOOKUP_KIND_MAX + 1][LOOKUP_KIND_MAX + 1][LOOKUP_KIND_MAX + 1]
                           [LOOKUP_KIND_MAX + 1]; /* white men, kings, black men, kings */
};

/* An empty lookup on the heap, to be freed by free(); NULL when memory is short. */
struct lookup *lookup_new(const struct rules *rules, enum metric metric);

/* Adds values, or takes them out again. */
void lookup_add(struct lookup *lookup, const struct values *values);
void lookup_remove(struct lookup *lookup, struct signature signature);

/* The values of a canonical signature, NULL when they are not in memory. */
const struct values *lookup_find(const struct lookup *lookup, struct signature signature);

/* The value of a position for its side to move. A side without pieces has lost. False when the
 * values needed are not in memory. */
bool lookup_value(const struct lookup *lookup, const struct position *position, value *v);

#endif
