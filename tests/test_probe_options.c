/* Flags, modes, search order, fallbacks, probing many, and the inventory. */
#include "check.h"
#include "finais.h"
#include "tiny_tables.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static reference_solver *solver;

static finais *open_directory(const char *directory, finais_mode mode) {
    finais *handle = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = &directory;
    options.directory_count = 1;
    options.mode = mode;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    return handle;
}

static finais_context *new_context(finais *handle) {
    finais_context *context = NULL;
    CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK);
    return context;
}

static finais_position fen(const finais *handle, const char *text) {
    finais_position position = {0, 0, 0, 0, 0};
    CHECK_EQUAL(finais_position_from_fen(handle, text, &position, NULL), FINAIS_OK);
    return position;
}

static void remove_table(const char *directory, const char *name) {
    char path[2 * TINY_PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    CHECK_EQUAL(unlink(path), 0);
}

/* What is found and what is needed. */
static void test_inventory(const char *directory) {
    finais *handle = open_directory(directory, FINAIS_READ);
    finais_table_info tables[64];
    char names[64][FINAIS_TABLE_NAME_SIZE];
    size_t count = 0;
    CHECK_EQUAL(finais_tables(handle, tables, 64, &count, NULL), FINAIS_OK);
    CHECK_EQUAL(count, 3 * (3 + 6));
    CHECK_STRING(tables[0].name, "brazilian/KvK.dtc");
    CHECK_EQUAL(tables[0].pieces, 2);
    CHECK_EQUAL(tables[0].positions, 32 * 31);
    CHECK(tables[0].file_bytes > TABLE_HEADER_BYTES);
    CHECK_EQUAL(access(tables[0].path, R_OK), 0);
    CHECK_STRING(tables[count - 1].name, "brazilian/MMvM.wdl");
    for (size_t i = 1; i < count; i++)
        CHECK(tables[i - 1].pieces < tables[i].pieces ||
              strcmp(tables[i - 1].name, tables[i].name) < 0);
    CHECK_EQUAL(finais_tables(handle, NULL, 0, &count, NULL), FINAIS_OK);
    CHECK_EQUAL(count, 27);

    finais_position position = fen(handle, "B:WKa1:Ba3,Kh8"); /* KMvK turned round */
    CHECK_EQUAL(finais_tables_needed(handle, &position, FINAIS_DTW, names, 64, &count, NULL),
                FINAIS_OK);
    CHECK_EQUAL(count, 4);
    CHECK_STRING(names[0], "brazilian/KMvK.dtw");
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found = found || strcmp(names[i], "brazilian/KvK.dtw") == 0;
    CHECK(found);
    CHECK_EQUAL(finais_tables_needed(handle, &position, (finais_metric)4, names, 64, &count, NULL),
                FINAIS_INVALID_ARGUMENT);
    position = fen(handle, "W:WKa1:B");
    CHECK_EQUAL(finais_tables_needed(handle, &position, FINAIS_WDL, NULL, 0, &count, NULL),
                FINAIS_OK);
    CHECK_EQUAL(count, 0);
    finais_close(handle);
}

static void test_no_io(const char *directory) {
    static const char quiet[] = "W:WKa1:BKb8";
    finais_result result;
    finais_error error;
    finais *handle = open_directory(directory, FINAIS_READ);
    finais_context *context = new_context(handle);
    finais_position position = fen(handle, quiet);
    CHECK_EQUAL(finais_probe(context, &position, FINAIS_NO_IO, &result, &error),
                FINAIS_NOT_IN_MEMORY);
    CHECK_STRING(error.table, "brazilian/KvK.wdl");
    CHECK_EQUAL(finais_probe(context, &position, FINAIS_WANT_WDL, &result, &error), FINAIS_OK);
    CHECK_EQUAL(finais_probe(context, &position, FINAIS_NO_IO, &result, &error), FINAIS_OK);
    CHECK_EQUAL(finais_probe(context, &position, FINAIS_NO_IO | FINAIS_WANT_DTW, &result, &error),
                FINAIS_NOT_IN_MEMORY);
    /* Another context has its own blocks. */
    finais_context *other = new_context(handle);
    CHECK_EQUAL(finais_probe(other, &position, FINAIS_NO_IO, &result, &error),
                FINAIS_NOT_IN_MEMORY);
    CHECK_EQUAL(error.block >= 0, true);
    finais_context_free(other);
    finais_context_free(context);
    finais_close(handle);

    handle = open_directory(directory, FINAIS_PRELOAD);
    context = new_context(handle);
    CHECK_EQUAL(finais_probe(context, &position, FINAIS_NO_IO | FINAIS_WANT_ALL, &result, &error),
                FINAIS_OK);
    finais_context_free(context);
    finais_close(handle);
}

static void test_preload_limit(const char *directory) {
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    finais *handle = NULL;
    finais_error error;
    options.directories = &directory;
    options.directory_count = 1;
    options.mode = FINAIS_PRELOAD;
    options.preload_bytes = 1000;
    CHECK_EQUAL(finais_open(&handle, &options, &error), FINAIS_NO_MEMORY);
    CHECK(handle == NULL);
    CHECK(strstr(error.message, "1000") != NULL);
    options.preload_bytes = 10 << 20;
    CHECK_EQUAL(finais_open(&handle, &options, &error), FINAIS_OK);
    finais_close(handle);
}

static void test_arguments(const char *directory) {
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    finais *handle = NULL;
    finais_result result;
    finais_error error;
    CHECK_EQUAL(finais_open(NULL, NULL, &error), FINAIS_INVALID_ARGUMENT);
    options.variant = "chess";
    CHECK_EQUAL(finais_open(&handle, &options, &error), FINAIS_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "chess") != NULL);
    options.variant = NULL;
    /* The first version ended before `io`: what lies there is not its own. */
    for (size_t size = 0; size < sizeof options; size++) {
        options.size = size;
        options.io = (const finais_io *)(const void *)&options;
        finais_status expected = FINAIS_INVALID_ARGUMENT;
        if (size == offsetof(finais_options, io))
            expected = FINAIS_OK;
        CHECK_EQUAL(finais_open(&handle, &options, NULL), expected);
        if (expected == FINAIS_OK)
            finais_close(handle);
    }
    options.io = NULL;
    /* A later version has more at the end, which has to be nothing. */
    struct {
        finais_options options;
        size_t later;
    } longer = {options, 0};
    longer.options.size = sizeof longer;
    CHECK_EQUAL(finais_open(&handle, &longer.options, NULL), FINAIS_OK);
    finais_close(handle);
    longer.later = 1;
    CHECK_EQUAL(finais_open(&handle, &longer.options, &error), FINAIS_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "later version") != NULL);
    options.size = sizeof options;
    options.mode = (finais_mode)7;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_INVALID_ARGUMENT);

    handle = open_directory(directory, FINAIS_READ);
    finais_context *context = new_context(handle);
    finais_position position = fen(handle, "W:WKa1:BKb8");
    CHECK_EQUAL(finais_probe(NULL, &position, 0, &result, NULL), FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_probe(context, NULL, 0, &result, NULL), FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_probe(context, &position, 0, NULL, NULL), FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_probe(context, &position, 16, &result, NULL), FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_root_moves(context, &position, 0, NULL, NULL), FINAIS_INVALID_ARGUMENT);
    position.black |= UINT64_C(1) << 40;
    CHECK_EQUAL(finais_probe(context, &position, 0, &result, &error), FINAIS_ILLEGAL_POSITION);
    CHECK_EQUAL(error.status, FINAIS_ILLEGAL_POSITION);
    position = fen(handle, "W:WKa1:BKb8");
    position.side_to_move = 2;
    CHECK_EQUAL(finais_position_check(handle, &position, &error), FINAIS_ILLEGAL_POSITION);
    position.side_to_move = FINAIS_WHITE;
    CHECK_EQUAL(finais_position_check(handle, &position, &error), FINAIS_OK);
    finais_move move;
    CHECK_EQUAL(finais_move_from_text(handle, &position, "a1-b2", FINAIS_NUMERIC, &move, &error),
                FINAIS_OK);
    finais_position after;
    CHECK_EQUAL(finais_move_apply(handle, &position, &move, &after, &error), FINAIS_OK);
    move.reserved = 1;
    CHECK_EQUAL(finais_move_apply(handle, &position, &move, &after, &error), FINAIS_ILLEGAL_MOVE);
    position.reserved = 1;
    CHECK_EQUAL(finais_position_check(handle, &position, &error), FINAIS_ILLEGAL_POSITION);
    CHECK(strstr(error.message, "reserved") != NULL);
    CHECK_EQUAL(finais_probe(context, &position, 0, &result, &error), FINAIS_ILLEGAL_POSITION);
    position = fen(handle, "W:WKa1,Ka3:BKb8,Kh8");
    CHECK_EQUAL(finais_probe(context, &position, 0, &result, &error), FINAIS_TOO_MANY_PIECES);
    for (int status = 1; status >= -13; status--)
        CHECK(finais_strerror((finais_status)status) != NULL);
    CHECK_STRING(finais_strerror((finais_status)-999), "unknown status");
    CHECK_STRING(finais_version(), FINAIS_VERSION);
    CHECK_EQUAL(finais_game_of(handle).squares, 32);
    CHECK_STRING(finais_directory(handle, 0), directory);
    CHECK(finais_directory(handle, 1) == NULL);
    finais_context_free(context);
    finais_context_free(NULL);
    finais_close(handle);
    finais_close(NULL);
}

