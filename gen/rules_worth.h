/* rules_worth.h - what a move is worth for the player who makes it, and which of two moves is
 * better: the rules of the metrics once more, shared by what checks tables and by nothing that
 * makes them.
 */
#ifndef GEN_RULES_WORTH_H
#define GEN_RULES_WORTH_H

#include "value.h"

/* Plies from before a move that leads to a position of this value; `converts` when the move
 * captures or promotes. */
static inline unsigned plies_before(enum metric metric, bool converts, value after) {
    if (metric == METRIC_WDL || (metric == METRIC_DTC && converts))
        return 1;
    return value_distance(after) + 1;
}

/* `after` is for the opponent, who is to move then. */
static inline value worth_of_move(enum metric metric, bool converts, value after) {
    unsigned plies = plies_before(metric, converts, after);
    if (value_is_loss(after))
        return value_win_in(plies);
    return value_is_win(after) ? value_loss_in(plies) : (value)VALUE_DRAW;
}

/* Which of two values, both for the player who chooses, is better: wins before draws before losses,
 * quick wins and slow losses first. */
static inline bool worth_is_better(value a, value b) {
    if (value_is_win(a))
        return !value_is_win(b) || a < b;
    if (value_is_loss(a))
        return value_is_loss(b) && a > b;
    return value_is_loss(b);
}

#endif
