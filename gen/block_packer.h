/* block_packer.h - compresses the blocks of a table while its values become final.
 *
 * The values of a source are read and compressed as soon as they are told to be final, by the
 * threads that make them so. What is compressed stays in memory; table_writer.h writes it to a
 * file.
 */
#ifndef GEN_BLOCK_PACKER_H
#define GEN_BLOCK_PACKER_H

#include "block_maker.h"
#include "failure.h"
#include "packing_effort.h"
#include "table_source.h"

/* Asked between blocks; true means to give up. */
typedef bool stop_check(void);

struct packing {
    int level; /* 1 to 19 */
    enum table_form form;
    uint32_t block_rows; /* a power of two, blocks of TOLD_BYTES_MAX bytes at most; 0: as measured
                            best */
    unsigned threads;
    stop_check *stop; /* may be NULL */
};

struct block_packer;

/* NULL when memory is short. The source has to outlive the packer. */
struct block_packer *packer_open(const struct table_source *source, const struct packing *packing);

/* The values of `count` positions from index `first` on are final. Each position is told once, by
 * any of the threads 0 to packing->threads - 1 (thread_number() of threads.h). */
void packer_ready(struct block_packer *packer, enum side side, uint64_t first, uint64_t count);

/* All values are final, whether told or not. As packer_ready() of all of them, by all threads. */
void packer_take_all(struct block_packer *packer);

/* Compresses what is left, all positions being final. Unless that is EXIT_CODE_OK nothing below may
 * be asked. Else EXIT_CODE_SHORT (memory), EXIT_CODE_INTERRUPTED, or EXIT_CODE_WRONG when a block
 * does not unpack to its values, which is seen to. */
enum exit_code packer_finish(struct block_packer *packer, struct failure *failure);

/* What the header says of blocks and layout; statistics, hash and checks are not in it. */
const struct table_header *packer_header(const struct block_packer *packer);

/* A block of those that the file has, in its order; owned by the packer. */
struct packed_block packer_block(const struct block_packer *packer, uint64_t number);

/* How long the file will be, its histogram aside. */
uint64_t packer_file_bytes(const struct block_packer *packer);

/* The values of all positions counted, by side to move, once; owned by the packer. */
struct value_tally *packer_tallies(struct block_packer *packer);

void packer_close(struct block_packer *packer); /* in any case; NULL is allowed */

/* Memory that a packer is expected to take at most. */
uint64_t packer_memory(uint64_t positions_of_all_sides, const struct packing *packing);

#endif
