/* Tables that are missing, truncated, empty, foreign, swapped or damaged in any one byte: each is
 * reported, or does no harm; never is there a wrong value. */
#include "check.h"
#include "finais.h"
#include "open_folder.h"
#include "table.h"
#include "tiny_tables.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static reference_solver *solver;
static char directory[TINY_PATH_SIZE];

/* What probing all positions of a signature gave. */
struct outcome {
    finais_context *context;
    unsigned long right;
    unsigned long wrong;
    unsigned long corrupt;
    unsigned long missing;
    unsigned long other;
    finais_error error; /* the last one */
};

static bool probe_one(void *data, uint64_t white, uint64_t black, uint64_t kings, int side,
                      const reference_value *expected) {
    struct outcome *outcome = data;
    finais_position position = {white, black, kings, (uint32_t)side, 0};
    finais_result result = {9, 9, 9, 9};
    switch (finais_probe(outcome->context, &position, FINAIS_WANT_DTW, &result, &outcome->error)) {
    case FINAIS_OK:
        if (result.wdl == expected->wdl && (result.wdl == 0 || result.dtw == expected->dtw))
            outcome->right++;
        else
            outcome->wrong++;
        break;
    case FINAIS_TABLE_CORRUPT:
        outcome->corrupt++;
        break;
    case FINAIS_TABLE_MISSING:
        outcome->missing++;
        break;
    default:
        outcome->other++;
    }
    return true;
}

/* Probes a signature with the tables as they are on disk. */
static struct outcome probe_signature(reference_signature signature, finais_mode mode) {
    struct outcome outcome = {.context = NULL};
    finais *handle = NULL;
    if (open_folder(directory, mode, &handle, &outcome.context))
        reference_solver_visit(solver, &signature, probe_one, &outcome);
    finais_context_free(outcome.context);
    finais_close(handle);
    outcome.context = NULL;
    return outcome;
}

static const reference_signature king_king = {0, 1, 0, 1};
static const reference_signature man_man = {1, 0, 1, 0};
static const reference_signature kings_king = {0, 2, 0, 1};

static void path_of(const char *name, char *path) {
    snprintf(path, 2 * TINY_PATH_SIZE, "%s/brazilian/%s", directory, name);
}

/* ---- Damage ---------------------------------------------------------------------------------- */

/* One table's file, and what it was. */
struct victim {
    char path[2 * TINY_PATH_SIZE];
    uint8_t *bytes;
    size_t size;
};

static struct victim victim_of(const char *name) {
    struct victim victim = {.bytes = NULL};
    path_of(name, victim.path);
    victim.bytes = tiny_file_read(victim.path, &victim.size);
    CHECK(victim.bytes != NULL);
    return victim;
}

static void restore(struct victim *victim) {
    CHECK(tiny_file_write(victim->path, victim->bytes, victim->size));
    free(victim->bytes);
    victim->bytes = NULL;
}

/* Whether reading the whole table as the generator's verifier does finds it intact. */
static bool verifies(const char *name) {
    finais *handle = NULL;
    finais_context *context = NULL;
    char full[FINAIS_TABLE_NAME_SIZE];
    snprintf(full, sizeof full, "brazilian/%s", name);
    CHECK(open_folder(directory, FINAIS_READ, &handle, &context));
    finais_error error;
    finais_status status = finais_table_verify(context, full, &error);
    CHECK(status == FINAIS_OK || status == FINAIS_TABLE_CORRUPT);
    if (status != FINAIS_OK)
        CHECK_STRING(error.table, full);
    finais_context_free(context);
    finais_close(handle);
    return status == FINAIS_OK;
}

static void test_truncated(finais_mode mode) {
    struct victim victim = victim_of("MvM.dtw");
    for (size_t size = 0; size < victim.size; size++) {
        tiny_file_write(victim.path, victim.bytes, size);
        struct outcome outcome = probe_signature(man_man, mode);
        CHECK_EQUAL(outcome.wrong + outcome.missing + outcome.other, 0);
        CHECK(outcome.corrupt > 0);
        CHECK_STRING(outcome.error.table, "brazilian/MvM.dtw");
        CHECK(!verifies("MvM.dtw"));
    }
    /* Longer than it should be. */
    victim.bytes = realloc(victim.bytes, victim.size + 1);
    victim.bytes[victim.size] = 0;
    tiny_file_write(victim.path, victim.bytes, victim.size + 1);
    CHECK(probe_signature(man_man, mode).corrupt > 0);
    restore(&victim);
    CHECK(verifies("MvM.dtw"));
}

