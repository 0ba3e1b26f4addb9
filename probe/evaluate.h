/* evaluate.h - the value of one position in one metric: the heart of the prober.
 *
 * Quiet positions are in the tables. Positions in which the side to move has to capture are not;
 * their value comes from the positions after each capture, which have fewer pieces.
 */
#ifndef PROBE_EVALUATE_H
#define PROBE_EVALUATE_H

#include "choice.h"
#include "context.h"

/* The value of a position whose place has been found, but for an outcome that was preloaded.
 * `depth` moves, each of which takes a piece or is followed by one that does, have led to it:
 * context->lists from `depth` on are free. Outcomes are told apart as far as `bounds` say. */
finais_status evaluate_placed(finais_context *context, const struct position *position,
                              enum place_kind kind, const struct place *place, enum metric metric,
                              unsigned depth, struct bounds bounds, value *v, finais_error *error);

/* Whether the outcome lies in memory, where it is then read. */
static inline bool has_loaded_outcome(const finais_context *context, const struct place *place,
                                      value *v) {
    const struct loaded *loaded = &place->found->outcomes[place->canonical.side_to_move];
    if (loaded->values == NULL || context->leaves != NULL)
        return false;
    *v = loaded_outcome(loaded, place->found->slots.lane_bits, place->slot);
    return true;
}

/* The value of any possible position, `depth` and `bounds` as for evaluate_placed(). */
static inline finais_status evaluate_at(finais_context *context, const struct position *position,
                                        enum metric metric, unsigned depth, struct bounds bounds,
                                        value *v, finais_error *error) {
    const struct catalogue *catalogue = &context->handle->catalogue;
    struct place place;
    enum place_kind kind = catalogue->find_place(catalogue, position, &place);
    if (kind == PLACE_STORED && metric == METRIC_WDL && has_loaded_outcome(context, &place, v))
        return FINAIS_OK;
    return evaluate_placed(context, position, kind, &place, metric, depth, bounds, v, error);
}

/* The value for the side to move, for any possible position. METRIC_WDL gives a value without
 * distance and makes do with a table of distances where there is no WDL table. An empty side to
 * move has lost in 0; a side whose opponent is empty, and which can move, has won in 1 by either
 * distance. A position without a legal move is lost in 0, and needs no table. Reads files unless
 * context->no_io. */
static inline finais_status evaluate(finais_context *context, const struct position *position,
                                     enum metric metric, value *v, finais_error *error) {
    return evaluate_at(context, position, metric, 0, bounds_of_all(), v, error);
}

/* A value as a finais_wdl. */
static inline int32_t outcome_export(value v) {
    return (int32_t)value_is_win(v) - (int32_t)value_is_loss(v);
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
