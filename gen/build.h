/* build.h - making the tables that a folder lacks: solve, write, step by step. */
#ifndef GEN_BUILD_H
#define GEN_BUILD_H

#include "block_packer.h"
#include "folder.h"
#include "kernel.h"
#include "plan.h"
#include "progress.h"

struct build_options {
    unsigned threads;
    uint64_t memory; /* bytes that may be used */
    int level;       /* of zstd */
    enum table_form form;
    uint32_t block_rows;         /* 0: as the writer chooses */
    const struct kernel *kernel; /* of the bit-parallel solver; NULL for the one for all metrics */
};

/* Memory that building the tables of a plan takes, in bytes, when at most options->memory may be
 * used; UINT64_MAX when that does not suffice, and then build_memory_needed() tells what would. */
enum exit_code build_memory(const struct plan *plan, const struct build_options *options,
                            uint64_t *bytes, struct failure *failure);
enum exit_code build_memory_needed(const struct plan *plan, const struct build_options *options,
                                   uint64_t *bytes, struct failure *failure);

/* The same with how many positions come from table files, each as often as it does. */
struct build_rehearsal {
    uint64_t memory; /* UINT64_MAX: options->memory does not suffice */
    uint64_t loaded;
};
enum exit_code build_rehearse(const struct plan *plan, const struct build_options *options,
                              struct build_rehearsal *rehearsal, struct failure *failure);

/* Builds the tables of the plan's steps. A finished table stays whatever happens later.
 * EXIT_CODE_INTERRUPTED when a signal asked to stop (interrupt.h). */
enum exit_code build_tables(const struct plan *plan, const struct folder *folder,
                            const struct build_options *options, struct progress *progress,
                            struct failure *failure);

#endif
