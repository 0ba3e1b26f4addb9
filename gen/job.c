#include "job.h"
#include "blocks.h"
#include "index.h"
#include <stdlib.h>

/* What the solvers number with 32 bits, and the kinds of pieces that they tell apart. */
static const char *unsolvable(const struct plan *plan, struct signature signature) {
    struct index_layout layout;
    if (!index_layout_init(&layout, plan->rules->geometry, signature))
        return "its positions cannot be numbered";
    if (layout.man_placements > UINT32_MAX)
        return "more than 4,294,967,295 placements of the men";
    for (enum side side = WHITE; side <= BLACK; side++)
        if (signature.men[side] > BLOCK_KIND_MAX || signature.kings[side] > BLOCK_KIND_MAX)
            return "more than 8 men or kings of a side";
    return NULL;
}

/* A plan of one signature, of which its last step alone is to be made. */
static enum exit_code plan_alone(struct plan *alone, const struct plan *plan,
                                 const struct plan_step *step, struct failure *failure) {
    enum exit_code code =
        plan_for_signature(alone, plan->rules, step->signature, plan->metrics, failure);
    for (size_t i = 0; i < alone->count; i++)
        alone->steps[i].tables = i + 1 == alone->count ? step->tables : 0;
    return code;
}

static enum exit_code rehearse(struct job *job, const struct plan *alone,
                               const struct build_options *options, struct failure *failure) {
    struct build_rehearsal rehearsal;
    enum exit_code code = build_memory_needed(alone, options, &job->memory_least, failure);
    if (code == EXIT_CODE_OK)
        code = build_rehearse(alone, options, &rehearsal, failure);
    if (code != EXIT_CODE_OK)
        return code;
    job->fits = rehearsal.memory != UINT64_MAX;
    if (!job->fits) {
        struct build_options enough = *options;
        enough.memory = job->memory_least;
        code = build_rehearse(alone, &enough, &rehearsal, failure);
    }
    job->memory = rehearsal.memory;
    job->loaded = rehearsal.loaded;
    return code;
}

static enum exit_code job_make(struct job *job, const struct plan *plan,
                               const struct plan_step *step, const struct build_options *options,
                               struct failure *failure) {
    struct plan alone;
    *job = (struct job){.step = step, .unsolvable = unsolvable(plan, step->signature)};
    job->cost = cost_of_step(plan, step, options);
    if (job->unsolvable != NULL)
        return EXIT_CODE_OK;
    enum exit_code code = plan_alone(&alone, plan, step, failure);
    if (code == EXIT_CODE_OK)
        code = rehearse(job, &alone, options, failure);
    if (code == EXIT_CODE_OK)
        job->cost.loading = cost_of_loading(&alone, options, job->loaded);
    plan_free(&alone);
    return code;
}

struct job *jobs_of_plan(const struct plan *plan, const struct build_options *options,
                         struct failure *failure) {
    struct job *jobs = calloc(plan->count + 1, sizeof *jobs);
    enum exit_code code = jobs == NULL ? fail_memory(failure, "the plan") : EXIT_CODE_OK;
    for (size_t i = 0; code == EXIT_CODE_OK && i < plan->count; i++)
        code = job_make(&jobs[i], plan, &plan->steps[i], options, failure);
    if (code == EXIT_CODE_OK)
        return jobs;
    free(jobs);
    return NULL;
}

uint64_t jobs_memory_least(const struct plan *plan, const struct job *jobs) {
    uint64_t most = 0;
    for (size_t i = 0; i < plan->count; i++)
        if (jobs[i].memory_least > most)
            most = jobs[i].memory_least;
    return most;
}
