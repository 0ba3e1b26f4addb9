/* block_samples.h - the blocks that decide which side to move a table stores, and how large its
 * blocks are.
 *
 * Some blocks of both sides are compressed, and what they take decides. They are chosen from the
 * layout alone, so that a file does not depend on threads or solver; and from the men placements
 * that are solved first, so that the blocks of the rest can be compressed as they become final.
 * docs/compression.md tells what that costs.
 */
#ifndef GEN_BLOCK_SAMPLES_H
#define GEN_BLOCK_SAMPLES_H

#include "index.h"

/* Tables of so many pieces are small, so they may take some more time. */
enum { FEW_PIECES = 5 };

/* Of the blocks that may decide one in `one_in` does or, where these were fewer, about `least`. */
struct sample_size {
    uint64_t least;
    uint64_t one_in;
};

/* Marks in sample[], which has an entry for each of `blocks` blocks of a side to move, those that
 * decide. Block b has the positions from index first_index[b] up to first_index[b + 1]; blocks
 * without a position are not marked. *count is how many are marked, at least one when there are
 * positions. False when memory is short. */
bool block_samples_mark(const struct index_layout *layout, const uint64_t *first_index,
                        uint64_t blocks, struct sample_size wanted, bool *sample, uint64_t *count);

#endif
