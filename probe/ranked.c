#include "ranked.h"
#include "evaluate.h"
#include <stdlib.h>

/* Seen from the player who moves to the position that `after` is about. */
static finais_result result_of_move(const finais_result *after, bool converts, unsigned flags) {
    finais_result result = {.wdl = -after->wdl,
                            .dtw = FINAIS_NO_DISTANCE,
                            .dtc = FINAIS_NO_DISTANCE,
                            .terminal = after->terminal};
    if (after->wdl == FINAIS_DRAW)
        return result;
    if (after->dtw != FINAIS_NO_DISTANCE)
        result.dtw = after->dtw + 1;
    if (converts && (flags & FINAIS_WANT_DTC) != 0)
        result.dtc = 1;
    else if (after->dtc != FINAIS_NO_DISTANCE)
        result.dtc = after->dtc + 1;
    return result;
}

static finais_status value_move(finais_context *context, const struct position *position,
                                const struct move *move, unsigned flags, finais_result *result,
                                finais_error *error) {
    struct position next = move_apply(context->handle->catalogue.rules, position, move);
    bool converts = move->captured != 0 || move->promotes;
    /* The distance from there to the next conversion is not asked for then. */
    unsigned wanted = converts ? flags & ~(unsigned)FINAIS_WANT_DTC : flags;
    finais_result after;
    finais_status status = evaluate_result(context, &next, wanted, &after, error);
    if (status == FINAIS_OK)
        *result = result_of_move(&after, converts, flags);
    return status;
}

static int32_t distance(const finais_result *result, enum metric metric) {
    return metric == METRIC_DTW ? result->dtw : result->dtc;
}

/* The metric whose distance all decided moves have, so that they can be put in one order. */
static enum metric ranking_metric(const finais_move_list *list) {
    bool all[METRICS + 1] = {[METRIC_DTW] = true, [METRIC_DTC] = true};
    for (size_t i = 0; i < list->count; i++)
        for (enum metric metric = METRIC_DTW; metric <= METRIC_DTC; metric++)
            if (list->moves[i].result.wdl != FINAIS_DRAW &&
                distance(&list->moves[i].result, metric) == FINAIS_NO_DISTANCE)
                all[metric] = false;
    return all[METRIC_DTW] ? METRIC_DTW : all[METRIC_DTC] ? METRIC_DTC : METRIC_WDL;
}

/* Less is better. */
static int64_t rank(const finais_result *result, enum metric metric) {
    int64_t by_distance = metric == METRIC_WDL ? 0 : distance(result, metric);
    return -(int64_t)result->wdl * (INT64_C(1) << 32) + result->wdl * by_distance;
}

/* Insertion sort: lists are short, and equal moves keep their order. */
static void sort_moves(finais_move_list *list) {
    enum metric metric = ranking_metric(list);
    for (size_t i = 1; i < list->count; i++) {
        finais_ranked_move move = list->moves[i];
        size_t place = i;
        for (; place > 0; place--) {
            if (rank(&list->moves[place - 1].result, metric) <= rank(&move.result, metric))
                break;
            list->moves[place] = list->moves[place - 1];
        }
        list->moves[place] = move;
    }
}

finais_status rank_moves(finais_context *context, const struct position *position, unsigned flags,
                         finais_move_list *list, finais_error *error) {
    struct move_list moves;
    moves_generate(context->handle->catalogue.rules, position, &moves);
    if (moves.overflow || moves.count > FINAIS_MOVES_MAX)
        return error_plain(error, FINAIS_TOO_MANY_MOVES, "the position has more than %d moves",
                           (int)FINAIS_MOVES_MAX);
    list->count = 0;
    for (unsigned i = 0; i < moves.count; i++) {
        finais_ranked_move *ranked = &list->moves[i];
        ranked->move = move_export(&moves.moves[i]);
        finais_status status =
            value_move(context, position, &moves.moves[i], flags, &ranked->result, error);
        if (status != FINAIS_OK)
            return status;
    }
    list->count = moves.count;
    sort_moves(list);
    return FINAIS_OK;
}

finais_status finais_root_moves(finais_context *context, const finais_position *position,
                                unsigned flags, finais_move_list *list, finais_error *error) {
    struct position imported;
    finais_status status =
        position_import(context != NULL ? context->handle : NULL, position, &imported, error);
    if (status == FINAIS_OK)
        status = check_flags(flags, error);
    if (status != FINAIS_OK)
        return status;
    if (list == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "list is NULL");
    context->no_io = (flags & FINAIS_NO_IO) != 0;
    return rank_moves(context, &imported, flags, list, error);
}
