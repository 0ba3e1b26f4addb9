/* table_statistics.h - counting wins, draws, losses and distances of values in memory.
 *
 * A tally counts the positions of one side to move by value. Ranges of positions are added in any
 * order, and tallies of different ranges can be merged, so that threads can count for themselves;
 * the statistics do not depend on it.
 */
#ifndef GEN_TABLE_STATISTICS_H
#define GEN_TABLE_STATISTICS_H

#include "format.h"
#include "outcomes.h"
#include "values.h"

struct value_tally {
    enum metric metric;
    uint64_t *positions;       /* by value, tally_size() of them */
    value longest_win;         /* the value with the greatest distance; 0 when there is none */
    value longest_loss;        /* the same, but VALUE_LOSS for none, too */
    uint64_t first_win_index;  /* the lowest index that has it; UINT64_MAX when there is none */
    uint64_t first_loss_index; /* the same */
};

/* A tally of no positions. False when memory is short; to be cleared in any case. */
bool tally_make(struct value_tally *tally, enum metric metric);
void tally_clear(struct value_tally *tally);

/* Values that a tally can tell apart: those of WDL, or all. */
size_t tally_size(enum metric metric);

/* Adds the values, or outcomes, of `count` positions from index `first` on, or what another tally
 * has of other positions. */
void tally_add_range(struct value_tally *tally, const struct values *values, enum side side,
                     uint64_t first, size_t count);
void tally_add_bits(struct value_tally *tally, uint64_t first, const struct outcome_bits *bits,
                    size_t count);
void tally_merge(struct value_tally *tally, const struct value_tally *other);

struct table_statistics tally_statistics(const struct value_tally *tally);

/* Makes tallies of all values, of the stored sides to move. False when memory is short; both are to
 * be cleared in any case. */
bool tally_values(struct value_tally tally[2], const struct values *values, unsigned threads);

/* The statistics of both sides to move from the tallies of those stored. The side that is not
 * stored counts as its mirror, White to move; only the example positions are White's then. */
void statistics_of_tallies(const struct value_tally tally[2], unsigned sides,
                           struct table_statistics statistics[2]);

/* One more than the greatest value that some position of these sides to move has. */
size_t tallies_values(const struct value_tally tally[2], unsigned sides);

/* The same statistics from all values. False when memory is short. */
bool statistics_of_values(const struct values *values, unsigned threads,
                          struct table_statistics statistics[2]);

bool statistics_equal(const struct table_statistics *a, const struct table_statistics *b);

#endif
