/* Tables that come and go while they are used: threads with tiny caches share a handle, others open
 * and close handles of their own, and one removes files and puts them back. Every answer is right,
 * or that a table is missing. For the thread sanitizer above all. */
#include "check.h"
#include "finais.h"
#include "known_values.h"
#include "tiny_files.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    SHARING = 5,
    OPENING = 2,
    ROUNDS = 60,
    TIMES_ASKED = 60,
    TABLES_MAX = 64,
    PIECES_MAX = 3,
    POSITIONS = 200
};

/* A table that comes and goes, and what its signature is worth. */
static struct changing_table {
    char path[2 * TINY_PATH_SIZE];
    char away[2 * TINY_PATH_SIZE];
    uint8_t *bytes;
    size_t size;
    unsigned flags;
    struct known_values known;
} tables[TABLES_MAX];
static size_t table_count;
static char directory[TINY_PATH_SIZE];
static atomic_bool over;
static atomic_uint times_asked; /* all positions, by any thread */

static bool open_folder(const char *path, finais_mode mode, finais **handle) {
    const char *directories[] = {path};
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = directories;
    options.directory_count = 1;
    options.mode = mode;
    options.context_cache_bytes = 1; /* a block at a time */
    *handle = NULL;
    return finais_open(handle, &options, NULL) == FINAIS_OK;
}

static void path_of(const char *name, const char *ending, char *path) {
    snprintf(path, 2 * TINY_PATH_SIZE, "%s/%.*s%s", directory, FINAIS_TABLE_NAME_SIZE, name,
             ending);
}

static void take_table(finais *intact, finais_context *context, const finais_table_info *info) {
    struct changing_table *table = &tables[table_count];
    char signature[FINAIS_TABLE_NAME_SIZE];
    if (info->pieces > PIECES_MAX || table_count == TABLES_MAX)
        return;
    path_of(info->name, "", table->path);
    path_of(info->name, ".away", table->away);
    table->flags = known_values_flags(info->name);
    table->bytes = tiny_file_read(info->path, &table->size);
    known_values_signature(info->name, signature);
    CHECK(table->bytes != NULL && tiny_file_write(table->path, table->bytes, table->size));
    CHECK(known_values_make(&table->known, context, intact, signature, POSITIONS));
    table_count++;
}

static void take_tables(void) {
    static finais_table_info infos[1024];
    finais *intact;
    finais_context *context;
    size_t count;
    CHECK(open_folder(TEST_TABLES, FINAIS_READ, &intact));
    CHECK_EQUAL(finais_context_new(&context, intact, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_tables(intact, infos, 1024, &count, NULL), FINAIS_OK);
    for (size_t i = 0; i < count && i < 1024; i++)
        take_table(intact, context, &infos[i]);
    finais_context_free(context);
    finais_close(intact);
}

/* ---- Threads --------------------------------------------------------------------------------- */

struct worker {
    finais *shared; /* NULL: opens handles of its own */
    unsigned number;
    unsigned long right;
    unsigned long missing;
    unsigned long faults; /* whatever else */
};

static void ask(struct worker *worker, finais *handle, size_t first) {
    finais_context *context;
    if (finais_context_new(&context, handle, NULL) != FINAIS_OK) {
        worker->faults++;
        return;
    }
    for (size_t i = 0; i < table_count; i++) {
        const struct changing_table *table = &tables[(first + i) % table_count];
        struct comparison comparison = {.right = 0};
        known_values_compare(&table->known, context, table->flags, worker->number, 7, &comparison);
        worker->right += comparison.right;
        worker->faults += comparison.wrong + comparison.corrupt;
        if (comparison.other > 0 && comparison.error.status == FINAIS_TABLE_MISSING)
            worker->missing += comparison.other;
        else
            worker->faults += comparison.other;
    }
    finais_context_free(context);
    times_asked++;
}

static void *work(void *argument) {
    struct worker *worker = argument;
    for (size_t round = 0; !over; round++) {
        finais *own = NULL;
        if (worker->shared != NULL)
            ask(worker, worker->shared, worker->number * 5 + round);
        else if (open_folder(directory, round % 2 == 0 ? FINAIS_READ : FINAIS_MAP, &own))
            ask(worker, own, round);
        else
            worker->faults++;
        finais_close(own);
    }
    return NULL;
}

/* Takes every third table away, and puts it back: the file itself, or a new one with its content.
 */
static void change_tables(void) {
    for (unsigned round = 0; round < ROUNDS || times_asked < TIMES_ASKED; round++) {
        for (size_t i = round % 3; i < table_count; i += 3)
            CHECK_EQUAL(rename(tables[i].path, tables[i].away), 0);
        for (size_t i = round % 3; i < table_count; i += 3) {
            if (round % 2 == 0)
                CHECK(remove(tables[i].away) == 0 &&
                      tiny_file_write(tables[i].away, tables[i].bytes, tables[i].size));
            CHECK_EQUAL(rename(tables[i].away, tables[i].path), 0);
        }
    }
}

int main(void) {
    pthread_t threads[SHARING + OPENING];
    struct worker workers[SHARING + OPENING];
    finais *shared;
    if (!CHECK(tiny_directory_make(directory)))
        return check_report();
    take_tables();
    if (!CHECK(table_count > 0 && open_folder(directory, FINAIS_READ, &shared)))
        return check_report();
    for (unsigned i = 0; i < SHARING + OPENING; i++) {
        workers[i] = (struct worker){.shared = i < SHARING ? shared : NULL, .number = i};
        CHECK_EQUAL(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    change_tables();
    over = true;
    for (unsigned i = 0; i < SHARING + OPENING; i++) {
        CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
        printf("%s: %lu right, %lu missing\n", workers[i].shared ? "shared handle" : "own handles",
               workers[i].right, workers[i].missing);
        CHECK(workers[i].right > 0);
        CHECK_EQUAL(workers[i].faults, 0);
    }
    finais_close(shared);
    for (size_t i = 0; i < table_count; i++) {
        known_values_free(&tables[i].known);
        free(tables[i].bytes);
    }
    tiny_directory_remove(directory);
    return check_report();
}
