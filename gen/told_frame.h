/* told_frame.h - a zstd frame that tells a block in given strings.
 *
 * zstd writes the frame, but which strings it is told in is chosen before (free_bits.h): the way
 * through a block whose free bits were chosen for it is the one to tell it in, and zstd's own
 * search for another took longer and ended higher. docs/compression.md has the numbers.
 */
#ifndef GEN_TOLD_FRAME_H
#define GEN_TOLD_FRAME_H

#include <stddef.h>
#include <stdint.h>

/* Some bytes told one by one, then a string that is copied. */
struct told_string {
    uint32_t singles;
    uint32_t length; /* of the string, at least 3; 0 behind the last one */
    uint32_t back;   /* how far before it what is copied begins */
};

/* The most strings that tell so many bytes. */
static inline size_t told_strings_most(size_t bytes) {
    return bytes / 3 + 1;
}

/* The longest block, as zstd's own are no longer. */
enum { TOLD_BYTES_MAX = 128 << 10 };

/* What one thread needs for it. */
struct told_frame;

/* For blocks of up to `most` bytes, TOLD_BYTES_MAX at most. NULL when memory is short. */
struct told_frame *told_frame_new(size_t most);
void told_frame_free(struct told_frame *frame); /* NULL is allowed */

/* What came of making a block or its frame. BLOCK_WRONG: it does not unpack to what it was made of,
 * so it is of no use. That is seen to every time; nothing but a fault of the program, of zstd or of
 * the machine can be why. */
enum block_result { BLOCK_MADE, BLOCK_NO_MEMORY, BLOCK_WRONG };

/* Makes the frame of `size` bytes, above 0, which are what `count` strings tell; the last of them
 * is of length 0. On BLOCK_MADE *made is where it is, until the next call, and *length how long. */
enum block_result told_frame_make(struct told_frame *frame, const struct told_string *strings,
                                  size_t count, const uint8_t *bytes, size_t size,
                                  const uint8_t **made, size_t *length);

#endif
