/* packing_effort.h - how much is done to make the blocks of a table small.
 *
 * Chosen by measurement, see docs/compression.md. The fewer pieces, the fewer positions, so the
 * more time they get, and, where answers take a search anyway, larger blocks.
 */
#ifndef GEN_PACKING_EFFORT_H
#define GEN_PACKING_EFFORT_H

#include "free_bits.h"
#include "values.h"
#include <stdbool.h>

/* What a table stores of the positions without a capture. */
enum table_form {
    FORM_STANDARD, /* one side to move, the one that takes less; the other takes a ply of search */
    FORM_FAST      /* both: no search, and more than twice the size */
};

/* How small blocks get, from 1 to 19: 1 to 5 look near by and in haste, 6 to 15 in haste, 16 and 17
 * take a thorough pass, and 19 takes one more than the default. */
enum { DEFAULT_LEVEL = 18 };

/* The most and the fewest rows that packing_effort() asks for. */
enum { STRETCH_ROWS_LEAST = 512, STRETCH_ROWS_MOST = 4096 };

struct packing_effort {
    uint32_t stretch_rows; /* that are dealt with at once, where rows are not mostly empty */
    bool quick_blocks;     /* a stretch becomes several blocks where these unpack more quickly for
                              few bytes; else it becomes one */
    struct free_bits_effort free_bits;
};

struct packing_effort packing_effort(enum metric metric, unsigned pieces, enum table_form form,
                                     int level);

#endif
