/* The hash of table files against the reference implementation: every length at which another way
 * begins or ends, every seed in some, any alignment. With an argument: how fast both are. */
#include "check.h"
#include "xxh3.h"
#include <stdlib.h>
#include <time.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { LONGEST = 16384 };

static uint8_t data[LONGEST + 8];

static uint64_t random_word(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state ^ *state >> 29;
}

static void compare(size_t offset, size_t size, uint64_t seed) {
    CHECK(xxh3_seeded(data + offset, size, seed) ==
          XXH3_64bits_withSeed(data + offset, size, seed));
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Nanoseconds a call: the best of several rounds. */
static void measure(size_t size) {
    enum { CALLS = 20000, ROUNDS = 20 };
    double own = 1e9, other = 1e9;
    uint64_t sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds();
        for (int i = 0; i < CALLS; i++)
            sum += xxh3_seeded(data + i % 8, size, sum);
        double middle = seconds();
        for (int i = 0; i < CALLS; i++)
            sum += XXH3_64bits_withSeed(data + i % 8, size, sum);
        double end = seconds();
        own = middle - start < own ? middle - start : own;
        other = end - middle < other ? end - middle : other;
    }
    printf("%zu bytes: %.1f ns, the reference implementation %.1f ns (%d)\n", size,
           own / CALLS * 1e9, other / CALLS * 1e9, (int)(sum & 1));
}

int main(int argument_count, char **arguments) {
    (void)arguments;
    uint64_t state = 1;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)random_word(&state);
    for (size_t size = 0; size <= LONGEST; size += size < 2200 ? 1 : 61) {
        CHECK(xxh3(data, size) == XXH3_64bits(data, size));
        compare(size % 8, size, 0);
        compare(size % 8, size, random_word(&state));
        compare(size % 8, size, UINT64_MAX);
    }
    CHECK(xxh3(NULL, 0) == XXH3_64bits(NULL, 0));
    /* Words of the documentation, so that the comparison is not with a mistake of its own. */
    CHECK(xxh3(NULL, 0) == UINT64_C(0x2d06800538d394c2));
    if (argument_count > 1) {
        measure(16);
        measure(200);
        measure(1024);
        measure(4096);
        measure(16384);
    }
    return check_report();
}
