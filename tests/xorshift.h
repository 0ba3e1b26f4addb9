/* xorshift.h - random numbers that are the same for the same beginning (Marsaglia's xorshift). */
#ifndef TESTS_XORSHIFT_H
#define TESTS_XORSHIFT_H

#include <stdint.h>

/* A number below `limit`; *state is not 0. */
static inline unsigned xorshift_below(uint64_t *state, unsigned limit) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (unsigned)((*state >> 20) % limit);
}

#endif
