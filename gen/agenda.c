#include "agenda.h"
#include <stdlib.h>

/* Rows that all men together have moved from their side's back row; a man move adds one. */
static unsigned advancement(const struct geometry *geometry, bitboard white_men,
                            bitboard black_men) {
    unsigned sum = 0;
    for (; white_men != 0; white_men = without_lowest(white_men))
        sum += geometry->rows - 1 - square_row(geometry, lowest_square(white_men));
    for (; black_men != 0; black_men = without_lowest(black_men))
        sum += square_row(geometry, lowest_square(black_men));
    return sum;
}

static unsigned advancement_of_rank(const struct index_layout *layout, uint64_t rank) {
    bitboard white_men;
    bitboard black_men;
    man_placement(layout, rank, &white_men, &black_men);
    return advancement(layout->geometry, white_men, black_men);
}

/* Sorts the placements by advancement, the most advanced first, by counting. */
bool agenda_make(struct agenda *agenda, const struct index_layout *layout) {
    *agenda = (struct agenda){NULL, NULL, 0};
    unsigned men = (unsigned)layout->signature.men[WHITE] + layout->signature.men[BLACK];
    unsigned most = men * (layout->geometry->rows - 1);
    if (layout->man_placements > UINT32_MAX)
        return false;
    agenda->steps = most + 1;
    agenda->ranks = malloc(sizeof *agenda->ranks * (size_t)layout->man_placements);
    agenda->first = calloc(most + 3, sizeof *agenda->first);
    if (agenda->ranks == NULL || agenda->first == NULL)
        return false;
    uint32_t *count = agenda->first + 2;
    for (uint32_t rank = 0; rank < layout->man_placements; rank++)
        count[most - advancement_of_rank(layout, rank)]++;
    for (unsigned i = 1; i <= most; i++)
        count[i] += count[i - 1];
    uint32_t *next = agenda->first + 1;
    for (uint32_t rank = 0; rank < layout->man_placements; rank++)
        agenda->ranks[next[most - advancement_of_rank(layout, rank)]++] = rank;
    return true;
}

void agenda_clear(struct agenda *agenda) {
    free(agenda->ranks);
    free(agenda->first);
    *agenda = (struct agenda){NULL, NULL, 0};
}

uint64_t agenda_memory(const struct index_layout *layout) {
    return layout->man_placements * sizeof(uint32_t);
}
