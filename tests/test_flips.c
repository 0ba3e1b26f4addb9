/* Tables that are damaged in every way that a disk or a careless hand can: each bit of small tables
 * flipped, random bits of large ones, every truncation, stretches of bytes or whole files in each
 * other's place. Every answer is right, or says that the table is corrupt.
 *
 *     test-flips [ALL]
 *
 * Knows nothing of what the bytes mean. The tables are those of the repository, copied. A flip that
 * checking the whole table does not report must change no answer at all; of the others, of which an
 * answer out of a good block is still right, some positions are asked for, with ALL every one.
 */
#include "check.h"
#include "finais.h"
#include "known_values.h"
#include "open_folder.h"
#include "tiny_files.h"
#include <stdlib.h>

enum {
    TABLES_MAX = 1024,
    RANDOM_FLIPS = 10000,
    RANDOM_SWAPS = 500,
    SWAPPED_FILES = 27,  /* all of up to 3 pieces */
    LARGE_SAMPLE = 2000, /* positions known of a large table */
    ASKED_OF_SMALL = 50, /* positions asked for after each damage */
    ASKED_OF_LARGE = 25
};

static char directory[TINY_PATH_SIZE];
static finais *intact;
static finais_table_info tables[TABLES_MAX];
static size_t table_count;
static bool ask_all;
static uint64_t random_state = 0x9E3779B97F4A7C15;

static uint64_t random_below(uint64_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state >> 11) % limit;
}

/* ---- The damaged folder ---------------------------------------------------------------------- */

/* A table, what its file was, and what its positions are worth. */
struct victim {
    const char *name;
    char path[2 * TINY_PATH_SIZE];
    uint8_t *bytes;
    size_t size;
    unsigned flags;
    struct known_values known;
    size_t next; /* the first position to ask for after the next damage */
};

static void path_of(const char *name, char *path) {
    snprintf(path, 2 * TINY_PATH_SIZE, "%s/%.*s", directory, FINAIS_TABLE_NAME_SIZE, name);
}

static bool copy_tables(void) {
    bool good = true;
    for (size_t i = 0; good && i < table_count; i++) {
        char path[2 * TINY_PATH_SIZE];
        size_t size;
        uint8_t *bytes = tiny_file_read(tables[i].path, &size);
        path_of(tables[i].name, path);
        good = bytes != NULL && tiny_file_write(path, bytes, size);
        free(bytes);
    }
    return good;
}

static struct victim victim_of(const char *name, size_t sample) {
    struct victim victim = {.name = name, .flags = known_values_flags(name)};
    char signature[FINAIS_TABLE_NAME_SIZE];
    finais_context *context;
    known_values_signature(name, signature);
    path_of(name, victim.path);
    victim.bytes = tiny_file_read(victim.path, &victim.size);
    CHECK(victim.bytes != NULL);
    CHECK_EQUAL(finais_context_new(&context, intact, NULL), FINAIS_OK);
    CHECK(known_values_make(&victim.known, context, intact, signature, sample));
    finais_context_free(context);
    return victim;
}

static void restore(const struct victim *victim) {
    CHECK(tiny_file_write(victim->path, victim->bytes, victim->size));
}

static void victim_free(struct victim *victim) {
    known_values_free(&victim->known);
    free(victim->bytes);
}

/* What the damaged folder says. */
enum verdict { HARMLESS, REPORTED };

static enum verdict ask(struct victim *victim, size_t asked) {
    finais *handle;
    finais_context *context;
    struct comparison comparison = {.right = 0};
    finais_error error = {.status = FINAIS_OK};
    finais_status status = FINAIS_IO_ERROR;
    if (CHECK(open_folder(directory, FINAIS_READ, &handle, &context))) {
        status = finais_table_verify(context, victim->name, &error);
        size_t step = victim->known.count / asked + 1;
        bool all = ask_all || status == FINAIS_OK;
        known_values_compare(&victim->known, context, victim->flags,
                             all ? 0 : victim->next++ % step, all ? 1 : step, &comparison);
    }
    finais_context_free(context);
    finais_close(handle);
    CHECK(status == FINAIS_OK || status == FINAIS_TABLE_CORRUPT);
    CHECK_EQUAL(comparison.wrong, 0);
    CHECK_EQUAL(comparison.other, 0);
    if (status != FINAIS_OK)
        CHECK_STRING(error.table, victim->name);
    if (comparison.corrupt > 0) /* or a table that a capture leads to, when that is damaged too */
        CHECK(comparison.error.table[0] != '\0');
    /* What answers report, the check of the whole table reports. */
    CHECK(status != FINAIS_OK || comparison.corrupt == 0);
    return status == FINAIS_OK ? HARMLESS : REPORTED;
}

/* ---- Damage ---------------------------------------------------------------------------------- */

/* The file with the bits of `flip` in one byte turned over. */
static enum verdict ask_with_flip(struct victim *victim, size_t byte, uint8_t flip, size_t asked) {
    enum verdict verdict = HARMLESS;
    FILE *file = fopen(victim->path, "r+b");
    if (!CHECK(file != NULL))
        return verdict;
    for (unsigned restored = 0; restored < 2; restored++) {
        uint8_t written = restored ? victim->bytes[byte] : victim->bytes[byte] ^ flip;
        CHECK_EQUAL(fseek(file, (long)byte, SEEK_SET), 0);
        CHECK(fwrite(&written, 1, 1, file) == 1 && fflush(file) == 0);
        if (restored == 0)
            verdict = ask(victim, asked);
    }
    fclose(file);
    return verdict;
}

