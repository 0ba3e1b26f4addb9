/* draw_lengths.h - what is known of how long wins take, by position and counters.
 *
 * A larger count is never better for the side that wins. So what it can do within so many plies it
 * can do with smaller counts, and what takes it longer takes longer with larger ones: a few bounds
 * of a position tell of many states.
 */
#ifndef PROBE_DRAW_LENGTHS_H
#define PROBE_DRAW_LENGTHS_H

#include "draw_rules.h"

enum {
    LENGTH_SOME = UINT16_MAX - 1, /* the win holds, in a number of plies that is not known */
    LENGTH_NEVER = UINT16_MAX     /* the win does not hold */
};

struct draw_lengths;

/* Takes about `memory` bytes, and some at least. NULL when there is no memory. */
struct draw_lengths *draw_lengths_new(size_t memory);
void draw_lengths_free(struct draw_lengths *lengths);

/* Bounds of the plies to the end from a state: at least `least`, at most `most`. */
struct length_bounds {
    uint16_t least;
    uint16_t most;
};

/* What is known of a state for a question; LENGTH_NEVER is a `most` that tells nothing. Questions
 * are told apart by their numbers: those about different positions that are forbidden. */
struct length_bounds draw_lengths_find(const struct draw_lengths *lengths, uint32_t question,
                                       const struct position *position,
                                       const struct draw_clock *clock);

/* Fetches what is known of a position that will be asked for soon. */
void draw_lengths_expect(const struct draw_lengths *lengths, const struct position *position);

/* Keeps it, in place of what has been kept for longest of the position, or for another one. */
void draw_lengths_keep(struct draw_lengths *lengths, uint32_t question,
                       const struct position *position, const struct draw_clock *clock,
                       struct length_bounds bounds);

#endif
