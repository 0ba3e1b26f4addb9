/* Tables that the program reads itself, through a finais_io: right answers from memory, and every
 * call that fails, at every place, ends in a status that tells the table. */
#include "check.h"
#include "memory_tables.h"
#include "tiny_files.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static struct memory_tables memory;

static finais_options memory_options(finais_mode mode) {
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.io = &memory.io;
    options.mode = mode;
    return options;
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* KMvK and KvK, quiet and with captures: win, draw or loss, DTW and DTC. */
static const struct {
    const char *fen;
    int32_t wdl, dtw, dtc;
} known[] = {{"W:WKd8,a7:BKg1", FINAIS_WIN, 9, 3},
             {"W:WKa1:BKb8", FINAIS_DRAW, FINAIS_NO_DISTANCE, FINAIS_NO_DISTANCE},
             {"B:WKc3,Kc5:BKe5", FINAIS_DRAW, FINAIS_NO_DISTANCE, FINAIS_NO_DISTANCE},
             {"W:Wd4:Bb8", FINAIS_WIN, 13, 7},
             {"W:WKa1:BKd4", FINAIS_WIN, 1, 1}};
enum { KNOWN = sizeof known / sizeof *known };

/* Asks for all of them. *right is false when an answer is given that is not so. */
static finais_status ask(finais *handle, finais_context *context, finais_error *error,
                         bool *right) {
    for (size_t i = 0; i < KNOWN; i++) {
        finais_position position;
        finais_result result;
        finais_status status = finais_position_from_fen(handle, known[i].fen, &position, error);
        if (status == FINAIS_OK)
            status = finais_probe(context, &position, FINAIS_WANT_ALL, &result, error);
        if (status != FINAIS_OK)
            return status;
        *right = *right && result.wdl == known[i].wdl && result.dtw == known[i].dtw &&
                 result.dtc == known[i].dtc;
    }
    return finais_table_verify(context, "brazilian/KMvK.dtw", error);
}

static finais_status use(const finais_options *options, finais_error *error, bool *right) {
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_status status = finais_open(&handle, options, error);
    if (status == FINAIS_OK)
        status = finais_context_new(&context, handle, error);
    if (status == FINAIS_OK)
        status = ask(handle, context, error, right);
    finais_context_free(context);
    finais_close(handle);
    return status;
}

static void test_answers(finais_mode mode, size_t part) {
    finais_options options = memory_options(mode);
    finais_error error = {.status = FINAIS_OK};
    bool right = true;
    memory.part = part;
    memory.reads = 0;
    CHECK_EQUAL(use(&options, &error, &right), FINAIS_OK);
    CHECK_STRING(error.message, "");
    CHECK(right);
    CHECK(memory.reads > 0);
    CHECK_EQUAL(memory.open_files, 0);
    memory.part = 0;
}

/* ---- Failures -------------------------------------------------------------------------------- */

static const finais_status expected[MEMORY_FAULTS] = {
    [MEMORY_EIO] = FINAIS_IO_ERROR,       [MEMORY_ENOMEM] = FINAIS_NO_MEMORY,
    [MEMORY_INTERRUPTED] = FINAIS_OK,     [MEMORY_BAD_NUMBER] = FINAIS_IO_ERROR,
    [MEMORY_ENDS] = FINAIS_TABLE_CORRUPT, [MEMORY_TOO_MUCH] = FINAIS_IO_ERROR};

/* The error of a call that failed: the status, the number of the system, and the place. */
static void check_error(enum memory_fault fault, finais_status status, const finais_error *error) {
    CHECK_EQUAL(status, expected[fault]);
    if (status == FINAIS_OK)
        return;
    CHECK_EQUAL(error->status, status);
    CHECK(error->message[0] != '\0');
    if (status == FINAIS_IO_ERROR)
        CHECK_EQUAL(error->system_error, EIO);
    /* The list of tables is about none of them. */
    if (strstr(error->message, "cannot list") == NULL) {
        CHECK(strncmp(error->table, "brazilian/", 10) == 0);
        CHECK(error->block >= -1);
    }
}

/* Call number 0, 1, 2... fails, until there is none with that number. */
static void test_each_call(finais_mode mode, enum memory_fault fault, size_t part) {
    finais_options options = memory_options(mode);
    long failures = 0;
    long with_block = 0;
    memory.part = part;
    for (long call = 0;; call++) {
        finais_error error = {.block = -1};
        bool right = true;
        memory_tables_fail(&memory, fault, call);
        finais_status status = use(&options, &error, &right);
        bool failed = memory_tables_failed(&memory);
        memory_tables_fail(&memory, MEMORY_FINE, 0);
        CHECK(right);
        CHECK_EQUAL(memory.open_files, 0);
        if (!failed) {
            CHECK_EQUAL(status, FINAIS_OK);
            break;
        }
        check_error(fault, status, &error);
        with_block += error.block >= 0;
        failures++;
    }
    CHECK(failures > 10);
    if (expected[fault] != FINAIS_OK && fault != MEMORY_ENOMEM)
        CHECK(with_block > 3);
    memory.part = 0;
}

/* A failure that has passed is no obstacle: the same context gives the right answer next time. */
static void test_recovery(void) {
    finais_options options = memory_options(FINAIS_READ);
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_error error;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK);
    bool right = true;
    finais_status status;
    unsigned failures = 0;
    do {
        memory_tables_fail(&memory, MEMORY_EIO, (long)failures % 3);
        status = ask(handle, context, &error, &right);
        memory_tables_fail(&memory, MEMORY_FINE, 0);
        failures += status != FINAIS_OK;
        CHECK(status == FINAIS_OK || status == FINAIS_IO_ERROR);
        if (failures > 1000)
            break;
        /* The verification at the end reads afresh each time, so it fails for ever. */
    } while (strcmp(error.table, "brazilian/KMvK.dtw") != 0 || failures < 30);
    CHECK_EQUAL(ask(handle, context, &error, &right), FINAIS_OK);
    CHECK(right);
    finais_context_free(context);
    finais_close(handle);
}

