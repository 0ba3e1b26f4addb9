/* table_writer.h - writes the values of one signature and metric as a table file.
 *
 * The file appears under its name complete or not at all (output_file.h). For one version of zstd
 * its bytes depend on the values and on the options but the threads; its content hash (hash.h)
 * depends on the values alone. Statistics and hash are those of the true values of all positions,
 * stored or not. A signature that is its own mirror has White to move alone; Black to move has its
 * statistics.
 */
#ifndef GEN_TABLE_WRITER_H
#define GEN_TABLE_WRITER_H

#include "block_packer.h"
#include "failure.h"

struct table_writer_options {
    const char *folder; /* of the variant: DIR/brazilian */
    struct packing packing;
};

/* A table in the making: its values are read and compressed as they become final, by the threads
 * that make them so. What is compressed stays in memory until the end. */
struct table_writer;

/* NULL when memory is short. The source has to outlive the writer. */
struct table_writer *table_writer_open(const struct table_source *source,
                                       const struct table_writer_options *options);

/* The values of `count` positions from index `first` on are final. Each position is told once, by
 * any of the threads 0 to packing.threads - 1 (thread_number() of threads.h). */
void table_writer_ready(struct table_writer *writer, enum side side, uint64_t first,
                        uint64_t count);

/* Writes the file, all positions being final. *header is what it then starts with. */
enum exit_code table_writer_finish(struct table_writer *writer, struct table_header *header,
                                   struct failure *failure);
void table_writer_close(struct table_writer *writer); /* in any case; NULL is allowed */

/* Writes a table of values that are all final. *header is what the file then starts with. */
enum exit_code table_write(const struct rules *rules, const struct values *values,
                           const struct table_writer_options *options, struct table_header *header,
                           struct failure *failure);

#endif
