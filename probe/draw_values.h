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

/* What evaluate() tells. */
finais_status draw_values_find(struct draw_values *values, finais_context *context,
                               const struct position *position, enum metric metric, value *v,
                               finais_error *error);

#endif
