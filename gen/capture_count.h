/* capture_count.h - in how many positions of a signature the side to move has to capture. No tables
 * are needed for it. */
#ifndef GEN_CAPTURE_COUNT_H
#define GEN_CAPTURE_COUNT_H

#include "index.h"
#include <stdbool.h>

/* Counts them for a signature on the 8x8 board by the Brazilian rules: men and kings capture in all
 * directions, kings over any distance. False when a signal asks to stop. */
bool count_captures(const struct index_layout *layout, enum side side, unsigned threads,
                    uint64_t *captures);

#endif
