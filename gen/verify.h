/* verify.h - checking finished tables: their files, their hashes, their values. */
#ifndef GEN_VERIFY_H
#define GEN_VERIFY_H

#include "manifest_check.h"
#include "plan.h"
#include "progress.h"

enum verify_level {
    VERIFY_HASH, /* blocks, statistics and content hash against header and manifest */
    VERIFY_RULES /* that, and every value against those of its successors */
};

struct verify_options {
    enum verify_level level;
    unsigned threads;
    uint64_t memory;                 /* bytes that may be used */
    const struct kernel *kernel;     /* completes WDL at VERIFY_HASH; NULL: plainly */
    const struct manifest *manifest; /* NULL when there is none */
    struct selection selection;      /* of tables; the manifest may list others */
    uint64_t sample;                 /* positions to draw at VERIFY_RULES; 0 for all */
    uint64_t seed;                   /* of the sample */
};

struct verify_result {
    uint64_t tables;
    uint64_t positions; /* of these tables, or drawn */
    uint64_t compared;  /* of a sample: those that have a value in a file */
    uint64_t wrong_tables;
    uint64_t wrong_values;    /* counted at VERIFY_RULES alone */
    uint64_t missing_tables;  /* listed in the manifest, but not there */
    uint64_t unlisted_tables; /* there, but not listed in the manifest */
    bool complete;            /* all tables were looked at */
};

/* Checks the tables of a plan (table_walk.h) and says on standard output what is wrong, the first
 * positions as FEN. EXIT_CODE_WRONG when values, statistics, hashes or the manifest are;
 * EXIT_CODE_CORRUPT at the first file that is damaged; when nothing of that, EXIT_CODE_MISSING when
 * the manifest lists a selected table that is not there. A folder without a manifest, and tables
 * that it does not list, are told and no fault. A sample reads the blocks that it needs alone, and
 * compares neither hashes nor statistics (verify_sample.h). */
enum exit_code verify_tables(struct plan *plan, const struct folder *folder,
                             const struct verify_options *options, struct progress *progress,
                             struct verify_result *result, struct failure *failure);

#endif
