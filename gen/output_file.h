/* output_file.h - a file that appears under its name only when it is complete.
 *
 * It is written under a temporary name beside the final one; output_commit() brings it to disk and
 * renames it. A run that dies leaves at most the temporary file, which the next run removes
 * (folder.h).
 */
#ifndef GEN_OUTPUT_FILE_H
#define GEN_OUTPUT_FILE_H

#include "failure.h"
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* The end of every temporary name. */
#define TEMPORARY_SUFFIX ".unfinished"

struct output_file {
    int descriptor; /* -1 when not open */
    char folder[PATH_MAX];
    char path[PATH_MAX];
    char temporary[PATH_MAX];
};

/* Opens folder/name for writing, under its temporary name. A file that has this name already is an
 * error: another writer may be at it. */
enum exit_code output_open(struct output_file *file, const char *folder, const char *name,
                           struct failure *failure);

/* Writes bytes at an offset. Gaps read as zeros. */
enum exit_code output_write(struct output_file *file, const void *bytes, size_t size,
                            uint64_t offset, struct failure *failure);

/* Brings what was written so far to the disk. */
enum exit_code output_sync(struct output_file *file, struct failure *failure);

/* Syncs, renames to the final name and syncs the folder. On failure the file is abandoned. */
enum exit_code output_commit(struct output_file *file, struct failure *failure);

/* Closes and removes the temporary file; nothing when none is open. */
void output_abandon(struct output_file *file);

#endif