/* A table that is listed and cannot be opened is missing; one with other contents is corrupt. */
static void test_names(void) {
    finais_options options = memory_options(FINAIS_READ);
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_error error;
    finais_table_info tables[MEMORY_TABLES_MAX];
    size_t count = 0;
    struct memory_table *table = memory_tables_find(&memory, "brazilian/KvK.wdl");
    struct memory_table *other = memory_tables_find(&memory, "brazilian/KvM.wdl");
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_tables(handle, tables, MEMORY_TABLES_MAX, &count, NULL), FINAIS_OK);
    CHECK_EQUAL(count, memory.count);
    CHECK_STRING(tables[0].path, tables[0].name);
    CHECK(finais_directory(handle, 0) == NULL);
    snprintf(table->name, sizeof table->name, "brazilian/gone");
    CHECK_EQUAL(finais_table_verify(context, "brazilian/KvK.wdl", &error), FINAIS_TABLE_MISSING);
    CHECK_STRING(error.table, "brazilian/KvK.wdl");
    snprintf(table->name, sizeof table->name, "brazilian/KvM.wdl");
    snprintf(other->name, sizeof other->name, "brazilian/KvK.wdl");
    CHECK_EQUAL(finais_table_verify(context, "brazilian/KvK.wdl", &error), FINAIS_TABLE_CORRUPT);
    CHECK_STRING(error.table, "brazilian/KvK.wdl");
    finais_context_free(context);
    finais_close(handle);

    /* A name that no table has, or twice the same, is passed over. */
    snprintf(other->name, sizeof other->name, "brazilian/KvM.wdl");
    snprintf(table->name, sizeof table->name, "chess/KvK.wdl");
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_tables(handle, NULL, 0, &count, NULL), FINAIS_OK);
    CHECK_EQUAL(count, memory.count - 1);
    finais_position position;
    CHECK_EQUAL(finais_position_from_fen(handle, "W:WKa1:BKb8", &position, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK);
    finais_result result;
    CHECK_EQUAL(finais_probe(context, &position, FINAIS_WANT_WDL, &result, &error), FINAIS_OK);
    finais_context_free(context);
    finais_close(handle);
    memory_tables_find(&memory, "brazilian/KvK.dtw")->name[0] = 'x';
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_probe(context, &position, FINAIS_WANT_DTW, &result, &error),
                FINAIS_TABLE_MISSING);
    CHECK_STRING(error.table, "brazilian/KvK.dtw");
    CHECK(strstr(error.message, "--tables") == NULL); /* that would not help */
    finais_context_free(context);
    finais_close(handle);
    memory_tables_find(&memory, "xrazilian/KvK.dtw")->name[0] = 'b';
    snprintf(table->name, sizeof table->name, "brazilian/KvK.wdl");
}

static void test_arguments(void) {
    finais *handle = NULL;
    const finais_io complete = memory.io;
    finais_options options = memory_options(FINAIS_MAP);
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_INVALID_ARGUMENT);
    options.mode = FINAIS_READ;
    const char *directory = ".";
    options.directories = &directory;
    options.directory_count = 1;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_INVALID_ARGUMENT);
    options = memory_options(FINAIS_READ);
    for (unsigned function = 0; function < 6; function++) {
        finais_io *io = &memory.io;
        *io = complete;
        if (function == 0)
            io->list = NULL;
        else if (function == 1)
            io->open = NULL;
        else if (function == 2)
            io->file_size = NULL;
        else if (function == 3)
            io->read_at = NULL;
        else if (function == 4)
            io->close = NULL;
        else
            io->size = sizeof *io - 1;
        finais_error error;
        CHECK_EQUAL(finais_open(&handle, &options, &error), FINAIS_INVALID_ARGUMENT);
        CHECK(strstr(error.message, "finais_options.io") != NULL);
    }
    memory.io = complete;
    /* One of a later version: what it asks for beyond this version has to be nothing. */
    struct {
        finais_io io;
        void *later;
    } longer = {complete, NULL};
    longer.io.size = sizeof longer;
    options.io = &longer.io;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    finais_close(handle);
    longer.later = &longer;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_INVALID_ARGUMENT);
}

int main(void) {
    if (!CHECK(memory_tables_load(&memory, TEST_TABLES, 3)))
        return check_report();
    static const finais_mode modes[] = {FINAIS_READ, FINAIS_PRELOAD};
    static const size_t parts[] = {0, 1, 700};
    for (size_t mode = 0; mode < 2; mode++)
        for (size_t part = 0; part < 3; part++)
            test_answers(modes[mode], parts[part]);
    for (size_t mode = 0; mode < 2; mode++)
        for (enum memory_fault fault = MEMORY_EIO; fault < MEMORY_FAULTS; fault++) {
            test_each_call(modes[mode], fault, 0);
            test_each_call(modes[mode], fault, 700);
        }
    test_recovery();
    test_names();
    test_arguments();
    memory_tables_free(&memory);
    return check_report();
}
