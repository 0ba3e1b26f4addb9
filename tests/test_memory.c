/* The memory budget of a handle: contexts, their caches and tables stay within it, by the count of
 * the library and by that of the C library; and what does not fit is told. */
#include "check.h"
#include "finais.h"
#include "tiny_files.h"
#include "tiny_tables.h"
#include <malloc.h>
#include <stdlib.h>

enum { CONTEXTS = 4, PROBES = 20000 };

static const char *directory;
static struct {
    finais_position *items;
    size_t count;
} positions;

static bool add_position(void *data, uint64_t white, uint64_t black, uint64_t kings, int side,
                         const reference_value *found) {
    size_t *seen = data;
    (void)found;
    if (++*seen % 10 == 0)
        positions.items[positions.count++] =
            (finais_position){white, black, kings, (uint32_t)side, 0};
    return true;
}

static size_t memory_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static finais_options with_budget(size_t bytes, finais_mode mode) {
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = &directory;
    options.directory_count = 1;
    options.mode = mode;
    options.context_cache_bytes = bytes == 0 ? 8 << 20 : 0;
    options.memory_bytes = bytes;
    return options;
}

static void probe_some(finais_context *context, uint64_t *random) {
    finais_result result;
    finais_error error = {.status = FINAIS_OK};
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    CHECK_EQUAL(finais_probe(context, &positions.items[(*random >> 33) % positions.count],
                             FINAIS_WANT_ALL, &result, &error),
                FINAIS_OK);
    CHECK_STRING(error.message, "");
}

/* The most that was in use beyond the beginning, by both counts. */
struct peak {
    size_t own;
    size_t malloc;
};

/* More and more contexts, each of which wants everything in its cache. */
static struct peak run(size_t budget, finais_mode mode, unsigned contexts) {
    struct peak peak = {0, 0};
    size_t before = memory_in_use();
    finais *handle = NULL;
    finais_context *context[CONTEXTS];
    finais_options options = with_budget(budget, mode);
    uint64_t random = 1;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    for (unsigned i = 0; i < contexts; i++) {
        CHECK_EQUAL(finais_context_new(&context[i], handle, NULL), FINAIS_OK);
        for (unsigned n = 0; n < PROBES; n++) {
            probe_some(context[random >> 40 & 1 ? i : n % (i + 1)], &random);
            size_t own = finais_memory_bytes(handle);
            size_t used = memory_in_use() - before;
            peak.own = own > peak.own ? own : peak.own;
            peak.malloc = used > peak.malloc ? used : peak.malloc;
        }
    }
    for (unsigned i = 0; i < contexts; i++)
        finais_context_free(context[i]);
    finais_close(handle);
    return peak;
}

/* What a handle takes with one context, without a budget and a cache. */
static size_t smallest(void) {
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_options options = with_budget(0, FINAIS_READ);
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    size_t alone = finais_memory_bytes(handle);
    CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK);
    size_t bytes = finais_memory_bytes(handle);
    CHECK(alone > 0 && bytes > alone);
    finais_context_free(context);
    CHECK_EQUAL(finais_memory_bytes(handle), alone);
    finais_close(handle);
    return bytes;
}

static void test_budget(size_t context_bytes) {
    struct peak unlimited = run(0, FINAIS_READ, CONTEXTS);
    /* Without a budget it would be much more than what is checked below. */
    CHECK(unlimited.own > CONTEXTS * context_bytes * 5 / 4);
    for (unsigned part = 4; part <= 16; part += 4) {
        size_t budget =
            CONTEXTS * context_bytes + (unlimited.own - CONTEXTS * context_bytes) * part / 20;
        struct peak peak = run(budget, FINAIS_READ, CONTEXTS);
        CHECK(peak.own <= budget + budget / 20);
        /* It is used, but for what is kept for one more context. */
        CHECK(peak.own >= budget - context_bytes - budget / 20);
        CHECK(peak.malloc <= budget + budget / 20);
    }
    CHECK(unlimited.malloc <= unlimited.own + unlimited.own / 20);
}

static void test_refused(size_t context_bytes) {
    finais *handle = NULL;
    finais_context *context = NULL, *second = NULL;
    finais_error error;
    finais_options options = with_budget(1000, FINAIS_READ);
    CHECK_EQUAL(finais_open(&handle, &options, &error), FINAIS_NO_MEMORY);
    CHECK(strstr(error.message, "1000") != NULL);
    options = with_budget(context_bytes + context_bytes / 2, FINAIS_READ);
    CHECK_EQUAL(finais_open(&handle, &options, &error), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&context, handle, &error), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&second, handle, &error), FINAIS_NO_MEMORY);
    CHECK(strstr(error.message, "budget") != NULL);
    CHECK(second == NULL);
    /* It takes no more than its place. */
    finais_context_free(context);
    CHECK_EQUAL(finais_context_new(&context, handle, &error), FINAIS_OK);
    uint64_t random = 3;
    probe_some(context, &random);
    finais_context_free(context);
    finais_close(handle);

    options = with_budget(0, FINAIS_PRELOAD);
    options.preload_bytes = 0;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    size_t loaded = finais_memory_bytes(handle);
    finais_close(handle);
    options.memory_bytes = loaded / 2;
    CHECK_EQUAL(finais_open(&handle, &options, &error), FINAIS_NO_MEMORY);
    CHECK(strstr(error.message, "preload") != NULL);
}

int main(void) {
    static char path[TINY_PATH_SIZE];
    reference_solver *solver = NULL;
    size_t seen = 0;
    if (!CHECK(reference_solver_create(3, &solver) == REFERENCE_OK) ||
        !CHECK(tiny_directory_make(path)))
        return check_report();
    directory = path;
    CHECK(tiny_tables_write(path, solver, 3, METRIC_DTW, 1024));
    CHECK(tiny_tables_write(path, solver, 3, METRIC_DTC, 1024));
    positions.items = malloc(100000 * sizeof *positions.items);
    for (int men = 0; men <= 2; men++)
        for (int black_men = 0; black_men <= 1; black_men++) {
            reference_signature signature = {men, 2 - men, black_men, 1 - black_men};
            reference_solver_visit(solver, &signature, add_position, &seen);
        }
    CHECK(positions.count > 1000 && positions.count < 100000);
    CHECK_EQUAL(finais_memory_bytes(NULL), 0);
    size_t context_bytes = smallest();
    test_budget(context_bytes);
    test_refused(context_bytes);
    free(positions.items);
    tiny_directory_remove(path);
    reference_solver_free(solver);
    return check_report();
}