/* Results and statuses in the caller's order, whatever the order of the work. */
static void test_many(const char *directory, finais_mode mode) {
    enum { COUNT = 5000 };
    static finais_position positions[COUNT];
    static finais_result results[COUNT];
    static finais_status statuses[COUNT];
    finais *handle = open_directory(directory, mode);
    finais_context *context = new_context(handle);
    uint64_t random = 1;
    for (size_t i = 0; i < COUNT; i++) {
        uint64_t squares[3];
        for (int n = 0; n < 3; n++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            squares[n] = UINT64_C(1) << (random >> 59);
        }
        positions[i] = (finais_position){squares[0], squares[1] | squares[2],
                                         random & (squares[0] | squares[1] | squares[2]),
                                         (uint32_t)(random >> 40 & 1), 0};
    }
    finais_error error;
    finais_status first = FINAIS_OK;
    finais_status status =
        finais_probe_many(context, positions, COUNT, FINAIS_WANT_ALL, results, statuses, &error);
    unsigned illegal = 0, wrong = 0;
    for (size_t i = 0; i < COUNT; i++) {
        finais_result result;
        finais_status expected =
            finais_probe(context, &positions[i], FINAIS_WANT_ALL, &result, NULL);
        wrong += statuses[i] != expected ||
                 (expected == FINAIS_OK && memcmp(&result, &results[i], sizeof result) != 0);
        illegal += expected == FINAIS_ILLEGAL_POSITION;
        if (first == FINAIS_OK)
            first = expected;
    }
    CHECK_EQUAL(wrong, 0);
    CHECK_EQUAL(status, first);
    CHECK_EQUAL(error.status, first);
    CHECK(illegal > 100 && illegal < COUNT - 100);
    CHECK_EQUAL(finais_probe_many(context, NULL, 0, 0, NULL, NULL, NULL), FINAIS_OK);
    finais_context_free(context);
    finais_close(handle);
}

