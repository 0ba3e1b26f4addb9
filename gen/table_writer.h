/* table_writer.h - writes the values of one signature and metric as a table file.
 *
 * The file appears under its name complete or not at all (output_file.h). For one version of zstd
 * its bytes depend on the values, the level and the block size alone, not on the threads; its
 * content hash (hash.h) depends on the values alone. Statistics and hash are those of the true
 * values of all positions, stored or not. The side to move that a table of a signature that is its
 * own mirror does not store has the statistics of the other.
 */
#ifndef GEN_TABLE_WRITER_H
#define GEN_TABLE_WRITER_H

#include "failure.h"
#include "format.h"
#include "table_source.h"

/* Chosen by measurement, see docs/benchmarks.md. */
enum { DEFAULT_BLOCK_POSITIONS = 16384, DEFAULT_LEVEL = 9 };

/* Asked between blocks; true means to give up with EXIT_CODE_INTERRUPTED. */
typedef bool stop_check(void);

struct table_writer_options {
    const char *folder;       /* of the variant: DIR/brazilian */
    int level;                /* of zstd */
    uint32_t block_positions; /* a multiple of 4, up to TABLE_BLOCK_POSITIONS_MAX */
    unsigned threads;
    stop_check *stop; /* may be NULL */
};

/* A table in the making: its values are read and compressed as they become final, by the threads
 * that make them so. What is compressed stays in memory until the end. */
struct table_writer;

/* NULL when memory is short. The source has to outlive the writer. */
struct table_writer *table_writer_open(const struct table_source *source,
                                       const struct table_writer_options *options);

/* The values of `count` positions from index `first` on are final. Each position is told once, by
 * any of the threads 0 to options->threads - 1 (thread_number() of threads.h). */
void table_writer_ready(struct table_writer *writer, enum side side, uint64_t first,
                        uint64_t count);

/* Writes the file, all positions being final. *header is what it then starts with. */
enum exit_code table_writer_finish(struct table_writer *writer, struct table_header *header,
                                   struct failure *failure);
void table_writer_close(struct table_writer *writer); /* in any case; NULL is allowed */

/* Memory that a writer is expected to take at most. */
uint64_t table_writer_memory(uint64_t positions_of_all_sides,
                             const struct table_writer_options *options);

/* Writes a table of values that are all final. *header is what the file then starts with. */
enum exit_code table_write(const struct rules *rules, const struct values *values,
                           const struct table_writer_options *options, struct table_header *header,
                           struct failure *failure);

#endif
