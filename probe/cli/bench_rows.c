/* Probes of random positions, by one thread or several. */
#include "bench.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SAMPLE =
        50000, /* positions that are probed in turn: more than small caches of the processor hold */
    PART = 1000, /* that are probed between two readings of the clock */
    TIMES_MAX = 1 << 20,
    LARGE_CACHE = 1 << 30, /* bytes: more than the blocks of all of them */
    NO_CACHE = 1           /* keeps the block that was used last, and no other */
};

/* As the caller of the library would: outcomes alone have a function of their own. */
static finais_status probe(finais_context *context, const finais_position *position, unsigned flags,
                           finais_error *error) {
    finais_result result;
    finais_wdl wdl;
    return flags == FINAIS_WANT_WDL ? finais_probe_wdl(context, position, &wdl, error)
                                    : finais_probe(context, position, flags, &result, error);
}

/* Probes positions `first` and on. */
static finais_status probe_part(finais_context *context, const struct bench_sample *sample,
                                size_t first, size_t count, unsigned flags, finais_error *error) {
    finais_status status = FINAIS_OK;
    for (size_t i = first; status == FINAIS_OK && i < first + count; i++)
        status = probe(context, &sample->positions[i], flags, error);
    return status;
}

/* So that blocks are in the cache, as far as they fit. */
static finais_status warm_up(finais_context *context, const struct bench_sample *sample,
                             const struct bench_row *row, finais_error *error) {
    return row->memory == BENCH_COLD
               ? FINAIS_OK
               : probe_part(context, sample, 0, sample->count, row->flags, error);
}

/* ---- One thread --------------------------------------------------------------------------------
 */

static finais_status measure_mean(struct bench_row *row, finais_context *context,
                                  const struct bench_sample *sample, double seconds,
                                  finais_error *error) {
    size_t part = sample->count < PART ? sample->count : PART;
    size_t first = 0;
    uint64_t probes = 0;
    finais_status status = FINAIS_OK;
    double start = bench_now();
    double start_time = bench_thread_time();
    while (status == FINAIS_OK && (probes == 0 || bench_now() - start < seconds)) {
        status = probe_part(context, sample, first, part, row->flags, error);
        probes += part;
        first = first + 2 * part <= sample->count ? first + part : 0;
    }
    double took = bench_thread_time() - start_time;
    row->times.mean = 1e9 * took / (double)probes;
    row->probes_per_second = (double)probes / took;
    return status;
}

static finais_status measure_singly(struct bench_row *row, finais_context *context,
                                    const struct bench_sample *sample, double clock_cost,
                                    double seconds, finais_error *error) {
    float *times = malloc(TIMES_MAX * sizeof *times);
    if (times == NULL)
        return bench_no_memory(error);
    size_t count = 0;
    finais_status status = FINAIS_OK;
    double first = bench_now();
    double now = first;
    while (status == FINAIS_OK && count < TIMES_MAX && (count == 0 || now - first < seconds)) {
        /* A caller has the position at hand: fetching it is no part of the probe. */
        finais_position position = sample->positions[count % sample->count];
        double start = bench_now();
        status = probe(context, &position, row->flags, error);
        now = bench_now();
        times[count++] = (float)(1e9 * (now - start));
    }
    bench_times_sort(&row->times, times, count, clock_cost);
    free(times);
    return status;
}

static finais_status measure_one_thread(struct bench_row *row, const struct bench *bench,
                                        finais *handle, const struct bench_sample *sample,
                                        double seconds, finais_error *error) {
    finais_context *context = NULL;
    finais_status status = finais_context_new(&context, handle, error);
    if (status == FINAIS_OK)
        status = warm_up(context, sample, row, error);
    if (status == FINAIS_OK)
        status = measure_singly(row, context, sample, bench->clock_cost, seconds / 2, error);
    if (status == FINAIS_OK)
        status = measure_mean(row, context, sample, seconds / 2, error);
    finais_context_free(context);
    return status;
}

/* ---- Several threads ---------------------------------------------------------------------------
 */

/* What the threads of a row share. */
struct crew {
    const struct bench_sample *sample;
    const struct bench_row *row;
    atomic_uint ready; /* workers that have warmed up */
    atomic_bool begin;
    atomic_bool stop;
};

struct worker {
    struct crew *crew;
    pthread_t thread;
    finais_context *context;
    size_t first; /* position to begin with */
    uint64_t probes;
    double took; /* seconds of the processor */
    finais_status status;
    finais_error error;
};

static void *work(void *argument) {
    struct worker *worker = argument;
    struct crew *crew = worker->crew;
    const struct bench_sample *sample = crew->sample;
    worker->status = warm_up(worker->context, sample, crew->row, &worker->error);
    atomic_fetch_add(&crew->ready, 1);
    while (!atomic_load(&crew->begin))
        sched_yield();
    double start = bench_thread_time();
    for (size_t i = worker->first; worker->status == FINAIS_OK && !atomic_load(&crew->stop);
         i = i + 1 < sample->count ? i + 1 : 0) {
        worker->status =
            probe(worker->context, &sample->positions[i], crew->row->flags, &worker->error);
        worker->probes++;
    }
    worker->took = bench_thread_time() - start;
    return NULL;
}

