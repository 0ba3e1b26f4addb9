#include "bench_solver.h"
#include "format.h"
#include "placement.h"
#include <stdlib.h>

bool bench_known_make(struct bench_known *known, const struct rules *rules, unsigned threads,
                      solve_progress *progress) {
    *known = (struct bench_known){.rules = rules,
                                  .threads = threads,
                                  .blocks = calloc(1, sizeof *known->blocks),
                                  .progress = progress};
    bool made = known->blocks != NULL;
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
        known->values[metric] = lookup_new(rules, metric);
        made = made && known->values[metric] != NULL;
    }
    return made;
}

void bench_known_clear(struct bench_known *known) {
    free(known->blocks);
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        free(known->values[metric]);
}

static void free_blocks(struct bench_result *result) {
    for (unsigned i = 0; i < DISTANCE_METRICS; i++)
        distances_free(result->distances.of[i]);
    blocks_free(result->blocks);
}

void bench_forget(struct bench_known *known, struct bench_result *result) {
    if (result->blocks != NULL)
        block_lookup_remove(known->blocks, result->blocks);
    free_blocks(result);
    outcomes_free(result->outcomes);
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
        if (result->values[metric] != NULL)
            lookup_remove(known->values[metric], result->values[metric]->layout.signature);
        values_free(result->values[metric]);
    }
    *result = (struct bench_result){0};
}

/* ---- Bit-parallel -----------------------------------------------------------------------------
 */

/* Metrics with distances, by their DISTANCES_ numbers. */
static const enum metric distance_metrics[DISTANCE_METRICS] = {
    [DISTANCES_DTW] = METRIC_DTW, [DISTANCES_DTC] = METRIC_DTC};
static const char *const distance_names[DISTANCE_METRICS] = {
    [DISTANCES_DTW] = "dtw", [DISTANCES_DTC] = "dtc"};

static bool finds(const struct bench_solver *solver, unsigned distances) {
    return strstr(solver->metrics, distance_names[distances]) != NULL;
}

static bool make_blocks(const struct bench_solver *solver, const struct rules *rules,
                        struct signature signature, struct bench_result *result) {
    *result = (struct bench_result){.blocks = blocks_allocate(rules, signature)};
    bool made = result->blocks != NULL;
    for (unsigned i = 0; made && i < DISTANCE_METRICS; i++)
        if (finds(solver, i)) {
            result->distances.of[i] = distances_allocate(result->blocks, distance_metrics[i]);
            made = result->distances.of[i] != NULL;
        }
    return made;
}

static enum solve_status solve_in_blocks(const struct bench_solver *solver,
                                         struct bench_known *known, struct signature signature,
                                         bool in_order, struct bench_result *result) {
    struct outcomes *outcomes = NULL;
    struct outcome_sink sink;
    enum solve_status status = SOLVE_NO_MEMORY;
    bool made = make_blocks(solver, known->rules, signature, result);
    if (in_order)
        outcomes = outcomes_allocate(known->rules, signature);
    if (outcomes != NULL)
        sink = outcomes_sink(outcomes);
    if (made && (outcomes != NULL || !in_order))
        status = solve_blocks(result->blocks, &result->distances, outcomes != NULL ? &sink : NULL,
                              known->blocks, solver->kernel, known->threads, known->progress, NULL);
    if (status == SOLVE_OK) {
        result->outcomes = outcomes;
        return status;
    }
    free_blocks(result);
    outcomes_free(outcomes);
    *result = (struct bench_result){0};
    return status;
}

static struct bench_memory memory_of_blocks(const struct bench_solver *solver,
                                            const struct rules *rules, struct signature signature,
                                            unsigned threads) {
    unsigned distances = 0;
    for (unsigned i = 0; i < DISTANCE_METRICS; i++)
        distances += finds(solver, i);
    return (struct bench_memory){
        blocks_memory(rules, signature) + distances * distances_memory(rules, signature),
        solve_blocks_memory(rules, signature, solver->kernel, threads, distances) +
            outcomes_memory(rules, signature)};
}

/* ---- Position by position ---------------------------------------------------------------------
 */

static enum solve_status solve_metric(struct bench_known *known, struct signature signature,
                                      enum metric metric, struct bench_result *result) {
    struct values *values = values_allocate(known->rules, signature, metric);
    if (values == NULL)
        return SOLVE_NO_MEMORY;
    enum solve_status status =
        solve_signature(values, known->values[metric], known->values[METRIC_WDL], known->threads,
                        known->progress, NULL);
    if (status != SOLVE_OK) {
        values_free(values);
        return status;
    }
    lookup_add(known->values[metric], values);
    result->values[metric] = values;
    return SOLVE_OK;
}

