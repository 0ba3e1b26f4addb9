/* Many threads on one handle, each with a context of its own and a tiny cache, opening tables at
 * the same moments: every value is right. For the thread sanitizer above all. */
#include "check.h"
#include "finais.h"
#include "tiny_tables.h"
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 8, ROUNDS = 3, PROBES = 20000 };

/* A position with its value, from the reference solver. */
struct sample {
    finais_position position;
    reference_value value;
};

struct samples {
    struct sample *items;
    size_t count;
    size_t seen;
};

struct worker {
    finais *handle;
    const struct samples *samples;
    unsigned number;
    unsigned long right;
};

enum { SAMPLE_STEP = 101 };

static bool take_sample(void *data, uint64_t white, uint64_t black, uint64_t kings, int side,
                        const reference_value *found) {
    struct samples *samples = data;
    if (samples->seen++ % SAMPLE_STEP != 0)
        return true;
    struct sample *longer = realloc(samples->items, (samples->count + 1) * sizeof *samples->items);
    if (longer == NULL)
        return false;
    samples->items = longer;
    longer[samples->count++] = (struct sample){{white, black, kings, (uint32_t)side, 0}, *found};
    return true;
}

static void take_samples(const reference_solver *solver, struct samples *samples) {
    for (int white = 1; white <= 2; white++)
        for (int men = 0; men <= white; men++)
            for (int black_men = 0; black_men <= 1; black_men++) {
                reference_signature signature = {men, white - men, black_men, 1 - black_men};
                reference_solver_visit(solver, &signature, take_sample, samples);
            }
}

static bool is_right(finais_context *context, const struct sample *sample) {
    finais_result result;
    int dtw = sample->value.wdl == 0 ? FINAIS_NO_DISTANCE : sample->value.dtw;
    return finais_probe(context, &sample->position, FINAIS_WANT_DTW, &result, NULL) == FINAIS_OK &&
           result.wdl == sample->value.wdl && result.dtw == dtw;
}

static void *work(void *data) {
    struct worker *worker = data;
    finais_context *context = NULL;
    if (finais_context_new(&context, worker->handle, NULL) != FINAIS_OK)
        return NULL;
    /* Another order for each thread. */
    uint64_t random = worker->number + 1;
    for (unsigned i = 0; i < PROBES; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const struct samples *samples = worker->samples;
        worker->right += is_right(context, &samples->items[(random >> 33) % samples->count]);
    }
    finais_context_free(context);
    return NULL;
}

static void test_round(const char *directory, const struct samples *samples, finais_mode mode) {
    finais *handle = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = &directory;
    options.directory_count = 1;
    options.mode = mode;
    options.context_cache_bytes = 3000;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    pthread_t threads[THREADS];
    struct worker workers[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){handle, samples, i, 0};
        CHECK_EQUAL(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        CHECK_EQUAL(workers[i].right, PROBES);
    }
    finais_close(handle);
}

int main(void) {
    reference_solver *solver = NULL;
    struct samples samples = {.items = NULL};
    char directory[TINY_PATH_SIZE];
    if (!CHECK(reference_solver_create(3, &solver) == REFERENCE_OK) ||
        !CHECK(tiny_directory_make(directory)))
        return check_report();
    CHECK(tiny_tables_write(directory, solver, 3, METRIC_DTW, 256));
    take_samples(solver, &samples);
    CHECK(samples.count > 1000);
    for (unsigned round = 0; round < ROUNDS; round++)
        test_round(directory, &samples, FINAIS_READ);
    test_round(directory, &samples, FINAIS_MAP);
    test_round(directory, &samples, FINAIS_PRELOAD);
    free(samples.items);
    tiny_directory_remove(directory);
    reference_solver_free(solver);
    return check_report();
}
