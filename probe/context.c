#include "context.h"
#include "near.h"
#include <stdlib.h>

finais_status finais_context_new(finais_context **context, finais *handle, finais_error *error) {
    if (context == NULL || handle == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT,
                           "finais_context_new: an argument is NULL");
    finais_context *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_memory(error, "a context");
    made->handle = handle;
    made->cache = block_cache_new(handle->context_cache_bytes);
    made->lists = malloc(2 * handle->catalogue.rules->pieces_per_side * sizeof *made->lists);
    made->near_lists = malloc((NEAR_PLIES + 1) * sizeof *made->near_lists);
    made->ranked = malloc(sizeof *made->ranked);
    bool complete = made->cache != NULL && made->lists != NULL && made->near_lists != NULL &&
                    made->ranked != NULL;
    finais_status status =
        complete ? block_reader_init(&made->reader, error) : error_memory(error, "a context");
    if (status == FINAIS_OK)
        *context = made;
    else
        finais_context_free(made);
    return status;
}

void finais_context_free(finais_context *context) {
    if (context == NULL)
        return;
    block_reader_free(&context->reader);
    block_cache_free(context->cache);
    free(context->lists);
    free(context->near_lists);
    free(context->ranked);
    free(context);
}

finais_status position_import(const finais *handle, const finais_position *given,
                              struct position *position, finais_error *error) {
    if (handle == NULL || given == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "the %s is NULL",
                           handle == NULL ? "handle or context" : "position");
    const struct rules *rules = handle->catalogue.rules;
    *position =
        (struct position){.white = given->white,
                          .black = given->black,
                          .kings = given->kings,
                          .side_to_move = given->side_to_move == FINAIS_WHITE ? WHITE : BLACK};
    enum position_fault fault =
        given->side_to_move > FINAIS_BLACK
            ? POSITION_BAD_SIDE
            : position_check(rules->geometry, rules->pieces_per_side, position);
    if (given->reserved != 0)
        return error_plain(error, FINAIS_ILLEGAL_POSITION,
                           "impossible position: the field reserved is not 0");
    if (fault != POSITION_FINE)
        return error_plain(error, FINAIS_ILLEGAL_POSITION, "impossible position: %s",
                           position_fault_text(fault));
    return FINAIS_OK;
}
