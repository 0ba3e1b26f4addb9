#include "outcomes.h"
#include "large_memory.h"
#include <stdlib.h>

static bool shape(struct outcomes *outcomes, const struct rules *rules,
                  struct signature signature) {
    *outcomes = (struct outcomes){.sides = signature_is_own_mirror(signature) ? 1 : 2};
    return index_layout_init(&outcomes->layout, rules->geometry, signature) &&
           outcomes->layout.positions <= SIZE_MAX / 4;
}

/* One more than needed, so that 32 bits can be read from everywhere. */
static size_t words_of_plane(const struct outcomes *outcomes) {
    return (size_t)(outcomes->layout.positions / 64 + 2);
}

uint64_t outcomes_memory(const struct rules *rules, struct signature signature) {
    struct outcomes outcomes;
    return shape(&outcomes, rules, signature)
               ? 3 * outcomes.sides * words_of_plane(&outcomes) * sizeof(uint64_t)
               : 0;
}

static bool bits_allocate(struct outcome_bits *bits, size_t words) {
    bits->win = large_allocate(words * sizeof *bits->win);
    bits->loss = large_allocate(words * sizeof *bits->loss);
    bits->capture = large_allocate(words * sizeof *bits->capture);
    return bits->win != NULL && bits->loss != NULL && bits->capture != NULL;
}

static void bits_free(const struct outcome_bits *bits, size_t words) {
    large_free(bits->win, words * sizeof *bits->win);
    large_free(bits->loss, words * sizeof *bits->loss);
    large_free(bits->capture, words * sizeof *bits->capture);
}

struct outcomes *outcomes_allocate(const struct rules *rules, struct signature signature) {
    struct outcomes *outcomes = malloc(sizeof *outcomes);
    if (outcomes == NULL)
        return NULL;
    bool fits = shape(outcomes, rules, signature);
    for (unsigned side = 0; fits && side < outcomes->sides; side++)
        fits = bits_allocate(&outcomes->bits[side], words_of_plane(outcomes));
    if (fits)
        return outcomes;
    outcomes_free(outcomes);
    return NULL;
}

void outcomes_free(struct outcomes *outcomes) {
    if (outcomes == NULL)
        return;
    bits_free(&outcomes->bits[0], words_of_plane(outcomes));
    bits_free(&outcomes->bits[1], words_of_plane(outcomes));
    free(outcomes);
}

/* Copies `count` bits from bit 0 of `from` to bit `first` of `to`, which are 0 there. The words at
 * both ends may belong to other threads, too. */
static void copy_bits(uint64_t *to, uint64_t first, const uint64_t *from, size_t count) {
    unsigned shift = (unsigned)(first % 64);
    size_t words = (size_t)(shift + count + 63) / 64;
    uint64_t carried = 0;
    to += first / 64;
    for (size_t i = 0; i < words; i++) {
        uint64_t word = 0;
        if (64 * i < count)
            word =
                count - 64 * i < 64 ? from[i] & ((UINT64_C(1) << (count - 64 * i)) - 1) : from[i];
        uint64_t bits = carried | word << shift;
        carried = shift == 0 ? 0 : word >> (64 - shift);
        if (i == 0 || i + 1 == words)
            __atomic_fetch_or(&to[i], bits, __ATOMIC_RELAXED);
        else
            to[i] = bits;
    }
}

void outcomes_put(struct outcomes *outcomes, enum side side, uint64_t first,
                  const struct outcome_bits *bits, size_t count) {
    copy_bits(outcomes->bits[side].win, first, bits->win, count);
    copy_bits(outcomes->bits[side].loss, first, bits->loss, count);
    copy_bits(outcomes->bits[side].capture, first, bits->capture, count);
}

static void put_in(void *context, enum side side, uint64_t first, const struct outcome_bits *bits,
                   size_t count) {
    outcomes_put(context, side, first, bits, count);
}

struct outcome_sink outcomes_sink(struct outcomes *outcomes) {
    return (struct outcome_sink){put_in, outcomes};
}
