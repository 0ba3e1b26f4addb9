/* The operations on rows of bytes against their plain meaning, on random bytes. Compiled for each
 * instruction set that has its own form of them. */
#include "check.h"
#include "kernel_bytes.h"
#include <string.h>

static uint64_t random_state = 1;

static uint32_t random_bits(void) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 32);
}

/* Small ones often, and those at the end of the range. */
static uint8_t random_byte(void) {
    uint32_t bits = random_bits();
    return (uint8_t)(bits % 4 == 0 ? bits >> 24 : bits % 4 == 1 ? 254 + bits % 2 : bits >> 29);
}

static void check_round(void) {
    uint8_t old[ROW_BYTES];
    uint8_t from[ROW_BYTES];
    uint8_t filled[ROW_BYTES];
    uint8_t lowered[ROW_BYTES];
    uint8_t raised[ROW_BYTES];
    uint8_t least[ROW_BYTES];
    squares32 where = random_bits();
    uint8_t byte = random_byte();
    for (unsigned i = 0; i < ROW_BYTES; i++) {
        old[i] = random_byte();
        from[i] = random_byte();
        if (from[i] == 255)
            from[i] = 254;
    }
    memcpy(filled, old, sizeof old);
    memcpy(lowered, old, sizeof old);
    memcpy(raised, old, sizeof old);
    memcpy(least, old, sizeof old);
    fill_bytes(filled, byte, where);
    lower_bytes(lowered, from, where);
    raise_bytes(raised, from, where);
    lower_least(least, from, where);
    squares32 equal = bytes_equal(old, byte);
    squares32 up_to = bytes_up_to(old, byte);
    for (unsigned i = 0; i < ROW_BYTES; i++) {
        bool here = (where >> i & 1) != 0;
        unsigned next = from[i] + 1u;
        CHECK_EQUAL(filled[i], here ? byte : old[i]);
        CHECK_EQUAL(lowered[i], here && next < old[i] ? next : old[i]);
        CHECK_EQUAL(raised[i], here && next > old[i] ? next : old[i]);
        CHECK_EQUAL(least[i], here && from[i] < old[i] ? from[i] : old[i]);
        CHECK_EQUAL(equal >> i & 1, old[i] == byte);
        CHECK_EQUAL(up_to >> i & 1, old[i] <= byte);
    }
}

int main(void) {
#if defined(__AVX512BW__)
    if (!__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512vl")) {
        printf("this machine has no AVX-512\n");
        return 0;
    }
#elif defined(__AVX2__)
    if (!__builtin_cpu_supports("avx2")) {
        printf("this machine has no AVX2\n");
        return 0;
    }
#endif
    for (unsigned round = 0; round < 2000; round++)
        check_round();
    return check_report();
}
