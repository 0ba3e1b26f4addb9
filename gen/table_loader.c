#include "table_loader.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

enum exit_code fail_reader(struct failure *failure, finais_status status,
                           const finais_error *error) {
    enum exit_code code = EXIT_CODE_IO;
    if (status == FINAIS_TABLE_MISSING)
        code = EXIT_CODE_MISSING;
    else if (status == FINAIS_TABLE_CORRUPT || status == FINAIS_BAD_TEXT)
        code = EXIT_CODE_CORRUPT;
    else if (status == FINAIS_NO_MEMORY)
        code = EXIT_CODE_SHORT;
    return fail(failure, code, "%s", error->message);
}

static bool table_path(const struct folder *folder, struct signature signature, enum metric metric,
                       char path[PATH_MAX]) {
    char name[TABLE_FILE_NAME_SIZE];
    table_file_name(signature, metric, name);
    return folder_file(folder, name, path);
}

/* Whether the name is taken, be it by a link that leads nowhere. What cannot be looked at counts.
 */
static bool is_taken(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 || errno != ENOENT;
}

/* A name that is taken by something other than a file, or a link to one, is no damaged table that
 * could be made again in its place. */
static enum exit_code check_is_file(const char *path, struct failure *failure) {
    struct stat status;
    if (stat(path, &status) == 0) {
        if (S_ISREG(status.st_mode))
            return EXIT_CODE_OK;
        return fail(failure, EXIT_CODE_IO, "%s: not a file; move it away", path);
    }
    int number = errno;
    if (number == ENOENT && !is_taken(path))
        return EXIT_CODE_OK; /* opening it tells what is missing */
    if (number == ENOENT)
        return fail(failure, EXIT_CODE_IO,
                    "%s: a link to a file that is not there; bring the file back or remove the "
                    "link",
                    path);
    return fail_system(failure, number, "open the table", path);
}

enum exit_code table_of_folder(const struct folder *folder, struct signature signature,
                               enum metric metric, struct table **table, struct failure *failure) {
    struct table_identity identity = {folder->rules, signature, metric};
    char path[PATH_MAX];
    finais_error error;
    if (!table_path(folder, signature, metric, path))
        return fail(failure, EXIT_CODE_IO, "%s: the path is too long", folder->path);
    enum exit_code code = check_is_file(path, failure);
    if (code != EXIT_CODE_OK)
        return code;
    finais_status status = table_open(table, path, &identity, TABLE_READ, &error);
    return status == FINAIS_OK ? EXIT_CODE_OK : fail_reader(failure, status, &error);
}

bool folder_has_table(const struct folder *folder, struct signature signature, enum metric metric) {
    char path[PATH_MAX];
    return table_path(folder, signature, metric, path) && is_taken(path);
}

static void unpack(const struct table *table, uint64_t block, const uint8_t *bytes,
                   struct values *values) {
    const struct slot_layout *slots = &table->slots;
    enum side side = header_block_side(&table->header, block);
    uint32_t rows = header_block_rows(&table->header, block);
    struct slot_row row = slot_row_at(slots, header_block_first_row(&table->header, block));
    for (uint32_t i = 0; i < rows; i++) {
        if (i > 0)
            slot_row_next(slots, &row);
        bitboard left = row.squares;
        for (unsigned place = 0; place < row.count; place++) {
            uint32_t slot = (i << slots->lane_bits) + slot_row_lane(slots, &row, &left, place);
            values_set(values, side, row.first + place,
                       table_block_value(table, bytes, block, slot));
        }
    }
}

/* Notes the failure of the lowest block, so that the report does not depend on the threads. */
static void note_failure(struct failure *first, uint64_t *first_block, uint64_t block,
                         finais_status status, const finais_error *error) {
#pragma omp critical(loader_failure)
    if (block < *first_block) {
        *first_block = block;
        fail_reader(first, status, error);
    }
}

static void load_blocks(const struct table *table, struct values *values, unsigned threads,
                        struct failure *failure, uint64_t *failed_block) {
#pragma omp parallel num_threads(threads)
    {
        struct block_reader reader;
        finais_error error;
        uint8_t *bytes = malloc(table->block_bytes);
        finais_status ready = block_reader_init(&reader, &error);
        if (bytes == NULL && ready == FINAIS_OK) {
            block_reader_free(&reader);
            ready = error_memory(&error, table->path);
        }
        if (ready != FINAIS_OK)
            note_failure(failure, failed_block, 0, ready, &error);
#pragma omp for schedule(dynamic)
        for (uint64_t block = 0; block < table->blocks; block++) {
            if (ready != FINAIS_OK)
                continue;
            finais_status status = table_read_block(table, &reader, block, bytes, &error);
            if (status == FINAIS_OK)
                unpack(table, block, bytes, values);
            else
                note_failure(failure, failed_block, block, status, &error);
        }
        if (ready == FINAIS_OK)
            block_reader_free(&reader);
        free(bytes);
    }
}

enum exit_code table_load_values(const struct table *table, const struct rules *rules,
                                 unsigned threads, struct values **values,
                                 struct failure *failure) {
    uint64_t failed_block = UINT64_MAX;
    *values = values_allocate(rules, table->header.signature, table->header.metric);
    if (*values == NULL)
        return fail_memory(failure, table->name);
    (*values)->told = table->header.stored;
    load_blocks(table, *values, threads, failure, &failed_block);
    if (failed_block == UINT64_MAX)
        return EXIT_CODE_OK;
    values_free(*values);
    *values = NULL;
    return failure->code;
}
