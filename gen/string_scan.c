#include "string_scan.h"
#include <stdbool.h>
#include <string.h>

/* ---- Plain ------------------------------------------------------------------------------------
 */

/* The compiler makes of it what the processor has in any case. Each lane is a distance, the last
 * lane the smallest. */
enum { LANES = 16 };

/* Most often the first looks tell that there is none. */
enum { FIRST_LOOKS = 4 };
typedef uint8_t lanes __attribute__((vector_size(LANES)));

static inline bool any_lane(const lanes *fine) {
    uint64_t halves[2];
    memcpy(halves, fine, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

static inline void look(const struct string_looks *looks, unsigned number, const uint8_t *farthest,
                        lanes *wrong) {
    lanes there;
    memcpy(&there, farthest + looks->offsets[number], sizeof there);
    *wrong |= (there ^ looks->bytes[number]) & looks->told[number];
}

static size_t scan_plain(const struct string_looks *looks, const uint8_t *here, size_t back,
                         size_t last) {
    for (; back <= last; back += LANES) {
        const uint8_t *farthest = here - back - (LANES - 1);
        lanes wrong = {0};
        for (unsigned i = 0; i < FIRST_LOOKS; i++)
            look(looks, i, farthest, &wrong);
        lanes fine = wrong == 0;
        if (!any_lane(&fine))
            continue;
        for (unsigned i = FIRST_LOOKS; i < STRING_LOOKS; i++)
            look(looks, i, farthest, &wrong);
        fine = wrong == 0;
        for (size_t i = 0; any_lane(&fine) && i < LANES; i++)
            if (fine[LANES - 1 - i] != 0)
                return back + i;
    }
    return back;
}

/* ---- Wide -------------------------------------------------------------------------------------
 */

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define HAVE_WIDE 1

/* Bits that are wrong at a look, and which bytes have none. */
#define LOOK_AVX2(i)                                                                               \
    _mm256_and_si256(                                                                              \
        _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(farthest + looks->offsets[i])),      \
                         bytes[i]),                                                                \
        told[i])
#define ZERO_BYTES_AVX2(x)                                                                         \
    (uint32_t) _mm256_movemask_epi8(_mm256_cmpeq_epi8(x, _mm256_setzero_si256()))
#define LOOK_AVX512(i)                                                                             \
    _mm512_and_si512(_mm512_xor_si512(_mm512_loadu_si512(farthest + looks->offsets[i]), bytes[i]), \
                     told[i])

__attribute__((target("avx2"))) static size_t
scan_avx2(const struct string_looks *looks, const uint8_t *here, size_t back, size_t last) {
    enum { WIDTH = 32 };
    __m256i bytes[STRING_LOOKS];
    __m256i told[STRING_LOOKS];
    for (unsigned i = 0; i < STRING_LOOKS; i++) {
        bytes[i] = _mm256_set1_epi8((char)looks->bytes[i]);
        told[i] = _mm256_set1_epi8((char)looks->told[i]);
    }
    for (; back <= last; back += WIDTH) {
        const uint8_t *farthest = here - back - (WIDTH - 1);
        __m256i wrong = _mm256_setzero_si256();
        for (unsigned i = 0; i < FIRST_LOOKS; i++)
            wrong = _mm256_or_si256(wrong, LOOK_AVX2(i));
        uint32_t fine = ZERO_BYTES_AVX2(wrong);
        if (fine == 0)
            continue;
        for (unsigned i = FIRST_LOOKS; i < STRING_LOOKS; i++)
            wrong = _mm256_or_si256(wrong, LOOK_AVX2(i));
        fine = ZERO_BYTES_AVX2(wrong);
        if (fine != 0)
            return back + (size_t)__builtin_clz(fine);
    }
    return back;
}

__attribute__((target("avx512f,avx512bw"))) static size_t
scan_avx512(const struct string_looks *looks, const uint8_t *here, size_t back, size_t last) {
    enum { WIDTH = 64 };
    __m512i bytes[STRING_LOOKS];
    __m512i told[STRING_LOOKS];
    for (unsigned i = 0; i < STRING_LOOKS; i++) {
        bytes[i] = _mm512_set1_epi8((char)looks->bytes[i]);
        told[i] = _mm512_set1_epi8((char)looks->told[i]);
    }
    for (; back <= last; back += WIDTH) {
        const uint8_t *farthest = here - back - (WIDTH - 1);
        __m512i wrong = _mm512_setzero_si512();
        for (unsigned i = 0; i < FIRST_LOOKS; i++)
            wrong = _mm512_or_si512(wrong, LOOK_AVX512(i));
        uint64_t fine = _mm512_testn_epi8_mask(wrong, wrong);
        if (fine == 0)
            continue;
        for (unsigned i = FIRST_LOOKS; i < STRING_LOOKS; i++)
            wrong = _mm512_or_si512(wrong, LOOK_AVX512(i));
        fine = _mm512_testn_epi8_mask(wrong, wrong);
        if (fine != 0)
            return back + (size_t)__builtin_clzll(fine);
    }
    return back;
}
#endif

/* ---- Choice -----------------------------------------------------------------------------------
 */

string_scan *string_scan_number(unsigned number) {
    string_scan *list[4] = {NULL};
    unsigned count = 0;
#ifdef HAVE_WIDE
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw"))
        list[count++] = scan_avx512;
    if (__builtin_cpu_supports("avx2"))
        list[count++] = scan_avx2;
#endif
    list[count++] = scan_plain;
    return number < count ? list[number] : NULL;
}
