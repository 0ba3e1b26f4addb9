/* The blocks of a table: reading, unpacking and verifying one, or all of them into memory. */
#include "table.h"
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

finais_status block_reader_init(struct block_reader *reader, finais_error *error) {
    *reader = (struct block_reader){.decompressor = ZSTD_createDCtx()};
    return reader->decompressor != NULL ? FINAIS_OK : error_memory(error, "unpacking blocks");
}

void block_reader_free(struct block_reader *reader) {
    ZSTD_freeDCtx(reader->decompressor);
    free(reader->compressed);
    *reader = (struct block_reader){.decompressor = NULL};
}

size_t block_reader_bytes(const struct block_reader *reader) {
    return ZSTD_sizeof_DCtx(reader->decompressor);
}

static finais_status corrupt_block(const struct table *table, uint64_t block, const char *what,
                                   finais_error *error) {
    return error_table(error, FINAIS_TABLE_CORRUPT, table->name, (int64_t)block,
                       "%s, block %llu: %s; generate the table again", table->path,
                       (unsigned long long)block, what);
}

static finais_status reserve(struct block_reader *reader, size_t bytes, finais_error *error) {
    if (bytes <= reader->compressed_capacity)
        return FINAIS_OK;
    uint8_t *larger = realloc(reader->compressed, bytes);
    if (larger == NULL)
        return error_memory(error, "reading a block");
    reader->compressed = larger;
    reader->compressed_capacity = bytes;
    return FINAIS_OK;
}

/* Makes the packed bytes of a block available: in the mapping, or read into the reader. */
static finais_status fetch(const struct table *table, struct block_reader *reader, uint64_t block,
                           uint64_t offset, size_t bytes, const uint8_t **packed,
                           finais_error *error) {
    if (table->mapping != NULL) {
        *packed = table->mapping + offset;
        return FINAIS_OK;
    }
    finais_status status = reserve(reader, bytes, error);
    if (status != FINAIS_OK)
        return status;
    *packed = reader->compressed;
    int failure = file_read(&table->file, reader->compressed, bytes, offset);
    if (failure == FILE_ENDS_EARLY)
        return corrupt_block(table, block, "the file ends too early", error);
    if (failure != 0) {
        status = error_system(error, failure, table->name, "read", table->path);
        if (error != NULL)
            error->block = (int64_t)block;
    }
    return failure == 0 ? FINAIS_OK : status;
}

finais_status table_read_block(const struct table *table, struct block_reader *reader,
                               uint64_t block, uint8_t *bytes, finais_error *error) {
    const uint8_t *entry = table->directory + block * TABLE_ENTRY_BYTES;
    uint64_t offset, end;
    uint32_t check, unused;
    entry_decode(entry, &offset, &check);
    entry_decode(entry + TABLE_ENTRY_BYTES, &end, &unused);
    size_t size = header_block_bytes(&table->header, block);
    /* No frame of so few bytes is longer; and no more memory is asked for than that. */
    if (end - offset > ZSTD_compressBound(size))
        return corrupt_block(table, block, "it is too long", error);
    const uint8_t *packed;
    finais_status status =
        fetch(table, reader, block, offset, (size_t)(end - offset), &packed, error);
    if (status != FINAIS_OK)
        return status;
    size_t unpacked =
        ZSTD_decompressDCtx(reader->decompressor, bytes, size, packed, (size_t)(end - offset));
    if (unpacked != size)
        return corrupt_block(table, block, "it cannot be unpacked", error);
    if (!checks_agree(check, block_check(&table->header, block, bytes, size)))
        return corrupt_block(table, block, "its check value is wrong", error);
    return FINAIS_OK;
}

/* Bytes of all values of one side. Full blocks are whole bytes, so blocks join without a gap. */
static uint64_t side_bytes(const struct table_header *header) {
    uint64_t last = header_blocks_per_side(header) - 1;
    return last * header_block_bytes(header, 0) + header_block_bytes(header, last);
}

uint64_t table_loaded_bytes(const struct table_header *header) {
    return header->sides * side_bytes(header);
}

static finais_status load_side(struct table *table, struct block_reader *reader, enum side side,
                               finais_error *error) {
    uint64_t bytes = side_bytes(&table->header);
    table->loaded[side] = bytes > SIZE_MAX / 2 ? NULL : malloc((size_t)bytes);
    if (table->loaded[side] == NULL)
        return error_memory(error, table->name);
    for (uint64_t block = 0; block < table->blocks_per_side; block++) {
        uint8_t *place = table->loaded[side] + block * table->block_bytes;
        finais_status status = table_read_block(
            table, reader, block + (side == BLACK ? table->blocks_per_side : 0), place, error);
        if (status != FINAIS_OK)
            return status;
    }
    return FINAIS_OK;
}

finais_status table_load(struct table *table, struct block_reader *reader, finais_error *error) {
    for (unsigned side = 0; side < table->header.sides; side++) {
        finais_status status = load_side(table, reader, (enum side)side, error);
        if (status != FINAIS_OK)
            return status;
    }
    free(table->directory);
    table->directory = NULL;
    file_close(&table->file);
    return FINAIS_OK;
}
