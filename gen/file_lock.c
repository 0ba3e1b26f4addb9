#include "file_lock.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int without_interruption(int descriptor, int operation) {
    int result;
    do
        result = flock(descriptor, operation);
    while (result != 0 && errno == EINTR);
    return result;
}

/* Whoever held the lock before may have removed the file between our opening and locking it. */
static bool is_still_there(const struct file_lock *lock) {
    struct stat opened;
    struct stat named;
    return fstat(lock->descriptor, &opened) == 0 && lstat(lock->path, &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

enum exit_code file_lock_take(struct file_lock *lock, const char *folder, const char *name,
                              bool wait, bool *busy, struct failure *failure) {
    *busy = false;
    lock->held = false;
    int length = snprintf(lock->path, sizeof lock->path, "%s/%s" LOCK_SUFFIX, folder, name);
    if (length < 0 || (size_t)length >= sizeof lock->path)
        return fail(failure, EXIT_CODE_IO, "%s: the path is too long", folder);
    for (;;) {
        /* Open for writing, as NFS wants it for an exclusive lock; never through a link. */
        lock->descriptor =
            open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
        if (lock->descriptor < 0)
            return fail_system(failure, errno, "open the lock", lock->path);
        int locked = without_interruption(lock->descriptor, LOCK_EX | (wait ? 0 : LOCK_NB));
        int number = errno;
        if (locked == 0 && is_still_there(lock))
            break;
        close(lock->descriptor);
        if (locked != 0 && number == EWOULDBLOCK) {
            *busy = true;
            return EXIT_CODE_OK;
        }
        if (locked != 0)
            return fail_system(failure, number, "lock the file", lock->path);
    }
    lock->held = true;
    /* For people, who may want to know who it is; a full disk is no reason not to hold it. */
    if (ftruncate(lock->descriptor, 0) == 0)
        dprintf(lock->descriptor, "%ld\n", (long)getpid());
    return EXIT_CODE_OK;
}

void file_lock_release(struct file_lock *lock) {
    if (!lock->held)
        return;
    /* Removed while it is still locked: others then see that the file is not the one they have. */
    unlink(lock->path);
    close(lock->descriptor);
    lock->held = false;
}
