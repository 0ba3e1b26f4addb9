/* plan_print.h - the four forms in which finais-gen plan tells a plan. Each writes to standard
 * output. */
#ifndef GEN_PLAN_PRINT_H
#define GEN_PLAN_PRINT_H

#include "job.h"

struct planned {
    const struct plan *plan;
    const struct job *jobs; /* by step of the plan */
    const struct build_options *options;
    const char *kernel; /* as asked for, "auto" too: jobs may run on different machines */
    /* All in one run, which brings back only what it had to drop; `memory_least` is UINT64_MAX when
     * the solver cannot do it. */
    uint64_t run_memory_least;
    struct cost run;
    /* For the forms that are commands: absolute paths, of this program and of --tables. */
    const char *program;
    const char *tables;
};

/* A table for people; JSON (docs/planning.md has the schema). */
void plan_print_text(const struct planned *planned);
void plan_print_json(const struct planned *planned);

/* A build file for Ninja. `memory` is what all jobs may use together and `processors` how many they
 * may keep busy. EXIT_CODE_SHORT when a job needs more memory, EXIT_CODE_USAGE when a path cannot
 * be written there. */
enum exit_code plan_print_ninja(const struct planned *planned, uint64_t memory, unsigned processors,
                                struct failure *failure);

/* A shell script that submits a job of Slurm for each signature; fails in the same way. */
enum exit_code plan_print_slurm(const struct planned *planned, struct failure *failure);

/* The first job that does not fit in options->memory: EXIT_CODE_SHORT with what it needs. */
enum exit_code plan_check_memory(const struct planned *planned, uint64_t memory,
                                 struct failure *failure);

/* Some of "wdl,dtw,dtc". */
void plan_metrics_text(metric_set metrics, char text[16]);

/* Writes a text as one word of a shell, in quotes. */
void print_shell_word(const char *text);

#endif
