/* folder.h - the folder of one variant's tables: DIR/brazilian. */
#ifndef GEN_FOLDER_H
#define GEN_FOLDER_H

#include "failure.h"
#include "rules.h"
#include <limits.h>

struct folder {
    const struct rules *rules;
    char path[PATH_MAX];
    int lock; /* descriptor that holds the lock, -1 for a folder that is only read */
};

/* Opens the folder for a run that writes: makes it and the folder above it if they are not there,
 * locks it against other runs, and removes what a killed run left. */
enum exit_code folder_open_to_write(struct folder *folder, const struct rules *rules,
                                    const char *tables, struct failure *failure);

/* Makes sure that the folder is there. Runs that write at the same time do no harm. */
enum exit_code folder_open_to_read(struct folder *folder, const struct rules *rules,
                                   const char *tables, struct failure *failure);

void folder_close(struct folder *folder);

/* The path of a file in the folder. False when it is too long. */
bool folder_file(const struct folder *folder, const char *name, char path[PATH_MAX]);

/* The greatest number of pieces that a table of the folder has; EXIT_CODE_MISSING when there is no
 * table. */
enum exit_code folder_largest(const struct folder *folder, unsigned *pieces,
                              struct failure *failure);

#endif
