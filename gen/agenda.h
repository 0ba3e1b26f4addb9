/* agenda.h - the order in which the placements of the men of a signature are solved. */
#ifndef GEN_AGENDA_H
#define GEN_AGENDA_H

#include "index.h"

/* Placements by advancement, the rows that all men together have moved from their side's back row,
 * the most advanced first. A man move adds one, so it leads to an earlier step; placements of the
 * same step do not depend on each other. */
struct agenda {
    uint32_t *ranks; /* man ranks in order */
    uint32_t *first; /* index into ranks where each step begins; steps + 1 entries */
    unsigned steps;
};

/* False when memory is short or there are more placements than 32 bits count; to be cleared in any
 * case. */
bool agenda_make(struct agenda *agenda, const struct index_layout *layout);
void agenda_clear(struct agenda *agenda);

/* Memory that agenda_make() takes. */
uint64_t agenda_memory(const struct index_layout *layout);

#endif
