/* draw_plan.h - which counters of some draw rules matter in a balance of pieces, and how its
 * positions are to be solved together with them.
 *
 * The state of a game is a position and all counters. Within one placement of the men only kings
 * have moved, so every counter of plies grows by one with each ply: one of them is taken for the
 * number of the layer, and layers are solved from the last to the first (draw_unit.h). More of a
 * counter is never better for the side that wants to win, so of a second counter a layer holds only
 * the greatest count that still wins. A third one is written out, as a vector of such thresholds.
 * Rules that need more are not solved.
 */
#ifndef PROBE_DRAW_PLAN_H
#define PROBE_DRAW_PLAN_H

#include "draw_rules.h"

enum { PLAN_VECTOR_MAX = 8, PLAN_THRESHOLD_MAX = 250, PLAN_LAYERS_MAX = 2000 };

struct draw_plan {
    struct signature signature; /* canonical */
    bool matters[DRAW_COUNTERS_MAX];
    /* Plies after which an article of this balance can fall at the earliest, and falls in any case;
     * UINT32_MAX when none does. By counter; for counters about the road, counts. */
    uint32_t least_limit[DRAW_COUNTERS_MAX];
    uint32_t sure_limit[DRAW_COUNTERS_MAX];
    /* Whether every capture, every promotion and every move of a man sets back all counters that
     * matter afterwards. */
    bool captures_clear;
    bool promotions_clear;
    bool has_men;
    /* Counters of the layers, the thresholds and the vector, or DRAW_NONE. */
    int layer;
    int threshold;
    int vector;
    unsigned layers;         /* at this count of the layers' counter every position is drawn */
    unsigned threshold_most; /* counts above mean the same as this one */
    unsigned vector_most;
    const char *unsolved; /* why positions of this balance cannot be solved so; NULL if they can */
};

void draw_plan_make(struct draw_plan *plan, const struct draw_rules *rules,
                    struct signature signature);

/* Sets the counters that do not matter to 0. */
struct draw_clock draw_plan_normal(const struct draw_plan *plan, const struct draw_clock *clock);

/* Whether a counter is set back by a move of a man that does not promote. */
bool draw_counter_resets_at_man_moves(const struct draw_rules *rules, int counter,
                                      struct signature signature);

#endif
