/* longest_heads.h - what the heads and histograms of tables tell of their longest wins, so that no
 * value has to be looked at. */
#ifndef GEN_LONGEST_HEADS_H
#define GEN_LONGEST_HEADS_H

#include "folder.h"
#include "plan.h"
#include <stdio.h>

/* Counts the positions of the tables of a plan that are won in `plies` of a metric, the longest win
 * of all of them, and writes the first `rows` of these positions as FEN, in the order of a search.
 * A table tells the first such position of each side to move; *enough is whether that was
 * all that was asked for, else what was written is worth nothing. */
enum exit_code longest_from_heads(const struct plan *plan, const struct folder *folder,
                                  enum metric metric, unsigned plies, uint64_t rows, FILE *stream,
                                  uint64_t *count, bool *enough, struct failure *failure);

#endif
