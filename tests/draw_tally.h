/* draw_tally.h - what is counted of a signature while it is solved for draw rules. */
#ifndef TESTS_DRAW_TALLY_H
#define TESTS_DRAW_TALLY_H

#include "distances.h"

enum { PLIES_MAX = 256 };

/* Decided positions of one side to move, by the plies to the end of the count that decides. Those
 * without a legal move, in 0 plies, are left out. */
struct draw_count {
    uint64_t by_plies[PLIES_MAX];
    uint64_t example[PLIES_MAX]; /* the least index of each */
};

/* Of every position of one side to move. */
struct kept_plies {
    uint8_t *outcome;  /* KEPT_ */
    uint8_t *deciding; /* plies to the end of the count */
    uint8_t *conversion;
};
enum { KEPT_DRAW, KEPT_WIN, KEPT_LOSS };

struct draw_tally {
    struct index_layout layout;
    unsigned sides;              /* 1 for a signature that is its own mirror, else 2 */
    unsigned deciding;           /* DISTANCES_ number of the plies that decide */
    struct draw_count counts[2]; /* by side to move */
    bool keeps;
    struct kept_plies kept[2];
};

/* Keeps all plies as well, when `keeps`. False when memory is short; to be cleared in any case. */
bool draw_tally_make(struct draw_tally *tally, const struct index_layout *layout, unsigned deciding,
                     bool keeps);
void draw_tally_clear(struct draw_tally *tally);

/* Counts what a solver hands over. */
struct outcome_sink draw_tally_sink(struct draw_tally *tally);

uint64_t draw_count_all(const struct draw_count *count);

/* With rules that keep a second counter, of plies since the last capture or promotion: the most of
 * them that a win with fresh counters takes whose conversion is more than `soon` plies away, when
 * the winner goes the shortest way to the end of the count that decides; `soon` at least. The tally
 * keeps. */
unsigned draw_tally_longest_balance(const struct draw_tally *tally, unsigned soon);

#endif
