/* command_bench.c - finais bench: how fast tables are probed here. */
#include "bench.h"
#include "command.h"
#include "json_writer.h"
#include "report.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECES_MIN = 2, PIECES_MAX = 12, SECONDS_MAX = 1000, DEFAULT_SECONDS = 10 };

enum { ROWS_MAX = 16 };

/* The part of the time that measuring the rows may take; the rest is for all else. */
#define ROWS_SHARE 0.6

struct results {
    struct bench bench;
    struct bench_row rows[ROWS_MAX];
    size_t row_count;
    struct bench_search search;
    struct bench_many many;
    struct bench_opening opening;
};

/* ---- Options -----------------------------------------------------------------------------------
 */

/* A whole number; `fallback` when there is no text. */
static int read_number(const char *name, const char *text, uint64_t least, uint64_t most,
                       uint64_t fallback, uint64_t *number) {
    *number = fallback;
    if (text == NULL)
        return EXIT_FINE;
    errno = 0;
    *number = strtoull(text, NULL, 10);
    if (errno == 0 && strspn(text, "0123456789") == strlen(text) && *number >= least &&
        *number <= most)
        return EXIT_FINE;
    return report(EXIT_INPUT,
                  "'%s' is no value of --%s: a number from %" PRIu64 " to %" PRIu64
                  " is wanted; see finais bench --help",
                  text, name, least, most);
}

static uint64_t processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > BENCH_THREADS_MAX ? BENCH_THREADS_MAX : (uint64_t)count;
}

static int read_options(const struct options *options, struct bench_options *bench) {
    uint64_t pieces;
    uint64_t seconds;
    uint64_t threads;
    int code = read_number("pieces", options->pieces, PIECES_MIN, PIECES_MAX, 0, &pieces);
    if (code == EXIT_FINE)
        code = read_number("seconds", options->seconds, 1, SECONDS_MAX, DEFAULT_SECONDS, &seconds);
    if (code == EXIT_FINE)
        code =
            read_number("threads", options->threads, 1, BENCH_THREADS_MAX, processors(), &threads);
    if (code == EXIT_FINE)
        code = read_number("seed", options->seed, 0, UINT64_MAX, 1, &bench->seed);
    if (code != EXIT_FINE)
        return code;
    bench->directories = options->tables;
    bench->directory_count = options->tables_count;
    bench->pieces = (unsigned)pieces;
    bench->seconds = (double)seconds;
    bench->threads = (unsigned)threads;
    return EXIT_FINE;
}

/* ---- Measuring ---------------------------------------------------------------------------------
 */

static void add_row(struct results *results, unsigned flags, enum bench_kind kind,
                    enum bench_memory memory, unsigned threads) {
    results->rows[results->row_count++] =
        (struct bench_row){.flags = flags, .kind = kind, .memory = memory, .threads = threads};
}

static void list_rows(struct results *results) {
    unsigned threads = results->bench.options.threads;
    for (enum bench_memory memory = BENCH_PRELOADED; memory <= BENCH_COLD; memory++) {
        add_row(results, FINAIS_WANT_WDL, BENCH_QUIET, memory, 1);
        if (threads > 1)
            add_row(results, FINAIS_WANT_WDL, BENCH_QUIET, memory, threads);
    }
    for (enum bench_memory memory = BENCH_PRELOADED; memory <= BENCH_COLD; memory++)
        add_row(results, FINAIS_WANT_WDL, BENCH_CAPTURE, memory, 1);
    for (unsigned flags = FINAIS_WANT_DTW; flags <= FINAIS_WANT_DTC; flags++)
        for (enum bench_memory memory = BENCH_PRELOADED; memory <= BENCH_COLD; memory++)
            add_row(results, flags, BENCH_QUIET, memory, 1);
}

static finais_status measure(struct results *results, const struct bench_options *options,
                             finais_error *error) {
    finais_status status = bench_open(&results->bench, options, error);
    if (status != FINAIS_OK)
        return status;
    list_rows(results);
    status = bench_opening_measure(&results->opening, &results->bench, error);
    if (status == FINAIS_OK)
        status =
            bench_rows_measure(results->rows, results->row_count, &results->bench,
                               ROWS_SHARE * options->seconds / (double)results->row_count, error);
    if (status == FINAIS_OK)
        status = bench_search_measure(&results->search, &results->bench, error);
    if (status == FINAIS_OK)
        status = bench_many_measure(&results->many, &results->bench, error);
    return status;
}

/* ---- Text --------------------------------------------------------------------------------------
 */

static const char *const kind_words[] = {
    [BENCH_QUIET] = "quiet", [BENCH_CAPTURE] = "capture", [BENCH_ANY] = "any"};
static const char *const memory_words[] = {
    [BENCH_PRELOADED] = "preloaded", [BENCH_CACHED] = "cached", [BENCH_COLD] = "cold"};

static const char *metric_of(const struct bench_row *row) {
    return row->flags == FINAIS_WANT_DTW ? "dtw" : row->flags == FINAIS_WANT_DTC ? "dtc" : "wdl";
}

static void print_times(const struct bench_times *times) {
    printf("  %7.0f %7.0f %7.0f %7.0f %7.0f", times->p10, times->median, times->p90, times->p99,
           times->mean);
}

static void print_row(const struct bench_row *row) {
    printf("%-6s  %-9s  %-9s  %7u", metric_of(row), kind_words[row->kind],
           memory_words[row->memory], row->threads);
    if (row->skipped[0] != '\0') {
        /* The message goes on with what can be done. */
        printf("  %.*s\n", (int)strcspn(row->skipped, "(,"), row->skipped);
        return;
    }
    if (row->threads == 1)
        print_times(&row->times);
    else
        printf("  %7s %7s %7s %7s %7s", "-", "-", "-", "-", "-");
    printf("  %11.0f\n", row->probes_per_second);
}

