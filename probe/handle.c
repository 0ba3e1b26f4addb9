#include "handle.h"
#include "context.h"
#include "large_memory.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_CACHE_BYTES = 4 << 20 };

/* ---- Tables, opened at their first use ------------------------------------------------------- */

/* Counts a table that was opened. */
static finais_status count_table(struct finais *handle, const struct table *table,
                                 finais_error *error) {
    size_t bytes = table_memory_bytes(table);
    if (!memory_take(&handle->memory, bytes))
        return error_table(error, FINAIS_NO_MEMORY, table->name, ERROR_NO_BLOCK,
                           "table %s takes %zu bytes, more than is left of the memory budget of "
                           "%zu bytes",
                           table->name, bytes, handle->memory.limit);
    memory_meet(&handle->memory, bytes);
    return FINAIS_OK;
}

static finais_status open_in_slot(struct finais *handle, int32_t number, const struct table **table,
                                  finais_error *error) {
    struct table_slot *slot = &handle->slots[number];
    *table = handle_peek(handle, number);
    if (*table != NULL)
        return FINAIS_OK;
    if (slot->corrupt != NULL) {
        if (error != NULL)
            *error = *slot->corrupt;
        return slot->corrupt->status;
    }
    struct table *opened = NULL;
    finais_error failure;
    enum table_access access = handle->mode == FINAIS_MAP ? TABLE_MAP : TABLE_READ;
    finais_status status =
        catalogue_open(&handle->catalogue, (size_t)number, access, &opened, &failure);
    if (status == FINAIS_OK) {
        status = count_table(handle, opened, &failure);
        if (status != FINAIS_OK)
            table_close(opened);
    }
    if (status == FINAIS_OK) {
        atomic_store_explicit(&slot->table, opened, memory_order_release);
        *table = opened;
        return FINAIS_OK;
    }
    if (error != NULL)
        *error = failure;
    if (status == FINAIS_TABLE_CORRUPT) {
        slot->corrupt = malloc(sizeof failure);
        if (slot->corrupt != NULL)
            *slot->corrupt = failure;
    }
    return status;
}

finais_status handle_open_table(struct finais *handle, int32_t number, const struct table **table,
                                finais_error *error) {
    *table = handle_peek(handle, number);
    if (*table != NULL)
        return FINAIS_OK;
    pthread_mutex_lock(&handle->lock);
    finais_status status = open_in_slot(handle, number, table, error);
    pthread_mutex_unlock(&handle->lock);
    return status;
}

/* ---- Preloading ------------------------------------------------------------------------------ */

/* Memory that all tables will take, and of that their values; closes each again, so few files are
 * open at a time. */
static finais_status measure_tables(const struct catalogue *catalogue, uint64_t *bytes,
                                    uint64_t *value_bytes, finais_error *error) {
    *bytes = 0;
    *value_bytes = 0;
    for (size_t number = 0; number < catalogue->table_count; number++) {
        struct table *table = NULL;
        finais_status status = catalogue_open(catalogue, number, TABLE_READ, &table, error);
        if (status != FINAIS_OK)
            return status;
        *bytes += table_memory_bytes(table) + table_loaded_bytes(&table->header);
        *value_bytes += table_loaded_bytes(&table->header);
        table_close(table);
    }
    return FINAIS_OK;
}

/* Loads a table behind the *used bytes of values that are there. */
static finais_status load_table(struct finais *handle, size_t number, struct block_reader *reader,
                                uint64_t *used, finais_error *error) {
    struct table *table = NULL;
    finais_status status = catalogue_open(&handle->catalogue, number, TABLE_READ, &table, error);
    if (status != FINAIS_OK)
        return status;
    uint64_t bytes = table_loaded_bytes(&table->header);
    if (bytes > handle->value_bytes - *used)
        status = error_table(error, FINAIS_IO_ERROR, table->name, ERROR_NO_BLOCK,
                             "table %s changed while tables were preloaded", table->name);
    else
        status = table_load(table, reader, handle->values + *used, error);
    *used += bytes;
    if (status == FINAIS_OK)
        status = count_table(handle, table, error);
    if (status != FINAIS_OK) {
        table_close(table);
        return status;
    }
    atomic_store_explicit(&handle->slots[number].table, table, memory_order_release);
    if (table->header.metric == METRIC_WDL)
        catalogue_note_loaded(&handle->catalogue, table->header.signature, table->loaded);
    return status;
}

