/* evaluate.h - the value of one position in one metric: the heart of the prober.
 *
 * Quiet positions are in the tables. Positions in which the side to move has to capture are not;
 * their value comes from the positions after each capture, which have fewer pieces.
 */
#ifndef PROBE_EVALUATE_H
#define PROBE_EVALUATE_H

#include "choice.h"
#include "context.h"

/* The value for the side to move, for any possible position. METRIC_WDL gives a value without
 * distance and makes do with a table of distances where there is no WDL table. An empty side to
 * move has lost in 0; a side whose opponent is empty, and which can move, has won in 1 by either
 * distance. A position without a legal move is lost in 0, and needs no table. Reads files unless
 * context->no_io. */
finais_status evaluate(finais_context *context, const struct position *position, enum metric metric,
                       value *v, finais_error *error);

/* The same for a position that `depth` moves, each of which takes a piece or is followed by one
 * that does, have led to: context->lists from `depth` on are free. Outcomes are told apart as far
 * as `bounds` say. */
finais_status evaluate_at(finais_context *context, const struct position *position,
                          enum metric metric, unsigned depth, struct bounds bounds, value *v,
                          finais_error *error);

/* A value as a finais_wdl. */
static inline int32_t outcome_export(value v) {
    return value_is_win(v) ? FINAIS_WIN : value_is_loss(v) ? FINAIS_LOSS : FINAIS_DRAW;
}

/* Whether a failure means that a table is not there. */
static inline bool is_missing(finais_status status) {
    return status == FINAIS_TABLE_MISSING || status == FINAIS_TOO_MANY_PIECES;
}

/* What finais_probe() does, with valid arguments. */
finais_status evaluate_result(finais_context *context, const struct position *position,
                              unsigned flags, finais_result *result, finais_error *error);

/* Whether the caller's flags are all known. */
finais_status check_flags(unsigned flags, finais_error *error);

#endif
