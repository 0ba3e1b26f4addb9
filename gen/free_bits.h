/* free_bits.h - giving the free bits of a block the values that compress best.
 *
 * zstd tells strings of bytes that occur again. Where a block's bytes are told in part only, far
 * more strings can be made to occur again. This looks for the way through the block, byte by byte
 * or string by string, that zstd can tell in the fewest bits. docs/compression.md tells how, and
 * what it gains.
 */
#ifndef GEN_FREE_BITS_H
#define GEN_FREE_BITS_H

#include "told_frame.h"
#include <stddef.h>
#include <stdint.h>

/* How thoroughly a way is looked for. At least one pass has to be made. */
struct free_bits_effort {
    size_t window;            /* strings come from at most so many bytes back */
    unsigned hasty_passes;    /* from which the prices of the next pass are known */
    unsigned thorough_passes; /* after them; each takes some times longer */
};

/* What one thread needs for it. */
struct free_bits;

/* For blocks of up to `most` bytes. NULL when memory is short. */
struct free_bits *free_bits_new(size_t most);
void free_bits_free(struct free_bits *filler); /* NULL is allowed */

/* Bytes of room that `bytes` and `told` need behind their last, of any content. */
enum { FREE_BITS_SLACK = 16 };

/* Writes `size` bytes that have the bits of `bytes` where `told` has 1s. The result depends on
 * these, `size` and the effort alone. */
void free_bits_fill(struct free_bits *filler, const struct free_bits_effort *effort,
                    const uint8_t *bytes, const uint8_t *told, size_t size, uint8_t *filled);

/* The way that free_bits_fill() found last, as zstd is to tell it: `strings` has room for
 * told_strings_most() of the block's bytes. How many there are; the last one is of length 0. */
size_t free_bits_strings(const struct free_bits *filler, struct told_string *strings);

#endif
