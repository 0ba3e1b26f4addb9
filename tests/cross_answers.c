/* Prints what the library answers, in the same words on every machine: a line for each table with a
 * hash of the answers to all positions of its signature, or of a sample where there are many.
 *
 *     cross-answers TABLES
 *
 * tests/cross.sh compares what builds for other processors print. Exit code 1 when a call fails.
 */
#include "finais.h"
#include "known_values.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES_MAX = 1024, WHOLE_PIECES = 3, SAMPLE = 1000, RANKED = 50 };

static finais_table_info tables[TABLES_MAX];

/* FNV-1a of numbers, each as eight bytes from the lowest. */
static void hash_number(uint64_t *hash, uint64_t number) {
    for (unsigned i = 0; i < 8; i++)
        *hash = (*hash ^ (number >> 8 * i & 0xFF)) * UINT64_C(0x100000001B3);
}

static void hash_text(uint64_t *hash, const char *text) {
    for (; *text != '\0'; text++)
        hash_number(hash, (unsigned char)*text);
}

static void hash_result(uint64_t *hash, const finais_result *result) {
    hash_number(hash, (uint64_t)(int64_t)result->wdl);
    hash_number(hash, (uint64_t)(int64_t)result->dtw);
    hash_number(hash, (uint64_t)(int64_t)result->dtc);
    hash_number(hash, (uint64_t)(int64_t)result->terminal);
}

static int stop(const char *what, const finais_error *error) {
    printf("%s: %s\n", what, error->message);
    return 1;
}

/* The moves of a position in their order, as text and with their values. */
static finais_status hash_moves(uint64_t *hash, finais_context *context, const finais *handle,
                                const finais_position *position, unsigned flags,
                                finais_error *error) {
    static finais_move_list list;
    finais_status status = finais_root_moves(context, position, flags, &list, error);
    for (size_t i = 0; status == FINAIS_OK && i < list.count; i++) {
        char text[FINAIS_MOVE_SIZE];
        hash_result(hash, &list.moves[i].result);
        status = finais_move_to_text(handle, position, &list.moves[i].move, FINAIS_ALGEBRAIC, text,
                                     sizeof text, error);
        if (status == FINAIS_OK)
            hash_text(hash, text);
    }
    return status;
}

/* The answers of one table. */
static int print_table(finais_context *context, const finais *handle,
                       const finais_table_info *table) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    unsigned flags = known_values_flags(table->name);
    struct known_values known;
    finais_error error = {.status = FINAIS_OK};
    char signature[FINAIS_TABLE_NAME_SIZE];
    known_values_signature(table->name, signature);
    finais_status status = finais_table_verify(context, table->name, &error);
    if (!known_values_list(&known, handle, signature,
                           table->pieces <= WHOLE_PIECES ? KNOWN_ALL : SAMPLE))
        return stop(table->name, &error);
    for (size_t i = 0; status == FINAIS_OK && i < known.count; i++) {
        finais_result result;
        status = finais_probe(context, &known.positions[i], flags, &result, &error);
        if (status == FINAIS_OK)
            hash_result(&hash, &result);
        /* A successor may lack a table of this metric; then its value is left out everywhere. */
        if (status == FINAIS_OK && i % (known.count / RANKED + 1) == 0)
            status = hash_moves(&hash, context, handle, &known.positions[i],
                                flags | FINAIS_IF_PRESENT, &error);
    }
    if (status == FINAIS_OK)
        printf("%s\t%zu\t%016" PRIx64 "\n", table->name, known.count, hash);
    known_values_free(&known);
    return status == FINAIS_OK ? 0 : stop(table->name, &error);
}

static int print_all(const char *directory, finais_mode mode) {
    const char *directories[] = {directory};
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_error error;
    size_t count = 0;
    options.directories = directories;
    options.directory_count = 1;
    options.mode = mode;
    if (finais_open(&handle, &options, &error) != FINAIS_OK ||
        finais_context_new(&context, handle, &error) != FINAIS_OK ||
        finais_tables(handle, tables, TABLES_MAX, &count, &error) != FINAIS_OK)
        return stop(directory, &error);
    printf("mode %d\n", (int)mode);
    int code = count > 0 && count <= TABLES_MAX ? 0 : 1;
    /* One table of each metric is enough for the other ways of reading. */
    for (size_t i = 0; code == 0 && i < count; i++)
        if (mode == FINAIS_READ || i < 12)
            code = print_table(context, handle, &tables[i]);
    finais_context_free(context);
    finais_close(handle);
    return code;
}

int main(int argc, char **argv) {
    int code = argc == 2 ? 0 : 2;
    for (finais_mode mode = FINAIS_READ; code == 0 && mode <= FINAIS_PRELOAD; mode++)
        code = print_all(argv[1], mode);
    return code;
}
