/* memory_tables.h - tables in memory, read through a finais_io that can be told to fail. */
#ifndef TESTS_MEMORY_TABLES_H
#define TESTS_MEMORY_TABLES_H

#include "finais.h"
#include <stdatomic.h>

enum { MEMORY_TABLES_MAX = 512 };

struct memory_table {
    char name[FINAIS_TABLE_NAME_SIZE];
    uint8_t *bytes;
    size_t size;
};

/* What the call that is reached when `calls_left` has come to 0 does in place of its work. */
enum memory_fault {
    MEMORY_FINE,
    MEMORY_EIO,         /* any function: EIO */
    MEMORY_ENOMEM,      /* any function: ENOMEM */
    MEMORY_INTERRUPTED, /* any function: EINTR */
    MEMORY_BAD_NUMBER,  /* any function: a number that is no errno */
    MEMORY_ENDS,        /* read_at(): nothing got, as beyond the end */
    MEMORY_TOO_MUCH,    /* read_at(): tells of more bytes than were asked for */
    MEMORY_FAULTS
};

struct memory_tables {
    struct memory_table tables[MEMORY_TABLES_MAX];
    size_t count;
    size_t part; /* most bytes that one read_at() gives; 0: as many as wanted */
    enum memory_fault fault;
    atomic_long calls_left; /* until the fault; below 0 it is over */
    atomic_long open_files;
    atomic_long reads;
    finais_io io; /* to be given to finais_open() */
};

/* Takes up the tables of up to so many pieces in <directory>/brazilian. False when they cannot be
 * read. */
bool memory_tables_load(struct memory_tables *memory, const char *directory, unsigned pieces);
void memory_tables_free(struct memory_tables *memory);

/* The table with a name, NULL when there is none. */
struct memory_table *memory_tables_find(struct memory_tables *memory, const char *name);

/* Sets what fails, after `calls` calls; and whether it came to that. */
void memory_tables_fail(struct memory_tables *memory, enum memory_fault fault, long calls);
bool memory_tables_failed(const struct memory_tables *memory);

#endif