static void test_every_bit(const char *name) {
    struct victim victim = victim_of(name, KNOWN_ALL);
    unsigned long harmless = 0;
    for (size_t byte = 0; byte < victim.size; byte++)
        for (unsigned bit = 0; bit < 8; bit++)
            harmless +=
                ask_with_flip(&victim, byte, (uint8_t)(1u << bit), ASKED_OF_SMALL) == HARMLESS;
    /* Some bits of a zstd frame say nothing about its content; few. */
    printf("%s: of %zu bits %lu do no harm\n", name, 8 * victim.size, harmless);
    CHECK(harmless < victim.size / 10);
    CHECK_EQUAL(ask(&victim, ASKED_OF_SMALL), HARMLESS);
    victim_free(&victim);
}

static void test_every_length(const char *name) {
    struct victim victim = victim_of(name, KNOWN_ALL);
    for (size_t size = 0; size < victim.size; size++) {
        CHECK(tiny_file_write(victim.path, victim.bytes, size));
        CHECK_EQUAL(ask(&victim, ASKED_OF_SMALL), REPORTED);
    }
    uint8_t *longer = calloc(1, 2 * victim.size);
    if (CHECK(longer != NULL)) {
        memcpy(longer, victim.bytes, victim.size);
        for (size_t size = victim.size + 1; size <= victim.size + 16; size++) {
            CHECK(tiny_file_write(victim.path, longer, size));
            CHECK_EQUAL(ask(&victim, ASKED_OF_SMALL), REPORTED);
        }
        memcpy(longer + victim.size, victim.bytes, victim.size);
        CHECK(tiny_file_write(victim.path, longer, 2 * victim.size));
        CHECK_EQUAL(ask(&victim, ASKED_OF_SMALL), REPORTED);
    }
    free(longer);
    restore(&victim);
    victim_free(&victim);
}

/* Two stretches of the file in each other's place. */
static void test_swapped_stretches(const char *name) {
    struct victim victim = victim_of(name, LARGE_SAMPLE);
    uint8_t *swapped = malloc(victim.size);
    for (unsigned i = 0; CHECK(swapped != NULL) && i < RANDOM_SWAPS; i++) {
        size_t length = 1 + (size_t)random_below(victim.size / 4);
        size_t first = (size_t)random_below(victim.size - 2 * length + 1);
        size_t second = first + length + (size_t)random_below(victim.size - 2 * length - first + 1);
        memcpy(swapped, victim.bytes, victim.size);
        memcpy(swapped + first, victim.bytes + second, length);
        memcpy(swapped + second, victim.bytes + first, length);
        CHECK(tiny_file_write(victim.path, swapped, victim.size));
        ask(&victim, ASKED_OF_LARGE);
    }
    free(swapped);
    restore(&victim);
    victim_free(&victim);
}

/* Each pair of files with each other's name. */
static void test_swapped_files(const struct victim *victims, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            struct victim a = victims[i];
            struct victim b = victims[j];
            CHECK(tiny_file_write(a.path, b.bytes, b.size));
            CHECK(tiny_file_write(b.path, a.bytes, a.size));
            CHECK_EQUAL(ask(&a, ASKED_OF_LARGE), REPORTED);
            CHECK_EQUAL(ask(&b, ASKED_OF_LARGE), REPORTED);
            restore(&a);
            restore(&b);
        }
}

/* Every table gets as many, however large it is. */
static void test_random_bits(struct victim *victims, size_t count) {
    unsigned long harmless = 0;
    for (unsigned flip = 0; flip < RANDOM_FLIPS; flip++) {
        struct victim *victim = &victims[flip % count];
        harmless += ask_with_flip(victim, (size_t)random_below(victim->size),
                                  (uint8_t)(1u << random_below(8)), ASKED_OF_LARGE) == HARMLESS;
    }
    printf("of %d bits of %zu tables %lu do no harm\n", RANDOM_FLIPS, count, harmless);
    CHECK(harmless < RANDOM_FLIPS / 50);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void test_all_files(void) {
    struct victim *victims = calloc(table_count, sizeof *victims);
    if (!CHECK(victims != NULL))
        return;
    for (size_t i = 0; i < table_count; i++)
        victims[i] = victim_of(tables[i].name, LARGE_SAMPLE);
    test_random_bits(victims, table_count);
    test_swapped_files(victims, table_count < SWAPPED_FILES ? table_count : SWAPPED_FILES);
    for (size_t i = 0; i < table_count; i++)
        CHECK_EQUAL(ask(&victims[i], ASKED_OF_LARGE), HARMLESS);
    for (size_t i = 0; i < table_count; i++)
        victim_free(&victims[i]);
    free(victims);
}

int main(int argc, char **argv) {
    finais_context *context;
    ask_all = argc > 1 && strcmp(argv[1], "ALL") == 0;
    if (!CHECK(tiny_directory_make(directory)) ||
        !CHECK(open_folder(TEST_TABLES, FINAIS_READ, &intact, &context)) ||
        !CHECK(finais_tables(intact, tables, TABLES_MAX, &table_count, NULL) == FINAIS_OK) ||
        !CHECK(table_count <= TABLES_MAX && copy_tables()))
        return check_report();
    finais_context_free(context);
    test_every_bit("brazilian/KvK.wdl");
    test_every_bit("brazilian/MvM.dtw");
    test_every_length("brazilian/MvM.wdl");
    test_every_length("brazilian/KvK.dtc");
    test_swapped_stretches("brazilian/KMvM.dtw");
    test_swapped_stretches("brazilian/MMvM.wdl");
    test_all_files();
    tiny_directory_remove(directory);
    finais_close(intact);
    return check_report();
}
