#include "table_block.h"
#include "format.h"
#include <endian.h>
#include <string.h>

/* The first value that is stored, where the fill starts. */
static value first_stored(const value *values, const uint8_t *must_capture, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!must_capture[i])
            return values[i];
    return VALUE_DRAW;
}

void block_pack(const value *values, const uint8_t *must_capture, size_t count, unsigned value_bits,
                uint8_t *packed) {
    memset(packed, 0, (count * value_bits + 7) / 8);
    value last = first_stored(values, must_capture, count);
    for (size_t i = 0; i < count; i++) {
        if (!must_capture[i])
            last = values[i];
        packed_set(packed, value_bits, i, last);
    }
}

/* ---- Outcomes, 32 at a time -------------------------------------------------------------------
 */

/* Each bit of a word twice as far up: bit i at 2 i. */
static uint64_t spread_pairs(uint32_t bits) {
    uint64_t spread = bits;
    spread = (spread | spread << 16) & UINT64_C(0x0000ffff0000ffff);
    spread = (spread | spread << 8) & UINT64_C(0x00ff00ff00ff00ff);
    spread = (spread | spread << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    spread = (spread | spread << 2) & UINT64_C(0x3333333333333333);
    return (spread | spread << 1) & UINT64_C(0x5555555555555555);
}

static uint32_t lowest_bits(size_t count) {
    return count < 32 ? (UINT32_C(1) << count) - 1 : UINT32_MAX;
}

/* Values of up to 32 positions, two bits each; those that have to capture repeat the one before,
 * `last` before the first. */
static uint64_t fill_pairs(uint32_t win, uint32_t loss, uint32_t stored, unsigned last) {
    uint64_t known = spread_pairs(stored) * 3;
    uint64_t filled = (spread_pairs(win) * VALUE_WIN | spread_pairs(loss) * VALUE_LOSS) & known;
    for (unsigned step = 2; step <= 32; step *= 2) {
        filled |= filled << step & ~known;
        known |= known << step;
    }
    return filled | (last * UINT64_C(0x5555555555555555) & ~known);
}

/* The first value that is stored, where the fill starts. */
static unsigned first_stored_of_bits(const struct outcome_bits *bits, uint64_t first,
                                     size_t count) {
    for (size_t i = 0; i < count; i += 32) {
        uint32_t stored = ~outcome_word(bits->capture, first + i) & lowest_bits(count - i);
        if (stored == 0)
            continue;
        uint32_t one = stored & (0 - stored);
        if ((outcome_word(bits->win, first + i) & one) != 0)
            return VALUE_WIN;
        return (outcome_word(bits->loss, first + i) & one) != 0 ? VALUE_LOSS : VALUE_DRAW;
    }
    return VALUE_DRAW;
}

void block_pack_bits(const struct outcome_bits *bits, uint64_t first, size_t count,
                     uint8_t *packed) {
    unsigned last = first_stored_of_bits(bits, first, count);
    for (size_t i = 0; i < count; i += 32) {
        size_t left = count - i < 32 ? count - i : 32;
        uint32_t stored = ~outcome_word(bits->capture, first + i) & lowest_bits(left);
        uint64_t pairs = fill_pairs(outcome_word(bits->win, first + i),
                                    outcome_word(bits->loss, first + i), stored, last);
        last = (unsigned)(pairs >> 62);
        if (left < 32)
            pairs &= (UINT64_C(1) << 2 * left) - 1;
        pairs = htole64(pairs);
        memcpy(packed + i / 4, &pairs, (left + 3) / 4);
    }
}
