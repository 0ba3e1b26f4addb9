/* kernel_bytes.h - rows of 32 bytes, one for each bit of a word, for the instruction set that the
 * including file is compiled for. `where` has a bit for each byte that an operation is about. */
#ifndef GEN_KERNEL_BYTES_H
#define GEN_KERNEL_BYTES_H

#include "squares32.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

enum { ROW_BYTES = BOARD_SQUARES };

#if defined(__AVX512BW__) && defined(__AVX512VL__)

static inline void fill_bytes(uint8_t *to, uint8_t byte, squares32 where) {
    _mm256_mask_storeu_epi8(to, where, _mm256_set1_epi8((char)byte));
}

/* Lowers each byte to `from` + 1 where that is less, or raises it where that is more. */
static inline void lower_bytes(uint8_t *to, const uint8_t *from, squares32 where) {
    __m256i old = _mm256_loadu_si256((const void *)to);
    __m256i new = _mm256_add_epi8(_mm256_loadu_si256((const void *)from), _mm256_set1_epi8(1));
    _mm256_storeu_si256((void *)to, _mm256_mask_min_epu8(old, where, old, new));
}
static inline void raise_bytes(uint8_t *to, const uint8_t *from, squares32 where) {
    __m256i old = _mm256_loadu_si256((const void *)to);
    __m256i new = _mm256_add_epi8(_mm256_loadu_si256((const void *)from), _mm256_set1_epi8(1));
    _mm256_storeu_si256((void *)to, _mm256_mask_max_epu8(old, where, old, new));
}

/* The bytes that equal `byte`, or are not above it. */
static inline squares32 bytes_equal(const uint8_t *bytes, uint8_t byte) {
    return _mm256_cmpeq_epi8_mask(_mm256_loadu_si256((const void *)bytes),
                                  _mm256_set1_epi8((char)byte));
}
static inline squares32 bytes_up_to(const uint8_t *bytes, uint8_t byte) {
    return _mm256_cmple_epu8_mask(_mm256_loadu_si256((const void *)bytes),
                                  _mm256_set1_epi8((char)byte));
}

/* Lowers `least`, or raises `most`, byte by byte. */
static inline void lower_least(uint8_t *least, const uint8_t *bytes, squares32 where) {
    __m256i old = _mm256_loadu_si256((const void *)least);
    __m256i new = _mm256_mask_min_epu8(old, where, old, _mm256_loadu_si256((const void *)bytes));
    _mm256_storeu_si256((void *)least, new);
}
static inline void raise_most(uint8_t *most, const uint8_t *bytes, squares32 where) {
    __m256i old = _mm256_loadu_si256((const void *)most);
    __m256i new = _mm256_mask_max_epu8(old, where, old, _mm256_loadu_si256((const void *)bytes));
    _mm256_storeu_si256((void *)most, new);
}

#elif defined(__AVX2__)

static inline __m256i bytes_of_bits(squares32 bits) {
    const __m256i bytes = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2,
                                           2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
    const __m256i bit = _mm256_set1_epi64x((long long)UINT64_C(0x8040201008040201));
    __m256i spread = _mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), bytes);
    return _mm256_cmpeq_epi8(_mm256_and_si256(spread, bit), bit);
}

static inline void fill_bytes(uint8_t *to, uint8_t byte, squares32 where) {
    __m256i old = _mm256_loadu_si256((const void *)to);
    __m256i new = _mm256_set1_epi8((char)byte);
    _mm256_storeu_si256((void *)to, _mm256_blendv_epi8(old, new, bytes_of_bits(where)));
}

