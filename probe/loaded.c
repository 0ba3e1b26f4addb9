#include "loaded.h"
#include <string.h>

enum { ALIGNMENT = 8 };

static uint64_t aligned(uint64_t bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static bool has_summary(const struct table_header *header) {
    return header->value_bits == 2;
}

static uint64_t values_bytes(const struct table_header *header) {
    uint64_t last = header_blocks_per_side(header) - 1;
    return last * header_block_bytes(header, 0) + header_block_bytes(header, last);
}

uint64_t loaded_bytes(const struct table_header *header) {
    uint64_t summary = has_summary(header) ? (header->rows >> SUMMARY_ROW_BITS) / 4 + 1 : 0;
    return aligned(values_bytes(header)) + aligned(summary);
}

struct loaded loaded_place(const struct table_header *header, uint8_t *room) {
    return (struct loaded){.values = room,
                           .summary =
                               has_summary(header) ? room + aligned(values_bytes(header)) : NULL};
}

/* Whether all bits are the same: 0 or 1 then, else neither. */
static unsigned same_bits(const uint8_t *bytes, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (bytes[i] != bytes[0])
            return SUMMARY_MIXED;
    return bytes[0] == 0 ? 0 : bytes[0] == UINT8_MAX ? 1 : SUMMARY_MIXED;
}

static unsigned summary_of_row(const uint8_t *wins, const uint8_t *losses, size_t row_bytes) {
    unsigned win = same_bits(wins, row_bytes);
    if (win != 0)
        return win == 1 ? VALUE_WIN : SUMMARY_MIXED;
    return same_bits(losses, row_bytes); /* which is VALUE_DRAW or VALUE_LOSS, or mixed */
}

/* Rows are added in their order. */
static void add_to_summary(uint8_t *summary, uint64_t row, unsigned all) {
    uint64_t group = row >> SUMMARY_ROW_BITS;
    bool is_first = row == group << SUMMARY_ROW_BITS;
    if (!is_first && summary_of_group(summary, group) != all)
        all = SUMMARY_MIXED;
    summary_set_group(summary, group, all);
}

/* Puts rows from the planes of a block side by side. */
static inline void join_planes(const uint8_t *planes, size_t rows, size_t row_bytes,
                               uint8_t *values, uint8_t *summary, uint64_t first_row) {
    for (size_t i = 0; i < rows; i++) {
        const uint8_t *wins = planes + i * row_bytes;
        const uint8_t *losses = wins + rows * row_bytes;
        uint64_t row = first_row + i;
        memcpy(values + 2 * row * row_bytes, wins, row_bytes);
        memcpy(values + (2 * row + 1) * row_bytes, losses, row_bytes);
        add_to_summary(summary, row, summary_of_row(wins, losses, row_bytes));
    }
}

void loaded_add_block(const struct table_header *header, uint8_t *room, uint64_t block,
                      const uint8_t *bytes) {
    enum { USUAL_ROW_BYTES = 4 }; /* with which the compiler copies without a call */
    uint64_t first_row = header_block_first_row(header, block);
    size_t rows = header_block_rows(header, block);
    size_t row_bytes = header->lanes / 8;
    uint8_t *summary = room + aligned(values_bytes(header));
    if (!has_summary(header))
        memcpy(room + first_row * header->lanes * header->value_bits / 8, bytes,
               header_block_bytes(header, block));
    else if (row_bytes == USUAL_ROW_BYTES)
        join_planes(bytes, rows, USUAL_ROW_BYTES, room, summary, first_row);
    else
        join_planes(bytes, rows, row_bytes, room, summary, first_row);
}
