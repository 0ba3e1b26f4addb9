#include "table.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool table_identity_of_file(const struct rules *rules, const char *file,
                            struct table_identity *identity) {
    char name[SIGNATURE_NAME_SIZE];
    const char *dot = strchr(file, '.');
    if (dot == NULL || (size_t)(dot - file) >= sizeof name)
        return false;
    memcpy(name, file, (size_t)(dot - file));
    name[dot - file] = '\0';
    identity->rules = rules;
    return signature_parse(name, rules->pieces_per_side, &identity->signature) &&
           signature_is_canonical(identity->signature) && metric_parse(dot + 1, &identity->metric);
}

bool table_identity_of_path(const char *path, struct table_identity *identity) {
    const char *file = strrchr(path, '/');
    if (file == NULL)
        return false;
    const char *folder = file;
    while (folder > path && folder[-1] != '/')
        folder--;
    char variant[FINAIS_TABLE_NAME_SIZE];
    size_t length = (size_t)(file - folder);
    if (length >= sizeof variant)
        return false;
    memcpy(variant, folder, length);
    variant[length] = '\0';
    const struct rules *rules = rules_by_name(variant);
    return rules != NULL && table_identity_of_file(rules, file + 1, identity);
}

void table_identity_name(const struct table_identity *identity, char name[FINAIS_TABLE_NAME_SIZE]) {
    char file[TABLE_FILE_NAME_SIZE];
    table_file_name(identity->signature, identity->metric, file);
    snprintf(name, FINAIS_TABLE_NAME_SIZE, "%s/%s", identity->rules->name, file);
}

void table_name_of_position(const struct rules *rules, const struct position *position,
                            enum metric metric, char name[FINAIS_TABLE_NAME_SIZE]) {
    struct position canonical = position_canonical(rules->geometry, position);
    struct table_identity identity = {
        .rules = rules, .signature = signature_of_position(&canonical), .metric = metric};
    table_identity_name(&identity, name);
}

/* ---- Opening -------------------------------------------------------------------------------- */

static finais_status corrupt(const struct table *table, const char *what, finais_error *error) {
    return error_table(error, FINAIS_TABLE_CORRUPT, table->name, ERROR_NO_BLOCK,
                       "%s: %s; generate it again", table->path, what);
}

static finais_status read_failed(const struct table *table, int failure, finais_error *error) {
    if (failure == FILE_ENDS_EARLY)
        return corrupt(table, "the file ends too early", error);
    return error_system(error, failure, table->name, "read", table->path);
}

/* Bytes of the file, from the mapping when there is one. The range was checked against its size. */
static int read_bytes(const struct table *table, void *buffer, size_t count, uint64_t offset) {
    if (table->mapping == NULL)
        return file_read(&table->file, buffer, count, offset);
    memcpy(buffer, table->mapping + offset, count);
    return 0;
}

static finais_status check_header(struct table *table, const struct table_identity *identity,
                                  uint64_t file_bytes, finais_error *error) {
    uint8_t bytes[TABLE_HEADER_BYTES];
    if (file_bytes < sizeof bytes)
        return corrupt(table, file_bytes == 0 ? "the file is empty" : "the file ends too early",
                       error);
    int failure = read_bytes(table, bytes, sizeof bytes, 0);
    if (failure != 0)
        return read_failed(table, failure, error);
    enum header_fault fault = header_decode(bytes, &table->header);
    if (fault != HEADER_FINE)
        return corrupt(table, header_fault_text(fault), error);
    const struct table_header *header = &table->header;
    if (header->variant != identity->rules->variant || header->metric != identity->metric ||
        !signature_equal(header->signature, identity->signature))
        return corrupt(table, "the file holds another table than its name says", error);
    if (header->file_bytes != file_bytes)
        return corrupt(table,
                       header->file_bytes > file_bytes ? "the file ends too early"
                                                       : "the file is longer than it should be",
                       error);
    if (!index_layout_init(&table->layout, identity->rules->geometry, header->signature) ||
        !slot_layout_init(&table->slots, &table->layout))
        return corrupt(table, "the table has too many positions", error);
    return FINAIS_OK;
}

/* Where each block begins, from the lengths in the directory; they fill the room that is there. */
static bool place_blocks(struct table *table, const uint8_t *directory, uint64_t bytes) {
    uint64_t offset = TABLE_HEADER_BYTES + bytes;
    for (uint64_t block = 0; block < table->blocks; block++) {
        uint32_t length;
        entry_decode(directory + block * TABLE_ENTRY_BYTES, &length, &table->checks[block]);
        table->offsets[block] = offset;
        offset += length;
        if (length == 0)
            return false;
    }
    table->offsets[table->blocks] = offset;
    return offset == header_blocks_end(&table->header);
}

