/* table_statistics.h - counting wins, draws, losses and distances of values in memory. */
#ifndef GEN_TABLE_STATISTICS_H
#define GEN_TABLE_STATISTICS_H

#include "format.h"
#include "values.h"

/* Statistics of no positions. */
struct table_statistics statistics_none(void);

/* Counts the values of `count` positions from index `first` on. */
struct table_statistics statistics_of_range(const struct values *values, enum side side,
                                            uint64_t first, size_t count);

/* Adds the statistics of positions with higher indices than all counted so far. */
void statistics_add(struct table_statistics *sum, const struct table_statistics *later);

/* Counts both sides to move. The side that is not stored counts as its mirror, White to move; only
 * the example positions are White's then. */
void statistics_of_values(const struct values *values, unsigned threads,
                          struct table_statistics statistics[2]);

bool statistics_equal(const struct table_statistics *a, const struct table_statistics *b);

#endif
