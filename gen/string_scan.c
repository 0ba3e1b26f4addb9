#include "string_scan.h"
#include <endian.h>
#include <string.h>

/* Most often the first looks tell that there is none. */
enum { FIRST_LOOKS = 4 };

/* ---- Plain ------------------------------------------------------------------------------------
 */

/* The compiler makes of it what the processor has in any case. */
typedef uint8_t lanes16 __attribute__((vector_size(16)));

/* Of each byte the lowest bit: the factor moves that of byte i to bit 56 + i. */
static inline uint64_t lowest_bits(uint64_t bytes) {
    return (le64toh(bytes) & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
}

static inline uint64_t fine16(lanes16 wrong) {
    lanes16 fine = wrong == 0;
    uint64_t halves[2];
    memcpy(halves, &fine, sizeof halves);
    if ((halves[0] | halves[1]) == 0)
        return 0;
    return lowest_bits(halves[0]) | lowest_bits(halves[1]) << 8;
}

#define SCAN scan_plain
#define SCAN_LANES lanes16
#define SCAN_FINE fine16
#define SCAN_TARGET
#include "string_scan_body.h"

/* ---- Wide -------------------------------------------------------------------------------------
 */

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define HAVE_WIDE 1

#define AVX2 __attribute__((target("avx2")))
typedef uint8_t lanes32 __attribute__((vector_size(32)));

AVX2 static inline uint64_t fine32(lanes32 wrong) {
    return (uint32_t)_mm256_movemask_epi8((__m256i)(wrong == 0));
}

#define SCAN scan_avx2
#define SCAN_LANES lanes32
#define SCAN_FINE fine32
#define SCAN_TARGET AVX2
#include "string_scan_body.h"

#define AVX512 __attribute__((target("avx512f,avx512bw")))
typedef uint8_t lanes64 __attribute__((vector_size(64)));

AVX512 static inline uint64_t fine64(lanes64 wrong) {
    return _mm512_testn_epi8_mask((__m512i)wrong, (__m512i)wrong);
}

#define SCAN scan_avx512
#define SCAN_LANES lanes64
#define SCAN_FINE fine64
#define SCAN_TARGET AVX512
#include "string_scan_body.h"
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
