/* Telling zstd the strings of a block is not among its oldest functions, but all versions
 * from 1.5.0 on have it. */
#define ZSTD_STATIC_LINKING_ONLY
#include "told_frame.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

/* zstd copies a string from less than 16 bytes back in steps of 8, each of which waits for the one
 * before it. A long one is told as two: the first as long as some bytes more, a multiple of the
 * distance, from which the second is copied in large steps. */
enum { NEAR = 16, LONG_RUN = 512, RUN_STEP = 64 };

struct told_frame {
    ZSTD_CCtx *compressor;
    ZSTD_DCtx *decompressor;
    ZSTD_Sequence *sequences;
    uint8_t *unpacked;
    uint8_t *bytes;
    size_t capacity; /* of bytes[] */
};

static bool set(ZSTD_CCtx *compressor, ZSTD_cParameter parameter, int number) {
    return !ZSTD_isError(ZSTD_CCtx_setParameter(compressor, parameter, number));
}

/* The codes of all that is told are chosen as for the highest levels; the small tables are those of
 * the search for strings that zstd does not make. */
static bool set_up(ZSTD_CCtx *compressor) {
    return set(compressor, ZSTD_c_compressionLevel, ZSTD_maxCLevel()) &&
           set(compressor, ZSTD_c_strategy, ZSTD_btultra2) && set(compressor, ZSTD_c_minMatch, 3) &&
           set(compressor, ZSTD_c_hashLog, 6) && set(compressor, ZSTD_c_chainLog, 6) &&
           set(compressor, ZSTD_c_blockDelimiters, ZSTD_sf_explicitBlockDelimiters);
}

struct told_frame *told_frame_new(size_t most) {
    struct told_frame *frame = calloc(1, sizeof *frame);
    if (frame == NULL)
        return NULL;
    frame->capacity = ZSTD_compressBound(most);
    frame->compressor = ZSTD_createCCtx();
    frame->decompressor = ZSTD_createDCtx();
    frame->unpacked = malloc(most);
    frame->bytes = malloc(frame->capacity);
    /* A string that is told as two is so long that there are fewer of them. */
    frame->sequences = malloc(told_strings_most(most) * sizeof *frame->sequences);
    if (frame->compressor != NULL && frame->decompressor != NULL && frame->unpacked != NULL &&
        frame->bytes != NULL && frame->sequences != NULL && set_up(frame->compressor))
        return frame;
    told_frame_free(frame);
    return NULL;
}

void told_frame_free(struct told_frame *frame) {
    if (frame == NULL)
        return;
    ZSTD_freeCCtx(frame->compressor);
    ZSTD_freeDCtx(frame->decompressor);
    free(frame->unpacked);
    free(frame->bytes);
    free(frame->sequences);
    free(frame);
}

static ZSTD_Sequence sequence(uint32_t singles, uint32_t length, uint32_t back) {
    return (ZSTD_Sequence){.offset = back, .litLength = singles, .matchLength = length};
}

/* What zstd is told. How many sequences that are. */
static size_t list_sequences(struct told_frame *frame, const struct told_string *strings,
                             size_t count) {
    size_t sequences = 0;
    for (const struct told_string *string = strings; string < strings + count; string++) {
        uint32_t singles = string->singles;
        uint32_t length = string->length;
        uint32_t back = string->back;
        if (length >= LONG_RUN && back < NEAR) {
            uint32_t first = (RUN_STEP + back - 1) / back * back;
            frame->sequences[sequences++] = sequence(singles, first, back);
            singles = 0;
            length -= first;
            back = first;
        }
        frame->sequences[sequences++] = sequence(singles, length, back);
    }
    return sequences;
}

static bool unpacks_to(struct told_frame *frame, size_t written, const uint8_t *bytes,
                       size_t size) {
    return ZSTD_decompressDCtx(frame->decompressor, frame->unpacked, size, frame->bytes, written) ==
               size &&
           memcmp(frame->unpacked, bytes, size) == 0;
}

enum block_result told_frame_make(struct told_frame *frame, const struct told_string *strings,
                                  size_t count, const uint8_t *bytes, size_t size,
                                  const uint8_t **made, size_t *length) {
    size_t sequences = list_sequences(frame, strings, count);
    size_t written = ZSTD_compressSequences(frame->compressor, frame->bytes, frame->capacity,
                                            frame->sequences, sequences, bytes, size);
    if (ZSTD_getErrorCode(written) == ZSTD_error_memory_allocation)
        return BLOCK_NO_MEMORY;
    if (ZSTD_isError(written) || !unpacks_to(frame, written, bytes, size))
        return BLOCK_WRONG;
    *made = frame->bytes;
    *length = written;
    return BLOCK_MADE;
}