static double ratio(double a, double b) {
    return b > 0 ? a / b : 0;
}

static void print_text(const struct results *results) {
    const struct bench_options *options = &results->bench.options;
    const struct bench_search *search = &results->search;
    const struct bench_many *many = &results->many;
    const struct bench_opening *opening = &results->opening;
    printf("%u pieces, seed %" PRIu64
           "; nanoseconds, without the %.0f that reading the clock takes\n",
           options->pieces, options->seed, results->bench.clock_cost);
    printf("%-6s  %-9s  %-9s  %7s  %7s %7s %7s %7s %7s  %11s\n", "metric", "positions", "blocks",
           "threads", "p10", "median", "p90", "p99", "mean", "probes/s");
    for (size_t i = 0; i < results->row_count; i++)
        print_row(&results->rows[i]);
    printf("%-6s  %-9s  %-9s  %7u", "wdl", "search", "usual", 1u);
    print_times(&search->times);
    printf("\nsearch   %" PRIu64 " nodes from %u positions, %" PRIu64
           " probes, %.2f%% of the values found in a cache of %.1f MB\n",
           search->nodes, search->roots, search->probes, 100 * search->hit_rate,
           (double)search->cache_bytes / 1e6);
    printf("many     %zu positions: %.0f ns each; one by one (%zu) %.0f ns each, %.1f times that\n",
           many->many_count, many->many_nanoseconds, many->single_count, many->single_nanoseconds,
           ratio(many->single_nanoseconds, many->many_nanoseconds));
    printf("opening  %zu tables: %.2f ms and %.1f MB; to the first answer %.2f ms\n",
           opening->tables, 1e3 * opening->open_seconds, (double)opening->open_bytes / 1e6,
           1e3 * opening->first_probe_seconds);
    printf("budget   %.1f MB: %.1f MB counted, the process grew by %.1f MB\n",
           (double)opening->budget_bytes / 1e6, (double)opening->counted_bytes / 1e6,
           (double)opening->grown_bytes / 1e6);
}

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void write_times(struct json *json, const struct bench_times *times) {
    json_nanoseconds(json, "p10_ns", times->p10);
    json_nanoseconds(json, "median_ns", times->median);
    json_nanoseconds(json, "p90_ns", times->p90);
    json_nanoseconds(json, "p99_ns", times->p99);
    json_nanoseconds(json, "mean_ns", times->mean);
}

static void write_row(struct json *json, const struct bench_row *row) {
    json_object(json, NULL, JSON_INLINE);
    json_string(json, "metric", metric_of(row));
    json_string(json, "positions", kind_words[row->kind]);
    json_string(json, "blocks", memory_words[row->memory]);
    json_unsigned(json, "threads", row->threads);
    if (row->skipped[0] != '\0') {
        json_string(json, "skipped", row->skipped);
    } else {
        if (row->threads == 1)
            write_times(json, &row->times);
        json_unsigned(json, "probes_per_second", (uint64_t)row->probes_per_second);
    }
    json_end(json);
}

static void write_search(struct json *json, const struct bench_search *search) {
    json_object(json, "search", JSON_INLINE);
    json_unsigned(json, "positions", search->roots);
    json_unsigned(json, "nodes", search->nodes);
    json_unsigned(json, "probes", search->probes);
    json_seconds(json, "hit_rate", search->hit_rate);
    json_unsigned(json, "cache_bytes", search->cache_bytes);
    write_times(json, &search->times);
    json_end(json);
}

static void write_json(const struct results *results) {
    struct json json = json_start(stdout);
    json_object(&json, NULL, JSON_LINES);
    json_unsigned(&json, "pieces", results->bench.options.pieces);
    json_unsigned(&json, "seed", results->bench.options.seed);
    json_nanoseconds(&json, "clock_ns", results->bench.clock_cost);
    json_array(&json, "rows", JSON_LINES);
    for (size_t i = 0; i < results->row_count; i++)
        write_row(&json, &results->rows[i]);
    json_end(&json);
    write_search(&json, &results->search);
    json_object(&json, "many", JSON_INLINE);
    json_unsigned(&json, "positions", results->many.many_count);
    json_nanoseconds(&json, "many_ns", results->many.many_nanoseconds);
    json_nanoseconds(&json, "single_ns", results->many.single_nanoseconds);
    json_end(&json);
    json_object(&json, "opening", JSON_INLINE);
    json_unsigned(&json, "tables", results->opening.tables);
    json_seconds(&json, "seconds", results->opening.open_seconds);
    json_unsigned(&json, "bytes", results->opening.open_bytes);
    json_seconds(&json, "first_answer_seconds", results->opening.first_probe_seconds);
    json_end(&json);
    json_object(&json, "budget", JSON_INLINE);
    json_unsigned(&json, "bytes", results->opening.budget_bytes);
    json_unsigned(&json, "counted_bytes", results->opening.counted_bytes);
    json_unsigned(&json, "grown_bytes", results->opening.grown_bytes);
    json_end(&json);
    json_end(&json);
}

int command_bench(const struct options *options) {
    struct bench_options bench_options;
    int code = read_options(options, &bench_options);
    if (code != EXIT_FINE)
        return code;
    struct results *results = calloc(1, sizeof *results);
    if (results == NULL)
        return report(EXIT_MEMORY, "not enough memory for the measurement");
    finais_error error;
    finais_status status = measure(results, &bench_options, &error);
    if (status != FINAIS_OK)
        code = report_error(&error);
    else if ((options->given & OPTION_JSON) != 0)
        write_json(results);
    else
        print_text(results);
    bench_close(&results->bench);
    free(results);
    return code;
}
