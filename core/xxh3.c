#include "xxh3.h"
#include "little_endian.h"
#include <string.h>
/* The vectors that there are; tests leave some out. Those of AVX2 are for processors that have it.
 */
#if defined(__SSE2__) && !defined(XXH3_PLAIN)
#include <immintrin.h>
#define HAS_SSE2
#if defined(__GNUC__) && !defined(XXH3_SSE2_ONLY)
#define HAS_AVX2
#endif
#endif

static const uint64_t prime_a = UINT64_C(0x9e3779b185ebca87);
static const uint64_t prime_b = UINT64_C(0xc2b2ae3d27d4eb4f);
static const uint64_t prime_c = UINT64_C(0x165667b19e3779f9);
static const uint64_t prime_d = UINT64_C(0x85ebca77c2b2ae63);
static const uint64_t prime_e = UINT64_C(0x27d4eb2f165667c5);
static const uint32_t prime_32a = UINT32_C(0x9e3779b1);
static const uint32_t prime_32b = UINT32_C(0x85ebca77);
static const uint32_t prime_32c = UINT32_C(0xc2b2ae3d);

/* Data up to these sizes have ways of their own; beyond the last they are hashed in stripes. */
enum { SMALL_MAX = 16, MEDIUM_MAX = 128, LARGE_MAX = 240 };

enum { SECRET_BYTES = 192, LANES = 8, STRIPE_BYTES = 8 * LANES, SECRET_STEP = 8 };
enum { STRIPES_PER_ROUND = (SECRET_BYTES - STRIPE_BYTES) / SECRET_STEP };

/* The secret that the specification gives. */
static const uint8_t secret[SECRET_BYTES] = {
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
    0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
    0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
    0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
    0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
    0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
    0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
    0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
    0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e};

/* ---- Mixing ---------------------------------------------------------------------------------- */

/* The two halves of a product of 128 bits, folded into one. */
static uint64_t multiply_fold(uint64_t left, uint64_t right) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)left * right;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    uint64_t low = (left & UINT32_MAX) * (right & UINT32_MAX);
    uint64_t high_low = (left >> 32) * (right & UINT32_MAX);
    uint64_t low_high = (left & UINT32_MAX) * (right >> 32);
    uint64_t middle = (low >> 32) + (high_low & UINT32_MAX) + low_high;
    uint64_t high = (left >> 32) * (right >> 32) + (high_low >> 32) + (middle >> 32);
    return high ^ (middle << 32 | (low & UINT32_MAX));
#endif
}

static uint64_t rotate_left(uint64_t word, unsigned bits) {
    return word << bits | word >> (64 - bits);
}

static uint64_t avalanche(uint64_t hash) {
    hash ^= hash >> 37;
    hash *= UINT64_C(0x165667919e3779f9);
    return hash ^ hash >> 32;
}

/* The one for the shortest data. */
static uint64_t avalanche_short(uint64_t hash) {
    hash ^= hash >> 33;
    hash *= prime_b;
    hash ^= hash >> 29;
    hash *= prime_c;
    return hash ^ hash >> 32;
}

/* ---- Up to 16 bytes -------------------------------------------------------------------------- */

static uint64_t hash_to_3(const uint8_t *data, size_t size, uint64_t seed) {
    uint32_t combined = data[size - 1] | (uint32_t)size << 8 | (uint32_t)data[0] << 16 |
                        (uint32_t)data[size / 2] << 24;
    return avalanche_short(((get_32(secret) ^ get_32(secret + 4)) + seed) ^ combined);
}

static uint64_t hash_4_to_8(const uint8_t *data, size_t size, uint64_t seed) {
    uint64_t combined = get_32(data + size - 4) | (uint64_t)get_32(data) << 32;
    seed ^= (uint64_t)swap_32((uint32_t)seed) << 32;
    uint64_t hash = ((get_64(secret + 8) ^ get_64(secret + 16)) - seed) ^ combined;
    hash ^= rotate_left(hash, 49) ^ rotate_left(hash, 24);
    hash *= UINT64_C(0x9fb21c651e98df25);
    hash ^= (hash >> 35) + size;
    hash *= UINT64_C(0x9fb21c651e98df25);
    return hash ^ hash >> 28;
}

