#include "stored.h"
#include "leaves.h"

/* Reads and unpacks a block that is not in the cache. */
static finais_status fetch_block(finais_context *context, const struct table *table, int32_t number,
                                 uint64_t block, const uint8_t **bytes, finais_error *error) {
    if (context->no_io)
        return error_table(error, FINAIS_NOT_IN_MEMORY, table->name, (int64_t)block,
                           "block %llu of table %s is not in memory", (unsigned long long)block,
                           table->name);
    uint8_t *room = block_cache_reserve(context->cache, table->block_bytes);
    if (room == NULL)
        return error_memory(error, "a block");
    finais_status status = table_read_block(table, &context->reader, block, room, error);
    if (status != FINAIS_OK)
        return status;
    block_cache_keep(context->cache, (uint32_t)number, block);
    context->cache_misses++;
    *bytes = room;
    return FINAIS_OK;
}

finais_status stored_table_open(finais_context *context, int32_t number, const struct table **table,
                                finais_error *error) {
    if (context->no_io) {
        const char *name = context->handle->catalogue.tables[number].name;
        return error_table(error, FINAIS_NOT_IN_MEMORY, name, ERROR_NO_BLOCK,
                           "table %s is not in memory", name);
    }
    return handle_open_table(context->handle, number, table, error);
}

finais_status stored_value_elsewhere(finais_context *context, const struct table *table,
                                     int32_t number, enum side side, uint64_t slot, value *v,
                                     finais_error *error) {
    if (context->leaves != NULL)
        return leaves_value(context->leaves, number, side, slot, v);
    uint32_t place;
    uint64_t block = table_block_of(table, side, slot, &place);
    const uint8_t *bytes = block_cache_find(context->cache, (uint32_t)number, block);
    finais_status status = FINAIS_OK;
    if (bytes != NULL)
        context->cache_hits++;
    else
        status = fetch_block(context, table, number, block, &bytes, error);
    if (status == FINAIS_OK)
        *v = table_block_value(table, bytes, block, place);
    return status;
}
