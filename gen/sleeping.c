#include "sleeping.h"
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* The fastest level: more would save little and take longer than it is worth. */
enum { PIECE_BYTES = 1 << 22, LEVEL = 1 };

/* A piece of an area, compressed on its own. */
struct piece {
    size_t area;
    size_t offset;
    size_t size;
    uint8_t *bytes;
    size_t compressed_size;
};

struct sleeping {
    struct piece *pieces;
    size_t count;
};

static size_t pieces_of(const struct memory_area *area) {
    return (area->size + PIECE_BYTES - 1) / PIECE_BYTES;
}

static struct sleeping *sleeping_new(const struct memory_area *areas, size_t count) {
    struct sleeping *sleeping = calloc(1, sizeof *sleeping);
    size_t pieces = 0;
    for (size_t area = 0; area < count; area++)
        pieces += pieces_of(&areas[area]);
    if (sleeping != NULL)
        sleeping->pieces = calloc(pieces + 1, sizeof *sleeping->pieces);
    if (sleeping == NULL || sleeping->pieces == NULL) {
        free(sleeping);
        return NULL;
    }
    for (size_t area = 0; area < count; area++)
        for (size_t offset = 0; offset < areas[area].size; offset += PIECE_BYTES) {
            size_t left = areas[area].size - offset;
            sleeping->pieces[sleeping->count++] =
                (struct piece){area, offset, left < PIECE_BYTES ? left : PIECE_BYTES, NULL, 0};
        }
    return sleeping;
}

/* `room` has ZSTD_compressBound(PIECE_BYTES). */
static bool compress_piece(struct piece *piece, const struct memory_area *areas, ZSTD_CCtx *context,
                           uint8_t *room) {
    const uint8_t *from = (const uint8_t *)areas[piece->area].bytes + piece->offset;
    size_t size =
        ZSTD_compressCCtx(context, room, ZSTD_compressBound(PIECE_BYTES), from, piece->size, LEVEL);
    piece->bytes = ZSTD_isError(size) ? NULL : malloc(size);
    if (piece->bytes == NULL)
        return false;
    memcpy(piece->bytes, room, size);
    piece->compressed_size = size;
    return true;
}

struct sleeping *sleeping_copy(const struct memory_area *areas, size_t count, unsigned threads) {
    struct sleeping *sleeping = sleeping_new(areas, count);
    bool fine = sleeping != NULL;
    size_t pieces = fine ? sleeping->count : 0;
#pragma omp parallel num_threads((int)threads) reduction(&& : fine)
    {
        ZSTD_CCtx *context = ZSTD_createCCtx();
        uint8_t *room = malloc(ZSTD_compressBound(PIECE_BYTES));
        fine = fine && context != NULL && room != NULL;
#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < pieces; i++)
            fine = fine && compress_piece(&sleeping->pieces[i], areas, context, room);
        free(room);
        ZSTD_freeCCtx(context);
    }
    if (fine)
        return sleeping;
    sleeping_free(sleeping);
    return NULL;
}

void sleeping_free(struct sleeping *sleeping) {
    if (sleeping == NULL)
        return;
    for (size_t i = 0; i < sleeping->count; i++)
        free(sleeping->pieces[i].bytes);
    free(sleeping->pieces);
    free(sleeping);
}

bool sleeping_wake(const struct sleeping *sleeping, const struct memory_area *areas, size_t count,
                   unsigned threads) {
    bool fine = true;
    (void)count;
#pragma omp parallel num_threads((int)threads) reduction(&& : fine)
    {
        ZSTD_DCtx *context = ZSTD_createDCtx();
        fine = context != NULL;
#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < sleeping->count; i++) {
            const struct piece *piece = &sleeping->pieces[i];
            uint8_t *to = (uint8_t *)areas[piece->area].bytes + piece->offset;
            fine = fine && ZSTD_decompressDCtx(context, to, piece->size, piece->bytes,
                                               piece->compressed_size) == piece->size;
        }
        ZSTD_freeDCtx(context);
    }
    return fine;
}

uint64_t sleeping_bytes(const struct sleeping *sleeping) {
    uint64_t bytes = sizeof *sleeping;
    for (size_t i = 0; i < sleeping->count; i++)
        bytes += sleeping->pieces[i].compressed_size + sizeof *sleeping->pieces;
    return bytes;
}
