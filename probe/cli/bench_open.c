/* Opening tables for the measurements, and what opening takes. */
#include "bench.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

finais_status bench_no_memory(finais_error *error) {
    *error = (finais_error){.status = FINAIS_NO_MEMORY, .block = -1};
    snprintf(error->message, sizeof error->message, "not enough memory for the measurement");
    return FINAIS_NO_MEMORY;
}

static finais_options options_of(const struct bench_options *options, finais_mode mode) {
    finais_options open = FINAIS_OPTIONS_DEFAULT;
    open.mode = mode;
    if (options->directory_count > 0) {
        open.directories = options->directories;
        open.directory_count = options->directory_count;
    }
    return open;
}

finais_status bench_open_tables(finais **handle, const struct bench_options *options,
                                finais_mode mode, size_t cache_bytes, size_t memory_bytes,
                                finais_error *error) {
    finais_options open = options_of(options, mode);
    open.context_cache_bytes = cache_bytes;
    open.memory_bytes = memory_bytes;
    return finais_open(handle, &open, error);
}

static size_t half_of_free_memory(void) {
    long pages = sysconf(_SC_AVPHYS_PAGES);
    long bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0 ? (size_t)pages / 2 * (size_t)bytes : (size_t)1 << 30;
}

/* Tables that take more than half of the free memory are not preloaded. */
static finais_status preload(struct bench *bench, finais_error *error) {
    finais_options open = options_of(&bench->options, FINAIS_PRELOAD);
    open.preload_bytes = half_of_free_memory();
    finais_status status = finais_open(&bench->preloaded, &open, error);
    if (status != FINAIS_NO_MEMORY)
        return status;
    memcpy(bench->not_preloaded, error->message, sizeof bench->not_preloaded);
    return FINAIS_OK;
}

/* Pieces of the largest table, 0 when there is none. Tables are listed by pieces. */
static finais_status largest_table(const finais *handle, unsigned *pieces, finais_error *error) {
    size_t count = 0;
    finais_status status = finais_tables_check(handle, error);
    if (status == FINAIS_OK)
        status = finais_tables(handle, NULL, 0, &count, error);
    if (status != FINAIS_OK)
        return status;
    finais_table_info *tables = malloc(count * sizeof *tables);
    if (tables == NULL)
        return bench_no_memory(error);
    status = finais_tables(handle, tables, count, &count, error);
    *pieces = tables[count - 1].pieces;
    free(tables);
    return status;
}

finais_status bench_open(struct bench *bench, const struct bench_options *options,
                         finais_error *error) {
    *bench = (struct bench){.options = *options, .clock_cost = bench_clock_cost()};
    finais_status status = bench_open_tables(&bench->read, options, FINAIS_READ, 0, 0, error);
    unsigned largest = 0;
    if (status == FINAIS_OK)
        status = largest_table(bench->read, &largest, error);
    if (bench->options.pieces == 0)
        bench->options.pieces = largest;
    return status == FINAIS_OK ? preload(bench, error) : status;
}

void bench_close(struct bench *bench) {
    finais_close(bench->read);
    finais_close(bench->preloaded);
}

/* ---- Opening -----------------------------------------------------------------------------------
 */

/* Bytes of this process that are in memory, as the system tells; 0 when it does not. */
static uint64_t resident_bytes(void) {
    unsigned long long size = 0;
    unsigned long long resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return 0;
    int read = fscanf(file, "%llu %llu", &size, &resident);
    fclose(file);
    return read == 2 ? resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

static uint64_t growth_since(uint64_t before) {
    uint64_t now = resident_bytes();
    return now > before ? now - before : 0;
}

/* Opens once: the memory that takes, and the time until the first answer. */
static finais_status open_once(struct bench_opening *opening, const struct bench *bench,
                               const finais_position *position, finais_error *error) {
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_wdl wdl;
    uint64_t before = resident_bytes();
    double start = bench_now();
    finais_status status = bench_open_tables(&handle, &bench->options, FINAIS_READ, 0, 0, error);
    double opened = bench_now();
    uint64_t grown = growth_since(before);
    if (status == FINAIS_OK)
        status = finais_context_new(&context, handle, error);
    if (status == FINAIS_OK)
        status = finais_probe_wdl(context, position, &wdl, error);
    double answered = bench_now();
    if (status == FINAIS_OK && (opening->tables == 0 || opened - start < opening->open_seconds)) {
        opening->open_seconds = opened - start;
        opening->first_probe_seconds = answered - opened;
    }
    if (grown > opening->open_bytes)
        opening->open_bytes = grown;
    if (status == FINAIS_OK)
        status = finais_tables(handle, NULL, 0, &opening->tables, error);
    finais_context_free(context);
    finais_close(handle);
    return status;
}

/* Probes random positions under a budget of memory. */
static finais_status fill_budget(struct bench_opening *opening, const struct bench *bench,
                                 const struct bench_sample *sample, finais_error *error) {
    finais *handle = NULL;
    finais_context *context = NULL;
    uint64_t before = resident_bytes();
    finais_status status = bench_open_tables(&handle, &bench->options, FINAIS_READ, 0,
                                             (size_t)opening->budget_bytes, error);
    if (status == FINAIS_OK)
        status = finais_context_new(&context, handle, error);
    for (size_t i = 0; status == FINAIS_OK && i < sample->count; i++) {
        finais_wdl wdl;
        status = finais_probe_wdl(context, &sample->positions[i], &wdl, error);
    }
    opening->counted_bytes = finais_memory_bytes(handle);
    opening->grown_bytes = growth_since(before);
    finais_context_free(context);
    finais_close(handle);
    return status;
}

finais_status bench_opening_measure(struct bench_opening *opening, const struct bench *bench,
                                    finais_error *error) {
    enum { OPENINGS = 7, PROBES = 20000, BUDGET = 32 << 20 };
    struct bench_sample sample;
    *opening = (struct bench_opening){.budget_bytes = BUDGET};
    finais_status status =
        bench_sample_draw(&sample, bench, BENCH_ANY, FINAIS_WANT_WDL, PROBES, error);
    for (unsigned i = 0; status == FINAIS_OK && i < OPENINGS; i++)
        status = open_once(opening, bench, &sample.positions[0], error);
    if (status == FINAIS_OK)
        status = fill_budget(opening, bench, &sample, error);
    bench_sample_free(&sample);
    return status;
}
