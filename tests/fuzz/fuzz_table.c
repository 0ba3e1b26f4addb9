/* A table file. Its check values are taken for right (the library is built with
 * FINAIS_IGNORE_CHECKS), so that wild bytes come as far as they can. Values are then anything; what
 * has to hold is that every call ends, in a status, and tells a possible value. */
#include "fuzz.h"
#include "known_values.h"
#include "tiny_files.h"
#include <string.h>
#include <unistd.h>

/* What the bytes may be: the same file is there under each of these names. */
static const char *const names[] = {"KvK.wdl",  "KvM.wdl",  "MvM.wdl",  "KvK.dtw",  "KvM.dtw",
                                    "MvM.dtw",  "KvK.dtc",  "KvM.dtc",  "MvM.dtc",  "KMvM.wdl",
                                    "MMvM.dtw", "KKvK.dtc", "KMvK.wdl", "MMvK.dtw", "KKvM.dtc"};
enum { NAMES = sizeof names / sizeof *names, POSITIONS = 32 };

static char every[TINY_PATH_SIZE];  /* a folder with all names */
static char single[TINY_PATH_SIZE]; /* one with a single table, so that it can be preloaded */
static char image[2 * TINY_PATH_SIZE];

static void remove_folders(void) {
    tiny_directory_remove(every);
    tiny_directory_remove(single);
}

static void make_folders(void) {
    FUZZ_DEMAND(tiny_directory_make(every) && tiny_directory_make(single));
    atexit(remove_folders);
    snprintf(image, sizeof image, "%s/image", every);
    FUZZ_DEMAND(tiny_file_write(image, NULL, 0));
    for (unsigned i = 0; i < NAMES; i++) {
        char path[2 * TINY_PATH_SIZE];
        snprintf(path, sizeof path, "%s/brazilian/%s", every, names[i]);
        FUZZ_DEMAND(link(image, path) == 0);
    }
}

static void demand_status(finais_status status, const finais_error *error) {
    fuzz_demand_error(status, error);
    FUZZ_DEMAND(status == FINAIS_OK || status == FINAIS_TABLE_CORRUPT ||
                status == FINAIS_TABLE_MISSING || status == FINAIS_TOO_MANY_PIECES);
}

static void demand_result(const finais_result *result) {
    FUZZ_DEMAND(result->wdl >= FINAIS_LOSS && result->wdl <= FINAIS_WIN);
    FUZZ_DEMAND(result->dtw >= FINAIS_NO_DISTANCE && result->dtc >= FINAIS_NO_DISTANCE);
}

static void probe(finais_context *context, const finais_position *position, unsigned flags) {
    static finais_move_list list;
    finais_move line[64];
    size_t count;
    finais_result result;
    finais_error error = {.status = FINAIS_OK};
    finais_status status = finais_probe(context, position, flags, &result, &error);
    demand_status(status, &error);
    if (status == FINAIS_OK)
        demand_result(&result);
    error.status = FINAIS_OK;
    status = finais_root_moves(context, position, flags, &list, &error);
    demand_status(status, &error);
    error.status = FINAIS_OK;
    status = finais_main_line(context, position, line, 64, &count, &error);
    demand_status(status, &error);
}

/* The positions of a signature to ask for, drawn once. */
static const struct known_values *positions_of(unsigned name) {
    static struct known_values known[NAMES];
    if (known[name].positions == NULL) {
        char signature[FINAIS_TABLE_NAME_SIZE];
        finais *handle;
        finais_context *context;
        FUZZ_DEMAND(fuzz_open(TEST_TABLES, FINAIS_READ, &handle, &context) == FINAIS_OK);
        known_values_signature(names[name], signature);
        FUZZ_DEMAND(known_values_list(&known[name], handle, signature, POSITIONS));
        finais_context_free(context);
        finais_close(handle);
    }
    return &known[name];
}

static void use_table(unsigned name, finais_mode mode) {
    finais *handle;
    finais_context *context;
    const struct known_values *known = positions_of(name);
    unsigned flags = known_values_flags(names[name]);
    finais_status status = fuzz_open(single, mode, &handle, &context);
    FUZZ_DEMAND(status == FINAIS_OK || status == FINAIS_TABLE_CORRUPT);
    for (size_t i = 0; status == FINAIS_OK && i < known->count; i++) {
        probe(context, &known->positions[i], flags);
        probe(context, &known->positions[i], flags | FINAIS_IF_PRESENT);
    }
    finais_context_free(context);
    finais_close(handle);
}

static void use_name(unsigned name) {
    char path[2 * TINY_PATH_SIZE];
    snprintf(path, sizeof path, "%s/brazilian/%s", single, names[name]);
    FUZZ_DEMAND(link(image, path) == 0);
    for (finais_mode mode = FINAIS_READ; mode <= FINAIS_PRELOAD; mode++)
        use_table(name, mode);
    FUZZ_DEMAND(unlink(path) == 0);
}

/* Reads the table whole; whether header and directory were taken. */
static bool opens(finais_context *context, unsigned name) {
    char table[FINAIS_TABLE_NAME_SIZE];
    finais_error error = {.status = FINAIS_OK, .block = -1};
    snprintf(table, sizeof table, "brazilian/%s", names[name]);
    finais_status status = finais_table_verify(context, table, &error);
    demand_status(status, &error);
    return status == FINAIS_OK || error.block >= 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    finais *handle;
    finais_context *context;
    if (every[0] == '\0')
        make_folders();
    FUZZ_DEMAND(tiny_file_write(image, data, size));
    FUZZ_DEMAND(fuzz_open(every, FINAIS_READ, &handle, &context) == FINAIS_OK);
    for (unsigned name = 0; name < NAMES; name++)
        if (opens(context, name))
            use_name(name);
    finais_context_free(context);
    finais_close(handle);
    return 0;
}