static uint64_t hash_9_to_16(const uint8_t *data, size_t size, uint64_t seed) {
    uint64_t low = ((get_64(secret + 24) ^ get_64(secret + 32)) + seed) ^ get_64(data);
    uint64_t high = ((get_64(secret + 40) ^ get_64(secret + 48)) - seed) ^ get_64(data + size - 8);
    return avalanche(size + swap_64(low) + high + multiply_fold(low, high));
}

static uint64_t hash_small(const uint8_t *data, size_t size, uint64_t seed) {
    if (size > 8)
        return hash_9_to_16(data, size, seed);
    if (size > 3)
        return hash_4_to_8(data, size, seed);
    if (size > 0)
        return hash_to_3(data, size, seed);
    return avalanche_short(seed ^ get_64(secret + 56) ^ get_64(secret + 64));
}

/* ---- Up to 240 bytes ------------------------------------------------------------------------- */

static uint64_t mix_16(const uint8_t *data, const uint8_t *with, uint64_t seed) {
    return multiply_fold(get_64(data) ^ (get_64(with) + seed),
                         get_64(data + 8) ^ (get_64(with + 8) - seed));
}

static uint64_t hash_medium(const uint8_t *data, size_t size, uint64_t seed) {
    uint64_t hash = size * prime_a;
    for (size_t i = (size + 31) / 32; i-- > 0;) {
        hash += mix_16(data + 16 * i, secret + 32 * i, seed);
        hash += mix_16(data + size - 16 - 16 * i, secret + 32 * i + 16, seed);
    }
    return avalanche(hash);
}

static uint64_t hash_large(const uint8_t *data, size_t size, uint64_t seed) {
    enum { SHIFT = 3, LAST = 136 - 17 }; /* where the secret is begun again, and for the end */
    uint64_t hash = size * prime_a;
    for (size_t i = 0; i < 8; i++)
        hash += mix_16(data + 16 * i, secret + 16 * i, seed);
    hash = avalanche(hash);
    for (size_t i = 8; i < size / 16; i++)
        hash += mix_16(data + 16 * i, secret + 16 * (i - 8) + SHIFT, seed);
    return avalanche(hash + mix_16(data + size - 16, secret + LAST, seed));
}

/* ---- More, in stripes ------------------------------------------------------------------------ */

/* Adds stripes to the sums of the lanes; the secret moves on from one to the next. Compilers do not
 * see that the product of the halves of a lane is one instruction of vectors. */
typedef void stripe_adder(uint64_t sums[LANES], const uint8_t *stripes, size_t count,
                          const uint8_t *with);

#ifdef HAS_AVX2
__attribute__((target("avx2"))) static void
add_stripes_avx2(uint64_t sums[LANES], const uint8_t *stripes, size_t count, const uint8_t *with) {
    enum { VECTORS = LANES / 4 };
    __m256i vectors[VECTORS];
    memcpy(vectors, sums, sizeof vectors);
    for (size_t i = 0; i < count; i++, stripes += STRIPE_BYTES, with += SECRET_STEP)
        for (unsigned j = 0; j < VECTORS; j++) {
            __m256i words = _mm256_loadu_si256((const __m256i *)(const void *)stripes + j);
            __m256i keys = _mm256_loadu_si256((const __m256i *)(const void *)with + j);
            keys = _mm256_xor_si256(keys, words);
            __m256i product = _mm256_mul_epu32(keys, _mm256_srli_epi64(keys, 32));
            __m256i swapped = _mm256_shuffle_epi32(words, _MM_SHUFFLE(1, 0, 3, 2));
            vectors[j] = _mm256_add_epi64(vectors[j], _mm256_add_epi64(product, swapped));
        }
    memcpy(sums, vectors, sizeof vectors);
}
#endif

