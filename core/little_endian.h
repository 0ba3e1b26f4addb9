/* little_endian.h - numbers in memory, lowest byte first, whatever the machine and the alignment.
 */
#ifndef CORE_LITTLE_ENDIAN_H
#define CORE_LITTLE_ENDIAN_H

#include <stdint.h>
#include <string.h>

static inline uint32_t swap_32(uint32_t word) {
    return __builtin_bswap32(word);
}

static inline uint64_t swap_64(uint64_t word) {
    return __builtin_bswap64(word);
}

static inline uint32_t get_32(const uint8_t *bytes) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = swap_32(word);
#endif
    return word;
}

static inline uint64_t get_64(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = swap_64(word);
#endif
    return word;
}

static inline void put_64(uint8_t *bytes, uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = swap_64(word);
#endif
    memcpy(bytes, &word, sizeof word);
}

#endif
