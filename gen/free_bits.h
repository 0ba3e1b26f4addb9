/* free_bits.h - giving the free bits of a block the values that compress best.
 *
 * zstd finds strings of bytes that occur again. Where a block's bytes are told in part only, far
 * more strings can be made to occur again: this looks for the longest string before each place that
 * agrees with everything told there, and copies it. docs/compression.md tells what it gains.
 */
#ifndef GEN_FREE_BITS_H
#define GEN_FREE_BITS_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of room that the arrays need behind their last, of any content. */
enum { FREE_BITS_SLACK = 16 };

/* Writes `size` bytes that have the bits of `bytes` where `told` has 1s. Where nothing fits, free
 * bits repeat what is one bit before them or, with `unit_bytes` above 0, so many bytes. Strings are
 * looked for up to `window` bytes back: farther compresses better and takes longer. The result
 * depends on the arguments alone. */
void fill_free_bits(const uint8_t *bytes, const uint8_t *told, size_t size, size_t unit_bytes,
                    size_t window, uint8_t *filled);

#endif
