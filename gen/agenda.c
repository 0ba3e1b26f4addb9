#include "agenda.h"
#include <stdlib.h>

/* Rows that men have moved from a back row which is row `back`. */
static unsigned rows_moved(const struct geometry *geometry, bitboard men, unsigned back) {
    unsigned sum = 0;
    for (; men != 0; men = without_lowest(men)) {
        unsigned row = square_row(geometry, lowest_square(men));
        sum += row > back ? row - back : back - row;
    }
    return sum;
}

/* The advancement of every placement; at most 8 bits, for 24 men that went 9 rows. NULL when memory
 * is short. */
static uint8_t *list_advancements(const struct index_layout *layout) {
    uint8_t *list = malloc((size_t)layout->man_placements);
    bitboard white_men;
    bitboard black_men;
    man_placement(layout, 0, &white_men, &black_men);
    for (uint64_t rank = 0; list != NULL && rank < layout->man_placements; rank++) {
        if (rank > 0)
            man_placement_next(layout, &white_men, &black_men);
        list[rank] = (uint8_t)(rows_moved(layout->geometry, white_men, layout->geometry->rows - 1) +
                               rows_moved(layout->geometry, black_men, 0));
    }
    return list;
}

/* Sorts by counting. `first` has two entries more than there are steps. */
static void sort_by_advancement(struct agenda *agenda, const uint8_t *advancements,
                                uint32_t placements) {
    unsigned most = agenda->steps - 1;
    uint32_t *count = agenda->first + 2;
    for (uint32_t rank = 0; rank < placements; rank++)
        count[most - advancements[rank]]++;
    for (unsigned i = 1; i <= most; i++)
        count[i] += count[i - 1];
    uint32_t *next = agenda->first + 1;
    for (uint32_t rank = 0; rank < placements; rank++)
        agenda->ranks[next[most - advancements[rank]]++] = rank;
}

bool agenda_make(struct agenda *agenda, const struct index_layout *layout) {
    *agenda = (struct agenda){NULL, NULL, 0};
    unsigned men = (unsigned)layout->signature.men[WHITE] + layout->signature.men[BLACK];
    agenda->steps = men * (layout->geometry->rows - 1) + 1;
    if (layout->man_placements > UINT32_MAX || agenda->steps > UINT8_MAX)
        return false;
    agenda->ranks = malloc(sizeof *agenda->ranks * (size_t)layout->man_placements);
    agenda->first = calloc(agenda->steps + 2, sizeof *agenda->first);
    uint8_t *advancements = list_advancements(layout);
    bool made = agenda->ranks != NULL && agenda->first != NULL && advancements != NULL;
    if (made)
        sort_by_advancement(agenda, advancements, (uint32_t)layout->man_placements);
    free(advancements);
    return made;
}

void agenda_clear(struct agenda *agenda) {
    free(agenda->ranks);
    free(agenda->first);
    *agenda = (struct agenda){NULL, NULL, 0};
}

uint64_t agenda_memory(const struct index_layout *layout) {
    return layout->man_placements * (sizeof(uint32_t) + 1);
}
