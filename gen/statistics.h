/* statistics.h - what the tables of a folder say about each ending, taken from their headers. */
#ifndef GEN_STATISTICS_H
#define GEN_STATISTICS_H

#include "folder.h"
#include "format.h"
#include "plan.h"
#include <stdio.h>

enum statistics_form { STATISTICS_TEXT, STATISTICS_TSV, STATISTICS_JSON };

/* One signature and side to move. */
struct statistics_row {
    struct signature signature;
    enum side side;
    uint64_t positions;
    uint64_t wins;
    uint64_t draws;
    uint64_t losses;
    bool counted_twice; /* Black to move of a signature that is its own mirror */
    bool has[METRIC_DTC + 1];
    struct table_statistics of[METRIC_DTC + 1]; /* by metric, where there is a table */
};

/* Reads the headers of a plan's tables (table_walk.h) and prints two rows for each signature that
 * has any. */
enum exit_code statistics_print(const struct plan *plan, const struct folder *folder,
                                enum statistics_form form, FILE *stream, struct failure *failure);

/* Reads the histograms of a plan's DTW and DTC tables and prints, for each and each side to move, a
 * row for each value that occurs: how many positions have it. */
enum exit_code histograms_print(const struct plan *plan, const struct folder *folder,
                                enum statistics_form form, FILE *stream, struct failure *failure);

#endif
