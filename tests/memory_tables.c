#include "memory_tables.h"
#include "tiny_files.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether this call is the one; only kinds of fault that a function can have are counted. */
static bool fails_now(struct memory_tables *memory, bool reads) {
    bool is_of_kind = memory->fault != MEMORY_FINE &&
                      (reads || (memory->fault != MEMORY_ENDS && memory->fault != MEMORY_TOO_MUCH));
    return is_of_kind && atomic_fetch_sub(&memory->calls_left, 1) == 0;
}

static int result_of(enum memory_fault fault) {
    switch (fault) {
    case MEMORY_EIO:
        return EIO;
    case MEMORY_ENOMEM:
        return ENOMEM;
    case MEMORY_INTERRUPTED:
        return EINTR;
    default:
        return -5;
    }
}

static int list(void *user, size_t number, char name[FINAIS_TABLE_NAME_SIZE]) {
    struct memory_tables *memory = user;
    if (fails_now(memory, false))
        return result_of(memory->fault);
    snprintf(name, FINAIS_TABLE_NAME_SIZE, "%s",
             number < memory->count ? memory->tables[number].name : "");
    return 0;
}

static int open_table(void *user, const char *name, void **file) {
    struct memory_tables *memory = user;
    if (fails_now(memory, false))
        return result_of(memory->fault);
    *file = memory_tables_find(memory, name);
    if (*file == NULL)
        return ENOENT;
    memory->open_files++;
    return 0;
}

static int file_size(void *user, void *file, uint64_t *bytes) {
    struct memory_tables *memory = user;
    if (fails_now(memory, false))
        return result_of(memory->fault);
    *bytes = ((const struct memory_table *)file)->size;
    return 0;
}

static int read_at(void *user, void *file, uint64_t offset, void *buffer, size_t count,
                   size_t *got) {
    struct memory_tables *memory = user;
    const struct memory_table *table = file;
    memory->reads++;
    bool fails = fails_now(memory, true);
    if (fails && memory->fault != MEMORY_ENDS && memory->fault != MEMORY_TOO_MUCH)
        return result_of(memory->fault);
    size_t left = offset < table->size ? table->size - (size_t)offset : 0;
    size_t most = memory->part != 0 && memory->part < count ? memory->part : count;
    *got = most < left ? most : left;
    memcpy(buffer, table->bytes + (offset < table->size ? offset : 0), *got);
    if (fails)
        *got = memory->fault == MEMORY_ENDS ? 0 : count + 1;
    return 0;
}

static void close_table(void *user, void *file) {
    struct memory_tables *memory = user;
    (void)file;
    memory->open_files--;
}

bool memory_tables_load(struct memory_tables *memory, const char *directory, unsigned pieces) {
    char path[2 * TINY_PATH_SIZE];
    memset(memory, 0, sizeof *memory);
    memory->io =
        (finais_io){sizeof memory->io, memory, list, open_table, file_size, read_at, close_table};
    snprintf(path, sizeof path, "%s/brazilian", directory);
    DIR *folder = opendir(path);
    const struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        /* A letter for each piece, and the v between. */
        if (strspn(entry->d_name, "KMv") < 3 || strspn(entry->d_name, "KMv") > pieces + 1)
            continue;
        if (memory->count == MEMORY_TABLES_MAX)
            break;
        struct memory_table *table = &memory->tables[memory->count];
        snprintf(table->name, sizeof table->name, "brazilian/%.40s", entry->d_name);
        snprintf(path, sizeof path, "%s/%s", directory, table->name);
        table->bytes = tiny_file_read(path, &table->size);
        if (table->bytes == NULL)
            break;
        memory->count++;
    }
    if (folder != NULL)
        closedir(folder);
    return folder != NULL && memory->count > 0;
}

void memory_tables_free(struct memory_tables *memory) {
    for (size_t i = 0; i < memory->count; i++)
        free(memory->tables[i].bytes);
    memory->count = 0;
}

struct memory_table *memory_tables_find(struct memory_tables *memory, const char *name) {
    for (size_t i = 0; i < memory->count; i++)
        if (strcmp(memory->tables[i].name, name) == 0)
            return &memory->tables[i];
    return NULL;
}

void memory_tables_fail(struct memory_tables *memory, enum memory_fault fault, long calls) {
    memory->fault = fault;
    memory->calls_left = calls;
}

bool memory_tables_failed(const struct memory_tables *memory) {
    return memory->fault != MEMORY_FINE && memory->calls_left < 0;
}
