/* draw_both.h - what two counters of draw rules draw together, of a signature that was solved for
 * one of them. */
#ifndef TESTS_DRAW_BOTH_H
#define TESTS_DRAW_BOTH_H

#include "draw_tally.h"

/* Of the wins and losses that a tally has, by side to move. Both counters have the same count. */
struct draw_both {
    uint64_t fresh[2];    /* drawn when both begin at 0 */
    uint64_t drawn[2];    /* pairs of a position and a count below the first limit that are drawn */
    unsigned spare[2];    /* the greatest count with which the closest win holds that holds at 0 */
    uint64_t tightest[2]; /* the least index of such a position */
};

enum { DRAW_NO_SPARE = UINT8_MAX }; /* no win holds */

/* Moves of men set back the first counter, which decided when the tally was made, captures and
 * promotions both; each draws at its limit whoever is to move. The limit of the second is at most
 * 250. The tally keeps. False when memory is short. */
bool draw_both_find(const struct draw_tally *tally, unsigned first, unsigned second,
                    struct draw_both *both);

#endif
