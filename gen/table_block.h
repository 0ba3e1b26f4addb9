/* table_block.h - from values to the packed bytes of one block of a table file.
 *
 * A block is rows of slots (slots.h), of which many hold nothing: lanes where no king can stand,
 * and positions in which the side to move has to capture, whose values a reader finds by itself.
 * The bits they take are free; `told` marks the others. In a table of outcomes the plane of losses
 * is free, too, where the plane of wins tells a win.
 */
#ifndef GEN_TABLE_BLOCK_H
#define GEN_TABLE_BLOCK_H

#include "outcomes.h"
#include "slots.h"
#include "value.h"

/* Packs the rows `first_row` to `first_row + rows - 1`, `value_bits` for each slot (format.h);
 * values[0] and must_capture[0] are those of the first position in them. All of `packed` and `told`
 * is set, rows * lanes * value_bits / 8 bytes each; free bits are 0. */
void block_pack(const struct slot_layout *slots, uint64_t first_row, uint32_t rows,
                const value *values, const uint8_t *must_capture, unsigned value_bits,
                uint8_t *packed, uint8_t *told);

/* The same for outcomes, 2 bits each. */
void block_pack_bits(const struct slot_layout *slots, uint64_t first_row, uint32_t rows,
                     const struct outcome_bits *bits, uint8_t *packed, uint8_t *told);

#endif
