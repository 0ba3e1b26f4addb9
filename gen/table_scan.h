/* table_scan.h - going through the positions of whole tables with all their values side by side,
 * for dumps and searches. Values of positions that files leave out are found first (table_walk.h).
 */
#ifndef GEN_TABLE_SCAN_H
#define GEN_TABLE_SCAN_H

#include "table_walk.h"

/* A signature with the values of all its positions: either `outcomes` or some of `values`. */
struct scanned_table {
    const struct rules *rules;
    struct signature signature;
    const struct index_layout *layout;
    unsigned sides;                              /* 1: White to move alone */
    const struct outcomes *outcomes;             /* or NULL */
    const struct values *values[METRIC_DTC + 1]; /* by metric; NULL where not wanted */
};

/* The value without its distance. */
static inline value scanned_outcome(const struct scanned_table *table, enum side side,
                                    uint64_t index) {
    if (table->outcomes != NULL) {
        const struct outcome_bits *bits = &table->outcomes->bits[side];
        unsigned wins = bits->win[index / 64] >> index % 64 & 1;
        unsigned losses = bits->loss[index / 64] >> index % 64 & 1;
        return (value)(wins != 0 ? VALUE_WIN : losses != 0 ? VALUE_LOSS : VALUE_DRAW);
    }
    enum metric metric = METRIC_WDL;
    while (table->values[metric] == NULL)
        metric++;
    return value_without_distance(values_get(table->values[metric], side, index));
}

/* Plies of a metric with distances whose values are there; -1 for a draw. */
static inline int scanned_distance(const struct scanned_table *table, enum metric metric,
                                   enum side side, uint64_t index) {
    value v = values_get(table->values[metric], side, index);
    return v == VALUE_DRAW ? -1 : (int)value_distance(v);
}

/* The metrics that every signature chosen has. */
metric_set scan_metrics(const struct plan *plan);

/* Makes the plan's tables those that a scan of `metrics` reads. With metrics 0 these are all that
 * every signature chosen has. `told` is what a scan will tell: outcomes always, distances when
 * they are among the metrics. EXIT_CODE_MISSING when a signature lacks a metric asked for. */
enum exit_code scan_plan(struct plan *plan, const struct folder *folder, metric_set metrics,
                         metric_set *told, struct failure *failure);

/* Positions of the signatures chosen. */
uint64_t plan_positions(const struct plan *plan);

/* Anything but EXIT_CODE_OK ends the scan. */
typedef enum exit_code scan_visitor(void *context, const struct scanned_table *table,
                                    struct failure *failure);

/* Visits the signatures of a plan that scan_plan() made. Fails as table_walk() does. */
enum exit_code scan_tables(struct plan *plan, const struct folder *folder, metric_set told,
                           const struct walk_options *options, scan_visitor *visit, void *context,
                           struct failure *failure);

#endif
