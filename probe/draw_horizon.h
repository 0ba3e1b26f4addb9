/* draw_horizon.h - whether any article of some draw rules can fall within a number of plies,
 * whatever moves are made. Where none can, a win takes as long as it does without rules.
 */
#ifndef PROBE_DRAW_HORIZON_H
#define PROBE_DRAW_HORIZON_H

#include "draw_rules.h"

/* The articles, as bits by their numbers, that are about a balance which captures and promotions
 * can lead to from this one; without those that are about this balance alone. */
uint32_t draw_articles_to_come(const struct draw_rules *rules, struct signature signature);

/* Whether the game cannot be drawn by an article after any of the next plies but the last of
 * `plies`, with which it ends. `to_come` is of the position's balance. False when it is not sure.
 */
bool draw_none_falls(const struct draw_rules *rules, uint32_t to_come,
                     const struct position *position, const struct draw_clock *clock,
                     unsigned plies);

#endif
