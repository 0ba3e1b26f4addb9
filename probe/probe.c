/* Probing one position: values and distances together. */
#include "evaluate.h"
#include "near.h"

static int32_t public_distance(value v) {
    return v == VALUE_DRAW ? FINAIS_NO_DISTANCE : (int32_t)value_distance(v);
}

/* What is known so far of a position. */
struct findings {
    bool known;
    value v; /* of any metric */
    int32_t distance[METRICS + 1];
};

/* Tables that are each intact, but not of the same game. */
static finais_status contradiction(const finais_context *context, const struct position *position,
                                   finais_error *error) {
    char name[FINAIS_TABLE_NAME_SIZE];
    table_name_of_position(context->handle->catalogue.rules, position, METRIC_DTC, name);
    return error_table(error, FINAIS_TABLE_CORRUPT, name, ERROR_NO_BLOCK,
                       "table %s, or one that its captures lead to, contradicts the table of %s: "
                       "generate both again",
                       name, metric_name(METRIC_DTW));
}

/* Adds the distance of one metric. With FINAIS_IF_PRESENT a missing table is no failure. */
static finais_status find_distance(finais_context *context, const struct position *position,
                                   enum metric metric, bool if_present, struct findings *findings,
                                   finais_error *error) {
    value v;
    /* An error that is passed over must not be left in the caller's. */
    finais_status status = evaluate(context, position, metric, &v, if_present ? NULL : error);
    if (if_present && status == FINAIS_TABLE_MISSING)
        return FINAIS_OK;
    if (if_present && status != FINAIS_OK)
        status = evaluate(context, position, metric, &v, error);
    if (status != FINAIS_OK)
        return status;
    if (findings->known && outcome_export(findings->v) != outcome_export(v))
        return contradiction(context, position, error);
    findings->known = true;
    findings->v = v;
    findings->distance[metric] = public_distance(v);
    return FINAIS_OK;
}

/* Adds a distance that no table has, when it is so short that the outcomes tell it. */
static finais_status find_near_distance(finais_context *context, const struct position *position,
                                        enum metric metric, struct findings *findings,
                                        finais_error *error) {
    if (findings->v == VALUE_DRAW || findings->distance[metric] != FINAIS_NO_DISTANCE)
        return FINAIS_OK;
    return near_distance(context, position, metric, value_is_win(findings->v), NEAR_PLIES,
                         &findings->distance[metric], error);
}

/* Whether a lost position is lost because there is no legal move. */
static bool has_no_move(finais_context *context, const struct position *position,
                        const struct findings *findings) {
    for (enum metric metric = METRIC_DTW; metric <= METRIC_DTC; metric++)
        if (findings->distance[metric] != FINAIS_NO_DISTANCE)
            return findings->distance[metric] == 0;
    struct move_list *list = &context->lists[0];
    moves_generate(context->handle->catalogue.rules, position, list);
    return list->count == 0;
}

finais_status evaluate_result(finais_context *context, const struct position *position,
                              unsigned flags, finais_result *result, finais_error *error) {
    struct findings findings = {.known = false};
    bool if_present = (flags & FINAIS_IF_PRESENT) != 0;
    finais_status status = FINAIS_OK;
    findings.distance[METRIC_DTW] = FINAIS_NO_DISTANCE;
    findings.distance[METRIC_DTC] = FINAIS_NO_DISTANCE;
    if ((flags & FINAIS_WANT_DTW) != 0)
        status = find_distance(context, position, METRIC_DTW, if_present, &findings, error);
    if (status == FINAIS_OK && (flags & FINAIS_WANT_DTC) != 0)
        status = find_distance(context, position, METRIC_DTC, if_present, &findings, error);
    if (status == FINAIS_OK && !findings.known)
        status = evaluate(context, position, METRIC_WDL, &findings.v, error);
    if (status == FINAIS_OK && if_present && (flags & FINAIS_WANT_DTW) != 0)
        status = find_near_distance(context, position, METRIC_DTW, &findings, error);
    if (status == FINAIS_OK && if_present && (flags & FINAIS_WANT_DTC) != 0)
        status = find_near_distance(context, position, METRIC_DTC, &findings, error);
    if (status != FINAIS_OK)
        return status;
    *result = (finais_result){.wdl = outcome_export(findings.v),
                              .dtw = findings.distance[METRIC_DTW],
                              .dtc = findings.distance[METRIC_DTC]};
    if (value_is_loss(findings.v))
        result->terminal = has_no_move(context, position, &findings);
    return FINAIS_OK;
}

finais_status check_flags(unsigned flags, finais_error *error) {
    unsigned known = FINAIS_WANT_ALL | FINAIS_IF_PRESENT | FINAIS_NO_IO;
    if ((flags & ~known) != 0)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "unknown flags %#x", flags & ~known);
    return FINAIS_OK;
}

finais_status finais_probe_wdl(finais_context *context, const finais_position *position,
                               finais_wdl *wdl, finais_error *error) {
    struct position imported;
    finais_status status =
        position_import(context != NULL ? context->handle : NULL, position, &imported, error);
    if (status != FINAIS_OK)
        return status;
    if (wdl == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "wdl is NULL");
    value v;
    context_begin(context, false);
    status = evaluate(context, &imported, METRIC_WDL, &v, error);
    if (status == FINAIS_OK)
        *wdl = (finais_wdl)outcome_export(v);
    return status;
}

finais_status finais_probe(finais_context *context, const finais_position *position, unsigned flags,
                           finais_result *result, finais_error *error) {
    struct position imported;
    finais_status status =
        position_import(context != NULL ? context->handle : NULL, position, &imported, error);
    if (status == FINAIS_OK)
        status = check_flags(flags, error);
    if (status != FINAIS_OK)
        return status;
    if (result == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "result is NULL");
    context_begin(context, (flags & FINAIS_NO_IO) != 0);
    return evaluate_result(context, &imported, flags, result, error);
}
