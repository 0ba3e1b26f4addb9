/* Memory that runs short, reads and other calls of the system that fail, at every single place
 * where they can: each call ends in a status that tells the table, the answer after it is right,
 * and nothing leaks (which the address sanitizer sees).
 *
 * The linker sends the calls of the library here first (--wrap). */
#include "check.h"
#include "finais.h"
#include "memory_tables.h"
#include "tiny_tables.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>

/* ---- The calls that are made to fail --------------------------------------------------------- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t length);
ssize_t __real_pread(int file, void *buffer, size_t size, off_t offset);
ssize_t __real_pread64(int file, void *buffer, size_t size, off64_t offset);
int __real_open64(const char *path, int flags, ...);
int __real_fstat64(int file, struct stat64 *status);
int __real_stat64(const char *path, struct stat64 *status);
void *__real_mmap64(void *address, size_t size, int protection, int flags, int file,
                    off64_t offset);
DIR *__real_opendir(const char *path);
struct dirent64 *__real_readdir64(DIR *folder);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t length);
ssize_t __wrap_pread(int file, void *buffer, size_t size, off_t offset);
ssize_t __wrap_pread64(int file, void *buffer, size_t size, off64_t offset);
int __wrap_open64(const char *path, int flags, ...);
int __wrap_fstat64(int file, struct stat64 *status);
int __wrap_stat64(const char *path, struct stat64 *status);
void *__wrap_mmap64(void *address, size_t size, int protection, int flags, int file,
                    off64_t offset);
DIR *__wrap_opendir(const char *path);
struct dirent64 *__wrap_readdir64(DIR *folder);

enum failure {
    NO_FAILURE,
    FAIL_MEMORY,
    FAIL_READ,
    INTERRUPT_READ,
    END_EARLY,
    FAIL_SYSTEM, /* any other call of the system */
    INTERRUPT_OPEN
};

static enum failure failure;
static unsigned long calls_left; /* until the one that fails */
static bool failed;
static bool fails_on; /* all calls after it fail, too */

/* Whether this call of a kind is the one. */
static bool fails_now(bool is_of_kind) {
    if (!is_of_kind)
        return false;
    if (failed)
        return fails_on;
    failed = calls_left-- == 0;
    return failed;
}

static bool memory_fails(void) {
    if (!fails_now(failure == FAIL_MEMORY))
        return false;
    errno = ENOMEM;
    return true;
}

void *__wrap_malloc(size_t size) {
    return memory_fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
    return memory_fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *memory, size_t size) {
    return memory_fails() ? NULL : __real_realloc(memory, size);
}
char *__wrap_strdup(const char *text) {
    return memory_fails() ? NULL : __real_strdup(text);
}
char *__wrap_strndup(const char *text, size_t length) {
    return memory_fails() ? NULL : __real_strndup(text, length);
}

/* Tells the result of a read that fails, and otherwise makes it small: reads that come in parts are
 * the rule here. */
static bool read_fails(size_t *size, ssize_t *result) {
    if (fails_now(failure == FAIL_READ || failure == INTERRUPT_READ)) {
        errno = failure == FAIL_READ ? EIO : EINTR;
        *result = -1;
        return true;
    }
    *result = 0;
    if (fails_now(failure == END_EARLY))
        return true;
    if (failure != NO_FAILURE && *size > 700)
        *size = 700;
    return false;
}

ssize_t __wrap_pread(int file, void *buffer, size_t size, off_t offset) {
    ssize_t result;
    return read_fails(&size, &result) ? result : __real_pread(file, buffer, size, offset);
}

/* Under this name where files are larger than an off_t can tell. */
ssize_t __wrap_pread64(int file, void *buffer, size_t size, off64_t offset) {
    ssize_t result;
    return read_fails(&size, &result) ? result : __real_pread64(file, buffer, size, offset);
}

/* The other calls of the system that the library makes. */
static bool system_fails(void) {
    if (!fails_now(failure == FAIL_SYSTEM))
        return false;
    errno = EIO;
    return true;
}

int __wrap_open64(const char *path, int flags, ...) {
    if (fails_now(failure == INTERRUPT_OPEN)) {
        errno = EINTR;
        return -1;
    }
    return system_fails() ? -1 : __real_open64(path, flags);
}
int __wrap_fstat64(int file, struct stat64 *status) {
    return system_fails() ? -1 : __real_fstat64(file, status);
}
int __wrap_stat64(const char *path, struct stat64 *status) {
    return system_fails() ? -1 : __real_stat64(path, status);
}
void *__wrap_mmap64(void *address, size_t size, int protection, int flags, int file,
                    off64_t offset) {
    /* Without a file it is a way to get memory. */
    bool fails = (flags & MAP_ANONYMOUS) != 0 ? memory_fails() : system_fails();
    return fails ? MAP_FAILED : __real_mmap64(address, size, protection, flags, file, offset);
}
DIR *__wrap_opendir(const char *path) {
    return system_fails() ? NULL : __real_opendir(path);
}
struct dirent64 *__wrap_readdir64(DIR *folder) {
    return system_fails() ? NULL : __real_readdir64(folder);
}

