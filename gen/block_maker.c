#include "block_maker.h"
#include <stdlib.h>
#include <string.h>

struct block_maker {
    const struct table_source *source;
    const struct slot_layout *slots;
    struct free_bits_effort effort;
    struct source_room room;
    uint8_t *packed;
    uint8_t *told;
    uint8_t *filled;
    struct free_bits *filler;
    struct told_string *strings;
    struct told_frame *frame;
};

static bool make_room(struct block_maker *maker, const struct table_header *header) {
    size_t slots = (size_t)header->block_rows * header->lanes;
    size_t block_bytes = slots * header->value_bits / 8;
    size_t bytes = block_bytes + FREE_BITS_SLACK;
    maker->room = (struct source_room){malloc(slots * sizeof(value)), malloc(slots)};
    maker->packed = calloc(bytes, 1);
    maker->told = calloc(bytes, 1);
    maker->filled = calloc(bytes, 1);
    maker->filler = free_bits_new(block_bytes);
    maker->strings = malloc(told_strings_most(block_bytes) * sizeof *maker->strings);
    maker->frame = told_frame_new(block_bytes);
    return maker->room.values != NULL && maker->room.must_capture != NULL &&
           maker->packed != NULL && maker->told != NULL && maker->filled != NULL &&
           maker->filler != NULL && maker->strings != NULL && maker->frame != NULL;
}

struct block_maker *block_maker_open(const struct table_source *source,
                                     const struct slot_layout *slots,
                                     const struct table_header *header,
                                     const struct free_bits_effort *effort) {
    struct block_maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL)
        return NULL;
    maker->source = source;
    maker->slots = slots;
    maker->effort = *effort;
    if (make_room(maker, header))
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
    free_bits_free(maker->filler);
    free(maker->strings);
    told_frame_free(maker->frame);
    free(maker);
}

/* Whether the block still says what its values are. */
static bool tells_values(const struct block_maker *maker, size_t size) {
    unsigned wrong = 0;
    for (size_t i = 0; i < size; i++)
        wrong |= (maker->filled[i] ^ maker->packed[i]) & maker->told[i];
    return wrong == 0;
}

enum block_result block_make(struct block_maker *maker, const struct table_header *header,
                             enum side side, uint64_t in_side, uint64_t in_file,
                             struct packed_block *block) {
    size_t size = header_block_bytes(header, in_side);
    uint8_t beginning[TABLE_FRAME_HEADER_MAX];
    size_t left_out = frame_header(size, beginning);
    maker->source->pack(maker->source, maker->slots, side, in_side * header->block_rows,
                        header_block_rows(header, in_side), maker->room, maker->packed,
                        maker->told);
    free_bits_fill(maker->filler, &maker->effort, maker->packed, maker->told, size, maker->filled);
    size_t strings = free_bits_strings(maker->filler, maker->strings);
    const uint8_t *frame;
    size_t length;
    enum block_result result = told_frame_make(maker->frame, maker->strings, strings, maker->filled,
                                               size, &frame, &length);
    if (result != BLOCK_MADE)
        return result;
    if (!tells_values(maker, size) || length <= left_out ||
        length - left_out >= TABLE_BLOCK_LENGTH_LIMIT || memcmp(frame, beginning, left_out) != 0)
        return BLOCK_WRONG;
    uint8_t *bytes = malloc(length - left_out);
    if (bytes == NULL)
        return BLOCK_NO_MEMORY;
    memcpy(bytes, frame + left_out, length - left_out);
    *block = (struct packed_block){bytes, (uint32_t)(length - left_out),
                                   block_check(header, side, in_file, maker->filled, size)};
    return BLOCK_MADE;
}