static void test_flipped(finais_mode mode) {
    struct victim victim = victim_of("MvM.dtw");
    unsigned long harmless = 0;
    unsigned flips = mode == FINAIS_READ ? 3 : 1;
    for (size_t byte = 0; byte < victim.size; byte++)
        for (unsigned i = 0; i < flips; i++) {
            uint8_t flip = (uint8_t)(1u << (byte + 3 * i) % 8);
            victim.bytes[byte] ^= flip;
            tiny_file_write(victim.path, victim.bytes, victim.size);
            struct outcome outcome = probe_signature(man_man, mode);
            CHECK_EQUAL(outcome.wrong + outcome.missing + outcome.other, 0);
            harmless += outcome.corrupt == 0;
            victim.bytes[byte] ^= flip;
        }
    /* Some bits of a zstd frame say nothing about its content; few. */
    CHECK(harmless < victim.size / 10);
    restore(&victim);
    struct outcome outcome = probe_signature(man_man, mode);
    CHECK_EQUAL(outcome.wrong + outcome.corrupt + outcome.missing + outcome.other, 0);
    CHECK(outcome.right > 0);
}

/* A file that is no table, or another one. */
static void test_foreign(void) {
    static const char text[] = "This is no table.\n";
    struct victim victim = victim_of("KvK.dtw");
    struct victim other = victim_of("MvM.dtw");
    struct victim metric = victim_of("KvK.dtc");
    tiny_file_write(victim.path, (const uint8_t *)text, sizeof text - 1);
    struct outcome outcome = probe_signature(king_king, FINAIS_READ);
    CHECK(outcome.corrupt > 0 && outcome.wrong == 0);
    tiny_file_write(victim.path, other.bytes, other.size);
    outcome = probe_signature(king_king, FINAIS_READ);
    CHECK(outcome.corrupt > 0 && outcome.wrong == 0);
    CHECK(strstr(outcome.error.message, "another table") != NULL);
    tiny_file_write(victim.path, metric.bytes, metric.size);
    outcome = probe_signature(king_king, FINAIS_MAP);
    CHECK(outcome.corrupt > 0 && outcome.wrong == 0);
    /* A directory in its place. */
    unlink(victim.path);
    mkdir(victim.path, 0777);
    outcome = probe_signature(king_king, FINAIS_READ);
    CHECK(outcome.corrupt > 0 && outcome.wrong == 0);
    rmdir(victim.path);
    restore(&victim);
    restore(&other);
    restore(&metric);
}

/* Two blocks of one table in each other's place, everything else made to fit. */
static void test_swapped_blocks(void) {
    struct victim victim = victim_of("KKvK.dtw");
    struct table_header header;
    CHECK_EQUAL(header_decode(victim.bytes, &header), HEADER_FINE);
    size_t entries = (size_t)header_directory_bytes(&header);
    uint8_t *bytes = malloc(victim.size);
    memcpy(bytes, victim.bytes, victim.size);
    uint8_t *directory_bytes = bytes + TABLE_HEADER_BYTES;
    size_t start = TABLE_HEADER_BYTES + entries;
    uint32_t length[2], check[2];
    entry_decode(directory_bytes, &length[0], &check[0]);
    entry_decode(directory_bytes + TABLE_ENTRY_BYTES, &length[1], &check[1]);
    memcpy(bytes + start, victim.bytes + start + length[0], length[1]);
    memcpy(bytes + start + length[1], victim.bytes + start, length[0]);
    entry_encode(length[1], check[1], directory_bytes);
    entry_encode(length[0], check[0], directory_bytes + TABLE_ENTRY_BYTES);
    header.directory_check = directory_check(directory_bytes, entries);
    header_encode(&header, bytes);
    tiny_file_write(victim.path, bytes, victim.size);
    free(bytes);
    struct outcome outcome = probe_signature(kings_king, FINAIS_READ);
    CHECK(outcome.corrupt > 0);
    CHECK_EQUAL(outcome.wrong, 0);
    CHECK(outcome.error.block == 0 || outcome.error.block == 1);
    CHECK(!verifies("KKvK.dtw"));
    restore(&victim);
}

/* ---- Absence --------------------------------------------------------------------------------- */

/* KKvK without KvK, which its captures lead to: an error that names KvK, or a right value. */
static void test_missing(void) {
    struct victim victim = victim_of("KvK.dtw");
    struct victim outcome_table = victim_of("KvK.wdl");
    struct victim conversions = victim_of("KvK.dtc");
    unlink(victim.path);
    unlink(outcome_table.path);
    unlink(conversions.path);
    struct outcome outcome = probe_signature(kings_king, FINAIS_READ);
    CHECK(outcome.missing > 0 && outcome.right > 0);
    CHECK_EQUAL(outcome.wrong + outcome.corrupt + outcome.other, 0);
    CHECK_STRING(outcome.error.table, "brazilian/KvK.dtw");
    restore(&victim);
    restore(&outcome_table);
    restore(&conversions);
}

