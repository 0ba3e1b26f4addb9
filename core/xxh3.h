/* xxh3.h - the check values of table files: XXH3 with results of 64 bits.
 *
 * XXH3 is a public hash function (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md). This is
 * the part of it that tables need, written from that specification so that the library depends on
 * nothing for it; the tests compare it with the reference implementation. It is no protection
 * against someone who wants a collision.
 */
#ifndef CORE_XXH3_H
#define CORE_XXH3_H

#include <stddef.h>
#include <stdint.h>

/* The hash of `size` bytes with the seed 0, and with another one. `data` may be NULL when `size` is
 * 0. The result is the same on every machine. */
uint64_t xxh3(const void *data, size_t size);
uint64_t xxh3_seeded(const void *data, size_t size, uint64_t seed);

#endif