static enum solve_status solve_outcomes(const struct bench_solver *solver,
                                        struct bench_known *known, struct signature signature,
                                        bool in_order, struct bench_result *result) {
    (void)solver;
    (void)in_order;
    *result = (struct bench_result){0};
    return solve_metric(known, signature, METRIC_WDL, result);
}

static enum solve_status solve_conversions(const struct bench_solver *solver,
                                           struct bench_known *known, struct signature signature,
                                           bool in_order, struct bench_result *result) {
    enum solve_status status = solve_outcomes(solver, known, signature, in_order, result);
    if (status == SOLVE_OK)
        status = solve_metric(known, signature, METRIC_DTC, result);
    if (status != SOLVE_OK)
        bench_forget(known, result);
    return status;
}

static enum solve_status solve_ends(const struct bench_solver *solver, struct bench_known *known,
                                    struct signature signature, bool in_order,
                                    struct bench_result *result) {
    (void)solver;
    (void)in_order;
    *result = (struct bench_result){0};
    return solve_metric(known, signature, METRIC_DTW, result);
}

/* Generously: as for WDL and DTC. */
static struct bench_memory memory_of_values(const struct bench_solver *solver,
                                            const struct rules *rules, struct signature signature,
                                            unsigned threads) {
    struct index_layout layout;
    (void)solver;
    if (!index_layout_init(&layout, rules->geometry, signature))
        return (struct bench_memory){0, 0};
    return (struct bench_memory){
        values_memory(rules, signature, METRIC_WDL) + values_memory(rules, signature, METRIC_DTC),
        placement_memory(&layout) * threads + layout.man_placements * sizeof(uint32_t)};
}

/* ---- The list ---------------------------------------------------------------------------------
 */

/* Positions are hundreds of nanoseconds each, so larger endings are measured on request only. */
enum { POSITION_SOLVER_PIECES = 4 };

/* The fastest first. */
static const char *const kernels[] = {"avx512", "avx2", "plain"};

static const struct bench_solver block_solvers[] = {
    {.metrics = "wdl", .solve = solve_in_blocks, .memory = memory_of_blocks},
    {.metrics = "wdl,dtc", .solve = solve_in_blocks, .memory = memory_of_blocks},
    {.metrics = "dtw", .solve = solve_in_blocks, .memory = memory_of_blocks},
};
static const struct bench_solver position_solvers[] = {
    {"none", "wdl", NULL, solve_outcomes, memory_of_values},
    {"none", "wdl,dtc", NULL, solve_conversions, memory_of_values},
    {"none", "dtw", NULL, solve_ends, memory_of_values},
};
#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static size_t add_kernel(const char *name, struct bench_solver *solvers) {
    const struct kernel *kernel = kernel_find(name);
    if (kernel == NULL)
        return 0;
    for (size_t i = 0; i < COUNT(block_solvers); i++) {
        solvers[i] = block_solvers[i];
        solvers[i].kernel_name = kernel->name;
        solvers[i].kernel = kernel;
    }
    return COUNT(block_solvers);
}

static size_t add_position_solvers(struct bench_solver *solvers) {
    memcpy(solvers, position_solvers, sizeof position_solvers);
    return COUNT(position_solvers);
}

metric_set bench_metrics(const struct bench_solver *solver) {
    metric_set metrics = 0;
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        if (strstr(solver->metrics, metric_name(metric)) != NULL)
            metrics |= metric_bit(metric);
    return metrics;
}

size_t bench_solvers(const char *kernel_name, unsigned pieces,
                     struct bench_solver solvers[BENCH_SOLVERS_MAX]) {
    _Static_assert(COUNT(kernels) * COUNT(block_solvers) + COUNT(position_solvers) <=
                       BENCH_SOLVERS_MAX,
                   "room for all solvers");
    size_t count = 0;
    if (kernel_name != NULL)
        return strcmp(kernel_name, "none") == 0 ? add_position_solvers(solvers)
                                                : add_kernel(kernel_name, solvers);
    for (size_t i = 0; i < COUNT(kernels); i++)
        count += add_kernel(kernels[i], solvers + count);
    if (pieces <= POSITION_SOLVER_PIECES)
        count += add_position_solvers(solvers + count);
    return count;
}
