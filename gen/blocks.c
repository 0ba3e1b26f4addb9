#include "blocks.h"
#include "large_memory.h"
#include <stdlib.h>

/* The signature that is solved for a canonical one. */
static struct signature solved_signature(struct signature canonical, bool *turned) {
    *turned = canonical.kings[WHITE] > 0 && canonical.kings[BLACK] == 0;
    return *turned ? signature_mirror(canonical) : canonical;
}

static uint64_t outer_sets(const struct index_layout *layout, enum side side) {
    unsigned kings = layout->signature.kings[side];
    unsigned free =
        layout->geometry->squares - layout->signature.men[WHITE] - layout->signature.men[BLACK];
    return kings == 0 ? 1 : combinations(free, kings - 1);
}

bool blocks_shape(struct blocks *blocks, const struct rules *rules, struct signature signature) {
    *blocks = (struct blocks){.rows = 1};
    blocks->signature = solved_signature(signature, &blocks->turned);
    if (rules->geometry->squares != BOARD_SQUARES ||
        !index_layout_init(&blocks->layout, rules->geometry, blocks->signature))
        return false;
    for (enum side side = WHITE; side <= BLACK; side++)
        if (signature.men[side] > BLOCK_KIND_MAX || signature.kings[side] > BLOCK_KIND_MAX)
            return false;
    if (blocks->signature.kings[WHITE] > 0)
        blocks->rows = BOARD_SQUARES;
    blocks->white_sets = outer_sets(&blocks->layout, WHITE);
    blocks->black_sets = outer_sets(&blocks->layout, BLACK);
    blocks->blocks_per_placement = blocks->white_sets * blocks->black_sets;
    return true;
}

/* A multiple of the alignment. */
uint64_t blocks_array_bytes(const struct blocks *blocks) {
    uint64_t words = blocks->layout.man_placements * blocks->blocks_per_placement * blocks->rows;
    return (words * sizeof(squares32) + 63) / 64 * 64;
}

uint64_t blocks_memory(const struct rules *rules, struct signature signature) {
    struct blocks blocks;
    return blocks_shape(&blocks, rules, signature) ? 4 * blocks_array_bytes(&blocks) : 0;
}

struct blocks *blocks_allocate(const struct rules *rules, struct signature signature) {
    struct blocks *blocks = malloc(sizeof *blocks);
    if (blocks == NULL || !blocks_shape(blocks, rules, signature)) {
        free(blocks);
        return NULL;
    }
    size_t bytes = (size_t)blocks_array_bytes(blocks);
    for (enum side side = WHITE; side <= BLACK; side++) {
        blocks->win[side] = large_allocate(bytes);
        blocks->loss[side] = large_allocate(bytes);
        if (blocks->win[side] == NULL || blocks->loss[side] == NULL) {
            blocks_free(blocks);
            return NULL;
        }
    }
    return blocks;
}

void blocks_free(struct blocks *blocks) {
    if (blocks == NULL)
        return;
    size_t bytes = (size_t)blocks_array_bytes(blocks);
    for (enum side side = WHITE; side <= BLACK; side++) {
        large_free(blocks->win[side], bytes);
        large_free(blocks->loss[side], bytes);
    }
    free(blocks);
}

static struct block_source *source_of(struct block_lookup *lookup, struct signature signature) {
    return &lookup->of[signature.men[WHITE]][signature.kings[WHITE]][signature.men[BLACK]]
                      [signature.kings[BLACK]];
}

static void set_sources(struct block_lookup *lookup, struct signature signature,
                        const struct blocks *blocks) {
    *source_of(lookup, signature_mirror(signature)) = (struct block_source){blocks, true};
    *source_of(lookup, signature) = (struct block_source){blocks, false};
}

void block_lookup_add(struct block_lookup *lookup, const struct blocks *blocks) {
    set_sources(lookup, blocks->signature, blocks);
}

void block_lookup_remove(struct block_lookup *lookup, const struct blocks *blocks) {
    set_sources(lookup, blocks->signature, NULL);
}
