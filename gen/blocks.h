/* blocks.h - wins and losses of all positions of a signature as bits, laid out for the bit-parallel
 * solver (docs/algorithm.md, "Blocks").
 *
 * All pieces but one king a side are fixed; the squares of these two *inner* kings, White's by row
 * and Black's by column, make a block of 32 x 32 positions. The other kings of a side are its
 * *outer* ones. Each of two like kings can be the inner one, so a position stands in several
 * blocks, always with the same value. When only one side has kings the signature is turned so that
 * it is Black, and a block is one word; without kings it is one bit of a word.
 */
#ifndef GEN_BLOCKS_H
#define GEN_BLOCKS_H

#include "matrix.h"
#include "values.h"

struct distances;

struct blocks {
    struct signature signature; /* as solved: White has kings only if Black has */
    bool turned;                /* tables have the mirror of `signature` instead */
    struct index_layout layout; /* of `signature` */
    unsigned rows;              /* words of a block: 32 when both sides have kings, else 1 */
    uint64_t white_sets;        /* choices of White's outer kings for a placement of the men */
    uint64_t black_sets;
    uint64_t
        blocks_per_placement; /* white_sets * black_sets; those with a shared square are empty */
    squares32 *win[2];        /* by side to move; `rows` words for each block */
    squares32 *loss[2];
    const struct distances *distances; /* their DTW, when it is known, somebody else's; or NULL */
};

/* Fills in all but the arrays for a canonical signature. False when it cannot be indexed, or the
 * board is not 8x8. */
bool blocks_shape(struct blocks *blocks, const struct rules *rules, struct signature signature);

/* Memory that blocks_allocate() will take for a canonical signature on the 8x8 board; 0 when it
 * cannot be indexed. */
uint64_t blocks_memory(const struct rules *rules, struct signature signature);

/* Bytes of each of the four arrays. */
uint64_t blocks_array_bytes(const struct blocks *blocks);

/* Room for a canonical signature, all draws. NULL when memory is short. Owned by the caller, who
 * gives it back with blocks_free() (NULL is allowed). */
struct blocks *blocks_allocate(const struct rules *rules, struct signature signature);
void blocks_free(struct blocks *blocks);

/* Rank of a set of outer kings among the sets of as many of the squares `among`, in the order of
 * index.h. */
static inline uint32_t subset_rank32(squares32 subset, squares32 among) {
    uint64_t rank = 0;
    for (unsigned taken = 1; subset != 0; subset &= subset - 1, taken++)
        rank += combinations(count32(among & (square32(lowest32(subset)) - 1)), taken);
    return (uint32_t)rank;
}

/* The lowest `size` squares of a set that has as many. */
static inline squares32 first_subset32(squares32 among, unsigned size) {
    squares32 rest = among;
    for (; size > 0; size--)
        rest &= rest - 1;
    return among & ~rest;
}

/* Number of a block within its placement, from the ranks of its outer sets. */
static inline uint64_t block_number(const struct blocks *blocks, uint64_t white_rank,
                                    uint64_t black_rank) {
    return white_rank * blocks->black_sets + black_rank;
}

/* The outer kings of both sides in a block. */
struct outer_kings {
    squares32 white;
    squares32 black;
};

/* One placement of the men in values, in their board: that of the blocks, or turned. */
struct placement_view {
    const struct blocks *blocks;
    const struct values *values;
    squares32 free; /* squares without men */
    uint64_t first_index;
};

/* Looks at the placement whose rank in the blocks is `rank`. `values` are of the same signature. */
void placement_view_open(struct placement_view *view, const struct blocks *blocks,
                         const struct values *values, uint64_t rank);

/* What values say of one block with `side` to move (a side that is stored in values, in the view of
 * the blocks) into `rows` words each, and unless `plies` is NULL into a byte for each of their
 * bits. Positions that do not exist get neither bit. */
void block_from_values(const struct placement_view *view, struct outer_kings outer, enum side side,
                       squares32 *win, squares32 *loss, uint8_t *plies);

/* Fills in Black to move of a signature that is its own mirror from White to move, in the blocks
 * and their distances. */
void blocks_mirror(struct blocks *blocks, unsigned threads);

/* Where the successors of a signature are found. */
struct block_source {
    const struct blocks *blocks;
    bool turned; /* the board has to be turned to find positions of this signature */
};

enum { BLOCK_KIND_MAX = 8 };

/* The blocks of all signatures in memory, by white men, white kings, black men, black kings. Does
 * not own them. */
struct block_lookup {
    struct block_source of[BLOCK_KIND_MAX + 1][BLOCK_KIND_MAX + 1][BLOCK_KIND_MAX + 1]
                          [BLOCK_KIND_MAX + 1];
};

void block_lookup_add(struct block_lookup *lookup, const struct blocks *blocks);
void block_lookup_remove(struct block_lookup *lookup, const struct blocks *blocks);

#endif
