/* near.h - distances of up to two plies, which the rules and the outcomes alone tell: for positions
 * of which there is no table of distances. */
#ifndef PROBE_NEAR_H
#define PROBE_NEAR_H

#include "context.h"

enum { NEAR_PLIES = 2 };

/* The distance of a decided position in METRIC_DTW or METRIC_DTC when it is at most `plies` (0 to
 * NEAR_PLIES) and can be told from the rules and from wins and losses; else FINAIS_NO_DISTANCE.
 * `wins` is the outcome for the side to move. A missing table is no failure. */
finais_status near_distance(finais_context *context, const struct position *position,
                            enum metric metric, bool wins, unsigned plies, int32_t *distance,
                            finais_error *error);

#endif
