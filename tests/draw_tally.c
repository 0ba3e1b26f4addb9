#include "draw_tally.h"
#include <stdlib.h>

bool draw_tally_make(struct draw_tally *tally, const struct index_layout *layout, unsigned deciding,
                     bool keeps) {
    bool made = true;
    *tally = (struct draw_tally){.layout = *layout,
                                 .sides = signature_is_own_mirror(layout->signature) ? 1 : 2,
                                 .deciding = deciding,
                                 .keeps = keeps};
    for (unsigned side = 0; side < tally->sides && keeps; side++) {
        struct kept_plies *kept = &tally->kept[side];
        kept->outcome = calloc((size_t)layout->positions, 1);
        kept->deciding = malloc((size_t)layout->positions);
        kept->conversion = malloc((size_t)layout->positions);
        made = made && kept->outcome != NULL && kept->deciding != NULL && kept->conversion != NULL;
    }
    return made;
}

void draw_tally_clear(struct draw_tally *tally) {
    for (enum side side = WHITE; side <= BLACK; side++) {
        free(tally->kept[side].outcome);
        free(tally->kept[side].deciding);
        free(tally->kept[side].conversion);
    }
}

static void put_position(struct draw_tally *tally, enum side side, uint64_t index,
                         const struct outcome_bits *bits, size_t at) {
    unsigned plies = bits->plies[tally->deciding][at];
    struct draw_count *count = &tally->counts[side];
    if (plies > 0 && (count->by_plies[plies]++ == 0 || index < count->example[plies]))
        count->example[plies] = index;
    if (!tally->keeps)
        return;
    bool wins = (bits->win[at / 64] >> at % 64 & 1) != 0;
    tally->kept[side].outcome[index] = wins ? KEPT_WIN : KEPT_LOSS;
    tally->kept[side].deciding[index] = (uint8_t)plies;
    tally->kept[side].conversion[index] = bits->plies[DISTANCES_DTC][at];
}

static void put(void *context, enum side side, uint64_t first, const struct outcome_bits *bits,
                size_t count) {
    for (size_t word = 0; word < (count + 63) / 64; word++) {
        uint64_t decided = bits->win[word] | bits->loss[word];
        for (; decided != 0; decided &= decided - 1) {
            size_t at = word * 64 + lowest_square(decided);
            if (at < count)
                put_position(context, side, first + at, bits, at);
        }
    }
}

struct outcome_sink draw_tally_sink(struct draw_tally *tally) {
    return (struct outcome_sink){put, tally};
}

uint64_t draw_count_all(const struct draw_count *count) {
    uint64_t all = 0;
    for (unsigned plies = 0; plies < PLIES_MAX; plies++)
        all += count->by_plies[plies];
    return all;
}
