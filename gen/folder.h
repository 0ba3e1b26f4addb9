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
 * locks it against other runs, and removes the temporary files that a killed run left, and no
 * others. */
enum exit_code folder_open_to_write(struct folder *folder, const struct rules *rules,
                                    const char *tables, struct failure *failure);

/* The same for a folder that is there; for one that is not, *exists is false, nothing is made, and
 * folder_open_to_write() is still to come. */
enum exit_code folder_open_existing(struct folder *folder, const struct rules *rules,
                                    const char *tables, bool *exists, struct failure *failure);

/* Makes sure that the folder is there: EXIT_CODE_MISSING when `tables` has no such folder, and
 * EXIT_CODE_IO when `tables` is none itself. Runs that write at the same time do no harm. */
enum exit_code folder_open_to_read(struct folder *folder, const struct rules *rules,
                                   const char *tables, struct failure *failure);

void folder_close(struct folder *folder);

/* The folder itself or, when it is not there yet, the nearest one above it that is: the file system
 * that it will be on. */
void folder_nearest(const struct folder *folder, char path[PATH_MAX]);

/* The path of a file in the folder. False when it is too long. */
bool folder_file(const struct folder *folder, const char *name, char path[PATH_MAX]);

/* The greatest number of pieces that a table of the folder has; EXIT_CODE_MISSING when there is no
 * table. */
enum exit_code folder_largest(const struct folder *folder, unsigned *pieces,
                              struct failure *failure);

#endif
