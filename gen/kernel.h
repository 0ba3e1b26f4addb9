/* kernel.h - the inner part of the bit-parallel solver, compiled once for each instruction set.
 *
 * The same sources (kernel.c and the kernel_*.h it includes) are compiled for the plain machine,
 * for AVX2 and for AVX-512; the fastest that the processor has is chosen when the program runs. All
 * give the same bits.
 */
#ifndef GEN_KERNEL_H
#define GEN_KERNEL_H

#include "distances.h"
#include "outcomes.h"

/* One placement of the men while it is solved. Its blocks are numbered from 0. */
struct placement_blocks {
    struct blocks *blocks;
    const struct block_lookup *lookup;
    uint64_t first_word; /* of the placement's words in the arrays of `blocks` */
    squares32 men[2];    /* by side */
    squares32 *outer[2]; /* outer kings by side and rank */
    /* What is known of the positions of each block besides their values, by side to move: which are
     * quiet (no capture for that side), and which of these a man move saves from being lost (NULL
     * in a signature without men). */
    struct matrix *quiet[2];
    struct matrix *saved[2];
    struct distance_set distances; /* that are found as well */
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

/* Blocks whose outer kings share a square hold no position. */
static inline bool block_exists(const struct placement_blocks *placement, uint64_t block) {
    const struct blocks *blocks = placement->blocks;
    return (placement->outer[WHITE][block / blocks->black_sets] &
            placement->outer[BLACK][block % blocks->black_sets]) == 0;
}

/* What is known of one side to move in a block while its distances are found. */
struct distance_state {
    uint8_t open_wins; /* some wins, or losses, have no distance yet */
    uint8_t open_losses;
    uint8_t won_near; /* the last depth won something for the other side where a king can go */
    uint8_t lost_near;
    uint8_t found_wins; /* at this depth, to be entered */
    uint8_t found_losses;
    uint8_t next;  /* the depth at which captures or man moves say something next; 255: never */
    uint8_t paths; /* moves of outer kings */
};

/* A move of an outer king: the block that it leads to, and the squares that must be empty. */
struct outer_path {
    uint32_t block;
    squares32 path;
};

/* The distances of one placement of the men while they are found: by side to move and block. */
struct placement_distances {
    struct distances *distances;
    struct distance_state *state[2];
    struct matrix *closed[2];  /* all but the wins that have no distance yet */
    struct matrix *lost[2];    /* losses that have one */
    struct matrix *new_win[2]; /* what one depth adds */
    struct matrix *new_loss[2];
    struct outer_path *paths[2];
    unsigned path_room[2]; /* for each block */
};

struct distance_progress {
    bool found;   /* there is something to enter */
    uint8_t next; /* least `next` of the blocks */
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
    /* The same for one side to move and one ply, whether or not the block is dirty: reads values of
     * the other side to move and writes those of this one, so that threads can share the blocks. */
    bool (*advance)(const struct placement_blocks *placement, uint64_t block, enum side side);
    /* For a signature that is its own mirror: the rank of the placement that turning the board
     * makes of this one; and filling in that one's blocks when this one is solved. Leaves in
     * `quiet` that of the mirror, for White to move alone. */
    uint64_t (*mirror_rank)(const struct placement_blocks *placement,
                            const struct kernel_scratch *scratch);
    void (*turn_over)(const struct placement_blocks *placement, uint64_t mirror);
    /* Puts the outcomes of a portion into `bits` in the order of the table's index, from bit 0 on;
     * there is room for a word more than they need. `side` is that of the table. */
    void (*export_portion)(const struct placement_blocks *placement, enum side side,
                           struct export_portion portion, const struct outcome_bits *bits);
    /* Distances, once all wins and losses of a placement are known. First, for each block that
     * exists, what captures and man moves say of it. */
    void (*begin_distances)(const struct placement_blocks *placement,
                            const struct placement_distances *place, uint64_t block,
                            struct kernel_scratch *scratch);
    /* When one side alone has kings, this is all that is left to do. */
    void (*finish_word)(const struct placement_blocks *placement,
                        const struct placement_distances *place, uint64_t block);
    /* Else, for each depth: what is won and lost in so many plies, in the blocks `first` to `end` -
     * 1; when all have been looked at, enters it. Threads can share the blocks. */
    struct distance_progress (*find_distances)(const struct placement_blocks *placement,
                                               const struct placement_distances *place,
                                               unsigned depth, uint64_t first, uint64_t end);
    void (*enter_distances)(const struct placement_blocks *placement,
                            const struct placement_distances *place, unsigned depth, uint64_t first,
                            uint64_t end);
};

/* The kernel of a name, the fastest that works here for NULL or "auto"; NULL for an unknown name or
 * one that this machine or build does not have. */
const struct kernel *kernel_find(const char *name);

#endif
