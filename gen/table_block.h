/* table_block.h - from values in memory to the packed bytes of one block of a table file.
 *
 * Positions in which the side to move has to capture are not stored: a reader finds their values by
 * itself. The bits they would take are filled with whatever compresses best.
 */
#ifndef GEN_TABLE_BLOCK_H
#define GEN_TABLE_BLOCK_H

#include "rules.h"
#include "values.h"

/* Sets marks[i] to 1 when the side to move has to capture at index first + i, else to 0: as the
 * solver noted it, or else by looking. */
void mark_captures(const struct rules *rules, const struct values *values, enum side side,
                   uint64_t first, size_t count, uint8_t *marks);

/* Packs `count` values from index `first` on, `value_bits` each (format.h), of which those marked
 * are free to be anything. `packed` has room for (count * value_bits + 7) / 8 bytes; all are set.
 */
void block_pack(const struct values *values, enum side side, uint64_t first, size_t count,
                const uint8_t *marks, unsigned value_bits, uint8_t *packed);

#endif
