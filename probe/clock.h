/* clock.h - what draw rules and clocks are inside the library. */
#ifndef PROBE_CLOCK_H
#define PROBE_CLOCK_H

#include "context.h"
#include "draw_facts.h"

struct finais_draw_rules {
    struct draw_rules rules;
    const struct draw_facts *facts; /* NULL for rules read from a text */
};

struct finais_clock {
    const finais *handle;
    struct draw_rules rules;
    struct position position;
    struct draw_clock counters;
    /* Positions since the last move that cannot be taken back, the one on the board last. Room for
     * `capacity`; empty where repetition does not matter. */
    struct position *history;
    size_t history_count;
    size_t history_capacity;
};

bool same_draw_rules(const struct draw_rules *a, const struct draw_rules *b);

/* How often the position is in the history. */
unsigned clock_repetitions(const finais_clock *clock, const struct position *position);

/* Whether a position is drawn, with counters, when it is there for the `times`-th time. The
 * position has a legal move. */
finais_draw draw_of(const struct draw_rules *rules, const struct geometry *geometry,
                    const struct position *position, const struct draw_clock *counters,
                    unsigned times);

#endif
