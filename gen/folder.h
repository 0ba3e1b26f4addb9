/* folder.h - the folder of one variant's tables: DIR/brazilian. */
#ifndef GEN_FOLDER_H
#define GEN_FOLDER_H

#include "failure.h"
#include "file_lock.h"
#include "rules.h"
#include "signature.h"
#include <limits.h>

struct folder {
    const struct rules *rules;
    char path[PATH_MAX];
    int lock; /* descriptor that holds the lock, -1 for a folder that is only read */
    struct file_lock signature_lock; /* of a run that shares the folder, else not held */
};

/* Opens the folder for a run that writes: makes it and the folder above it if they are not there,
 * locks it against other runs, and removes the temporary files that a killed run left, and no
 * others (leftovers.h). */
enum exit_code folder_open_to_write(struct folder *folder, const struct rules *rules,
                                    const char *tables, struct failure *failure);

/* The same for a run that writes the tables of one signature alone: it shares the folder with such
 * runs of other signatures, but not with one of the same. */
enum exit_code folder_open_to_share(struct folder *folder, const struct rules *rules,
                                    const char *tables, struct signature signature,
                                    struct failure *failure);

/* One or the other (`alone` is NULL for the former) for a folder that is there; for one that is
 * not, *exists is false, nothing is made, and it is still to be opened. */
enum exit_code folder_open_existing(struct folder *folder, const struct rules *rules,
                                    const char *tables, const struct signature *alone, bool *exists,
                                    struct failure *failure);

/* Another run has the folder: EXIT_CODE_IO. */
enum exit_code folder_fail_busy(const struct folder *folder, struct failure *failure);

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
