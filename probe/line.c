/* The main line of a position: best play of both sides. */
#include "evaluate.h"
#include "ranked.h"

static struct position play(const finais_context *context, const struct position *position,
                            const finais_move *move) {
    struct move played = {.captured = move->captured,
                          .from = move->from,
                          .to = move->to,
                          .promotes = move->promotes != 0};
    return move_apply(context->handle->catalogue.rules, position, &played);
}

/* The line gets shorter by one ply with every move; tables in which it does not are not of one
 * game, and following them might never end. */
static finais_status contradiction(const finais_context *context, const struct position *position,
                                   finais_error *error) {
    char name[FINAIS_TABLE_NAME_SIZE];
    table_name_of_position(context->handle->catalogue.rules, position, METRIC_DTW, name);
    return error_table(error, FINAIS_TABLE_CORRUPT, name, ERROR_NO_BLOCK,
                       "table %s contradicts the values after the moves: generate it again", name);
}

finais_status finais_main_line(finais_context *context, const finais_position *position,
                               finais_move *moves, size_t capacity, size_t *count,
                               finais_error *error) {
    struct position here;
    finais_status status =
        position_import(context != NULL ? context->handle : NULL, position, &here, error);
    if (status != FINAIS_OK)
        return status;
    if (count == NULL || (moves == NULL && capacity > 0))
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_main_line: NULL");
    finais_result result;
    context_begin(context, false);
    status = evaluate_result(context, &here, FINAIS_WANT_DTW, &result, error);
    if (status != FINAIS_OK)
        return status;
    size_t length = 0;
    for (int32_t left = result.dtw; left > 0 && length < capacity; left--) {
        finais_move_list *list = context->ranked;
        status = rank_moves(context, &here, FINAIS_WANT_DTW, list, error);
        if (status != FINAIS_OK)
            return status;
        if (list->count == 0 || list->moves[0].result.dtw != left)
            return contradiction(context, &here, error);
        moves[length++] = list->moves[0].move;
        here = play(context, &here, &list->moves[0].move);
    }
    *count = length;
    return FINAIS_OK;
}
