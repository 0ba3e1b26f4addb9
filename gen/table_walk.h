/* table_walk.h - visiting finished tables one after the other with the true values of all their
 * positions in memory, those that the files leave out included. For verification and hashes. */
#ifndef GEN_TABLE_WALK_H
#define GEN_TABLE_WALK_H

#include "plan.h"
#include "store.h"
#include "table.h"
#include "table_statistics.h"

struct walk_options {
    unsigned threads;
    uint64_t memory;             /* bytes that may be used */
    capture_completer *complete; /* finds the values that files leave out */
    /* Of the bit-parallel solver, to find the values that WDL files leave out; NULL: `complete`
     * does it for all metrics. */
    const struct kernel *kernel;
};

/* A table and its values: outcomes when the kernel completed them. `others` has the values of the
 * signatures that moves lead to: of the same metric or, for DTC, their outcomes. */
struct walked_table {
    const struct table *table;
    const struct values *values;     /* or NULL */
    const struct outcomes *outcomes; /* or NULL */
    const struct lookup *others;     /* beside values */
};

/* Content hash and tallies (of the stored sides to move) of a table's values. False when memory is
 * short; the tallies are to be cleared in any case. */
bool walked_content(const struct walked_table *walked, unsigned threads,
                    uint8_t hash[TABLE_HASH_BYTES], struct value_tally tally[2]);

/* Anything but EXIT_CODE_OK ends the walk. */
typedef enum exit_code walk_visitor(void *context, const struct walked_table *table,
                                    struct failure *failure);

/* Visits the tables that the plan's steps name, in an order that depends on the plan alone: DTC
 * tables together with those that have the outcomes. Fails where a table that is needed is missing
 * or damaged, and EXIT_CODE_INTERRUPTED when a signal asks to stop. */
enum exit_code table_walk(struct plan *plan, const struct folder *folder,
                          const struct walk_options *options, walk_visitor *visit, void *context,
                          struct failure *failure);

/* A plan over what a folder has: all its tables (pieces 0), or all those of 2 to `pieces` pieces,
 * which must then be there; of the metrics given, or of those that occur (0). */
enum exit_code plan_for_folder(struct plan *plan, const struct folder *folder, unsigned pieces,
                               metric_set metrics, struct failure *failure);

/* The same for the tables of one signature; those that it depends on are in the plan but are not
 * visited. */
enum exit_code plan_for_folder_signature(struct plan *plan, const struct folder *folder,
                                         struct signature signature, metric_set metrics,
                                         struct failure *failure);

#endif
