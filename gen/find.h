/* find.h - writing the positions of whole tables that are as a query says. */
#ifndef GEN_FIND_H
#define GEN_FIND_H

#include "progress.h"
#include "query_match.h"
#include <stdio.h>

struct find_options {
    const struct query *query;
    const char *tables; /* the directory */
    metric_set told;    /* by scan_plan() */
    bool columns;       /* of values beside the FEN */
    bool counts;        /* nothing is written */
    FILE *stream;       /* to write to */
    uint64_t rows;      /* of those found, that are written at most */
    uint64_t limit;     /* of what is looked for; UINT64_MAX for none */
    unsigned sample;    /* rows drawn at random; 0 for all */
    unsigned seed;
    struct walk_options walk;
};

struct find_result {
    uint64_t found;
    uint64_t undecided; /* positions about which draw rules could not be asked */
};

/* Searches the tables of a plan that scan_plan() made and writes what it finds. */
enum exit_code find_positions(struct plan *plan, const struct folder *folder,
                              const struct find_options *options, struct progress *progress,
                              struct find_result *result, struct failure *failure);

#endif
