#include "bench.h"
#include "block_packer.h"
#include "interrupt.h"
#include "resources.h"
#include "table_block.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zstd.h>

struct bench {
    const struct plan *plan;
    const struct bench_solver *solver;
    const struct bench_options *options;
    struct bench_known known;
    struct bench_result *results; /* one for each step of the plan */
    struct bench_rates *rates;
    struct bench_packing *packing;
};

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool go_on(void *context, uint64_t positions_done) {
    (void)context;
    (void)positions_done;
    return !interrupt_requested();
}

/* ---- Solving ----------------------------------------------------------------------------------
 */

static enum exit_code solve(struct bench *bench, size_t step, bool in_order,
                            struct failure *failure) {
    enum solve_status status =
        bench->solver->solve(bench->solver, &bench->known, bench->plan->steps[step].signature,
                             in_order, &bench->results[step]);
    if (status == SOLVE_STOPPED)
        return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    return status == SOLVE_OK ? EXIT_CODE_OK : fail_memory(failure, "solving an ending");
}

static enum bench_kind kind_of(struct signature signature) {
    bool white = signature.kings[WHITE] > 0;
    bool black = signature.kings[BLACK] > 0;
    return white && black ? BENCH_KINGS_BOTH : white || black ? BENCH_KINGS_ONE : BENCH_KINGS_NONE;
}

static void rate_add(struct bench_rate *rate, const struct plan_step *step, double cpu,
                     double clock) {
    rate->signatures++;
    rate->positions += step->positions;
    rate->cpu_seconds += cpu;
    rate->seconds += clock;
}

/* The best of several times; the last result stays. */
static enum exit_code measure(struct bench *bench, size_t step, struct failure *failure) {
    double best_cpu = 0;
    double best_clock = 0;
    for (unsigned i = 0; i < bench->options->repeat; i++) {
        bench_forget(&bench->known, &bench->results[step]);
        double cpu = cpu_seconds();
        double clock = monotonic_seconds();
        enum exit_code code = solve(bench, step, false, failure);
        cpu = cpu_seconds() - cpu;
        clock = monotonic_seconds() - clock;
        if (code != EXIT_CODE_OK)
            return code;
        best_cpu = i == 0 || cpu < best_cpu ? cpu : best_cpu;
        best_clock = i == 0 || clock < best_clock ? clock : best_clock;
    }
    const struct plan_step *measured = &bench->plan->steps[step];
    rate_add(&bench->rates->of[kind_of(measured->signature)], measured, best_cpu, best_clock);
    rate_add(&bench->rates->of[BENCH_ALL], measured, best_cpu, best_clock);
    return EXIT_CODE_OK;
}

/* ---- Packing ----------------------------------------------------------------------------------
 */

/* How long the file of a table would be. */
static enum exit_code pack_source(const struct bench *bench, const struct table_source *source,
                                  uint64_t *bytes, struct failure *failure) {
    struct packing packing = {.level = bench->options->level, .form = FORM_STANDARD, .threads = 1};
    struct block_packer *packer = packer_open(source, &packing);
    if (packer == NULL)
        return fail_memory(failure, "compressing a table");
    packer_take_all(packer);
    enum exit_code code = packer_finish(packer, failure);
    if (code == EXIT_CODE_OK)
        *bytes = packer_file_bytes(packer);
    packer_close(packer);
    return code;
}

static enum exit_code pack(struct bench *bench, size_t step, struct failure *failure) {
    bench_forget(&bench->known, &bench->results[step]);
    enum exit_code code = solve(bench, step, true, failure);
    if (code != EXIT_CODE_OK)
        return code;
    const struct bench_result *result = &bench->results[step];
    const struct rules *rules = bench->plan->rules;
    struct table_source source = result->outcomes != NULL
                                     ? source_of_outcomes(rules, result->outcomes)
                                     : source_of_values(rules, result->values[METRIC_WDL]);
    double start = cpu_seconds();
    uint64_t bytes = 0;
    code = pack_source(bench, &source, &bytes, failure);
    bench->packing->cpu_seconds += cpu_seconds() - start;
    bench->packing->bytes += bytes;
    bench->packing->positions += bench->plan->steps[step].positions;
    return code;
}

/* ---- All steps --------------------------------------------------------------------------------
 */

static bool is_measured(const struct bench *bench, size_t step) {
    return signature_pieces(bench->plan->steps[step].signature) == bench->options->pieces;
}

/* Whether the result of a step is still needed after another. */
static bool is_needed_after(const struct bench *bench, size_t step, size_t now) {
    return plan_next_use(bench->plan, bench->plan->steps[step].signature, now + 1) != SIZE_MAX;
}

/* The most memory that is in use at any time. */
static uint64_t memory_needed(const struct bench *bench) {
    uint64_t most = 0;
    for (size_t now = 0; now < bench->plan->count; now++) {
        uint64_t used = 0;
        for (size_t step = 0; step <= now; step++) {
            struct bench_memory memory =
                bench->solver->memory(bench->solver, bench->plan->rules,
                                      bench->plan->steps[step].signature, bench->options->threads);
            if (step == now)
                used += memory.working;
            if (step == now || is_needed_after(bench, step, now - 1))
                used += memory.kept;
        }
        most = used > most ? used : most;
    }
    return most;
}

enum exit_code bench_check_memory(const struct plan *plan, const struct bench_solver *solver,
                                  const struct bench_options *options, struct failure *failure) {
    struct bench bench = {.plan = plan, .solver = solver, .options = options};
    uint64_t needed = memory_needed(&bench);
    char needed_text[32];
    char allowed_text[32];
    if (needed <= options->memory)
        return EXIT_CODE_OK;
    size_text(needed, needed_text, sizeof needed_text);
    size_text(options->memory, allowed_text, sizeof allowed_text);
    return fail(failure, EXIT_CODE_SHORT, "this needs %s of memory and %s may be used; %s",
                needed_text, allowed_text, memory_advice(needed, 0));
}

static enum exit_code run_step(struct bench *bench, size_t step, struct failure *failure) {
    enum exit_code code = is_measured(bench, step) ? measure(bench, step, failure)
                                                   : solve(bench, step, false, failure);
    if (code == EXIT_CODE_OK && bench->packing != NULL && is_measured(bench, step))
        code = pack(bench, step, failure);
    for (size_t i = 0; i <= step; i++)
        if (!is_needed_after(bench, i, step))
            bench_forget(&bench->known, &bench->results[i]);
    return code;
}

enum exit_code bench_run(const struct plan *plan, const struct bench_solver *solver,
                         const struct bench_options *options, struct bench_rates *rates,
                         struct bench_packing *packing, struct failure *failure) {
    struct bench bench = {.plan = plan,
                          .solver = solver,
                          .options = options,
                          .results = calloc(plan->count, sizeof *bench.results),
                          .rates = rates,
                          .packing = packing};
    *rates = (struct bench_rates){0};
    if (packing != NULL)
        *packing = (struct bench_packing){0};
    enum exit_code code = EXIT_CODE_OK;
    if (!bench_known_make(&bench.known, plan->rules, options->threads, go_on) ||
        bench.results == NULL)
        code = fail_memory(failure, "the values in memory");
    for (size_t i = 0; code == EXIT_CODE_OK && i < plan->count; i++)
        code = run_step(&bench, i, failure);
    for (size_t i = 0; bench.results != NULL && i < plan->count; i++)
        bench_forget(&bench.known, &bench.results[i]);
    free(bench.results);
    bench_known_clear(&bench.known);
    return code;
}
