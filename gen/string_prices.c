#include "string_prices.h"
#include <string.h>

/* Bits that are told behind a code: RFC 8878, tables 15 and 17. */
static const uint8_t run_bits[RUN_CODES] = {[16] = 1, 1, 1, 1,  2,  2,  3,  3,  4,  6,
                                            7,        8, 9, 10, 11, 12, 13, 14, 15, 16};
static const uint8_t length_bits[LENGTH_CODES] = {[32] = 1, 1, 1, 1,  2,  2,  3,  3,  4,  4, 5,
                                                  7,        8, 9, 10, 11, 12, 13, 14, 15, 16};

static unsigned highest_bit(uint32_t number) {
    return 31u - (unsigned)__builtin_clz(number);
}

unsigned run_code(uint32_t bytes) {
    static const uint8_t codes[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 16, 17, 17, 18, 18,
        19, 19, 20, 20, 20, 20, 21, 21, 21, 21, 22, 22, 22, 22, 22, 22, 22, 22, 23, 23, 23, 23,
        23, 23, 23, 23, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24};
    return bytes < 64 ? codes[bytes] : highest_bit(bytes) + 19;
}

unsigned length_code(uint32_t length) {
    static const uint8_t codes[128] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 32, 33, 33, 34, 34, 35, 35, 36, 36, 36, 36,
        37, 37, 37, 37, 38, 38, 38, 38, 38, 38, 38, 38, 39, 39, 39, 39, 39, 39, 39, 39, 40, 40,
        40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 41, 41, 41, 41, 41, 41, 41, 41,
        41, 41, 41, 41, 41, 41, 41, 41, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42,
        42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42};
    uint32_t over = length - STRING_SHORTEST;
    return over < 128 ? codes[over] : highest_bit(over) + 36;
}

/* ---- Prices -----------------------------------------------------------------------------------
 */

/* The logarithm to base 2 in units of price, straight between powers of two. */
static uint32_t logarithm(uint32_t number) {
    unsigned whole = highest_bit(number);
    uint32_t part = (uint32_t)(((uint64_t)number * PRICE_BIT >> whole) - PRICE_BIT);
    return whole * PRICE_BIT + part;
}

/* What has not occurred is reckoned as if it had a quarter of a time. */
static void make(const uint32_t *counts, const uint8_t *bits, size_t codes, uint32_t *prices) {
    uint32_t sum = 0;
    for (size_t i = 0; i < codes; i++)
        sum += 4 * counts[i] + 1;
    for (size_t i = 0; i < codes; i++)
        prices[i] = logarithm(sum) - logarithm(4 * counts[i] + 1) +
                    (bits == NULL ? 0 : bits[i] * (uint32_t)PRICE_BIT);
}

/* By price; of equals the smaller byte first. */
static void order_bytes(struct string_prices *prices) {
    for (unsigned i = 0; i < 256; i++) {
        unsigned at = i;
        for (; at > 0 && prices->bytes[prices->cheapest[at - 1]] > prices->bytes[i]; at--)
            prices->cheapest[at] = prices->cheapest[at - 1];
        prices->cheapest[at] = (uint8_t)i;
    }
}

void string_prices_make(struct string_prices *prices, const struct string_counts *counts) {
    uint8_t distance_bits[DISTANCE_CODES];
    for (unsigned i = 0; i < DISTANCE_CODES; i++)
        distance_bits[i] = (uint8_t)i;
    make(counts->bytes, NULL, 256, prices->bytes);
    make(counts->runs, run_bits, RUN_CODES, prices->runs);
    make(counts->lengths, length_bits, LENGTH_CODES, prices->lengths);
    make(counts->distances, distance_bits, DISTANCE_CODES, prices->distances);
    order_bytes(prices);
}

/* About the shares that codes have in blocks of outcomes and of distances, measured once tables
 * were made; of outcomes strings of whole rows, 4 bytes, are many. */
void string_counts_guess(struct string_counts *counts) {
    static const uint8_t runs[RUN_CODES] = {200, 190, 50, 24, 14, 9, 6, 4, 3, 2, 2, 1, 1,
                                            1,   1,   1,  1,  1,  1, 1, 1, 1, 1, 1, 1};
    static const uint8_t lengths[LENGTH_CODES] = {
        70, 48, 22, 24, 45, 26, 10, 14, 35, 17, 7, 8, 20, 10, 5, 6, 8, 8,
        4,  4,  5,  6,  3,  3,  4,  5,  2,  2,  6, 5, 2,  2,  4, 2, 4, 2,
        5,  4,  6,  7,  9,  8,  8,  18, 9,  4,  2, 1, 1,  1,  1, 1, 1};
    static const uint8_t distances[DISTANCE_CODES] = {100, 60, 40, 40, 45, 32, 38, 35, 40, 32,
                                                      24,  28, 10, 4,  1,  1,  1,  1,  1,  1};
    memset(counts, 0, sizeof *counts);
    for (unsigned i = 0; i < RUN_CODES; i++)
        counts->runs[i] = runs[i];
    for (unsigned i = 0; i < LENGTH_CODES; i++)
        counts->lengths[i] = lengths[i];
    for (unsigned i = 0; i < DISTANCE_CODES; i++)
        counts->distances[i] = distances[i];
}
