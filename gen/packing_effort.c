#include "packing_effort.h"
#include "block_samples.h"
#include <limits.h>

static const struct {
    unsigned pieces; /* of signatures with so many at most */
    struct packing_effort standard;
    struct packing_effort fast;
} efforts_for_outcomes[] = {
    {FEW_PIECES, {4096, false, {16384, 1, 2}}, {4096, true, {16384, 1, 3}}},
    {UINT_MAX, {2048, false, {4096, 1, 1}}, {4096, true, {4096, 1, 2}}},
};
static const struct packing_effort effort_for_distances = {512, false, {4096, 1, 1}};

static struct packing_effort by_default(enum metric metric, unsigned pieces, enum table_form form) {
    if (metric != METRIC_WDL)
        return effort_for_distances;
    unsigned i = 0;
    while (pieces > efforts_for_outcomes[i].pieces)
        i++;
    return form == FORM_FAST ? efforts_for_outcomes[i].fast : efforts_for_outcomes[i].standard;
}

struct packing_effort packing_effort(enum metric metric, unsigned pieces, enum table_form form,
                                     int level) {
    enum { NEAR = 256, FIRST_WIDE = 6, FIRST_THOROUGH = 16 };
    struct packing_effort effort = by_default(metric, pieces, form);
    if (level < FIRST_WIDE)
        effort.free_bits.window = NEAR;
    if (level < FIRST_THOROUGH)
        effort.free_bits.thorough_passes = 0;
    else if (level < DEFAULT_LEVEL)
        effort.free_bits.thorough_passes = 1;
    else if (level > DEFAULT_LEVEL)
        effort.free_bits.thorough_passes++;
    return effort;
}
