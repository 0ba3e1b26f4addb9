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

#include "failure.h"
#include "format.h"
#include "table_source.h"

/* What a table stores of the positions without a capture. */
enum table_form {
    FORM_STANDARD, /* one side to move, the one that takes less; the other takes a ply of search */
    FORM_FAST      /* both: no search, and more than twice the size */
};

/* Chosen by measurement, see docs/compression.md. */
enum { DEFAULT_LEVEL = 19 };

/* Asked between blocks; true means to give up with EXIT_CODE_INTERRUPTED. */
typedef bool stop_check(void);

struct table_writer_options {
    const char *folder; /* of the variant: DIR/brazilian */
    int level;          /* of zstd */
    enum table_form form;
    uint32_t block_rows; /* a power of two up to TABLE_BLOCK_ROWS_MAX; 0: as measured best */
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

/* Compresses what is left, all positions being final, and tells how long the file will be; 0 when
 * memory is short or it was told to stop. */
uint64_t table_writer_compress(struct table_writer *writer);

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
