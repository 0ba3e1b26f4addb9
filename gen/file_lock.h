/* file_lock.h - a lock that is a file in the folder of the tables.
 *
 * The file is there while the lock is held, and has the number of the process in it. A run that is
 * killed leaves the file behind but not the lock, so the next run takes it over. The lock holds
 * between machines where the file system is shared and has locks on files (NFS with its lock
 * service, Lustre with -o flock).
 */
#ifndef GEN_FILE_LOCK_H
#define GEN_FILE_LOCK_H

#include "failure.h"
#include <limits.h>
#include <stdbool.h>

/* The end of every name of a lock. */
#define LOCK_SUFFIX ".lock"

struct file_lock {
    bool held; /* all zeros: not held */
    int descriptor;
    char path[PATH_MAX];
};

/* Takes the lock `name`, without its suffix, in a folder. When another run has it, waits for it if
 * `wait` says so, else *busy becomes true and nothing is held. */
enum exit_code file_lock_take(struct file_lock *lock, const char *folder, const char *name,
                              bool wait, bool *busy, struct failure *failure);

/* Removes the file and gives the lock back; nothing when it is not held. */
void file_lock_release(struct file_lock *lock);

#endif
