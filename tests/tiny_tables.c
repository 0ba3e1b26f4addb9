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

/* Puts the values of a row in their places. */
static bool put_row(const struct table_header *header, const struct slot_layout *slots,
                    const reference_solver *solver, enum side side, const struct slot_row *row,
                    size_t slots_of_block, size_t first_slot, uint8_t *packed) {
    bitboard left = row->squares;
    for (unsigned i = 0; i < row->count; i++) {
        value v;
        unsigned lane = slot_row_lane(slots, row, &left, i);
        if (!stored_value(solver, slots->index, header->metric, side, row->first + i, &v))
            return false;
        packed_set(packed, header->value_bits, slots_of_block, first_slot + lane, v);
    }
    return true;
}

static bool append_block(struct image *image, const struct table_header *header,
                         const struct slot_layout *slots, const reference_solver *solver,
                         uint64_t block) {
    size_t size = header_block_bytes(header, block);
    uint32_t rows = header_block_rows(header, block);
    enum side side = header_block_side(header, block);
    uint8_t beginning[TABLE_FRAME_HEADER_MAX];
    size_t left_out = frame_header(size, beginning);
    uint8_t *packed = calloc(1, size);
    if (packed == NULL)
        return false;
    bool good = true;
    for (uint32_t i = 0; good && i < rows; i++) {
        struct slot_row row = slot_row_at(slots, header_block_first_row(header, block) + i);
        good = put_row(header, slots, solver, side, &row, (size_t)rows * header->lanes,
                       (size_t)i * header->lanes, packed);
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
        uint8_t *end = image->bytes + image->size;
        size_t frame = ZSTD_compress(end, room, packed, size, 1);
        good = !ZSTD_isError(frame) && frame > left_out && memcmp(end, beginning, left_out) == 0;
        frame -= good ? left_out : 0;
        memmove(end, end + left_out, good ? frame : 0);
        entry_encode((uint32_t)frame, block_check(header, side, block, packed, size),
                     image->bytes + TABLE_HEADER_BYTES + block * TABLE_ENTRY_BYTES);
        image->size += good ? frame : 0;
    }
    free(packed);
    return good;
}

static bool make_image(struct image *image, struct table_header *header,
                       const struct slot_layout *slots, const reference_solver *solver) {
    uint64_t blocks = header_blocks(header);
    size_t directory = (size_t)header_directory_bytes(header);
    image->size = TABLE_HEADER_BYTES + directory;
    image->capacity = image->size;
    image->bytes = calloc(1, image->capacity);
    bool good = image->bytes != NULL;
    for (uint64_t block = 0; good && block < blocks; block++)
        good = append_block(image, header, slots, solver, block);
    if (!good)
        return false;
    uint8_t *entries = image->bytes + TABLE_HEADER_BYTES;
    header->file_bytes = image->size;
    header->directory_check = directory_check(entries, directory);
    header->histogram_check = histogram_check(entries, 0); /* there is none */
    header_encode(header, image->bytes);
    return true;
}

/* All ways of storing sides to move are to be tried. */
static unsigned sides_to_store(struct signature signature, enum metric metric) {
    if (signature_is_own_mirror(signature) || metric == METRIC_DTW)
        return stored_bit(WHITE);
    return metric == METRIC_WDL ? stored_bit(BLACK) : stored_bit(WHITE) | stored_bit(BLACK);
}

bool tiny_table_write(const char *directory, const reference_solver *solver,
                      struct signature signature, enum metric metric, uint32_t block_slots) {
    struct index_layout layout;
    struct slot_layout slots;
    if (!index_layout_init(&layout, rules_brazilian.geometry, signature) ||
        !slot_layout_init(&slots, &layout))
        return false;
    struct table_header header = {.variant = rules_brazilian.variant,
                                  .metric = metric,
                                  .index_scheme = INDEX_SCHEME,
                                  .squares = rules_brazilian.geometry->squares,
                                  .signature = signature,
                                  .sides = signature_is_own_mirror(signature) ? 1 : 2,
                                  .stored = sides_to_store(signature, metric),
                                  .value_bits = metric == METRIC_WDL ? 2 : 8,
                                  .block_rows = block_slots / slot_lanes(&slots),
                                  .positions = layout.positions,
                                  .rows = slots.rows,
                                  .lanes = slot_lanes(&slots)};
    /* Both widths of distances are to be tried. */
    if (metric == METRIC_DTC)
        header.value_bits = 16;
    struct image image = {.bytes = NULL};
    char name[TABLE_FILE_NAME_SIZE];
    char path[2 * TINY_PATH_SIZE];
    table_file_name(signature, metric, name);
    snprintf(path, sizeof path, "%s/%s/%s", directory, rules_brazilian.name, name);
    bool good = make_image(&image, &header, &slots, solver) &&
                tiny_file_write(path, image.bytes, image.size);
    free(image.bytes);
    return good;
}

bool tiny_tables_write(const char *directory, const reference_solver *solver, unsigned pieces,
                       enum metric metric, uint32_t block_slots) {
    struct signature list[64];
    for (unsigned n = 2; n <= pieces; n++) {
        size_t count = signatures_of_pieces(n, rules_brazilian.pieces_per_side, list, 64);
        for (size_t i = 0; i < count && i < 64; i++)
            if (!tiny_table_write(directory, solver, list[i], metric, block_slots))
                return false;
    }
    return true;
}
