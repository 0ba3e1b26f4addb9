/* job.h - a set of tables as jobs, one for each signature, that several machines can share out:
 * `finais-gen build --signature S --alone` each (docs/planning.md). */
#ifndef GEN_JOB_H
#define GEN_JOB_H

#include "cost.h"

struct job {
    const struct plan_step *step;
    uint64_t memory; /* bytes that it takes when it may use options->memory; when that does not
                        suffice, the least that does, and then `fits` is false */
    uint64_t memory_least;
    bool fits;
    const char *unsolvable; /* why the solver cannot do it at all, else NULL; no memory is told */
    uint64_t loaded;        /* positions that it reads from table files, each as often as it does */
    struct cost cost;
};

/* The jobs of all steps of a plan, in its order. NULL, with the failure, when memory is short. To
 * be freed with free(); points into the plan. */
struct job *jobs_of_plan(const struct plan *plan, const struct build_options *options,
                         struct failure *failure);

/* The most that any of them needs at least. */
uint64_t jobs_memory_least(const struct plan *plan, const struct job *jobs);

#endif
