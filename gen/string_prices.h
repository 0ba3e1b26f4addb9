/* string_prices.h - about how many bits zstd takes to tell a block.
 *
 * zstd tells a block as strings: some bytes one by one, then how far back and how long the string
 * is that goes on from there. Bytes, numbers of bytes, distances and lengths are told in codes that
 * take the fewer bits the more often they occur (RFC 8878, 3.1.1.3). Prices are counted from a
 * first try at the same block.
 */
#ifndef GEN_STRING_PRICES_H
#define GEN_STRING_PRICES_H

#include <stddef.h>
#include <stdint.h>

/* Units of price in a bit. Whole numbers, so that no machine reckons otherwise. */
enum { PRICE_BIT = 256 };

/* The shortest string, and how many codes there are (RFC 8878, tables 15, 17 and text). */
enum { STRING_SHORTEST = 3, RUN_CODES = 36, LENGTH_CODES = 53, DISTANCE_CODES = 32 };

/* How often each byte and each code occurs. */
struct string_counts {
    uint32_t bytes[256];
    uint32_t runs[RUN_CODES];
    uint32_t lengths[LENGTH_CODES];
    uint32_t distances[DISTANCE_CODES];
};

/* Prices of bytes and, with the bits told behind them, of codes. */
struct string_prices {
    uint32_t bytes[256];
    uint8_t cheapest[256]; /* bytes, the cheapest first */
    uint32_t runs[RUN_CODES];
    uint32_t lengths[LENGTH_CODES];
    uint32_t distances[DISTANCE_CODES];
};

/* The code of a number of bytes told one by one, of a string's length from STRING_SHORTEST on, and
 * of a distance: 1 to 3 are the last three in use, any other stands for itself and 3 more. */
unsigned run_code(uint32_t bytes);
unsigned length_code(uint32_t length);
static inline unsigned distance_code(uint32_t told) {
    return 31u - (unsigned)__builtin_clz(told);
}

/* Counts of codes to begin with, of blocks that nothing is known of; none of bytes. */
void string_counts_guess(struct string_counts *counts);

void string_prices_make(struct string_prices *prices, const struct string_counts *counts);

#endif
