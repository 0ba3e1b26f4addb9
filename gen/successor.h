/* successor.h - the worth of moves that leave a placement of the men: captures and man moves. */
#ifndef GEN_SUCCESSOR_H
#define GEN_SUCCESSOR_H

#include "lookup.h"
#include "moves.h"

/* Where the values of successors are found. */
struct successor_source {
    const struct rules *rules;
    enum metric metric;
    const struct values *own;        /* the signature being solved */
    const struct lookup *successors; /* other signatures, same metric */
    const struct lookup *outcomes;   /* other signatures, WDL or DTW; for DTC only */
};

/* What a set of moves is worth for the player who has them: the quickest win, whether some move
 * draws, the slowest loss. Distances count from before the move; without metric they are 1. */
struct move_worth {
    unsigned quickest_win; /* 0 when no move wins */
    unsigned slowest_loss; /* 0 when no move loses */
    bool draws;
};

/* Adds the move from `position` to `after` to a worth; `converts` when it captures or promotes.
 * False when the successor's value is not in memory. */
bool worth_add(const struct successor_source *source, const struct position *after, bool converts,
               struct move_worth *worth);

/* The value of a position whose moves, all of them, have this worth. */
value worth_value(const struct move_worth *worth);

/* Value of a position in which the side to move has to capture. */
bool capture_value(const struct successor_source *source, const struct position *position,
                   value *v);

/* Fits a value to its metric: without distance for WDL. */
value value_in_metric(enum metric metric, value v);

#endif
