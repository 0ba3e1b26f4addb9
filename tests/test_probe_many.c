/* Many positions in one call get what each gets alone: results, statuses and the first error; with
 * every kind of tables missing, a damaged one, impossible positions, and so little memory that the
 * work is done in parts. */
#include "check.h"
#include "finais.h"
#include "positions.h"
#include "tiny_tables.h"

enum { COUNT = 20000 };

static finais_position positions[COUNT];
static finais_result results[COUNT];
static finais_status statuses[COUNT];

/* Some are impossible, some have more pieces than there are tables for. */
static void draw_positions(void) {
    uint64_t random = 1;
    for (size_t i = 0; i < COUNT; i++) {
        struct position position = random_position(&random, 2, 4);
        positions[i] = (finais_position){.white = position.white,
                                         .black = position.black,
                                         .kings = position.kings,
                                         .side_to_move = position.side_to_move};
        if (random_below(&random, 50) == 0)
            positions[i].kings |= UINT64_C(1) << random_below(&random, 34);
    }
}

static bool same_results(const finais_result *a, const finais_result *b) {
    return a->wdl == b->wdl && a->dtw == b->dtw && a->dtc == b->dtc && a->terminal == b->terminal;
}

/* Compares all, and returns how many fail, so that a test can see that it tested failures too. */
static size_t compare(const char *directory, finais_mode mode, unsigned flags,
                      size_t memory_bytes) {
    finais *handle = NULL;
    finais_context *together = NULL;
    finais_context *alone = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = &directory;
    options.directory_count = 1;
    options.mode = mode;
    options.memory_bytes = memory_bytes;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&together, handle, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&alone, handle, NULL), FINAIS_OK);
    finais_error error = {.status = FINAIS_OK};
    finais_status status =
        finais_probe_many(together, positions, COUNT, flags, results, statuses, &error);
    size_t different = 0;
    size_t failed = 0;
    for (size_t i = 0; i < COUNT; i++) {
        finais_result result;
        finais_error single_error;
        finais_status single = finais_probe(alone, &positions[i], flags, &result, &single_error);
        different +=
            single != statuses[i] || (single == FINAIS_OK && !same_results(&result, &results[i]));
        failed += single != FINAIS_OK;
        if (single != FINAIS_OK && failed == 1) {
            CHECK_EQUAL(status, single);
            CHECK_EQUAL(error.block, single_error.block);
            CHECK_STRING(error.table, single_error.table);
            CHECK_STRING(error.message, single_error.message);
        }
    }
    CHECK_EQUAL(different, 0);
    finais_context_free(together);
    finais_context_free(alone);
    finais_close(handle);
    return failed;
}

static void compare_flags(const char *directory, size_t memory_bytes) {
    static const unsigned flags[] = {FINAIS_WANT_WDL,
                                     FINAIS_WANT_DTW,
                                     FINAIS_WANT_DTC,
                                     FINAIS_WANT_ALL,
                                     FINAIS_WANT_DTW | FINAIS_IF_PRESENT,
                                     FINAIS_WANT_ALL | FINAIS_IF_PRESENT};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        size_t failed = compare(directory, FINAIS_READ, flags[i], memory_bytes);
        CHECK(failed > COUNT / 100 && failed < COUNT);
        CHECK(compare(directory, FINAIS_MAP, flags[i], memory_bytes) > 0);
    }
}

/* A byte in the middle of the blocks of a table. */
static void damage(const char *directory, const char *name) {
    char path[TINY_PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/brazilian/%s", directory, name);
    FILE *file = fopen(path, "r+b");
    CHECK(file != NULL && fseek(file, -50, SEEK_END) == 0);
    int byte = fgetc(file);
    CHECK(byte != EOF && fseek(file, -50, SEEK_END) == 0 && fputc(byte ^ 0x10, file) != EOF);
    CHECK_EQUAL(fclose(file), 0);
}

int main(void) {
    reference_solver *solver = NULL;
    char directory[TINY_PATH_SIZE];
    if (!CHECK(reference_solver_create(3, &solver) == REFERENCE_OK) ||
        !CHECK(tiny_directory_make(directory)))
        return check_report();
    draw_positions();
    /* Outcomes of all; DTC of 2 pieces alone: many positions have none whose captures do. */
    CHECK(tiny_tables_write(directory, solver, 3, METRIC_WDL, 64));
    CHECK(tiny_tables_write(directory, solver, 3, METRIC_DTW, 64));
    CHECK(tiny_tables_write(directory, solver, 2, METRIC_DTC, 64));
    compare_flags(directory, 0);
    compare_flags(directory, 6 << 20);
    damage(directory, "KKvM.wdl");
    damage(directory, "KMvM.dtw");
    compare_flags(directory, 0);
    CHECK(compare(directory, FINAIS_READ, FINAIS_WANT_WDL | FINAIS_NO_IO, 0) > 0);
    tiny_directory_remove(directory);
    reference_solver_free(solver);
    return check_report();
}
