#include "output_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

enum exit_code output_open(struct output_file *file, const char *folder, const char *name,
                           struct failure *failure) {
    file->descriptor = -1;
    int length =
        snprintf(file->temporary, sizeof file->temporary, "%s/%s" TEMPORARY_SUFFIX, folder, name);
    if (length < 0 || (size_t)length >= sizeof file->temporary)
        return fail(failure, EXIT_CODE_IO, "%s: the path is too long", folder);
    snprintf(file->folder, sizeof file->folder, "%s", folder);
    snprintf(file->path, sizeof file->path, "%.*s", length - (int)(sizeof TEMPORARY_SUFFIX - 1),
             file->temporary);
    /* Exclusively, so that two writers never share a file and no link is followed. */
    do
        file->descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    while (file->descriptor < 0 && errno == EINTR);
    if (file->descriptor < 0 && errno == EEXIST)
        return fail(failure, EXIT_CODE_IO,
                    "%s: is there already, and not left by an earlier run; move it away",
                    file->temporary);
    if (file->descriptor < 0)
        return fail_system(failure, errno, "create the file", file->temporary);
    return EXIT_CODE_OK;
}

enum exit_code output_write(struct output_file *file, const void *bytes, size_t size,
                            uint64_t offset, struct failure *failure) {
    const char *next = bytes;
    while (size > 0) {
        ssize_t written = pwrite(file->descriptor, next, size, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fail_system(failure, written < 0 ? errno : EIO, "write", file->temporary);
        next += written;
        size -= (size_t)written;
        offset += (uint64_t)written;
    }
    return EXIT_CODE_OK;
}

/* A request to stop must not make a finished file look like a failed one. */
static int sync_descriptor(int descriptor) {
    int result;
    do
        result = fsync(descriptor);
    while (result != 0 && errno == EINTR);
    return result;
}

enum exit_code output_sync(struct output_file *file, struct failure *failure) {
    if (sync_descriptor(file->descriptor) != 0)
        return fail_system(failure, errno, "bring the file to the disk", file->temporary);
    return EXIT_CODE_OK;
}

static enum exit_code sync_folder(const char *folder, struct failure *failure) {
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return fail_system(failure, errno, "open the folder", folder);
    /* Some file systems cannot sync a folder and say EINVAL: there is nothing to do then. */
    bool failed = sync_descriptor(descriptor) != 0 && errno != EINVAL;
    int number = errno;
    close(descriptor);
    if (failed)
        return fail_system(failure, number, "bring the folder to the disk", folder);
    return EXIT_CODE_OK;
}

enum exit_code output_commit(struct output_file *file, struct failure *failure) {
    enum exit_code code = output_sync(file, failure);
    if (code == EXIT_CODE_OK) {
        int closed = close(file->descriptor);
        file->descriptor = -1;
        if (closed != 0)
            code = fail_system(failure, errno, "close the file", file->temporary);
        else if (rename(file->temporary, file->path) != 0)
            code = fail_system(failure, errno, "rename the finished file to its place", file->path);
        if (code != EXIT_CODE_OK)
            unlink(file->temporary);
        else
            code = sync_folder(file->folder, failure);
    }
    output_abandon(file);
    return code;
}

void output_abandon(struct output_file *file) {
    if (file->descriptor < 0)
        return;
    close(file->descriptor);
    unlink(file->temporary);
    file->descriptor = -1;
}