static finais_status preload(struct finais *handle, size_t limit, finais_error *error) {
    uint64_t bytes = 0;
    uint64_t value_bytes = 0;
    finais_status status = measure_tables(&handle->catalogue, &bytes, &value_bytes, error);
    if (status != FINAIS_OK)
        return status;
    if (handle->memory.limit != 0 && (limit == 0 || limit > handle->memory.limit))
        limit = handle->memory.limit;
    if (limit != 0 && bytes > limit)
        return error_plain(error, FINAIS_NO_MEMORY,
                           "preloading the %zu tables found takes %llu bytes, more than the %zu "
                           "allowed",
                           handle->catalogue.table_count, (unsigned long long)bytes, limit);
    handle->values = value_bytes > SIZE_MAX ? NULL : large_allocate((size_t)value_bytes);
    if (handle->values == NULL && value_bytes > 0)
        return error_memory(error, "the values of all tables");
    handle->value_bytes = (size_t)value_bytes;
    struct block_reader reader;
    status = block_reader_init(&reader, error);
    uint64_t used = 0;
    for (size_t number = 0; status == FINAIS_OK && number < handle->catalogue.table_count; number++)
        status = load_table(handle, number, &reader, &used, error);
    block_reader_free(&reader);
    return status;
}

/* ---- Opening and closing --------------------------------------------------------------------- */

/* Sizes that finais_options has had; a longer one is that of a later version. */
static bool is_options_size(size_t size) {
    return size == offsetof(finais_options, io) || size >= sizeof(finais_options);
}

