/* Every position of up to 3 pieces, probed in every mode, against the reference solver; the value
 * rows of rules_cases.tsv; and positions in which a side has no pieces. */
#include "check.h"
#include "finais.h"
#include "tiny_tables.h"
#include <stdlib.h>

static const struct {
    const char *name;
    finais_mode mode;
} modes[] = {{"read", FINAIS_READ}, {"map", FINAIS_MAP}, {"preload", FINAIS_PRELOAD}};

static finais_position public_position(uint64_t white, uint64_t black, uint64_t kings, int side) {
    return (finais_position){white, black, kings, (uint32_t)side, 0};
}

/* ---- Every position -------------------------------------------------------------------------- */

struct comparison {
    finais_context *context;
    unsigned flags;
    unsigned long compared;
    unsigned long different;
};

static bool is_as_expected(const finais_result *result, const reference_value *expected,
                           unsigned flags) {
    int dtw = expected->wdl != 0 && (flags & FINAIS_WANT_DTW) ? expected->dtw : FINAIS_NO_DISTANCE;
    int dtc = expected->wdl != 0 && (flags & FINAIS_WANT_DTC) ? expected->dtc : FINAIS_NO_DISTANCE;
    bool terminal = expected->wdl < 0 && expected->dtw == 0;
    return result->wdl == expected->wdl && result->dtw == dtw && result->dtc == dtc &&
           result->terminal == terminal;
}

static bool compare(void *data, uint64_t white, uint64_t black, uint64_t kings, int side,
                    const reference_value *expected) {
    struct comparison *comparison = data;
    finais_position position = public_position(white, black, kings, side);
    finais_result result;
    finais_wdl wdl;
    comparison->compared++;
    if (finais_probe(comparison->context, &position, comparison->flags, &result, NULL) !=
            FINAIS_OK ||
        !is_as_expected(&result, expected, comparison->flags) ||
        finais_probe_wdl(comparison->context, &position, &wdl, NULL) != FINAIS_OK ||
        (int)wdl != expected->wdl)
        comparison->different++;
    return true;
}

/* All signatures, not only those that tables are named after. */
static void compare_all(const reference_solver *solver, struct comparison *comparison) {
    for (int white = 1; white <= 2; white++)
        for (int black = 1; black <= 3 - white; black++)
            for (int white_men = 0; white_men <= white; white_men++)
                for (int black_men = 0; black_men <= black; black_men++) {
                    reference_signature signature = {white_men, white - white_men, black_men,
                                                     black - black_men};
                    CHECK_EQUAL(reference_solver_visit(solver, &signature, compare, comparison),
                                REFERENCE_OK);
                }
}

static void test_mode(const reference_solver *solver, const char *directory, size_t mode) {
    finais *handle = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = &directory;
    options.directory_count = 1;
    options.mode = modes[mode].mode;
    options.context_cache_bytes = 20000; /* far less than all blocks */
    struct comparison comparison = {.context = NULL};
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&comparison.context, handle, NULL), FINAIS_OK);
    static const unsigned flags[] = {FINAIS_WANT_ALL, FINAIS_WANT_WDL, FINAIS_WANT_DTW,
                                     FINAIS_WANT_DTC, FINAIS_WANT_ALL | FINAIS_IF_PRESENT};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        comparison.flags = flags[i];
        comparison.compared = 0;
        compare_all(solver, &comparison);
        /* Both sides to move of all positions of 2 and 3 pieces. */
        CHECK_EQUAL(comparison.compared, 2 * (3488 + 196032));
        CHECK_EQUAL(comparison.different, 0);
    }
    finais_context_free(comparison.context);
    finais_close(handle);
}

/* ---- Known cases ----------------------------------------------------------------------------- */

/* A row such as: R09, value, W:WKd8,a7:BKg1, win dtw 9 dtc 3, why */
static bool test_row(finais_context *context, const finais *handle, char *line) {
    char *rest = line;
    const char *id = strtok_r(line, "\t", &rest);
    const char *kind = strtok_r(NULL, "\t", &rest);
    const char *fen = strtok_r(NULL, "\t", &rest);
    const char *expected = strtok_r(NULL, "\t", &rest);
    if (id == NULL || kind == NULL || fen == NULL || expected == NULL || strcmp(kind, "value") != 0)
        return false;
    finais_position position;
    finais_result result;
    finais_error error;
    CHECK_EQUAL(finais_position_from_fen(handle, fen, &position, NULL), FINAIS_OK);
    finais_status status = finais_probe(context, &position, FINAIS_WANT_ALL, &result, &error);
    if (status == FINAIS_TOO_MANY_PIECES)
        return false;
    CHECK_EQUAL(status, FINAIS_OK);
    char found[64];
    static const char *const words[] = {"loss", "draw", "win"};
    snprintf(found, sizeof found, "%s dtw %d dtc %d", words[result.wdl + 1], result.dtw,
             result.dtc);
    if (!CHECK_STRING(found, expected))
        printf("    in case %s\n", id);
    return true;
}

static void test_cases(finais_context *context, const finais *handle) {
    FILE *file = fopen(TEST_DATA "/rules_cases.tsv", "r");
    unsigned rows = 0;
    char line[1024];
    CHECK(file != NULL);
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        rows += test_row(context, handle, line);
    if (file != NULL)
        fclose(file);
    CHECK_EQUAL(rows, 5); /* R07, R09, R10, R14, R28; the others have more pieces */
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
static void test_sides_without_pieces(finais_context *context, const finais *handle) {
    test_one(context, handle, "B:WKa1:B", FINAIS_LOSS, 0);
    test_one(context, handle, "W:WKa1:B", FINAIS_WIN, 1);
    test_one(context, handle, "B:W:Ba3,b4,Kh8", FINAIS_WIN, 1);
    test_one(context, handle, "W:W:Ba3,b4,c5,d6,e7", FINAIS_LOSS, 0);
    /* Nothing to capture, and nothing that can move. */
    test_one(context, handle, "W:WKb8,Kd8,Kf8,Kh8,a7,c7,e7,g7:B", FINAIS_LOSS, 0);
}

int main(void) {
    reference_solver *solver = NULL;
    char directory[TINY_PATH_SIZE];
    if (!CHECK(reference_solver_create(3, &solver) == REFERENCE_OK) ||
        !CHECK(tiny_directory_make(directory)))
        return check_report();
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        CHECK(tiny_tables_write(directory, solver, 3, metric, 64));
    for (size_t mode = 0; mode < sizeof modes / sizeof *modes; mode++) {
        printf("mode %s\n", modes[mode].name);
        test_mode(solver, directory, mode);
    }
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    const char *directories[] = {directory};
    options.directories = directories;
    options.directory_count = 1;
    if (CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK) &&
        CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK)) {
        test_cases(context, handle);
        test_sides_without_pieces(context, handle);
    }
    finais_context_free(context);
    finais_close(handle);
    tiny_directory_remove(directory);
    reference_solver_free(solver);
    return check_report();
}
