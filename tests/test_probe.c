/* Every position of up to 3 pieces, probed in every mode, against the reference solver; and
 * positions in which a side has no pieces. */
#include "check.h"
#include "finais.h"
#include "reference_comparison.h"
#include "tiny_tables.h"

static const finais_mode modes[] = {FINAIS_READ, FINAIS_MAP, FINAIS_PRELOAD};

static void test_mode(const reference_solver *solver, const char *directory, finais_mode mode) {
    static const unsigned flags[] = {FINAIS_WANT_ALL, FINAIS_WANT_WDL, FINAIS_WANT_DTW,
                                     FINAIS_WANT_DTC, FINAIS_WANT_ALL | FINAIS_IF_PRESENT};
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = &directory;
    options.directory_count = 1;
    options.mode = mode;
    options.context_cache_bytes = 20000; /* far less than all blocks */
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        struct comparison comparison = compare_with_reference(solver, context, 3, flags[i]);
        /* Both sides to move of all positions of 2 and 3 pieces. */
        CHECK_EQUAL(comparison.compared, 2 * (3488 + 196032));
        CHECK_EQUAL(comparison.different, 0);
    }
    CHECK_EQUAL(compare_with_cases(TEST_DATA "/rules_cases.tsv", handle, context), 6);
    finais_context_free(context);
    finais_close(handle);
}

static void test_one(finais_context *context, const finais *handle, const char *fen, int wdl,
                     int distance) {
    finais_position position;
    finais_result result = {9, 9, 9, 9};
    CHECK_EQUAL(finais_position_from_fen(handle, fen, &position, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_probe(context, &position, FINAIS_WANT_ALL, &result, NULL), FINAIS_OK);
    CHECK_EQUAL(result.wdl, wdl);
    CHECK_EQUAL(result.dtw, distance);
    CHECK_EQUAL(result.dtc, distance);
    CHECK_EQUAL(result.terminal, distance == 0);
}

/* Positions with one side alone are in no table, and need none. */
static void test_sides_without_pieces(void) {
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    const char *const nowhere[] = {""};
    options.directories = nowhere;
    options.directory_count = 0;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK);
    test_one(context, handle, "B:WKa1:B", FINAIS_LOSS, 0);
    test_one(context, handle, "W:WKa1:B", FINAIS_WIN, 1);
    test_one(context, handle, "B:W:Ba3,b4,Kh8", FINAIS_WIN, 1);
    test_one(context, handle, "W:W:Ba3,b4,c5,d6,e7", FINAIS_LOSS, 0);
    /* Nothing to capture, and nothing that can move. */
    test_one(context, handle, "W:WKb8,Kd8,Kf8,Kh8,a7,c7,e7,g7:B", FINAIS_LOSS, 0);
    finais_context_free(context);
    finais_close(handle);
}

int main(void) {
    reference_solver *solver = NULL;
    char directory[TINY_PATH_SIZE];
    if (!CHECK(reference_solver_create(3, &solver) == REFERENCE_OK) ||
        !CHECK(tiny_directory_make(directory)))
        return check_report();
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        CHECK(tiny_tables_write(directory, solver, 3, metric, 64));
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        test_mode(solver, directory, modes[i]);
    test_sides_without_pieces();
    tiny_directory_remove(directory);
    reference_solver_free(solver);
    return check_report();
}
