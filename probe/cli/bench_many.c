/* Many positions in one call against the same positions one by one. */
#include "bench.h"
#include <stdlib.h>

enum { MANY_FOR_A_SECOND = 200000, MANY_MAX = 2000000, SINGLE = 10000 };

static finais_status probe_many(const struct bench *bench, const struct bench_sample *sample,
                                double *nanoseconds, finais_error *error) {
    finais_context *context = NULL;
    finais_result *results = malloc(sample->count * sizeof *results);
    finais_status *statuses = malloc(sample->count * sizeof *statuses);
    finais_status status = results == NULL || statuses == NULL
                               ? bench_no_memory(error)
                               : finais_context_new(&context, bench->read, error);
    double start = bench_thread_time();
    if (status == FINAIS_OK)
        status = finais_probe_many(context, sample->positions, sample->count, FINAIS_WANT_WDL,
                                   results, statuses, error);
    *nanoseconds = 1e9 * (bench_thread_time() - start) / (double)sample->count;
    finais_context_free(context);
    free(results);
    free(statuses);
    return status;
}

static finais_status probe_singly(const struct bench *bench, const struct bench_sample *sample,
                                  size_t count, double *nanoseconds, finais_error *error) {
    finais_context *context = NULL;
    finais_status status = finais_context_new(&context, bench->read, error);
    double start = bench_thread_time();
    for (size_t i = 0; status == FINAIS_OK && i < count; i++) {
        finais_wdl wdl;
        status = finais_probe_wdl(context, &sample->positions[i], &wdl, error);
    }
    *nanoseconds = 1e9 * (bench_thread_time() - start) / (double)count;
    finais_context_free(context);
    return status;
}

finais_status bench_many_measure(struct bench_many *many, const struct bench *bench,
                                 finais_error *error) {
    double wanted = MANY_FOR_A_SECOND * bench->options.seconds;
    struct bench_sample sample;
    finais_status status =
        bench_sample_draw(&sample, bench, BENCH_ANY, BENCH_UNCHECKED,
                          wanted < MANY_MAX ? (size_t)wanted : (size_t)MANY_MAX, error);
    many->many_count = sample.count;
    many->single_count = sample.count < SINGLE ? sample.count : SINGLE;
    if (status == FINAIS_OK)
        status = probe_singly(bench, &sample, many->single_count, &many->single_nanoseconds, error);
    if (status == FINAIS_OK)
        status = probe_many(bench, &sample, &many->many_nanoseconds, error);
    bench_sample_free(&sample);
    return status;
}
