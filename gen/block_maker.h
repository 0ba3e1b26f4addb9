/* block_maker.h - makes the bytes of one block of a table file from the values of its positions. */
#ifndef GEN_BLOCK_MAKER_H
#define GEN_BLOCK_MAKER_H

#include "format.h"
#include "free_bits.h"
#include "slots.h"
#include "table_source.h"
#include "told_frame.h"

/* A compressed block, without the beginning that files leave out, and the check of its content. */
struct packed_block {
    uint8_t *bytes; /* from malloc() */
    uint32_t length;
    uint32_t check;
};

/* What one thread needs to make blocks of one table. */
struct block_maker;

/* For blocks of up to header->block_rows rows. NULL when memory is short. Source and slots have to
 * outlive the maker. `effort` is that with which free bits are chosen. */
struct block_maker *block_maker_open(const struct table_source *source,
                                     const struct slot_layout *slots,
                                     const struct table_header *header,
                                     const struct free_bits_effort *effort);
void block_maker_close(struct block_maker *maker); /* NULL is allowed */

/* Makes block `in_side` of a side to move, which is block `in_file` of those that the file has; of
 * the header, what tells layout and blocks has to be there. */
enum block_result block_make(struct block_maker *maker, const struct table_header *header,
                             enum side side, uint64_t in_side, uint64_t in_file,
                             struct packed_block *block);

#endif
