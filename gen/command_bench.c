#include "bench.h"
#include "block_packer.h"
#include "command.h"
#include "options.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "finais-gen bench measures how fast endings are solved here: it solves all signatures of up\n"
    "to N pieces in memory, writes nothing, and tells the rates of those of exactly N pieces.\n"
    "\n"
    "  finais-gen bench\n"
    "        5 pieces, every kernel that this machine can run\n"
    "  finais-gen bench --pieces 6 --kernel auto --repeat 1\n"
    "  finais-gen bench --json > rates.json\n"
    "\n"
    "Rates are positions, one side to move, for each second that the processor spent on this\n"
    "program, over all its threads; other programs that run disturb them little. The seconds on\n"
    "the clock are told as well. Signatures are told apart by which sides have kings. The last\n"
    "line is about packing and compressing the win, draw and loss values found.\n"
    "\n"
    "  --pieces N         2 to 8; 5 if not given\n"
    "  --kernel NAME      avx512, avx2, plain, auto (the fastest of these that runs here), or "
    "none\n"
    "                     (the solver that takes positions one by one, for all metrics); all if "
    "not\n"
    "                     given, none only up to 4 pieces\n"
    "  --metrics LIST     wdl, wdl,dtc or dtw; all three if not given\n"
    "  --threads T        1 if not given\n"
    "  --repeat R         each signature is solved R times, 1 to 100, and the best time counts; 3\n"
    "                     if not given\n"
    "  --memory SIZE      most memory to use; all that is free if not given; units are\n"
    "                     powers of 1024, those printed of 1000\n"
    "  --level L          how small blocks get: 1 (fast) to 19 (slow); 18 if not given\n"
    "  --variant NAME     brazilian\n"
    "  --json             one object: pieces, threads, repeat; rates, an array with an object for\n"
    "                     each solver and kind of signatures (kernel, metrics, kings \"both\",\n"
    "                     \"one\", \"none\" or \"all\", signatures, positions, cpu_seconds, "
    "seconds,\n"
    "                     positions_per_cpu_second); and packing (level, positions, bytes,\n"
    "                     cpu_seconds, cpu_ns_per_position, bits_per_position), null without wdl\n";

enum { DEFAULT_PIECES = 5, DEFAULT_REPEAT = 3 };

/* ---- Text -------------------------------------------------------------------------------------
 */

static const char *const kind_texts[BENCH_KINDS] = {[BENCH_KINGS_BOTH] = "on both sides",
                                                    [BENCH_KINGS_ONE] = "on one side",
                                                    [BENCH_KINGS_NONE] = "none",
                                                    [BENCH_ALL] = "(all)"};

static double rate_of(double amount, double seconds) {
    return seconds > 0 ? amount / seconds : 0;
}

static void print_headline(const struct bench_options *options) {
    printf("%u pieces, %u thread%s, best of %u\n", options->pieces, options->threads,
           options->threads == 1 ? "" : "s", options->repeat);
    printf("%-7s %-8s %-14s %10s %15s %9s %16s %9s\n", "kernel", "metrics", "kings", "signatures",
           "positions", "CPU s", "million/CPU s", "clock s");
}

static void print_rates(const struct bench_solver *solver, const struct bench_rates *rates) {
    for (enum bench_kind kind = BENCH_KINGS_BOTH; kind < BENCH_KINDS; kind++) {
        const struct bench_rate *rate = &rates->of[kind];
        if (rate->signatures > 0)
            printf("%-7s %-8s %-14s %10u %15" PRIu64 " %9.3f %16.2f %9.3f\n", solver->kernel_name,
                   solver->metrics, kind_texts[kind], rate->signatures, rate->positions,
                   rate->cpu_seconds, rate_of((double)rate->positions * 1e-6, rate->cpu_seconds),
                   rate->seconds);
    }
    fflush(stdout);
}

static double nanoseconds(const struct bench_packing *packing) {
    return packing->cpu_seconds * 1e9 / (double)packing->positions;
}

static double bits(const struct bench_packing *packing) {
    return 8 * (double)packing->bytes / (double)packing->positions;
}

static void print_packing(const struct bench_options *options,
                          const struct bench_packing *packing) {
    printf("packing wdl at level %d: %.2f CPU ns a position, %.4f bits a position\n",
           options->level, nanoseconds(packing), bits(packing));
}

/* ---- JSON -------------------------------------------------------------------------------------
 */

static const char *const kind_names[BENCH_KINDS] = {[BENCH_KINGS_BOTH] = "both",
                                                    [BENCH_KINGS_ONE] = "one",
                                                    [BENCH_KINGS_NONE] = "none",
                                                    [BENCH_ALL] = "all"};

