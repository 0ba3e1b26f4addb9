/* verify_sample.h - judging positions taken at random by the rules alone.
 *
 * For sets of tables too large to look at every position. Each value is computed again from the
 * moves of its position, as in verify_rules.h, but all values are read from the files, where they
 * lie, through the table reader of the prober: what a file does not store, because the side to move
 * has to capture, is found by playing the captures out.
 *
 * A sample cannot see wins and losses without distance that support each other in a circle.
 */
#ifndef GEN_VERIFY_SAMPLE_H
#define GEN_VERIFY_SAMPLE_H

#include "plan.h"
#include "progress.h"
#include "table.h"
#include "verify_rules.h"

struct sample_options {
    uint64_t positions; /* to be drawn */
    uint64_t seed;      /* the same positions for the same seed and tables */
    unsigned threads;
    uint64_t memory; /* bytes that may be used */
};

struct sample_result {
    uint64_t drawn;
    uint64_t stored; /* of these, those that have a value in a file, and so were compared */
    uint64_t wrong;
    size_t wrong_tables;
};

/* Told of the first positions with wrong values, in the order of the plan and the files. */
typedef void sample_visitor(void *context, const struct table *table,
                            const struct offender *offender);

/* Checks positions of the tables that the plan's steps name. The first OFFENDERS_MAX wrong ones are
 * told to `visit`. EXIT_CODE_OK also when values are wrong; EXIT_CODE_MISSING when a table that
 * moves lead to is not there; EXIT_CODE_SHORT when memory does not suffice. Ends one task of
 * `progress`, positions drawn. */
enum exit_code verify_sample(const struct plan *plan, const struct folder *folder,
                             const struct sample_options *options, struct progress *progress,
                             sample_visitor *visit, void *context, struct sample_result *result,
                             struct failure *failure);

#endif