/* Lets the workers that were started probe for some seconds, and waits for their end. */
static void run_crew(struct crew *crew, struct worker *workers, unsigned started, double seconds) {
    struct timespec pause = {.tv_sec = (time_t)seconds,
                             .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
    while (atomic_load(&crew->ready) < started)
        sched_yield();
    atomic_store(&crew->begin, true);
    nanosleep(&pause, NULL);
    atomic_store(&crew->stop, true);
    for (unsigned i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}

static finais_status start_crew(struct crew *crew, struct worker *workers, unsigned threads,
                                finais *handle, unsigned *started, finais_error *error) {
    for (unsigned i = 0; i < threads; i++) {
        workers[i].crew = crew;
        workers[i].first = crew->sample->count / threads * i;
        finais_status status = finais_context_new(&workers[i].context, handle, error);
        if (status != FINAIS_OK)
            return status;
    }
    for (*started = 0; *started < threads; ++*started)
        if (pthread_create(&workers[*started].thread, NULL, work, &workers[*started]) != 0)
            return bench_no_memory(error);
    return FINAIS_OK;
}

static finais_status measure_threads(struct bench_row *row, finais *handle,
                                     const struct bench_sample *sample, double seconds,
                                     finais_error *error) {
    struct crew crew = {.sample = sample, .row = row};
    struct worker *workers = calloc(row->threads, sizeof *workers);
    unsigned started = 0;
    if (workers == NULL)
        return bench_no_memory(error);
    finais_status status = start_crew(&crew, workers, row->threads, handle, &started, error);
    run_crew(&crew, workers, started, status == FINAIS_OK ? seconds : 0);
    row->probes_per_second = 0;
    for (unsigned i = 0; i < row->threads; i++) {
        if (status == FINAIS_OK && workers[i].status != FINAIS_OK) {
            status = workers[i].status;
            *error = workers[i].error;
        }
        if (workers[i].took > 0)
            row->probes_per_second += (double)workers[i].probes / workers[i].took;
        finais_context_free(workers[i].context);
    }
    free(workers);
    return status;
}

/* ---- Rows --------------------------------------------------------------------------------------
 */

static finais_status measure(struct bench_row *row, const struct bench *bench, finais *handle,
                             const struct bench_sample *sample, double seconds,
                             finais_error *error) {
    return row->threads > 1 ? measure_threads(row, handle, sample, seconds, error)
                            : measure_one_thread(row, bench, handle, sample, seconds, error);
}

static finais_status measure_row(struct bench_row *row, const struct bench *bench,
                                 const struct bench_sample *sample, double seconds,
                                 finais_error *error) {
    finais *opened = NULL;
    finais_status status = FINAIS_OK;
    if (row->memory == BENCH_PRELOADED && bench->preloaded == NULL) {
        memcpy(row->skipped, bench->not_preloaded, sizeof row->skipped);
        return FINAIS_OK;
    }
    if (row->memory != BENCH_PRELOADED)
        status = bench_open_tables(&opened, &bench->options, FINAIS_READ,
                                   row->memory == BENCH_CACHED ? LARGE_CACHE : NO_CACHE, 0, error);
    if (status == FINAIS_OK)
        status =
            measure(row, bench, opened != NULL ? opened : bench->preloaded, sample, seconds, error);
    finais_close(opened);
    return status;
}

/* Rows of the same positions and flags, which follow each other. */
static finais_status measure_group(struct bench_row *rows, size_t count, const struct bench *bench,
                                   double seconds, finais_error *error) {
    struct bench_sample sample;
    finais_status status =
        bench_sample_draw(&sample, bench, rows->kind, rows->flags, SAMPLE, error);
    bool missing = status == FINAIS_TABLE_MISSING || status == FINAIS_TOO_MANY_PIECES;
    for (size_t i = 0; i < count && (missing || status == FINAIS_OK); i++)
        if (missing)
            memcpy(rows[i].skipped, error->message, sizeof rows[i].skipped);
        else
            status = measure_row(&rows[i], bench, &sample, seconds, error);
    bench_sample_free(&sample);
    return missing ? FINAIS_OK : status;
}

finais_status bench_rows_measure(struct bench_row *rows, size_t count, const struct bench *bench,
                                 double seconds, finais_error *error) {
    finais_status status = FINAIS_OK;
    for (size_t i = 0; i < count && status == FINAIS_OK;) {
        size_t end = i + 1;
        while (end < count && rows[end].flags == rows[i].flags && rows[end].kind == rows[i].kind)
            end++;
        status = measure_group(&rows[i], end - i, bench, seconds, error);
        i = end;
    }
    return status;
}