static finais_status read_directory(struct table *table, finais_error *error) {
    table->blocks_per_side = header_blocks_per_side(&table->header);
    table->blocks = header_blocks(&table->header);
    if (header_stores(&table->header, WHITE))
        table->first_block[BLACK] = table->blocks_per_side;
    table->block_slot_bits =
        table->slots.lane_bits + (unsigned)__builtin_ctz(table->header.block_rows);
    table->block_bytes = header_block_bytes(&table->header, 0);
    table->last_block_rows = header_block_rows(&table->header, table->blocks - 1);
    /* header_decode() made sure that the file has room for the directory. */
    uint64_t bytes = header_directory_bytes(&table->header);
    if (bytes > SIZE_MAX / 4)
        return error_memory(error, table->path);
    uint8_t *directory = malloc((size_t)bytes);
    table->offsets = malloc((size_t)(table->blocks + 1) * sizeof *table->offsets);
    table->checks = malloc((size_t)table->blocks * sizeof *table->checks);
    finais_status status = FINAIS_OK;
    if (directory == NULL || table->offsets == NULL || table->checks == NULL)
        status = error_memory(error, table->path);
    int failure = 0;
    if (status == FINAIS_OK)
        failure = read_bytes(table, directory, (size_t)bytes, TABLE_HEADER_BYTES);
    if (failure != 0)
        status = read_failed(table, failure, error);
    if (status == FINAIS_OK &&
        (!checks_agree(table->header.directory_check, directory_check(directory, (size_t)bytes)) ||
         !place_blocks(table, directory, bytes)))
        status = corrupt(table, "the directory of blocks is damaged", error);
    free(directory);
    return status;
}

/* Makes the bytes of the file available: it is mapped, or open for reading. */
static finais_status open_file(struct table *table, const finais_io *io, enum table_access access,
                               uint64_t *bytes, finais_error *error) {
    int failure;
    if (access == TABLE_MAP) {
        failure = file_map(table->path, &table->mapping, bytes);
        table->mapping_bytes = *bytes;
    } else {
        failure = file_open(&table->file, io, table->path, bytes);
    }
    if (failure == ENOENT)
        return error_table(error, FINAIS_TABLE_MISSING, table->name, ERROR_NO_BLOCK,
                           "there is no file %s", table->path);
    if (failure == EISDIR || failure == ENXIO)
        return corrupt(table, "not a file", error);
    return failure == 0 ? FINAIS_OK
                        : error_system(error, failure, table->name, "open", table->path);
}

static finais_status open_table(struct table **table, const finais_io *io, const char *path,
                                const struct table_identity *identity, enum table_access access,
                                finais_error *error) {
    struct table *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return error_memory(error, path);
    uint64_t bytes = 0;
    table_identity_name(identity, opened->name);
    opened->path = strdup(path);
    finais_status status = opened->path == NULL ? error_memory(error, path)
                                                : open_file(opened, io, access, &bytes, error);
    if (status == FINAIS_OK)
        status = check_header(opened, identity, bytes, error);
    if (status == FINAIS_OK)
        status = read_directory(opened, error);
    if (status == FINAIS_OK)
        *table = opened;
    else
        table_close(opened);
    return status;
}

finais_status table_open(struct table **table, const char *path,
                         const struct table_identity *identity, enum table_access access,
                         finais_error *error) {
    return open_table(table, file_system(), path, identity, access, error);
}

finais_status table_open_io(struct table **table, const finais_io *io, const char *path,
                            const struct table_identity *identity, finais_error *error) {
    return open_table(table, io, path, identity, TABLE_READ, error);
}

finais_status table_open_path(struct table **table, const char *path, enum table_access access,
                              finais_error *error) {
    struct table_identity identity;
    if (!table_identity_of_path(path, &identity))
        return error_plain(error, FINAIS_BAD_TEXT,
                           "%s is not the path of a table such as brazilian/KKvK.wdl", path);
    return table_open(table, path, &identity, access, error);
}

size_t table_memory_bytes(const struct table *table) {
    size_t bytes = sizeof *table + strlen(table->path) + 1;
    if (table->offsets != NULL)
        bytes += (size_t)(table->blocks + 1) * (sizeof *table->offsets + sizeof *table->checks);
    if (table->loaded[WHITE].values != NULL || table->loaded[BLACK].values != NULL)
        bytes += (size_t)table_loaded_bytes(&table->header);
    return bytes;
}

uint64_t table_memory_expected(uint64_t positions) {
    enum { POSITIONS_PER_BYTE = 1024 }; /* 12 bytes for a block of at least as many */
    return sizeof(struct table) + positions / POSITIONS_PER_BYTE;
}

finais_status table_read_histogram(const struct table *table, uint64_t *counts,
                                   finais_error *error) {
    size_t size = (size_t)header_histogram_bytes(&table->header);
    uint8_t *bytes = malloc(size + 1);
    if (bytes == NULL)
        return error_memory(error, table->path);
    int failure = read_bytes(table, bytes, size, header_blocks_end(&table->header));
    finais_status status = failure == 0 ? FINAIS_OK : read_failed(table, failure, error);
    if (status == FINAIS_OK &&
        !checks_agree(table->header.histogram_check, histogram_check(bytes, size)))
        status = corrupt(table, "the histogram is damaged", error);
    for (size_t i = 0; status == FINAIS_OK && i < size / TABLE_COUNT_BYTES; i++)
        counts[i] = count_decode(bytes + i * TABLE_COUNT_BYTES);
    free(bytes);
    return status;
}

void table_close(struct table *table) {
    if (table == NULL)
        return;
    file_close(&table->file);
    file_unmap(table->mapping, table->mapping_bytes);
    free(table->offsets);
    free(table->checks);
    free(table->path);
    free(table);
}
