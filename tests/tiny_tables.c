#include "tiny_tables.h"
#include "index.h"
#include "moves.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

static value value_of_reference(const reference_value *found, enum metric metric) {
    if (metric == METRIC_WDL || found->wdl == 0)
        return found->wdl > 0 ? VALUE_WIN : found->wdl < 0 ? VALUE_LOSS : VALUE_DRAW;
    unsigned plies = (unsigned)(metric == METRIC_DTW ? found->dtw : found->dtc);
    return found->wdl > 0 ? value_win_in(plies) : value_loss_in(plies);
}

/* A value of the wrong kind. */
static value wrong_value(value right, enum metric metric) {
    if (value_is_win(right))
        return metric == METRIC_WDL ? VALUE_LOSS : value_loss_in(6);
    return metric == METRIC_WDL ? VALUE_WIN : value_win_in(5);
}

static bool stored_value(const reference_solver *solver, const struct index_layout *layout,
                         enum metric metric, enum side side, uint64_t index, value *v) {
    struct position position = position_of_index(layout, index, side);
    reference_value found;
    if (reference_solver_value(solver, position.white, position.black, position.kings, (int)side,
                               &found) != REFERENCE_OK)
        return false;
    *v = value_of_reference(&found, metric);
    if (moves_must_capture(&rules_brazilian, &position))
        *v = wrong_value(*v, metric);
    return true;
}

/* A file that grows in memory. */
struct image {
    uint8_t *bytes;
    size_t size;
    size_t capacity;
};

static bool append_block(struct image *image, const struct table_header *header,
                         const struct index_layout *layout, const reference_solver *solver,
                         uint64_t block) {
    size_t size = header_block_bytes(header, block);
    uint64_t per_side = header_blocks_per_side(header);
    uint8_t *packed = calloc(1, size);
    if (packed == NULL)
        return false;
    enum side side = block < per_side ? WHITE : BLACK;
    uint64_t first = block % per_side * header->block_positions;
    bool good = true;
    for (uint32_t i = 0; good && i < header_block_positions(header, block); i++) {
        value v;
        good = stored_value(solver, layout, header->metric, side, first + i, &v);
        if (good)
            packed_set(packed, header->value_bits, i, v);
    }
    size_t room = ZSTD_compressBound(size);
    if (good && image->size + room > image->capacity) {
        image->capacity = 2 * image->capacity + room;
        uint8_t *larger = realloc(image->bytes, image->capacity);
        good = larger != NULL;
        if (good)
            image->bytes = larger;
    }
    if (good) {
        entry_encode(image->size, block_check(header, block, packed, size),
                     image->bytes + TABLE_HEADER_BYTES + block * TABLE_ENTRY_BYTES);
        size_t frame = ZSTD_compress(image->bytes + image->size, room, packed, size, 1);
        good = !ZSTD_isError(frame);
        image->size += good ? frame : 0;
    }
    free(packed);
    return good;
}

static bool make_image(struct image *image, struct table_header *header,
                       const struct index_layout *layout, const reference_solver *solver) {
    uint64_t blocks = header_blocks(header);
    size_t directory = (size_t)(blocks + 1) * TABLE_ENTRY_BYTES;
    image->size = TABLE_HEADER_BYTES + directory;
    image->capacity = image->size;
    image->bytes = calloc(1, image->capacity);
    bool good = image->bytes != NULL;
    for (uint64_t block = 0; good && block < blocks; block++)
        good = append_block(image, header, layout, solver, block);
    if (!good)
        return false;
    uint8_t *entries = image->bytes + TABLE_HEADER_BYTES;
    entry_encode(image->size, 0, entries + blocks * TABLE_ENTRY_BYTES);
    header->file_bytes = image->size;
    header->directory_check = directory_check(entries, directory);
    header->histogram_check = histogram_check(entries, 0); /* there is none */
    header_encode(header, image->bytes);
    return true;
}

bool tiny_table_write(const char *directory, const reference_solver *solver,
                      struct signature signature, enum metric metric, uint32_t block_positions) {
    struct index_layout layout;
    if (!index_layout_init(&layout, rules_brazilian.geometry, signature))
        return false;
    struct table_header header = {.variant = rules_brazilian.variant,
                                  .metric = metric,
                                  .index_scheme = INDEX_SCHEME,
                                  .squares = rules_brazilian.geometry->squares,
                                  .signature = signature,
                                  .sides = signature_is_own_mirror(signature) ? 1 : 2,
                                  .value_bits = metric == METRIC_WDL ? 2 : 8,
                                  .block_positions = block_positions,
                                  .positions = layout.positions};
    /* Both widths of distances are to be tried. */
    if (metric == METRIC_DTC)
        header.value_bits = 16;
    struct image image = {.bytes = NULL};
    char name[TABLE_FILE_NAME_SIZE];
    char path[2 * TINY_PATH_SIZE];
    table_file_name(signature, metric, name);
    snprintf(path, sizeof path, "%s/%s/%s", directory, rules_brazilian.name, name);
    bool good = make_image(&image, &header, &layout, solver) &&
                tiny_file_write(path, image.bytes, image.size);
    free(image.bytes);
    return good;
}

bool tiny_tables_write(const char *directory, const reference_solver *solver, unsigned pieces,
                       enum metric metric, uint32_t block_positions) {
    struct signature list[64];
    for (unsigned n = 2; n <= pieces; n++) {
        size_t count = signatures_of_pieces(n, rules_brazilian.pieces_per_side, list, 64);
        for (size_t i = 0; i < count && i < 64; i++)
            if (!tiny_table_write(directory, solver, list[i], metric, block_positions))
                return false;
    }
    return true;
}
