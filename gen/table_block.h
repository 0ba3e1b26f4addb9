/* table_block.h - from values to the packed bytes of one block of a table file.
 *
 * Positions in which the side to move has to capture are not stored: a reader finds their values by
 * itself. The bits they would take are filled with whatever compresses best.
 */
#ifndef GEN_TABLE_BLOCK_H
#define GEN_TABLE_BLOCK_H

#include "outcomes.h"
#include "value.h"

/* Packs `count` values, `value_bits` each (format.h), of which those with `must_capture` are free
 * to be anything. `packed` has room for (count * value_bits + 7) / 8 bytes; all are set. */
void block_pack(const value *values, const uint8_t *must_capture, size_t count, unsigned value_bits,
                uint8_t *packed);

/* The same for outcomes, from position `first` on. */
void block_pack_bits(const struct outcome_bits *bits, uint64_t first, size_t count,
                     uint8_t *packed);

#endif