/* Whether a caller's structure asks for nothing that this version does not know. */
static bool is_zero_beyond(const void *structure, size_t known, size_t size) {
    const unsigned char *bytes = structure;
    for (size_t i = known; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

static finais_status check_io(const finais_options *options, finais_error *error) {
    const finais_io *io = options->io;
    const char *fault = NULL;
    if (io->size < sizeof *io)
        fault = "its size is that of no version";
    else if (!is_zero_beyond(io, sizeof *io, io->size))
        fault = "it asks for what only a later version has";
    else if (io->list == NULL || io->open == NULL || io->file_size == NULL || io->read_at == NULL ||
             io->close == NULL)
        fault = "a function is NULL";
    else if (options->directories != NULL || options->directory_count > 0)
        fault = "it takes the place of directories, which are named, too";
    else if (options->mode == FINAIS_MAP)
        fault = "only files can be mapped";
    return fault == NULL
               ? FINAIS_OK
               : error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_options.io: %s", fault);
}

/* The options of the caller, with defaults for fields that its version does not have. */
static finais_status read_options(const finais_options *given, finais_options *options,
                                  const struct rules **rules, finais_error *error) {
    *options = (finais_options)FINAIS_OPTIONS_DEFAULT;
    if (given != NULL) {
        if (!is_options_size(given->size))
            return error_plain(error, FINAIS_INVALID_ARGUMENT,
                               "finais_options.size is %zu, which is no size of that structure; "
                               "start from FINAIS_OPTIONS_DEFAULT",
                               given->size);
        if (!is_zero_beyond(given, sizeof *options, given->size))
            return error_plain(error, FINAIS_INVALID_ARGUMENT,
                               "finais_options asks for what only a later version has");
        memcpy(options, given, given->size < sizeof *options ? given->size : sizeof *options);
    }
    if (options->mode != FINAIS_READ && options->mode != FINAIS_MAP &&
        options->mode != FINAIS_PRELOAD)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "there is no mode %d",
                           (int)options->mode);
    *rules = rules_by_name(options->variant != NULL ? options->variant : "brazilian");
    if (*rules == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "there is no variant named '%s'",
                           options->variant);
    return options->io != NULL ? check_io(options, error) : FINAIS_OK;
}

static finais_status fill_handle(struct finais *handle, const finais_options *options,
                                 const struct rules *rules, finais_error *error) {
    handle->mode = options->mode;
    memory_init(&handle->memory, options->memory_bytes);
    handle->context_cache_bytes = options->context_cache_bytes;
    if (handle->context_cache_bytes == 0)
        handle->context_cache_bytes =
            options->memory_bytes != 0 ? options->memory_bytes : DEFAULT_CACHE_BYTES;
    finais_status status = options->io != NULL
                               ? catalogue_init_io(&handle->catalogue, rules, options->io, error)
                               : catalogue_init(&handle->catalogue, rules, options->directories,
                                                options->directory_count, error);
    if (status != FINAIS_OK)
        return status;
    handle->slots = calloc(handle->catalogue.table_count + 1, sizeof *handle->slots);
    if (handle->slots == NULL)
        return error_memory(error, "the list of tables");
    size_t bytes = sizeof *handle + catalogue_bytes(&handle->catalogue) +
                   (handle->catalogue.table_count + 1) * sizeof *handle->slots;
    if (!memory_take(&handle->memory, bytes))
        return error_plain(error, FINAIS_NO_MEMORY,
                           "the list of tables takes %zu bytes, more than the memory budget of %zu",
                           bytes, handle->memory.limit);
    /* Room is kept for one more context, however many there are. */
    memory_expect(&handle->memory, context_memory_expected(handle));
    for (size_t number = 0; number < handle->catalogue.table_count; number++)
        memory_expect(&handle->memory,
                      table_memory_expected(handle->catalogue.tables[number].positions));
    return handle->mode == FINAIS_PRELOAD ? preload(handle, options->preload_bytes, error)
                                          : FINAIS_OK;
}

finais_status finais_open(finais **handle, const finais_options *options, finais_error *error) {
    if (handle == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_open: handle is NULL");
    finais_options read;
    const struct rules *rules = NULL;
    finais_status status = read_options(options, &read, &rules, error);
    if (status != FINAIS_OK)
        return status;
    struct finais *opened = calloc(1, sizeof *opened);
    if (opened == NULL || pthread_mutex_init(&opened->lock, NULL) != 0) {
        free(opened);
        return error_memory(error, "a handle");
    }
    status = fill_handle(opened, &read, rules, error);
    if (status == FINAIS_OK)
        *handle = opened;
    else
        finais_close(opened);
    return status;
}

void finais_close(finais *handle) {
    if (handle == NULL)
        return;
    for (size_t number = 0; handle->slots != NULL && number < handle->catalogue.table_count;
         number++) {
        table_close(atomic_load_explicit(&handle->slots[number].table, memory_order_relaxed));
        free(handle->slots[number].corrupt);
    }
    free(handle->slots);
    large_free(handle->values, handle->value_bytes);
    catalogue_free(&handle->catalogue);
    pthread_mutex_destroy(&handle->lock);
    free(handle);
}

size_t finais_memory_bytes(const finais *handle) {
    return handle != NULL ? atomic_load(&handle->memory.used) : 0;
}

finais_game finais_game_of(const finais *handle) {
    if (handle == NULL)
        return (finais_game){.variant = NULL};
    const struct rules *rules = handle->catalogue.rules;
    return (finais_game){.variant = rules->name,
                         .rows = rules->geometry->rows,
                         .columns = rules->geometry->columns,
                         .squares = rules->geometry->squares,
                         .pieces_per_side = rules->pieces_per_side};
}

const char *finais_directory(const finais *handle, size_t index) {
    return handle != NULL && index < handle->catalogue.directory_count
               ? handle->catalogue.directories[index]
               : NULL;
}
