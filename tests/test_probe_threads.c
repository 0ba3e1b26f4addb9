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
    /* Another order for each thread. */
    uint64_t random = worker->number + 1;
    for (unsigned i = 0; i < PROBES; i++) {
        /* Contexts come and go. */
        if (i % (PROBES / 4) == 0) {
            finais_context_free(context);
            context = NULL;
            if (finais_context_new(&context, worker->handle, NULL) != FINAIS_OK)
                return NULL;
        }
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const struct samples *samples = worker->samples;
        worker->right += is_right(context, &samples->items[(random >> 33) % samples->count]);
    }
    finais_context_free(context);
    return NULL;
}

/* With a budget, which leaves little for caches, they have no size of their own. */
static void test_round(const char *directory, const struct samples *samples, finais_mode mode,
                       size_t memory_bytes) {
    finais *handle = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = &directory;
    options.directory_count = 1;
    options.mode = mode;
    options.context_cache_bytes = memory_bytes == 0 ? 3000 : 0;
    options.memory_bytes = memory_bytes;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    size_t before = finais_memory_bytes(handle);
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
    /* The contexts gave back all they had; what is left are open tables. */
    size_t after = finais_memory_bytes(handle);
    CHECK(after >= before && after < before + (64 << 10));
    finais_close(handle);
}

/* Enough for a context of each thread, and about a block for each. */
static size_t smallest_budget(const char *directory) {
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = &directory;
    options.directory_count = 1;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    size_t alone = finais_memory_bytes(handle);
    CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK);
    size_t one = finais_memory_bytes(handle) - alone;
    finais_context_free(context);
    finais_close(handle);
    return alone + (THREADS + 1) * one + (64 << 10);
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
        test_round(directory, &samples, FINAIS_READ, 0);
    test_round(directory, &samples, FINAIS_MAP, 0);
    test_round(directory, &samples, FINAIS_PRELOAD, 0);
    test_round(directory, &samples, FINAIS_READ, smallest_budget(directory));
    free(samples.items);
    tiny_directory_remove(directory);
    reference_solver_free(solver);
    return check_report();
}
