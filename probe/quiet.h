/* quiet.h - the value of a position from those after its quiet moves. */
#ifndef PROBE_QUIET_H
#define PROBE_QUIET_H

#include "choice.h"
#include "context.h"

/* The value of a position in which the side to move does not have to capture and the opponent has
 * pieces, by one ply of search. `found` is the signature where the canonical position is looked up,
 * and `table`, number `number`, holds the metric (for METRIC_WDL also a table of distances); what
 * it stores for the position's own side to move is not asked for. `depth` and `bounds` as for
 * evaluate_at(). */
finais_status value_by_quiet_moves(finais_context *context, const struct found_signature *found,
                                   const struct table *table, int32_t number,
                                   const struct position *canonical, enum metric metric,
                                   unsigned depth, struct bounds bounds, value *v,
                                   finais_error *error);

#endif
