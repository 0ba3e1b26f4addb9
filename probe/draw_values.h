/* draw_values.h - values of the game without draw rules, remembered: those who search states ask
 * for the same positions again and again, with other counters. */
#ifndef PROBE_DRAW_VALUES_H
#define PROBE_DRAW_VALUES_H

#include "context.h"
#include "value.h"

struct draw_values;

/* Takes about `memory` bytes, and some at least. NULL when there is no memory. */
struct draw_values *draw_values_new(size_t memory);
void draw_values_free(struct draw_values *values);

/* Fetches what is remembered of a position that will be asked for soon. */
void draw_values_expect(struct draw_values *values, const struct position *position);

/* What evaluate() tells. */
finais_status draw_values_find(struct draw_values *values, finais_context *context,
                               const struct position *position, enum metric metric, value *v,
                               finais_error *error);

/* The DTW of a position that is lost within so many plies; of another one, a value that is no such
 * loss, which takes less to find than its DTW. */
finais_status draw_values_find_loss(struct draw_values *values, finais_context *context,
                                    const struct position *position, unsigned plies, value *v,
                                    finais_error *error);

#endif
