/* verify_support.h - wins and losses without distance have to be reached from somewhere.
 *
 * Values that agree with those of their successors could still support each other in a circle, each
 * win because of the next one's loss. So every win or loss has to be *supported*: a win by a
 * supported loss after it, a loss by supported wins alone. Captures and promotions end the
 * signature, so what they lead to is supported.
 *
 * Support is found while values are compared, spreads at once to the positions before, and what is
 * left is looked at again until nothing changes; the result does not depend on the order.
 */
#ifndef GEN_VERIFY_SUPPORT_H
#define GEN_VERIFY_SUPPORT_H

#include "position_visits.h"

struct support {
    const struct judge *judge; /* of WDL values */
    uint64_t *supported[2];    /* a bit for each position, by stored side to move */
};

/* False when memory is short; to be cleared in any case. */
bool support_make(struct support *support, const struct judge *judge);
void support_clear(struct support *support);
uint64_t support_memory(const struct index_layout *layout, unsigned sides);

/* Notes that a win or loss, or a position with a capture, is supported, and what follows for the
 * positions before it. For several threads at once. */
void support_add(struct support *support, struct value_finder *finder, uint64_t index,
                 const struct position *position);

/* Finds the support of all positions that have any. */
void support_complete(struct support *support, unsigned threads, struct visit_progress *state);

/* A win or loss without support; a position_filter, with the support as context. */
bool is_unsupported(const void *support, const struct judge *judge, enum side side, uint64_t index);

#endif
