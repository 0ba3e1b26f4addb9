#include "context.h"
#include "near.h"
#include <stdlib.h>

static unsigned lists_for_captures(const finais *handle) {
    return 2 * handle->catalogue.rules->pieces_per_side;
}

static finais_status allocate(finais_context *context, finais_error *error) {
    finais *handle = context->handle;
    context->cache = block_cache_new(handle->context_cache_bytes, &handle->memory);
    context->lists = malloc(lists_for_captures(handle) * sizeof *context->lists);
    context->near_lists = malloc((NEAR_PLIES + 1) * sizeof *context->near_lists);
    context->ranked = malloc(sizeof *context->ranked);
    if (context->cache == NULL || context->lists == NULL || context->near_lists == NULL ||
        context->ranked == NULL)
        return error_memory(error, "a context");
    return block_reader_init(&context->reader, error);
}

static size_t list_bytes(const finais *handle) {
    return (lists_for_captures(handle) + NEAR_PLIES + 1) * sizeof(struct move_list) +
           sizeof(finais_move_list);
}

size_t context_memory_expected(const finais *handle) {
    enum { DECOMPRESSOR = 128 << 10 }; /* a little more than zstd 1.5 takes */
    return list_bytes(handle) + DECOMPRESSOR;
}

static finais_status count_memory(finais_context *context, finais_error *error) {
    struct memory *memory = &context->handle->memory;
    size_t bytes = sizeof *context + list_bytes(context->handle) +
                   block_cache_own_bytes(context->cache) + block_reader_bytes(&context->reader);
    if (!memory_take(memory, bytes))
        return error_plain(error, FINAIS_NO_MEMORY,
                           "a context takes %zu bytes, more than is left of the memory budget of "
                           "%zu bytes",
                           bytes, memory->limit);
    context->fixed_bytes = bytes;
    atomic_fetch_add(&memory->contexts, 1);
    return FINAIS_OK;
}

finais_status finais_context_new(finais_context **context, finais *handle, finais_error *error) {
    if (context == NULL || handle == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT,
                           "finais_context_new: an argument is NULL");
    finais_context *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_memory(error, "a context");
    made->handle = handle;
    finais_status status = allocate(made, error);
    if (status == FINAIS_OK)
        status = count_memory(made, error);
    if (status == FINAIS_OK)
        *context = made;
    else
        finais_context_free(made);
    return status;
}

void finais_context_free(finais_context *context) {
    if (context == NULL)
        return;
    if (context->fixed_bytes > 0) {
        memory_give(&context->handle->memory, context->fixed_bytes);
        atomic_fetch_sub(&context->handle->memory.contexts, 1);
    }
    block_reader_free(&context->reader);
    block_cache_free(context->cache);
    free(context->lists);
    free(context->near_lists);
    free(context->ranked);
    free(context);
}

finais_status position_refuse(const finais *handle, const finais_position *given,
                              finais_error *error) {
    if (handle == NULL || given == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "the %s is NULL",
                           handle == NULL ? "handle or context" : "position");
    const struct rules *rules = handle->catalogue.rules;
    struct position position = {.white = given->white,
                                .black = given->black,
                                .kings = given->kings,
                                .side_to_move =
                                    given->side_to_move == FINAIS_WHITE ? WHITE : BLACK};
    enum position_fault fault =
        given->side_to_move > FINAIS_BLACK
            ? POSITION_BAD_SIDE
            : position_check(rules->geometry, rules->pieces_per_side, &position);
    if (given->reserved != 0)
        return error_plain(error, FINAIS_ILLEGAL_POSITION,
                           "impossible position: the field reserved is not 0");
    return error_plain(error, FINAIS_ILLEGAL_POSITION, "impossible position: %s",
                       position_fault_text(fault));
}

finais_status finais_context_statistics(const finais_context *context,
                                        finais_statistics *statistics, finais_error *error) {
    if (context == NULL || statistics == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT,
                           "finais_context_statistics: an argument is NULL");
    *statistics = (finais_statistics){.cache_hits = context->cache_hits,
                                      .cache_misses = context->cache_misses,
                                      .cache_bytes = block_cache_bytes(context->cache)};
    return FINAIS_OK;
}
