#include "evaluate.h"
#include "leaves.h"
#include "missing.h"
#include "place.h"
#include "quiet.h"
#include "stored.h"

/* A value that needs no table. */
static finais_status known_value(finais_context *context, value known, value *v) {
    if (context->leaves != NULL)
        outline_note_known(&context->leaves->outline, known);
    *v = known;
    return FINAIS_OK;
}

/* ---- Quiet positions ------------------------------------------------------------------------- */

/* A position that no table tells of. One without a legal move needs none. `depth` is the number of
 * captures that led to it. */
static finais_status evaluate_unstored(finais_context *context, const struct position *position,
                                       enum metric metric, unsigned depth, value *v,
                                       finais_error *error) {
    const struct catalogue *catalogue = &context->handle->catalogue;
    struct move_list *list = &context->lists[depth];
    moves_generate(catalogue->rules, position, list);
    if (list->count == 0)
        return known_value(context, value_loss_in(0), v);
    /* Whether that is a failure may depend on values that are not known yet. */
    if (context->leaves != NULL)
        context->leaves->given_up = true;
    struct position canonical = position_canonical(catalogue->rules->geometry, position);
    struct table_identity identity = {.rules = catalogue->rules,
                                      .signature = signature_of_position(&canonical),
                                      .metric = metric};
    unsigned pieces = signature_pieces(identity.signature);
    return catalogue->largest != 0 && pieces > catalogue->largest
               ? missing_pieces(catalogue, pieces, depth > 0, error)
               : missing_table(catalogue, &identity, error);
}

static finais_status evaluate_quiet(finais_context *context, const struct place *place,
                                    enum metric metric, unsigned depth, struct bounds bounds,
                                    value *v, finais_error *error) {
    int32_t number = table_for_metric(place->found, metric);
    const struct table *table;
    enum side side = place->canonical.side_to_move;
    finais_status status = stored_table(context, number, &table, error);
    if (status != FINAIS_OK)
        return status;
    if (!header_stores(&table->header, side))
        return value_by_quiet_moves(context, place->found, table, number, &place->canonical, metric,
                                    depth, bounds, v, error);
    status = stored_value(context, table, number, side, place->slot, v, error);
    if (status == FINAIS_OK && metric == METRIC_WDL)
        *v = value_without_distance(*v);
    return status;
}

/* ---- Captures -------------------------------------------------------------------------------- */

/* Best over the captures in the list of this depth; `metric` is METRIC_WDL or METRIC_DTW. */
static finais_status best_capture(finais_context *context, const struct position *position,
                                  enum metric metric, unsigned depth, struct bounds bounds,
                                  value *v, finais_error *error) {
    const struct rules *rules = context->handle->catalogue.rules;
    const struct move_list *list = &context->lists[depth];
    struct choice choice = choice_start(context->leaves != NULL);
    for (unsigned i = 0; i < list->count && !choice_is_made(&choice, metric, bounds); i++) {
        struct position next = move_apply(rules, position, &list->moves[i]);
        value after;
        finais_status status = evaluate_at(context, &next, metric, depth + 1,
                                           bounds_after_move(bounds, choice.best), &after, error);
        if (status != FINAIS_OK)
            return status;
        choice_add(&choice, value_of_move(after, metric));
    }
    if (context->leaves != NULL)
        outline_note_choice(&context->leaves->outline, choice.count);
    *v = choice.best;
    return FINAIS_OK;
}

/* A capture is a conversion, so a decided position with one has DTC 1. */
static finais_status evaluate_captures(finais_context *context, const struct position *position,
                                       enum metric metric, unsigned depth, struct bounds bounds,
                                       value *v, finais_error *error) {
    if (context->lists[depth].overflow)
        return error_plain(error, FINAIS_TOO_MANY_MOVES, "the position has too many legal moves");
    if (metric != METRIC_DTC)
        return best_capture(context, position, metric, depth, bounds, v, error);
    finais_status status =
        best_capture(context, position, METRIC_WDL, depth, bounds_of_all(), v, error);
    if (status == FINAIS_OK)
        *v = outcome_by_conversion(*v);
    return status;
}

/* ---- All positions --------------------------------------------------------------------------- */

/* One side has nothing left. Against the other any move ends the game. */
static value value_of_one_side(finais_context *context, const struct position *position,
                               unsigned depth) {
    if (position_pieces(position, position->side_to_move) == 0)
        return value_loss_in(0);
    struct move_list *list = &context->lists[depth];
    moves_generate(context->handle->catalogue.rules, position, list);
    return list->count > 0 ? value_win_in(1) : value_loss_in(0);
}

finais_status evaluate_placed(finais_context *context, const struct position *position,
                              enum place_kind kind, const struct place *place, enum metric metric,
                              unsigned depth, struct bounds bounds, value *v, finais_error *error) {
    switch (kind) {
    case PLACE_ONE_SIDE:
        return known_value(context, value_of_one_side(context, position, depth), v);
    case PLACE_CAPTURE:
        moves_captures_by(context->handle->catalogue.rules, position, place->capturers,
                          &context->lists[depth]);
        return evaluate_captures(context, position, metric, depth, bounds, v, error);
    case PLACE_STORED:
        if (table_for_metric(place->found, metric) != NO_TABLE)
            return evaluate_quiet(context, place, metric, depth, bounds, v, error);
        break;
    case PLACE_UNKNOWN:
        break;
    }
    return evaluate_unstored(context, position, metric, depth, v, error);
}
