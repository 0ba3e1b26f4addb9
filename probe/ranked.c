#include "ranked.h"
#include "evaluate.h"
#include "near.h"

/* A position whose moves are valued. */
struct root {
    const struct position *position;
    unsigned flags;
    unsigned near; /* those wanted distances that the tables do not tell of the position itself */
};

/* Distances of some moves only, from whatever tables there are, would make a list that no order
 * fits, and say less of the position than they seem to: where the tables do not tell a distance of
 * the position, they are not asked for that of its moves. */
static unsigned near_metrics(finais_context *context, const struct position *position,
                             unsigned flags) {
    static const struct {
        unsigned flag;
        enum metric metric;
    } wanted[] = {{FINAIS_WANT_DTW, METRIC_DTW}, {FINAIS_WANT_DTC, METRIC_DTC}};
    unsigned near = 0;
    for (size_t i = 0; (flags & FINAIS_IF_PRESENT) != 0 && i < 2; i++) {
        value ignored;
        if ((flags & wanted[i].flag) != 0 &&
            is_missing(evaluate(context, position, wanted[i].metric, &ignored, NULL)))
            near |= wanted[i].flag;
    }
    return near;
}

/* Seen from the player who moves to the position that `after` is about. */
static finais_result result_of_move(const finais_result *after) {
    finais_result result = {.wdl = -after->wdl,
                            .dtw = FINAIS_NO_DISTANCE,
                            .dtc = FINAIS_NO_DISTANCE,
                            .terminal = after->terminal};
    if (after->dtw != FINAIS_NO_DISTANCE)
        result.dtw = after->dtw + 1;
    if (after->dtc != FINAIS_NO_DISTANCE)
        result.dtc = after->dtc + 1;
    return result;
}

/* Adds the distances of the decided position `next` that no table is asked for. */
static finais_status find_near(finais_context *context, const struct position *next, unsigned near,
                               finais_result *after, finais_error *error) {
    finais_status status = FINAIS_OK;
    bool wins = after->wdl == FINAIS_WIN;
    if ((near & FINAIS_WANT_DTW) != 0)
        status = near_distance(context, next, METRIC_DTW, wins, NEAR_PLIES - 1, &after->dtw, error);
    if (status == FINAIS_OK && (near & FINAIS_WANT_DTC) != 0)
        status = near_distance(context, next, METRIC_DTC, wins, NEAR_PLIES - 1, &after->dtc, error);
    return status;
}

static finais_status value_move(finais_context *context, const struct root *root,
                                const struct move *move, finais_result *result,
                                finais_error *error) {
    struct position next = move_apply(context->handle->catalogue.rules, root->position, move);
    /* The distance from there to the next conversion is not asked for after a conversion. */
    unsigned own = move_converts(move) ? FINAIS_WANT_DTC : 0;
    finais_result after;
    finais_status status =
        evaluate_result(context, &next, root->flags & ~(own | root->near), &after, error);
    if (status == FINAIS_OK && after.wdl != FINAIS_DRAW)
        status = find_near(context, &next, root->near & ~own, &after, error);
    if (status != FINAIS_OK)
        return status;
    *result = result_of_move(&after);
    if (after.wdl != FINAIS_DRAW && (root->flags & own) != 0)
        result->dtc = 1;
    return FINAIS_OK;
}

/* The same, where a missing table is no failure if the flags say so. */
static finais_status value_move_if_present(finais_context *context, const struct root *root,
                                           const struct move *move, finais_result *result,
                                           finais_error *error) {
    if ((root->flags & FINAIS_IF_PRESENT) == 0)
        return value_move(context, root, move, result, error);
    /* An error that is passed over must not be left in the caller's. */
    finais_status status = value_move(context, root, move, result, NULL);
    if (is_missing(status)) {
        *result = (finais_result){FINAIS_UNKNOWN, FINAIS_NO_DISTANCE, FINAIS_NO_DISTANCE, 0};
        return FINAIS_OK;
    }
    return status == FINAIS_OK ? status : value_move(context, root, move, result, error);
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* Less is better: the outcome first, then the kind of distance that is known, then the distance. */
static int64_t rank(const finais_result *result) {
    enum { BY_DTW, BY_DTC, BY_NOTHING, KINDS };
    if (result->wdl == FINAIS_UNKNOWN)
        return INT64_MAX;
    int64_t kind = result->dtw != FINAIS_NO_DISTANCE   ? BY_DTW
                   : result->dtc != FINAIS_NO_DISTANCE ? BY_DTC
                                                       : BY_NOTHING;
    int64_t distance = kind == BY_DTW ? result->dtw : kind == BY_DTC ? result->dtc : 0;
    return (KINDS * -(int64_t)result->wdl + kind) * (INT64_C(1) << 32) + result->wdl * distance;
}

/* Insertion sort: lists are short, and equal moves keep their order. */
static void sort_moves(finais_move_list *list) {
    for (size_t i = 1; i < list->count; i++) {
        finais_ranked_move move = list->moves[i];
        size_t place = i;
        for (; place > 0; place--) {
            if (rank(&list->moves[place - 1].result) <= rank(&move.result))
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
    struct root root = {
        .position = position, .flags = flags, .near = near_metrics(context, position, flags)};
    list->count = 0;
    for (unsigned i = 0; i < moves.count; i++) {
        finais_ranked_move *ranked = &list->moves[i];
        ranked->move = move_export(&moves.moves[i]);
        finais_status status =
            value_move_if_present(context, &root, &moves.moves[i], &ranked->result, error);
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
    context_begin(context, (flags & FINAIS_NO_IO) != 0);
    return rank_moves(context, &imported, flags, list, error);
}
