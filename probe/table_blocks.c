/* The blocks of a table: reading, unpacking and verifying one, or all of them into memory. */
#include "loaded_summary.h"
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

/* Reads the frame of a block into the reader, behind the beginning that files leave out. */
static finais_status fetch(const struct table *table, struct block_reader *reader, uint64_t block,
                           size_t bytes, size_t *frame_bytes, finais_error *error) {
    uint8_t beginning[TABLE_FRAME_HEADER_MAX];
    size_t before = frame_header(header_block_bytes(&table->header, block), beginning);
    finais_status status = reserve(reader, before + bytes, error);
    if (status != FINAIS_OK)
        return status;
    memcpy(reader->compressed, beginning, before);
    *frame_bytes = before + bytes;
    uint64_t offset = table->offsets[block];
    if (table->mapping != NULL) {
        memcpy(reader->compressed + before, table->mapping + offset, bytes);
        return FINAIS_OK;
    }
    int failure = file_read(&table->file, reader->compressed + before, bytes, offset);
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
    uint64_t length = table->offsets[block + 1] - table->offsets[block];
    size_t size = header_block_bytes(&table->header, block);
    enum side side = header_block_side(&table->header, block);
    size_t frame_bytes;
    /* No frame of so few bytes is longer; and no more memory is asked for than that. */
    if (length > ZSTD_compressBound(size))
        return corrupt_block(table, block, "it is too long", error);
    finais_status status = fetch(table, reader, block, (size_t)length, &frame_bytes, error);
    if (status != FINAIS_OK)
        return status;
    size_t unpacked =
        ZSTD_decompressDCtx(reader->decompressor, bytes, size, reader->compressed, frame_bytes);
    if (unpacked != size)
        return corrupt_block(table, block, "it cannot be unpacked", error);
    if (!checks_agree(table->checks[block], block_check(&table->header, side, block, bytes, size)))
        return corrupt_block(table, block, "its check value is wrong", error);
    return FINAIS_OK;
}

uint64_t table_loaded_bytes(const struct table_header *header) {
    return header_blocks(header) / header_blocks_per_side(header) * loaded_bytes(header);
}

static finais_status load_side(struct table *table, struct block_reader *reader, enum side side,
                               uint8_t *unpacked, uint8_t *room, finais_error *error) {
    for (uint64_t number = 0; number < table->blocks_per_side; number++) {
        uint64_t block = table->first_block[side] + number;
        finais_status status = table_read_block(table, reader, block, unpacked, error);
        if (status != FINAIS_OK)
            return status;
        loaded_add_block(&table->header, room, block, unpacked);
    }
    table->loaded[side] = loaded_place(&table->header, room);
    return FINAIS_OK;
}

finais_status table_load(struct table *table, struct block_reader *reader, uint8_t *room,
                         finais_error *error) {
    uint8_t *unpacked = malloc(table->block_bytes);
    finais_status status = unpacked != NULL ? FINAIS_OK : error_memory(error, table->name);
    for (enum side side = WHITE; side <= BLACK && status == FINAIS_OK; side++) {
        if (!header_stores(&table->header, side))
            continue;
        status = load_side(table, reader, side, unpacked, room, error);
        room += loaded_bytes(&table->header);
    }
    free(unpacked);
    if (status != FINAIS_OK)
        return status;
    loaded_summary_complete(rules_of_variant(table->header.variant), &table->slots, table->loaded);
    free(table->offsets);
    free(table->checks);
    table->offsets = NULL;
    table->checks = NULL;
    file_close(&table->file);
    return FINAIS_OK;
}