static inline void lower_bytes(uint8_t *to, const uint8_t *from, squares32 where) {
    __m256i old = _mm256_loadu_si256((const void *)to);
    __m256i new = _mm256_add_epi8(_mm256_loadu_si256((const void *)from), _mm256_set1_epi8(1));
    new = _mm256_blendv_epi8(old, _mm256_min_epu8(old, new), bytes_of_bits(where));
    _mm256_storeu_si256((void *)to, new);
}
static inline void raise_bytes(uint8_t *to, const uint8_t *from, squares32 where) {
    __m256i old = _mm256_loadu_si256((const void *)to);
    __m256i new = _mm256_add_epi8(_mm256_loadu_si256((const void *)from), _mm256_set1_epi8(1));
    new = _mm256_max_epu8(old, _mm256_and_si256(new, bytes_of_bits(where)));
    _mm256_storeu_si256((void *)to, new);
}

static inline squares32 bytes_equal(const uint8_t *bytes, uint8_t byte) {
    __m256i same =
        _mm256_cmpeq_epi8(_mm256_loadu_si256((const void *)bytes), _mm256_set1_epi8((char)byte));
    return (squares32)_mm256_movemask_epi8(same);
}
static inline squares32 bytes_up_to(const uint8_t *bytes, uint8_t byte) {
    __m256i row = _mm256_loadu_si256((const void *)bytes);
    __m256i same = _mm256_cmpeq_epi8(_mm256_min_epu8(row, _mm256_set1_epi8((char)byte)), row);
    return (squares32)_mm256_movemask_epi8(same);
}

static inline void lower_least(uint8_t *least, const uint8_t *bytes, squares32 where) {
    __m256i old = _mm256_loadu_si256((const void *)least);
    __m256i low = _mm256_min_epu8(old, _mm256_loadu_si256((const void *)bytes));
    _mm256_storeu_si256((void *)least, _mm256_blendv_epi8(old, low, bytes_of_bits(where)));
}
static inline void raise_most(uint8_t *most, const uint8_t *bytes, squares32 where) {
    __m256i old = _mm256_loadu_si256((const void *)most);
    __m256i new = _mm256_and_si256(_mm256_loadu_si256((const void *)bytes), bytes_of_bits(where));
    _mm256_storeu_si256((void *)most, _mm256_max_epu8(old, new));
}

#else

static inline void fill_bytes(uint8_t *to, uint8_t byte, squares32 where) {
    for (; where != 0; where &= where - 1)
        to[lowest32(where)] = byte;
}

static inline void lower_bytes(uint8_t *to, const uint8_t *from, squares32 where) {
    for (; where != 0; where &= where - 1) {
        uint8_t byte = (uint8_t)(from[lowest32(where)] + 1);
        if (byte < to[lowest32(where)])
            to[lowest32(where)] = byte;
    }
}
static inline void raise_bytes(uint8_t *to, const uint8_t *from, squares32 where) {
    for (; where != 0; where &= where - 1) {
        uint8_t byte = (uint8_t)(from[lowest32(where)] + 1);
        if (byte > to[lowest32(where)])
            to[lowest32(where)] = byte;
    }
}

static inline squares32 bytes_equal(const uint8_t *bytes, uint8_t byte) {
    squares32 set = 0;
    for (unsigned i = 0; i < ROW_BYTES; i++)
        set |= (squares32)(bytes[i] == byte) << i;
    return set;
}
static inline squares32 bytes_up_to(const uint8_t *bytes, uint8_t byte) {
    squares32 set = 0;
    for (unsigned i = 0; i < ROW_BYTES; i++)
        set |= (squares32)(bytes[i] <= byte) << i;
    return set;
}

static inline void lower_least(uint8_t *least, const uint8_t *bytes, squares32 where) {
    for (; where != 0; where &= where - 1) {
        unsigned i = lowest32(where);
        least[i] = bytes[i] < least[i] ? bytes[i] : least[i];
    }
}
static inline void raise_most(uint8_t *most, const uint8_t *bytes, squares32 where) {
    for (; where != 0; where &= where - 1) {
        unsigned i = lowest32(where);
        most[i] = bytes[i] > most[i] ? bytes[i] : most[i];
    }
}

#endif

#endif
