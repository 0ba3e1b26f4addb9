/* stored.h - the values that tables hold: in memory, in the block cache, or to be read. */
#ifndef PROBE_STORED_H
#define PROBE_STORED_H

#include "context.h"

/* Opens the table with a number of the catalogue. */
finais_status stored_table_open(finais_context *context, int32_t number, const struct table **table,
                                finais_error *error);

/* The same, only if it was not open. */
static inline finais_status stored_table(finais_context *context, int32_t number,
                                         const struct table **table, finais_error *error) {
    *table = handle_peek(context->handle, number);
    return *table != NULL ? FINAIS_OK : stored_table_open(context, number, table, error);
}

/* Of values that are not loaded, or are to be noted (leaves.h). */
finais_status stored_value_elsewhere(finais_context *context, const struct table *table,
                                     int32_t number, enum side side, uint64_t slot, value *v,
                                     finais_error *error);

/* The value that it holds for a canonical position, given by its side to move, which the table has
 * to store, and its slot. It means nothing where that side has to capture. */
static inline finais_status stored_value(finais_context *context, const struct table *table,
                                         int32_t number, enum side side, uint64_t slot, value *v,
                                         finais_error *error) {
    if (table->loaded[side].values == NULL || context->leaves != NULL)
        return stored_value_elsewhere(context, table, number, side, slot, v, error);
    *v = table_loaded_value(table, side, slot);
    return FINAIS_OK;
}

/* The table of a signature that tells a metric, NO_TABLE when there is none. Outcomes are told by a
 * table of distances too. */
static inline int32_t table_for_metric(const struct found_signature *found, enum metric metric) {
    if (found->table[metric] != NO_TABLE || metric != METRIC_WDL)
        return found->table[metric];
    return found->table[METRIC_DTW] != NO_TABLE ? found->table[METRIC_DTW]
                                                : found->table[METRIC_DTC];
}

#endif
