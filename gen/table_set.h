/* table_set.h - many finished tables open at once, with the blocks of all of them numbered through,
 * and reading values at scattered places of them.
 */
#ifndef GEN_TABLE_SET_H
#define GEN_TABLE_SET_H

#include "folder.h"
#include "plan.h"
#include "table.h"

/* Pieces of one kind and side that a set can tell apart. */
enum { TABLE_SET_KIND_MAX = 8 };

struct table_set {
    struct table **tables;
    uint64_t *first_block; /* of each table, in the order of opening */
    size_t count;
    uint64_t blocks;
    /* Number of a table plus 1, 0 for none; by metric, white men, kings, black men, kings. */
    uint16_t number[METRIC_DTC + 1][TABLE_SET_KIND_MAX + 1][TABLE_SET_KIND_MAX + 1]
                   [TABLE_SET_KIND_MAX + 1][TABLE_SET_KIND_MAX + 1];
};

/* Opens those tables of the plan's signatures that are present, or that the plan is about, and that
 * are of these metrics. On failure *set is NULL. */
enum exit_code table_set_open(struct table_set **set, const struct plan *plan,
                              const struct folder *folder, metric_set metrics,
                              struct failure *failure);
void table_set_close(struct table_set *set); /* NULL is allowed */

/* The number of a table, SIZE_MAX when the set does not have it. */
size_t table_set_find(const struct table_set *set, struct signature signature, enum metric metric);

/* Where a stored value is: a block of the set, and the place in it. */
typedef uint64_t stored_place;

/* The place of a canonical position, whose side to move the table has to store. */
stored_place table_set_place(const struct table_set *set, size_t table,
                             const struct position *position);

/* Called now and then, by one thread at a time, with how many places have been read. */
typedef void set_progress(void *context, size_t done);

/* Reads the values at `count` places in any order into `answers`, each block that occurs once,
 * blocks shared out among the threads. EXIT_CODE_CORRUPT for a damaged block,
 * EXIT_CODE_INTERRUPTED when a signal asks to stop. */
enum exit_code table_set_read(const struct table_set *set, const stored_place *places, size_t count,
                              value *answers, unsigned threads, set_progress *progress,
                              void *progress_context, struct failure *failure);

/* Memory that table_set_read() takes for so many places beside its arguments. */
uint64_t table_set_read_memory(const struct table_set *set, size_t count, unsigned threads);

#endif
