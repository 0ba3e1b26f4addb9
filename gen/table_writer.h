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
#include "values.h"

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

/* Writes a table from the true values of all positions. *header is what the file then starts with.
 */
enum exit_code table_write(const struct rules *rules, const struct values *values,
                           const struct table_writer_options *options, struct table_header *header,
                           struct failure *failure);

#endif
