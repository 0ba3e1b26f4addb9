/* man_sets.h - the placements of the men on the 8x8 board by rank: man_placement() of index.h, from
 * tables.
 */
#ifndef GEN_MAN_SETS_H
#define GEN_MAN_SETS_H

#include "index.h"
#include "squares32.h"

/* Placements with so many men on their own back rows follow each other; see index.h. */
struct man_group {
    uint32_t first; /* rank */
    uint8_t back[2];
    uint8_t rest[2];
    uint32_t black_back_sets; /* choices for each of the last three of the four sets */
    uint32_t white_rest_sets;
    uint32_t black_rest_sets;
};

enum { MAN_GROUPS_MAX = 25, MAN_SET_MAX = 12 };

struct man_sets {
    /* All sets of so many squares in the order of their ranks. Those of the first n squares come
     * first, so one list serves for any number of squares. NULL for sizes that no group has. */
    squares32 *of_size[MAN_SET_MAX + 1];
    struct man_group groups[MAN_GROUPS_MAX];
    unsigned count;
};

/* False when memory is short; to be cleared in any case. The layout is one of the 8x8 board with
 * fewer than 2^32 placements. */
bool man_sets_make(struct man_sets *sets, const struct index_layout *layout);
void man_sets_clear(struct man_sets *sets);

/* Memory that man_sets_make() takes. */
uint64_t man_sets_memory(const struct index_layout *layout);

void man_sets_placement(const struct man_sets *sets, uint32_t rank, squares32 *white_men,
                        squares32 *black_men);

#endif
