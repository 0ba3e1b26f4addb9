/* kernel.h - the inner part of the bit-parallel solver, compiled once for each instruction set.
 *
 * The same sources (kernel.c and the kernel_*.h it includes) are compiled for the plain machine,
 * for AVX2 and for AVX-512; the fastest that the processor has is chosen when the program runs. All
 * give the same bits.
 */
#ifndef GEN_KERNEL_H
#define GEN_KERNEL_H

#include "blocks.h"
#include "outcomes.h"

/* One placement of the men while it is solved. Its blocks are numbered from 0. */
struct placement_blocks {
    struct blocks *blocks;
    const struct block_lookup *lookup;
    uint64_t first_word; /* of the placement's words in the arrays of `blocks` */
    squares32 men[2];    /* by side */
    squares32 *outer[2]; /* outer kings by side and rank */
    /* What is known of the positions of each block besides their values, by side to move: which are
     * quiet (no capture for that side), and which of these a man move saves from being lost. */
    struct matrix *quiet[2];
    struct matrix *saved[2];
    uint8_t *dirty; /* by block: side_bit() of the sides to move whose values a change elsewhere may
                       change */
};

static inline uint8_t side_bit(enum side side) {
    return (uint8_t)(1 << side);
}

/* Some of the king placements of a placement of the men: those with a range of the sets of White's
 * kings, by their rank. One set stands for all when only one side has kings, or none. */
struct export_portion {
    uint64_t first_set;
    uint64_t sets;
    uint64_t positions_of_set;
};

struct kernel_scratch; /* working memory of one thread */

struct kernel {
    const char *name; /* "plain", "avx2", "avx512" */
    size_t scratch_bytes;
    void (*prepare)(struct kernel_scratch *scratch); /* before its first use */
    /* Finds captures, man moves and what follows at once for one block, both sides to move. This is
     * all for a side without kings. */
    void (*look_out)(const struct placement_blocks *placement, uint64_t block,
                     struct kernel_scratch *scratch);
    /* Spreads values by king moves within one dirty block, and into it from the others of the
     * placement, until it stands still. Marks the blocks that this may change; false when nothing
     * changed. Both sides have kings. */
    bool (*settle)(const struct placement_blocks *placement, uint64_t block);
    /* The same for one side to move and one ply, marking nothing: reads values of the other side to
     * move and writes those of this one, so that threads can share the blocks. */
    bool (*advance)(const struct placement_blocks *placement, uint64_t block, enum side side);
    /* Puts the outcomes of a portion into `bits` in the order of the table's index, from bit 0 on;
     * there is room for a word more than they need. `side` is that of the table. */
    void (*export_portion)(const struct placement_blocks *placement, enum side side,
                           struct export_portion portion, const struct outcome_bits *bits);
};

/* The kernel of a name, the fastest that works here for NULL or "auto"; NULL for an unknown name or
 * one that this machine or build does not have. */
const struct kernel *kernel_find(const char *name);

#endif
