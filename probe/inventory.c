/* Which tables there are, which ones a position needs, and whether one is intact. */
#include "context.h"
#include "missing.h"
#include <stdlib.h>
#include <string.h>

finais_status finais_tables(const finais *handle, finais_table_info *tables, size_t capacity,
                            size_t *count, finais_error *error) {
    if (handle == NULL || count == NULL || (tables == NULL && capacity > 0))
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_tables: NULL");
    const struct catalogue *catalogue = &handle->catalogue;
    for (size_t i = 0; i < catalogue->table_count && i < capacity; i++) {
        const struct found_table *found = &catalogue->tables[i];
        tables[i] = (finais_table_info){.path = found->path,
                                        .metric = (finais_metric)found->identity.metric,
                                        .pieces = signature_pieces(found->identity.signature),
                                        .positions = found->positions,
                                        .file_bytes = found->file_bytes};
        memcpy(tables[i].name, found->name, sizeof tables[i].name);
    }
    *count = catalogue->table_count;
    return FINAIS_OK;
}

finais_status finais_tables_check(const finais *handle, finais_error *error) {
    if (handle == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "the handle is NULL");
    return handle->catalogue.table_count > 0 ? FINAIS_OK : missing_all(&handle->catalogue, error);
}

/* ---- The tables that a position needs -------------------------------------------------------- */

/* A growing list of signatures, each once. */
struct signature_list {
    struct signature *items;
    size_t count;
    size_t capacity;
};

static bool list_add(struct signature_list *list, struct signature signature) {
    for (size_t i = 0; i < list->count; i++)
        if (signature_equal(list->items[i], signature))
            return true;
    if (list->count == list->capacity) {
        size_t capacity = 2 * list->capacity + 64;
        struct signature *longer = realloc(list->items, capacity * sizeof *longer);
        if (longer == NULL)
            return false;
        list->items = longer;
        list->capacity = capacity;
    }
    list->items[list->count++] = signature;
    return true;
}

static bool list_add_successors(struct signature_list *list, struct signature signature) {
    /* Without room to compare in, a signature may be counted twice: this is an upper bound. */
    size_t count = signature_successors(signature, NULL, 0);
    struct signature *successors = malloc((count + 1) * sizeof *successors);
    bool added = successors != NULL;
    if (added)
        count = signature_successors(signature, successors, count);
    for (size_t i = 0; added && i < count; i++)
        added = list_add(list, successors[i]);
    free(successors);
    return added;
}

/* Whether a position has a value without any table. */
static bool is_decided(const struct rules *rules, const struct position *position) {
    struct move_list list;
    if (position->white == 0 || position->black == 0)
        return true;
    moves_generate(rules, position, &list);
    return list.count == 0;
}

finais_status finais_tables_needed(const finais *handle, const finais_position *position,
                                   finais_metric metric, char (*names)[FINAIS_TABLE_NAME_SIZE],
                                   size_t capacity, size_t *count, finais_error *error) {
    struct position imported;
    finais_status status = position_import(handle, position, &imported, error);
    if (status != FINAIS_OK)
        return status;
    if (count == NULL || (names == NULL && capacity > 0) || metric < FINAIS_WDL ||
        metric > FINAIS_DTC)
        return error_plain(error, FINAIS_INVALID_ARGUMENT,
                           "finais_tables_needed: NULL, or no such metric");
    const struct rules *rules = handle->catalogue.rules;
    struct signature_list list = {.items = NULL};
    bool complete = true;
    if (!is_decided(rules, &imported)) {
        struct position canonical = position_canonical(rules->geometry, &imported);
        complete = list_add(&list, signature_of_position(&canonical));
    }
    for (size_t i = 0; complete && i < list.count; i++)
        complete = list_add_successors(&list, list.items[i]);
    for (size_t i = 0; complete && i < list.count && i < capacity; i++) {
        struct table_identity identity = {rules, list.items[i], (enum metric)metric};
        table_identity_name(&identity, names[i]);
    }
    if (complete)
        *count = list.count;
    free(list.items);
    return complete ? FINAIS_OK : error_memory(error, "the list of tables");
}

/* ---- Verifying ------------------------------------------------------------------------------- */

static finais_status verify_blocks(const struct table *table, struct block_reader *reader,
                                   finais_error *error) {
    uint8_t *bytes = malloc(table->block_bytes);
    if (bytes == NULL)
        return error_memory(error, "a block");
    finais_status status = FINAIS_OK;
    for (uint64_t block = 0; status == FINAIS_OK && block < table->blocks; block++)
        status = table_read_block(table, reader, block, bytes, error);
    free(bytes);
    return status;
}

/* The histogram answers no probe; it is read for its check value alone. */
static finais_status verify_histogram(const struct table *table, finais_error *error) {
    size_t bytes = (size_t)header_histogram_bytes(&table->header);
    uint64_t *counts = calloc(bytes / TABLE_COUNT_BYTES + 1, sizeof *counts);
    if (counts == NULL)
        return error_memory(error, "a histogram");
    finais_status status = table_read_histogram(table, counts, error);
    free(counts);
    return status;
}

finais_status finais_table_verify(finais_context *context, const char *name, finais_error *error) {
    if (context == NULL || name == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_table_verify: NULL");
    const struct catalogue *catalogue = &context->handle->catalogue;
    int32_t number = catalogue_table_by_name(catalogue, name);
    if (number == NO_TABLE)
        return error_table(error, FINAIS_TABLE_MISSING, name, ERROR_NO_BLOCK,
                           "no table %s was found", name);
    /* Opened afresh: the file is to be checked, not what was read from it before. */
    struct table *table;
    finais_status status = catalogue_open(catalogue, (size_t)number, TABLE_READ, &table, error);
    if (status != FINAIS_OK)
        return status;
    status = verify_blocks(table, &context->reader, error);
    if (status == FINAIS_OK)
        status = verify_histogram(table, error);
    table_close(table);
    return status;
}