/* Without WDL tables the distances tell; without distances FINAIS_IF_PRESENT passes over them. */
static void test_fallback(const char *directory) {
    finais_result result;
    finais_error error;
    remove_table(directory, "brazilian/KMvK.wdl");
    remove_table(directory, "brazilian/KMvK.dtw");
    remove_table(directory, "brazilian/KvK.wdl");
    remove_table(directory, "brazilian/MMvM.dtw");
    remove_table(directory, "brazilian/MMvM.dtc");
    finais *handle = open_directory(directory, FINAIS_READ);
    finais_context *context = new_context(handle);

    finais_position position = fen(handle, "W:WKd8,a7:BKg1"); /* dtw 9, dtc 3 */
    CHECK_EQUAL(finais_probe(context, &position, FINAIS_WANT_WDL, &result, NULL), FINAIS_OK);
    CHECK_EQUAL(result.wdl, FINAIS_WIN);
    CHECK_EQUAL(finais_probe(context, &position, FINAIS_WANT_ALL, &result, &error),
                FINAIS_TABLE_MISSING);
    CHECK_STRING(error.table, "brazilian/KMvK.dtw");
    CHECK(strstr(error.message, "--signature KMvK --metrics dtw") != NULL);
    CHECK(strstr(error.message, directory) != NULL);
    memset(&error, 0, sizeof error);
    CHECK_EQUAL(
        finais_probe(context, &position, FINAIS_WANT_ALL | FINAIS_IF_PRESENT, &result, &error),
        FINAIS_OK);
    CHECK_EQUAL(error.status, FINAIS_OK); /* left alone */
    CHECK_EQUAL(result.wdl, FINAIS_WIN);
    CHECK_EQUAL(result.dtw, FINAIS_NO_DISTANCE);
    CHECK_EQUAL(result.dtc, 3);

    position = fen(handle, "W:Wa3,c3:Bb6"); /* no distances here at all */
    CHECK_EQUAL(
        finais_probe(context, &position, FINAIS_WANT_ALL | FINAIS_IF_PRESENT, &result, &error),
        FINAIS_OK);
    CHECK_EQUAL(result.dtw, FINAIS_NO_DISTANCE);
    CHECK_EQUAL(result.dtc, FINAIS_NO_DISTANCE);
    finais_context_free(context);
    finais_close(handle);
}