/* ---- What is tried --------------------------------------------------------------------------- */

static char directory[TINY_PATH_SIZE];

/* KvK and KMvK, quiet and with a capture that leads to a smaller table. */
static const char *const fens[] = {"W:WKd8,a7:BKg1", "W:WKa1:BKb8", "B:WKc3,Kc5:BKe5"};
static const int32_t wdls[] = {FINAIS_WIN, FINAIS_DRAW, FINAIS_DRAW};
enum { POSITIONS = sizeof fens / sizeof *fens };

static finais_status use_context(finais *handle, finais_context *context, finais_error *error,
                                 bool *right) {
    static finais_move_list list;
    finais_position positions[POSITIONS];
    finais_result results[POSITIONS];
    finais_status statuses[POSITIONS];
    finais_table_statistics statistics;
    char names[16][FINAIS_TABLE_NAME_SIZE];
    finais_move line[16];
    size_t count;
    finais_status status = FINAIS_OK;
    for (size_t i = 0; status == FINAIS_OK && i < POSITIONS; i++)
        status = finais_position_from_fen(handle, fens[i], &positions[i], error);
    if (status == FINAIS_OK)
        status = finais_probe_many(context, positions, POSITIONS, FINAIS_WANT_ALL, results,
                                   statuses, error);
    for (size_t i = 0; status == FINAIS_OK && i < POSITIONS; i++)
        *right = *right && results[i].wdl == wdls[i];
    if (status == FINAIS_OK)
        status = finais_root_moves(context, &positions[0], FINAIS_WANT_DTW, &list, error);
    if (status == FINAIS_OK)
        status = finais_main_line(context, &positions[0], line, 16, &count, error);
    if (status == FINAIS_OK)
        *right = *right && list.moves[0].result.dtw == 9 && count == 9;
    if (status == FINAIS_OK)
        status = finais_tables_needed(handle, positions, FINAIS_DTW, names, 16, &count, error);
    if (status == FINAIS_OK)
        status = finais_table_statistics_of(handle, "brazilian/MvM.dtc", &statistics, error);
    if (status == FINAIS_OK)
        status = finais_table_verify(context, "brazilian/KvK.dtw", error);
    return status;
}

static finais_status ask_adjudicator(finais *handle, finais_adjudicator *adjudicator,
                                     const finais_draw_rules *rules, finais_error *error,
                                     bool *right) {
    static finais_judged_list list;
    finais_position position;
    finais_clock *clock = NULL;
    finais_verdict verdict = {.rules = FINAIS_UNKNOWN};
    list.count = 0;
    finais_status status = finais_position_from_fen(handle, fens[1], &position, error);
    if (status == FINAIS_OK)
        status = finais_clock_new(&clock, handle, rules, &position, error);
    if (status == FINAIS_OK)
        status = finais_adjudicate(adjudicator, clock, &verdict, error);
    if (status == FINAIS_OK)
        status = finais_adjudicate_moves(adjudicator, clock, &list, error);
    /* What takes more memory than there is may be told as not decided. */
    if (status == FINAIS_OK)
        *right = *right && (verdict.rules == FINAIS_UNKNOWN || verdict.rules == FINAIS_DRAW) &&
                 verdict.theory.wdl == FINAIS_DRAW && list.count == 7;
    finais_clock_free(clock);
    return status;
}

/* KvK under the draw articles. */
static finais_status use_adjudicator(finais *handle, finais_context *context, finais_error *error,
                                     bool *right) {
    finais_draw_rules *rules = NULL;
    finais_adjudicator *adjudicator = NULL;
    finais_status status = finais_draw_rules_named(&rules, "lidraughts", error);
    if (status == FINAIS_OK)
        status = finais_adjudicator_new(&adjudicator, context, rules, 0, error);
    if (status == FINAIS_OK)
        status = ask_adjudicator(handle, adjudicator, rules, error, right);
    finais_adjudicator_free(adjudicator);
    finais_draw_rules_free(rules);
    return status;
}

/* What a trial does with a context. */
typedef finais_status use_function(finais *handle, finais_context *context, finais_error *error,
                                   bool *right);

/* A way to use the library: `io` reads the tables, unless it is NULL. */
struct trial {
    use_function *use;
    finais_mode mode;
    const finais_io *io;
};

static finais_status use_library(const struct trial *trial, finais_error *error, bool *right) {
    finais *handle = NULL;
    finais_context *context = NULL;
    const char *directories[] = {directory};
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.io = trial->io;
    options.directories = trial->io == NULL ? directories : NULL;
    options.directory_count = trial->io == NULL;
    options.mode = trial->mode;
    finais_status status = finais_open(&handle, &options, error);
    if (status == FINAIS_OK)
        status = finais_context_new(&context, handle, error);
    if (status == FINAIS_OK)
        status = trial->use(handle, context, error, right);
    finais_context_free(context);
    finais_close(handle);
    return status;
}

