#include "near.h"
#include "evaluate.h"

/* What stays the same in one search. */
struct near {
    finais_context *context;
    enum metric metric;
    finais_error *error;
};

static finais_status find(const struct near *near, const struct position *position, bool wins,
                          unsigned plies, int32_t *distance);

/* Whether a position after a move is lost; *known is false when a table for that is missing. */
static finais_status is_lost(const struct near *near, const struct position *next, bool *known,
                             bool *lost) {
    value v;
    finais_status status = evaluate(near->context, next, METRIC_WDL, &v, NULL);
    if (status != FINAIS_OK && !is_missing(status))
        status = evaluate(near->context, next, METRIC_WDL, &v, near->error);
    *known = status == FINAIS_OK;
    *lost = *known && value_is_loss(v);
    return is_missing(status) ? FINAIS_OK : status;
}

/* The distance by one move, which keeps the outcome. */
static finais_status find_by_move(const struct near *near, const struct position *next,
                                  bool converts, bool wins, unsigned plies, int32_t *distance) {
    *distance = 0;
    finais_status status = FINAIS_OK;
    if (!converts)
        status = find(near, next, !wins, plies - 1, distance);
    if (status == FINAIS_OK && *distance != FINAIS_NO_DISTANCE)
        ++*distance;
    return status;
}

/* The winner's shortest way. A distance that is found is at most `plies`, and one that is not found
 * is more; only a conversion with an unknown outcome may be shorter than what is found. */
static finais_status find_win(const struct near *near, const struct position *position,
                              const struct move_list *list, unsigned plies, int32_t *distance) {
    bool unsure = false;
    int32_t best = FINAIS_NO_DISTANCE;
    for (unsigned i = 0; i < list->count && best != 1; i++) {
        struct position next =
            move_apply(near->context->handle->catalogue.rules, position, &list->moves[i]);
        bool converts = near->metric == METRIC_DTC && move_converts(&list->moves[i]);
        bool known;
        bool lost;
        int32_t found = FINAIS_NO_DISTANCE;
        finais_status status = is_lost(near, &next, &known, &lost);
        unsure = unsure || (!known && converts);
        if (status == FINAIS_OK && lost)
            status = find_by_move(near, &next, converts, true, plies, &found);
        if (status != FINAIS_OK)
            return status;
        if (found != FINAIS_NO_DISTANCE && (best == FINAIS_NO_DISTANCE || found < best))
            best = found;
    }
    *distance = unsure && best != 1 ? FINAIS_NO_DISTANCE : best;
    return FINAIS_OK;
}

/* The loser's longest way: every move has to be known. */
static finais_status find_loss(const struct near *near, const struct position *position,
                               const struct move_list *list, unsigned plies, int32_t *distance) {
    int32_t longest = 0;
    for (unsigned i = 0; i < list->count; i++) {
        struct position next =
            move_apply(near->context->handle->catalogue.rules, position, &list->moves[i]);
        bool converts = near->metric == METRIC_DTC && move_converts(&list->moves[i]);
        finais_status status = find_by_move(near, &next, converts, false, plies, distance);
        if (status != FINAIS_OK || *distance == FINAIS_NO_DISTANCE)
            return status;
        if (*distance > longest)
            longest = *distance;
    }
    *distance = longest;
    return FINAIS_OK;
}

static finais_status find(const struct near *near, const struct position *position, bool wins,
                          unsigned plies, int32_t *distance) {
    struct move_list *list = &near->context->near_lists[plies];
    moves_generate(near->context->handle->catalogue.rules, position, list);
    *distance = list->count == 0 ? 0 : FINAIS_NO_DISTANCE;
    if (list->count == 0 || list->overflow || plies == 0)
        return FINAIS_OK;
    return wins ? find_win(near, position, list, plies, distance)
                : find_loss(near, position, list, plies, distance);
}

finais_status near_distance(finais_context *context, const struct position *position,
                            enum metric metric, bool wins, unsigned plies, int32_t *distance,
                            finais_error *error) {
    struct near near = {.context = context, .metric = metric, .error = error};
    return find(&near, position, wins, plies, distance);
}
