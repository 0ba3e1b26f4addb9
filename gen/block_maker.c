#include "block_maker.h"
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

struct block_maker {
    const struct table_source *source;
    const struct slot_layout *slots;
    const struct table_header *header;
    struct free_bits_effort effort;
    struct free_bits *filler;
    size_t bound; /* of a compressed block */
    struct source_room room;
    uint8_t *packed;
    uint8_t *told;
    uint8_t *filled;
    uint8_t *compressed;
    ZSTD_CCtx *compressor;
};

static bool make_room(struct block_maker *maker, int level) {
    const struct table_header *header = maker->header;
    size_t slots = (size_t)header->block_rows * header->lanes;
    size_t block_bytes = header_block_bytes(header, 0);
    size_t bytes = block_bytes + FREE_BITS_SLACK;
    maker->bound = ZSTD_compressBound(block_bytes);
    maker->room = (struct source_room){malloc(slots * sizeof(value)), malloc(slots)};
    maker->packed = calloc(bytes, 1);
    maker->told = calloc(bytes, 1);
    maker->filled = calloc(bytes, 1);
    maker->compressed = malloc(maker->bound);
    maker->filler = free_bits_new(block_bytes);
    maker->compressor = ZSTD_createCCtx();
    return maker->room.values != NULL && maker->room.must_capture != NULL &&
           maker->packed != NULL && maker->told != NULL && maker->filled != NULL &&
           maker->compressed != NULL && maker->filler != NULL && maker->compressor != NULL &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(maker->compressor, ZSTD_c_compressionLevel, level));
}

struct block_maker *block_maker_open(const struct table_source *source,
                                     const struct slot_layout *slots,
                                     const struct table_header *header,
                                     const struct free_bits_effort *effort, int level) {
    struct block_maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL)
        return NULL;
    maker->source = source;
    maker->slots = slots;
    maker->header = header;
    maker->effort = *effort;
    if (make_room(maker, level))
        return maker;
    block_maker_close(maker);
    return NULL;
}

void block_maker_close(struct block_maker *maker) {
    if (maker == NULL)
        return;
    free(maker->room.values);
    free(maker->room.must_capture);
    free(maker->packed);
    free(maker->told);
    free(maker->filled);
    free(maker->compressed);
    free_bits_free(maker->filler);
    ZSTD_freeCCtx(maker->compressor);
    free(maker);
}

bool block_make(struct block_maker *maker, enum side side, uint64_t in_side, uint64_t in_file,
                struct packed_block *block) {
    const struct table_header *header = maker->header;
    size_t size = header_block_bytes(header, in_side);
    uint8_t beginning[TABLE_FRAME_HEADER_MAX];
    size_t left_out = frame_header(size, beginning);
    maker->source->pack(maker->source, maker->slots, side, in_side * header->block_rows,
                        header_block_rows(header, in_side), maker->room, maker->packed,
                        maker->told);
    free_bits_fill(maker->filler, &maker->effort, maker->packed, maker->told, size, maker->filled);
    size_t length =
        ZSTD_compress2(maker->compressor, maker->compressed, maker->bound, maker->filled, size);
    bool fine = !ZSTD_isError(length) && length > left_out &&
                length - left_out < TABLE_BLOCK_LENGTH_LIMIT &&
                memcmp(maker->compressed, beginning, left_out) == 0;
    uint8_t *bytes = fine ? malloc(length - left_out) : NULL;
    if (bytes == NULL)
        return false;
    memcpy(bytes, maker->compressed + left_out, length - left_out);
    *block = (struct packed_block){bytes, (uint32_t)(length - left_out),
                                   block_check(header, side, in_file, maker->filled, size)};
    return true;
}
