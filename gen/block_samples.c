#include "block_samples.h"
#include "agenda.h"
#include <stdlib.h>

/* Of a table of few pieces all blocks may decide: it is small, and a wrong choice costs a tenth. Of
 * others those among the first quarter of the positions to be solved. */
enum { EARLY_PARTS = 4 };

/* The last step of the agenda that brings a position of a block, for each block. */
static void find_last_steps(const struct index_layout *layout, const struct agenda *agenda,
                            const uint64_t *first_index, uint64_t blocks, uint8_t *last_step) {
    const uint32_t *place = agenda->ranks;
    uint8_t *step_of_rank = last_step + blocks;
    for (unsigned step = 0; step < agenda->steps; step++)
        for (uint32_t i = agenda->first[step]; i < agenda->first[step + 1]; i++)
            step_of_rank[place[i]] = (uint8_t)step;
    for (uint64_t block = 0; block < blocks; block++) {
        last_step[block] = 0;
        if (first_index[block] == first_index[block + 1])
            continue;
        uint64_t last = (first_index[block + 1] - 1) / layout->king_placements;
        for (uint64_t rank = first_index[block] / layout->king_placements; rank <= last; rank++)
            if (step_of_rank[rank] > last_step[block])
                last_step[block] = step_of_rank[rank];
    }
}

/* The first step after which blocks with enough positions are final. */
static unsigned deciding_step(const struct index_layout *layout, const uint64_t *first_index,
                              uint64_t blocks, const uint8_t *last_step) {
    uint64_t final[UINT8_MAX + 1] = {0};
    uint64_t enough = layout->positions;
    if (signature_pieces(layout->signature) > FEW_PIECES)
        enough /= EARLY_PARTS;
    for (uint64_t block = 0; block < blocks; block++)
        final[last_step[block]] += first_index[block + 1] - first_index[block];
    unsigned step = 0;
    for (uint64_t positions = final[0]; positions < enough; positions += final[step])
        step++;
    return step;
}

/* Takes some of the blocks that are final after a step. */
static uint64_t mark_early(const uint64_t *first_index, uint64_t blocks, const uint8_t *last_step,
                           unsigned step, struct sample_size wanted, bool *sample) {
    uint64_t early = 0;
    uint64_t marked = 0;
    for (uint64_t block = 0; block < blocks; block++) {
        sample[block] = first_index[block] < first_index[block + 1] && last_step[block] <= step;
        early += sample[block];
    }
    uint64_t every = early / wanted.least + 1;
    if (every > wanted.one_in)
        every = wanted.one_in;
    for (uint64_t block = 0, seen = 0; block < blocks; block++) {
        if (sample[block])
            sample[block] = seen++ % every == 0;
        marked += sample[block];
    }
    return marked;
}

bool block_samples_mark(const struct index_layout *layout, const uint64_t *first_index,
                        uint64_t blocks, struct sample_size wanted, bool *sample, uint64_t *count) {
    struct agenda agenda;
    uint8_t *steps = malloc((size_t)(blocks + layout->man_placements));
    bool made = agenda_make(&agenda, layout) && steps != NULL;
    if (made) {
        find_last_steps(layout, &agenda, first_index, blocks, steps);
        unsigned step = deciding_step(layout, first_index, blocks, steps);
        *count = mark_early(first_index, blocks, steps, step, wanted, sample);
    }
    agenda_clear(&agenda);
    free(steps);
    return made;
}