/* A table that goes away between being found and being used. */
static void test_vanished(void) {
    struct victim victim = victim_of("KvK.wdl");
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_position position;
    finais_result result;
    finais_error error;
    CHECK(open_folder(directory, FINAIS_READ, &handle, &context));
    CHECK_EQUAL(finais_position_from_fen(handle, "W:WKa1:BKb8", &position, NULL), FINAIS_OK);
    unlink(victim.path);
    CHECK_EQUAL(finais_probe(context, &position, 0, &result, &error), FINAIS_TABLE_MISSING);
    CHECK_STRING(error.table, "brazilian/KvK.wdl");
    restore(&victim);
    CHECK_EQUAL(finais_probe(context, &position, 0, &result, &error), FINAIS_OK);
    finais_context_free(context);
    finais_close(handle);

    /* Found corrupt once, corrupt for this handle: answers do not change. */
    victim = victim_of("KvK.wdl");
    tiny_file_write(victim.path, victim.bytes, 100);
    CHECK(open_folder(directory, FINAIS_READ, &handle, &context));
    CHECK_EQUAL(finais_probe(context, &position, 0, &result, &error), FINAIS_TABLE_CORRUPT);
    restore(&victim);
    memset(&error, 0, sizeof error);
    CHECK_EQUAL(finais_probe(context, &position, 0, &result, &error), FINAIS_TABLE_CORRUPT);
    CHECK_STRING(error.table, "brazilian/KvK.wdl");
    finais_context_free(context);
    finais_close(handle);
}

static void test_directories(void) {
    finais *handle = NULL;
    finais_error error;
    finais_context *context = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    const char *nowhere[] = {directory, "/nonexistent/finais"};
    options.directories = nowhere;
    options.directory_count = 2;
    CHECK_EQUAL(finais_open(&handle, &options, &error), FINAIS_IO_ERROR);
    CHECK_EQUAL(error.system_error, ENOENT);
    CHECK(strstr(error.message, "/nonexistent/finais") != NULL);
    CHECK(handle == NULL);

    /* No directory at all: legal, and every table is missing. */
    options.directory_count = 0;
    CHECK_EQUAL(finais_open(&handle, &options, &error), FINAIS_OK);
    CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK);
    finais_position position;
    finais_result result;
    CHECK_EQUAL(finais_position_from_fen(handle, "W:WKa1:BKb8", &position, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_probe(context, &position, 0, &result, &error), FINAIS_TABLE_MISSING);
    CHECK_STRING(error.table, "brazilian/KvK.wdl");
    CHECK_EQUAL(finais_table_verify(context, "brazilian/KvK.wdl", &error), FINAIS_TABLE_MISSING);
    finais_context_free(context);
    finais_close(handle);
}

/* The reader that the generator's verifier uses. */
static void test_table_paths(void) {
    struct table *table = NULL;
    finais_error error;
    char path[2 * TINY_PATH_SIZE];
    path_of("KKvK.dtc", path);
    CHECK_EQUAL(table_open_path(&table, path, TABLE_READ, &error), FINAIS_OK);
    CHECK_STRING(table->name, "brazilian/KKvK.dtc");
    CHECK_EQUAL(table->header.value_bits, 16);
    table_close(table);
    table = NULL;
    path_of("KKvK.txt", path);
    CHECK_EQUAL(table_open_path(&table, path, TABLE_READ, &error), FINAIS_BAD_TEXT);
    CHECK_EQUAL(table_open_path(&table, "KKvK.wdl", TABLE_READ, &error), FINAIS_BAD_TEXT);
    path_of("KvKK.wdl", path); /* tables are named the other way round */
    CHECK_EQUAL(table_open_path(&table, path, TABLE_READ, &error), FINAIS_BAD_TEXT);
    path_of("KKKvK.wdl", path);
    CHECK_EQUAL(table_open_path(&table, path, TABLE_READ, &error), FINAIS_TABLE_MISSING);
    CHECK(table == NULL);
}

int main(void) {
    if (!CHECK(reference_solver_create(3, &solver) == REFERENCE_OK) ||
        !CHECK(tiny_directory_make(directory)))
        return check_report();
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        CHECK(tiny_tables_write(directory, solver, 3, metric, 256));
    test_truncated(FINAIS_READ);
    test_truncated(FINAIS_MAP);
    test_flipped(FINAIS_READ);
    test_flipped(FINAIS_MAP);
    test_foreign();
    test_swapped_blocks();
    test_missing();
    test_vanished();
    test_directories();
    test_table_paths();
    tiny_directory_remove(directory);
    reference_solver_free(solver);
    return check_report();
}