/* The directory named first is used first; a table that is in the second only is found too. */
static void test_search_order(const char *first, const char *second) {
    struct signature signature;
    CHECK(signature_parse("KvK", 12, &signature));
    CHECK(tiny_table_write(first, solver, signature, METRIC_WDL, 64));
    const char *directories[] = {first, second};
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = directories;
    options.directory_count = 2;
    finais *handle = NULL;
    finais_table_info tables[64];
    size_t count;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_tables(handle, tables, 64, &count, NULL), FINAIS_OK);
    CHECK_EQUAL(count, 27);
    for (size_t i = 0; i < count; i++) {
        bool is_first = strcmp(tables[i].name, "brazilian/KvK.wdl") == 0;
        const char *expected = is_first ? first : second;
        CHECK(strncmp(tables[i].path, expected, strlen(expected)) == 0);
    }
    finais_close(handle);

    /* The same through the environment. */
    char paths[2 * TINY_PATH_SIZE + 4];
    snprintf(paths, sizeof paths, ":%s::%s", first, second);
    setenv("FINAIS_TABLES", paths, 1);
    CHECK_EQUAL(finais_open(&handle, NULL, NULL), FINAIS_OK);
    CHECK_STRING(finais_directory(handle, 0), first);
    CHECK_STRING(finais_directory(handle, 1), second);
    CHECK(finais_directory(handle, 2) == NULL);
    finais_close(handle);
    setenv("FINAIS_TABLES", "/nonexistent/finais", 1);
    finais_error error;
    CHECK_EQUAL(finais_open(&handle, NULL, &error), FINAIS_IO_ERROR);
    CHECK_EQUAL(error.system_error, ENOENT);
    CHECK(strstr(error.message, "/nonexistent/finais") != NULL);
    CHECK(strstr(error.message, "FINAIS_TABLES") != NULL);
    /* Default places need not exist. A variable that names nothing is as good as none. */
    static const char *const unset[] = {NULL, "", "::"};
    for (size_t i = 0; i < sizeof unset / sizeof *unset; i++) {
        unsetenv("FINAIS_TABLES");
        if (unset[i] != NULL)
            setenv("FINAIS_TABLES", unset[i], 1);
        CHECK_EQUAL(finais_open(&handle, NULL, NULL), FINAIS_OK);
        CHECK(finais_directory(handle, 0) != NULL);
        CHECK(strstr(finais_directory(handle, 0), "share/finais") != NULL);
        finais_close(handle);
    }
    unsetenv("FINAIS_TABLES");
}

int main(void) {
    char directory[TINY_PATH_SIZE], other[TINY_PATH_SIZE];
    if (!CHECK(reference_solver_create(3, &solver) == REFERENCE_OK) ||
        !CHECK(tiny_directory_make(directory)) || !CHECK(tiny_directory_make(other)))
        return check_report();
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        CHECK(tiny_tables_write(directory, solver, 3, metric, 1024));
    test_inventory(directory);
    test_no_io(directory);
    test_preload_limit(directory);
    test_arguments(directory);
    test_many(directory, FINAIS_READ);
    test_many(directory, FINAIS_MAP);
    test_many(directory, FINAIS_PRELOAD);
    test_search_order(other, directory);
    test_fallback(directory);
    tiny_directory_remove(directory);
    tiny_directory_remove(other);
    reference_solver_free(solver);
    return check_report();
}
