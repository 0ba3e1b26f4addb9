#include "table_block.h"
#include "format.h"
#include <string.h>

/* A row of outcomes, a bit for each lane. */
struct lanes {
    uint64_t win;
    uint64_t loss;
    uint64_t told;
};

static void put_bits(uint8_t *bytes, unsigned width, uint64_t bits) {
    for (unsigned i = 0; i < width; i++)
        bytes[i] = (uint8_t)(bits >> 8 * i);
}

/* Puts a row into both planes of a block. */
static void put_row(const struct slot_layout *slots, uint32_t rows, uint32_t row,
                    const struct lanes *lanes, uint8_t *packed, uint8_t *told) {
    unsigned width = slot_lanes(slots) / 8;
    size_t wins = (size_t)row * width;
    size_t losses = ((size_t)rows + row) * width;
    put_bits(packed + wins, width, lanes->win);
    put_bits(told + wins, width, lanes->told);
    put_bits(packed + losses, width, lanes->loss);
    put_bits(told + losses, width, lanes->told & ~lanes->win);
}

/* The bits of consecutive positions in the lanes of a row. */
static struct lanes lanes_of_bits(const struct slot_layout *slots, const struct slot_row *row,
                                  const struct outcome_bits *bits) {
    struct lanes lanes = {0, 0, 0};
    bitboard left = row->squares;
    uint32_t win = 0;
    uint32_t loss = 0;
    uint32_t capture = 0;
    for (unsigned i = 0; i < row->count; i++) {
        if (i % 32 == 0) {
            win = outcome_word(bits->win, row->first + i);
            loss = outcome_word(bits->loss, row->first + i);
            capture = outcome_word(bits->capture, row->first + i);
        }
        unsigned lane = slot_row_lane(slots, row, &left, i);
        uint64_t stored = ~capture >> i % 32 & 1u;
        lanes.told |= stored << lane;
        lanes.win |= (win >> i % 32 & stored) << lane;
        lanes.loss |= (loss >> i % 32 & stored) << lane;
    }
    return lanes;
}

void block_pack_bits(const struct slot_layout *slots, uint64_t first_row, uint32_t rows,
                     const struct outcome_bits *bits, uint8_t *packed, uint8_t *told) {
    struct slot_row row = slot_row_at(slots, first_row);
    for (uint32_t i = 0; i < rows; i++) {
        if (i > 0)
            slot_row_next(slots, &row);
        struct lanes lanes = lanes_of_bits(slots, &row, bits);
        put_row(slots, rows, i, &lanes, packed, told);
    }
}

static struct lanes lanes_of_values(const struct slot_layout *slots, const struct slot_row *row,
                                    const value *values, const uint8_t *must_capture) {
    struct lanes lanes = {0, 0, 0};
    bitboard left = row->squares;
    for (unsigned i = 0; i < row->count; i++) {
        uint64_t bit = UINT64_C(1) << slot_row_lane(slots, row, &left, i);
        if (must_capture[i])
            continue;
        lanes.told |= bit;
        lanes.win |= value_is_win(values[i]) ? bit : 0;
        lanes.loss |= value_is_loss(values[i]) ? bit : 0;
    }
    return lanes;
}

/* A row of distances. */
static void put_distances(const struct slot_layout *slots, const struct slot_row *row,
                          const value *values, const uint8_t *must_capture, unsigned value_bits,
                          uint8_t *packed, uint8_t *told) {
    bitboard left = row->squares;
    for (unsigned i = 0; i < row->count; i++) {
        size_t lane = slot_row_lane(slots, row, &left, i);
        if (must_capture[i])
            continue;
        put_bits(packed + lane * (value_bits / 8), value_bits / 8, values[i]);
        put_bits(told + lane * (value_bits / 8), value_bits / 8, UINT64_MAX);
    }
}

void block_pack(const struct slot_layout *slots, uint64_t first_row, uint32_t rows,
                const value *values, const uint8_t *must_capture, unsigned value_bits,
                uint8_t *packed, uint8_t *told) {
    size_t row_bytes = (size_t)slot_lanes(slots) * value_bits / 8;
    struct slot_row row = slot_row_at(slots, first_row);
    uint64_t first = row.first;
    memset(packed, 0, rows * row_bytes);
    memset(told, 0, rows * row_bytes);
    for (uint32_t i = 0; i < rows; i++) {
        if (i > 0)
            slot_row_next(slots, &row);
        size_t at = (size_t)(row.first - first);
        if (value_bits == 2) {
            struct lanes lanes = lanes_of_values(slots, &row, values + at, must_capture + at);
            put_row(slots, rows, i, &lanes, packed, told);
        } else {
            put_distances(slots, &row, values + at, must_capture + at, value_bits,
                          packed + i * row_bytes, told + i * row_bytes);
        }
    }
}
