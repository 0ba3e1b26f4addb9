/* bench_solver.h - the ways to solve a signature that finais-gen bench compares, each behind the
 * same function. A new solver is one more entry of the list in bench_solver.c.
 */
#ifndef GEN_BENCH_SOLVER_H
#define GEN_BENCH_SOLVER_H

#include "block_solver.h"
#include "plan.h"

/* What a solver found for one signature: in blocks, or in index order as outcomes or by metric;
 * NULL elsewhere. */
struct bench_result {
    struct blocks *blocks;
    struct distance_set distances; /* of the blocks */
    struct outcomes *outcomes;
    struct values *values[METRIC_DTC + 1];
};

/* The results for smaller signatures that are still needed. */
struct bench_known {
    const struct rules *rules;
    unsigned threads;
    struct block_lookup *blocks;
    struct lookup *values[METRIC_DTC + 1];
    solve_progress *progress; /* of all solvers; its context is NULL */
};

/* False when memory is short; to be cleared in any case. */
bool bench_known_make(struct bench_known *known, const struct rules *rules, unsigned threads,
                      solve_progress *progress);
void bench_known_clear(struct bench_known *known);

/* Takes a result out of what is known and frees it. */
void bench_forget(struct bench_known *known, struct bench_result *result);

/* Bytes for one signature: kept with its result, and beside that while it is solved. */
struct bench_memory {
    uint64_t kept;
    uint64_t working;
};

struct bench_solver {
    const char *kernel_name; /* as for --kernel; "none" for the solver of positions */
    const char *metrics;     /* what it finds: "wdl", "dtw", "wdl,dtc" */
    const struct kernel *kernel;
    /* Solves a signature, whose successors are all known, and makes it known; nothing of *result
     * is left when it fails. With `in_order` it also gives outcomes or values[METRIC_WDL]. */
    enum solve_status (*solve)(const struct bench_solver *solver, struct bench_known *known,
                               struct signature signature, bool in_order,
                               struct bench_result *result);
    struct bench_memory (*memory)(const struct bench_solver *solver, const struct rules *rules,
                                  struct signature signature, unsigned threads);
};

/* What a solver finds. */
metric_set bench_metrics(const struct bench_solver *solver);

enum { BENCH_SOLVERS_MAX = 12 };

/* The solvers to compare: those of one kernel, or all that this machine can run, the fastest first,
 * for NULL; those of positions only up to 4 pieces then. 0 for a kernel that is not here. */
size_t bench_solvers(const char *kernel_name, unsigned pieces,
                     struct bench_solver solvers[BENCH_SOLVERS_MAX]);

#endif