/* A failure to read says which table, unless it is about a directory. */
static bool is_placed(const finais_error *error) {
    bool is_about_table = error->status == FINAIS_TABLE_CORRUPT || error->status == FINAIS_IO_ERROR;
    return !is_about_table || strncmp(error->table, "brazilian/", 10) == 0 ||
           strstr(error->message, "cannot list") != NULL ||
           strstr(error->message, "cannot search") != NULL;
}

/* Lets call number 0, 1, 2 ... fail until none does any more. */
static unsigned long fail_from(const struct trial *trial, enum failure kind,
                               finais_status expected) {
    unsigned long failures = 0;
    for (unsigned long call = 0;; call++) {
        finais_error error = {.status = FINAIS_OK};
        bool right = true;
        failure = kind;
        calls_left = call;
        failed = false;
        finais_status status = use_library(trial, &error, &right);
        failure = NO_FAILURE;
        CHECK(right);
        if (!failed) {
            CHECK_EQUAL(status, FINAIS_OK);
            return failures;
        }
        /* Some calls can do without, or are made again: then all went well. */
        CHECK(status == expected || status == FINAIS_OK);
        CHECK_EQUAL(error.status, status);
        CHECK(is_placed(&error));
        failures += status == expected;
    }
}

/* Each call alone; and, but for interrupted ones, which are made again until they succeed, each
 * with all after it. The number of failures that were told. */
static unsigned long fail_each(const struct trial *trial, enum failure kind,
                               finais_status expected) {
    fails_on = false;
    unsigned long failures = fail_from(trial, kind, expected);
    if (kind == INTERRUPT_READ || kind == INTERRUPT_OPEN)
        return failures;
    fails_on = true;
    return fail_from(trial, kind, expected);
}

static unsigned long fail_everywhere(finais_mode mode, const finais_io *io, enum failure kind,
                                     finais_status expected) {
    const struct trial trial = {use_context, mode, io};
    return fail_each(&trial, kind, expected);
}

static void test_adjudicator(void) {
    static const struct trial trial = {use_adjudicator, FINAIS_READ, NULL};
    CHECK(fail_each(&trial, FAIL_MEMORY, FINAIS_NO_MEMORY) > 20);
    CHECK(fail_each(&trial, FAIL_READ, FINAIS_IO_ERROR) > 2);
    CHECK(fail_each(&trial, END_EARLY, FINAIS_TABLE_CORRUPT) > 2);
    CHECK(fail_each(&trial, FAIL_SYSTEM, FINAIS_IO_ERROR) > 2);
}

int main(void) {
    reference_solver *solver = NULL;
    if (!CHECK(reference_solver_create(3, &solver) == REFERENCE_OK) ||
        !CHECK(tiny_directory_make(directory)))
        return check_report();
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        CHECK(tiny_tables_write(directory, solver, 3, metric, 4096));
    struct memory_tables memory;
    CHECK(memory_tables_load(&memory, directory, 3));
    CHECK(fail_everywhere(FINAIS_READ, NULL, FAIL_MEMORY, FINAIS_NO_MEMORY) > 50);
    CHECK(fail_everywhere(FINAIS_MAP, NULL, FAIL_MEMORY, FINAIS_NO_MEMORY) > 50);
    CHECK(fail_everywhere(FINAIS_PRELOAD, NULL, FAIL_MEMORY, FINAIS_NO_MEMORY) > 50);
    CHECK(fail_everywhere(FINAIS_READ, &memory.io, FAIL_MEMORY, FINAIS_NO_MEMORY) > 50);
    CHECK(fail_everywhere(FINAIS_PRELOAD, &memory.io, FAIL_MEMORY, FINAIS_NO_MEMORY) > 50);
    CHECK(fail_everywhere(FINAIS_READ, NULL, FAIL_READ, FINAIS_IO_ERROR) > 20);
    CHECK(fail_everywhere(FINAIS_PRELOAD, NULL, FAIL_READ, FINAIS_IO_ERROR) > 20);
    CHECK(fail_everywhere(FINAIS_READ, NULL, END_EARLY, FINAIS_TABLE_CORRUPT) > 20);
    CHECK(fail_everywhere(FINAIS_READ, NULL, INTERRUPT_READ, FINAIS_OK) > 20);
    CHECK(fail_everywhere(FINAIS_READ, NULL, FAIL_SYSTEM, FINAIS_IO_ERROR) > 20);
    CHECK(fail_everywhere(FINAIS_MAP, NULL, FAIL_SYSTEM, FINAIS_IO_ERROR) > 20);
    CHECK(fail_everywhere(FINAIS_PRELOAD, NULL, FAIL_SYSTEM, FINAIS_IO_ERROR) > 20);
    CHECK(fail_everywhere(FINAIS_READ, NULL, INTERRUPT_OPEN, FINAIS_OK) > 5);
    memory_tables_free(&memory);
    test_adjudicator();
    tiny_directory_remove(directory);
    reference_solver_free(solver);
    return check_report();
}
