/* choice.h - the best of several moves, by the values of the positions they lead to. */
#ifndef PROBE_CHOICE_H
#define PROBE_CHOICE_H

#include "value.h"

/* Greater is better for the player who has the choice: wins, the shortest first, draws, losses, the
 * longest first. */
static inline int preference(value v) {
    if (value_is_win(v))
        return 2 * DISTANCE_MAX - (int)value_distance(v);
    return value_is_loss(v) ? (int)value_distance(v) - 2 * DISTANCE_MAX : 0;
}

/* The value of a move that leads to a position worth `after` to the opponent. */
static inline value value_of_move(value after, enum metric metric) {
    unsigned plies = metric == METRIC_WDL ? 0 : value_distance(after) + 1;
    if (value_is_loss(after))
        return metric == METRIC_WDL ? VALUE_WIN : value_win_in(plies);
    return after == VALUE_DRAW ? VALUE_DRAW : value_loss_in(plies);
}

/* An outcome as the DTC of a player whose next move converts. */
static inline value outcome_by_conversion(value outcome) {
    if (outcome == VALUE_DRAW)
        return VALUE_DRAW;
    return value_is_win(outcome) ? value_win_in(1) : value_loss_in(1);
}

/* Which outcomes a caller tells apart, losses being -1, draws 0 and wins 1: what is not above `low`
 * may as well be `low`, and what is not below `high` may as well be `high`. Only outcomes without
 * distance are bounded. */
struct bounds {
    int low;
    int high;
};

static inline struct bounds bounds_of_all(void) {
    return (struct bounds){.low = -1, .high = 1};
}

static inline int outcome_rank(value v) {
    return value_is_win(v) ? 1 : value_is_loss(v) ? -1 : 0;
}

/* For the opponent after a move, when the best of the other moves is worth `best`. */
static inline struct bounds bounds_after_move(struct bounds bounds, value best) {
    int reached = outcome_rank(best) > bounds.low ? outcome_rank(best) : bounds.low;
    return (struct bounds){.low = -bounds.high, .high = -reached};
}

/* The moves looked at so far. */
struct choice {
    bool of_all;    /* every move is to be looked at, whatever was found */
    unsigned count; /* of moves that were looked at */
    value best;     /* a loss in 0 while there is none */
};

static inline struct choice choice_start(bool of_all) {
    return (struct choice){.of_all = of_all, .count = 0, .best = value_loss_in(0)};
}

static inline void choice_add(struct choice *choice, value here) {
    if (choice->count == 0 || preference(here) > preference(choice->best))
        choice->best = here;
    choice->count++;
}

/* Whether no further move can be better, as far as the caller tells outcomes apart. */
static inline bool choice_is_made(const struct choice *choice, enum metric metric,
                                  struct bounds bounds) {
    return choice->count > 0 && metric == METRIC_WDL && outcome_rank(choice->best) >= bounds.high &&
           !choice->of_all;
}

#endif