static void json_rates(const struct bench_solver *solver, const struct bench_rates *rates,
                       bool first) {
    for (enum bench_kind kind = BENCH_KINGS_BOTH; kind < BENCH_KINDS; kind++) {
        const struct bench_rate *rate = &rates->of[kind];
        if (rate->signatures == 0)
            continue;
        printf("%s\n{\"kernel\":\"%s\",\"metrics\":\"%s\",\"kings\":\"%s\",\"signatures\":%u,"
               "\"positions\":%" PRIu64 ",\"cpu_seconds\":%.6f,\"seconds\":%.6f,"
               "\"positions_per_cpu_second\":%.0f}",
               first ? "" : ",", solver->kernel_name, solver->metrics, kind_names[kind],
               rate->signatures, rate->positions, rate->cpu_seconds, rate->seconds,
               rate_of((double)rate->positions, rate->cpu_seconds));
        first = false;
    }
}

static void json_all(const struct bench_options *options, const struct bench_solver *solvers,
                     const struct bench_rates *rates, size_t count,
                     const struct bench_packing *packing) {
    printf("{\"pieces\":%u,\"threads\":%u,\"repeat\":%u,\"rates\":[", options->pieces,
           options->threads, options->repeat);
    for (size_t i = 0; i < count; i++)
        json_rates(&solvers[i], &rates[i], i == 0);
    if (packing == NULL) {
        printf("],\n\"packing\":null}\n");
        return;
    }
    printf("],\n\"packing\":{\"level\":%d,\"positions\":%" PRIu64 ",\"bytes\":%" PRIu64
           ",\"cpu_seconds\":%.6f,\"cpu_ns_per_position\":%.3f,\"bits_per_position\":%.4f}}\n",
           options->level, packing->positions, packing->bytes, packing->cpu_seconds,
           nanoseconds(packing), bits(packing));
}

/* ---- The command ------------------------------------------------------------------------------
 */

/* Leaves the solvers that find just these metrics, 0 for all; returns how many. */
static size_t choose_solvers(struct bench_solver *solvers, size_t count, metric_set metrics) {
    size_t chosen = 0;
    for (size_t i = 0; i < count; i++)
        if (metrics == 0 || bench_metrics(&solvers[i]) == metrics)
            solvers[chosen++] = solvers[i];
    return chosen;
}

/* The first solver gives the values to pack, if it finds WDL. */
static enum exit_code bench(const struct plan *plan, const struct bench_solver *solvers,
                            size_t count, const struct bench_options *options, bool json,
                            struct failure *failure) {
    struct bench_rates rates[BENCH_SOLVERS_MAX];
    struct bench_packing packing;
    bool packs = (bench_metrics(&solvers[0]) & metric_bit(METRIC_WDL)) != 0;
    enum exit_code code = EXIT_CODE_OK;
    for (size_t i = 0; code == EXIT_CODE_OK && i < count; i++)
        code = bench_check_memory(plan, &solvers[i], options, failure);
    if (code != EXIT_CODE_OK)
        return code;
    if (!json)
        print_headline(options);
    for (size_t i = 0; i < count; i++) {
        code = bench_run(plan, &solvers[i], options, &rates[i], i == 0 && packs ? &packing : NULL,
                         failure);
        if (code != EXIT_CODE_OK)
            return code;
        if (!json)
            print_rates(&solvers[i], &rates[i]);
    }
    if (json)
        json_all(options, solvers, rates, count, packs ? &packing : NULL);
    else if (packs)
        print_packing(options, &packing);
    return EXIT_CODE_OK;
}

enum exit_code command_bench(int argc, char **argv, struct failure *failure) {
    struct options options;
    unsigned allowed = OPTION_PIECES | OPTION_VARIANT | OPTION_THREADS | OPTION_MEMORY |
                       OPTION_LEVEL | OPTION_KERNEL | OPTION_METRICS | OPTION_REPEAT | OPTION_JSON;
    enum exit_code code;
    if (!options_start(&options, argc, argv, allowed, help, &code, failure))
        return code;
    struct bench_options bench_options = {
        .pieces = options.pieces != 0 ? options.pieces : DEFAULT_PIECES,
        .threads = (options.given & OPTION_THREADS) != 0 ? options.threads : 1,
        .repeat = options.repeat != 0 ? options.repeat : DEFAULT_REPEAT,
        .memory = options.memory};
    struct bench_solver solvers[BENCH_SOLVERS_MAX];
    struct plan plan = {.rules = options.rules};
    const struct kernel *kernel;
    code = options_kernel(&options, &kernel, failure);
    if (code == EXIT_CODE_OK)
        code = options_level(&options, &bench_options.level, failure);
    size_t count = bench_solvers(options.kernel, bench_options.pieces, solvers);
    count = choose_solvers(solvers, count, options.metrics);
    if (code == EXIT_CODE_OK && count == 0)
        code = fail(failure, EXIT_CODE_USAGE,
                    "--metrics: no solver finds just these; wdl, wdl,dtc and dtw are measured");
    if (code == EXIT_CODE_OK)
        code = plan_for_pieces(&plan, options.rules, bench_options.pieces, metric_bit(METRIC_WDL),
                               failure);
    if (code == EXIT_CODE_OK)
        code = bench(&plan, solvers, count, &bench_options, options.mode == OUTPUT_JSON, failure);
    plan_free(&plan);
    return code;
}