#ifdef HAS_SSE2
static void add_stripes_usual(uint64_t sums[LANES], const uint8_t *stripes, size_t count,
                              const uint8_t *with) {
    enum { VECTORS = LANES / 2 };
    __m128i vectors[VECTORS];
    memcpy(vectors, sums, sizeof vectors);
    for (size_t i = 0; i < count; i++, stripes += STRIPE_BYTES, with += SECRET_STEP)
        for (unsigned j = 0; j < VECTORS; j++) {
            __m128i words = _mm_loadu_si128((const __m128i *)(const void *)stripes + j);
            __m128i keys = _mm_loadu_si128((const __m128i *)(const void *)with + j);
            keys = _mm_xor_si128(keys, words);
            __m128i product = _mm_mul_epu32(keys, _mm_srli_epi64(keys, 32));
            __m128i swapped = _mm_shuffle_epi32(words, _MM_SHUFFLE(1, 0, 3, 2));
            vectors[j] = _mm_add_epi64(vectors[j], _mm_add_epi64(product, swapped));
        }
    memcpy(sums, vectors, sizeof vectors);
}
#else
static void add_stripes_usual(uint64_t sums[LANES], const uint8_t *stripes, size_t count,
                              const uint8_t *with) {
    for (size_t i = 0; i < count; i++, stripes += STRIPE_BYTES, with += SECRET_STEP)
        for (unsigned j = 0; j < LANES; j++) {
            uint64_t key = get_64(stripes + 8 * j) ^ get_64(with + 8 * j);
            sums[j] += get_64(stripes + 8 * (j ^ 1)) + (key & UINT32_MAX) * (key >> 32);
        }
}
#endif

static stripe_adder *best_adder(void) {
#ifdef HAS_AVX2
    if (__builtin_cpu_supports("avx2"))
        return add_stripes_avx2;
#endif
    return add_stripes_usual;
}

static void scramble(uint64_t sums[LANES], const uint8_t *with) {
    for (unsigned i = 0; i < LANES; i++)
        sums[i] = (sums[i] ^ sums[i] >> 47 ^ get_64(with + 8 * i)) * prime_32a;
}

static uint64_t merge(const uint64_t lanes[LANES], const uint8_t *with, uint64_t hash) {
    for (unsigned i = 0; i < LANES; i += 2)
        hash +=
            multiply_fold(lanes[i] ^ get_64(with + 8 * i), lanes[i + 1] ^ get_64(with + 8 * i + 8));
    return avalanche(hash);
}

/* `with` is the secret of the seed. The last stripe ends where the data do, and so may overlap the
 * one before. */
static uint64_t hash_stripes(const uint8_t *data, size_t size, const uint8_t *with,
                             stripe_adder *add) {
    enum { ROUND_BYTES = STRIPES_PER_ROUND * STRIPE_BYTES };
    uint64_t sums[LANES] = {prime_32c, prime_a,   prime_b, prime_c,
                            prime_d,   prime_32b, prime_e, prime_32a};
    const uint8_t *last_key = with + SECRET_BYTES - STRIPE_BYTES;
    const uint8_t *at = data;
    size_t stripes = (size - 1) / STRIPE_BYTES;
    for (; stripes >= STRIPES_PER_ROUND; stripes -= STRIPES_PER_ROUND, at += ROUND_BYTES) {
        add(sums, at, STRIPES_PER_ROUND, with);
        scramble(sums, last_key);
    }
    add(sums, at, stripes, with);
    add(sums, data + size - STRIPE_BYTES, 1, last_key - 7);
    return merge(sums, with + 11, size * prime_a);
}

static void secret_of_seed(uint64_t seed, uint8_t with[SECRET_BYTES]) {
    for (size_t i = 0; i < SECRET_BYTES; i += 16) {
        put_64(with + i, get_64(secret + i) + seed);
        put_64(with + i + 8, get_64(secret + i + 8) - seed);
    }
}

uint64_t xxh3_seeded(const void *data, size_t size, uint64_t seed) {
    if (size <= SMALL_MAX)
        return hash_small(data, size, seed);
    if (size <= MEDIUM_MAX)
        return hash_medium(data, size, seed);
    if (size <= LARGE_MAX)
        return hash_large(data, size, seed);
    uint8_t with[SECRET_BYTES];
    secret_of_seed(seed, with);
    return hash_stripes(data, size, with, best_adder());
}

uint64_t xxh3(const void *data, size_t size) {
    return size <= LARGE_MAX ? xxh3_seeded(data, size, 0)
                             : hash_stripes(data, size, secret, best_adder());
}
