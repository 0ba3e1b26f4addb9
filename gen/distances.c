#include "distances.h"
#include <stdlib.h>

static unsigned word_bytes(const struct blocks *blocks) {
    return blocks->signature.kings[BLACK] > 0 ? BOARD_SQUARES : 1;
}

/* Bytes of one array. A whole row can be read at each of its words. */
static uint64_t array_bytes(const struct blocks *blocks) {
    uint64_t words = blocks->layout.man_placements * blocks->blocks_per_placement * blocks->rows;
    return (words * word_bytes(blocks) + BOARD_SQUARES + 63) / 64 * 64;
}

uint64_t distances_memory(const struct rules *rules, struct signature signature) {
    struct blocks blocks;
    return blocks_shape(&blocks, rules, signature) ? 2 * array_bytes(&blocks) : 0;
}

struct distances *distances_allocate(const struct blocks *blocks, enum metric metric) {
    struct distances *distances = calloc(1, sizeof *distances);
    if (distances == NULL)
        return NULL;
    *distances = (struct distances){.blocks = blocks,
                                    .metric = metric,
                                    .word_bytes = word_bytes(blocks),
                                    .longest = DISTANCE_BYTE_MAX};
    for (enum side side = WHITE; side <= BLACK; side++) {
        distances->plies[side] = aligned_alloc(64, (size_t)array_bytes(blocks));
        if (distances->plies[side] == NULL) {
            distances_free(distances);
            return NULL;
        }
        memset(distances->plies[side], 0, (size_t)array_bytes(blocks));
    }
    return distances;
}

uint64_t distances_array_bytes(const struct distances *distances) {
    return array_bytes(distances->blocks);
}

bool distances_fit(const struct distances *distances, enum side side, uint64_t first_word,
                   uint64_t words) {
    const squares32 *win = distances->blocks->win[side] + first_word;
    const squares32 *loss = distances->blocks->loss[side] + first_word;
    const uint8_t *plies = distances->plies[side] + first_word * distances->word_bytes;
    unsigned longest = 0;
    for (uint64_t word = 0; word < words; word++, plies += distances->word_bytes)
        for (unsigned i = 0; i < distances->word_bytes; i++) {
            unsigned counts = ((win[word] | loss[word]) >> i & 1) != 0 ? plies[i] : 0;
            longest = counts > longest ? counts : longest;
        }
    return longest <= distances->longest;
}

void distances_free(struct distances *distances) {
    if (distances == NULL)
        return;
    free(distances->plies[WHITE]);
    free(distances->plies[BLACK]);
    free(distances);
}

void values_put_distances(struct values *values, enum side side, uint64_t first,
                          const struct outcome_bits *bits, size_t count) {
    const uint8_t *plies =
        bits->plies[values->metric == METRIC_DTW ? DISTANCES_DTW : DISTANCES_DTC];
    for (size_t i = 0; i < count; i += BOARD_SQUARES) {
        uint32_t wins = outcome_word(bits->win, i);
        uint32_t losses = outcome_word(bits->loss, i);
        size_t end = count - i < BOARD_SQUARES ? count - i : BOARD_SQUARES;
        for (size_t k = 0; k < end; k++) {
            unsigned lost = losses >> k & 1;
            unsigned decided = (wins >> k & 1) | lost;
            value v = (value)((2u * plies[i + k] + lost) & (0u - decided));
            values_set(values, side, first + i + k, v);
        }
    }
}
