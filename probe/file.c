#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads of more than this are made in parts; some systems limit a single one to 2 GiB. */
enum { READ_MAX = 1 << 30 };

/* Tables are larger than 2 GiB, and 32-bit systems cannot even list some folders otherwise. */
_Static_assert(sizeof(off_t) >= 8, "compile with -D_FILE_OFFSET_BITS=64");

/* ---- Files of the system --------------------------------------------------------------------- */

static int check_regular(int descriptor, uint64_t *bytes) {
    struct stat status;
    if (fstat(descriptor, &status) != 0)
        return errno;
    if (S_ISDIR(status.st_mode))
        return EISDIR;
    if (!S_ISREG(status.st_mode))
        return ENXIO;
    *bytes = (uint64_t)status.st_size;
    return 0;
}

int file_open_regular(const char *path, int *descriptor, uint64_t *bytes) {
    int file;
    do
        /* Without O_NONBLOCK opening a named pipe would wait for a writer. */
        file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    while (file < 0 && errno == EINTR);
    if (file < 0)
        return errno;
    int failure = check_regular(file, bytes);
    if (failure == 0)
        *descriptor = file;
    else
        close(file);
    return failure;
}

/* What system_open() makes. */
struct system_file {
    int descriptor;
    uint64_t bytes;
};

static int system_open(void *user, const char *path, void **opened) {
    (void)user;
    struct system_file *file = malloc(sizeof *file);
    if (file == NULL)
        return ENOMEM;
    int failure = file_open_regular(path, &file->descriptor, &file->bytes);
    if (failure == 0)
        *opened = file;
    else
        free(file);
    return failure;
}

static int system_size(void *user, void *opened, uint64_t *bytes) {
    (void)user;
    *bytes = ((const struct system_file *)opened)->bytes;
    return 0;
}

static int system_read(void *user, void *opened, uint64_t offset, void *buffer, size_t count,
                       size_t *got) {
    (void)user;
    ssize_t result =
        pread(((const struct system_file *)opened)->descriptor, buffer, count, (off_t)offset);
    if (result < 0)
        return errno;
    *got = (size_t)result;
    return 0;
}

static void system_close(void *user, void *opened) {
    (void)user;
    struct system_file *file = opened;
    close(file->descriptor);
    free(file);
}

const finais_io *file_system(void) {
    static const finais_io system = {.size = sizeof system,
                                     .open = system_open,
                                     .file_size = system_size,
                                     .read_at = system_read,
                                     .close = system_close};
    return &system;
}

int file_map(const char *path, const uint8_t **mapping, uint64_t *bytes) {
    int descriptor;
    *mapping = NULL;
    int failure = file_open_regular(path, &descriptor, bytes);
    if (failure != 0)
        return failure;
    if (*bytes > SIZE_MAX / 2)
        failure = ENOMEM;
    if (failure == 0 && *bytes > 0) {
        void *address = mmap(NULL, (size_t)*bytes, PROT_READ, MAP_SHARED, descriptor, 0);
        if (address == MAP_FAILED)
            failure = errno;
        else
            *mapping = address;
    }
    close(descriptor);
    return failure;
}

void file_unmap(const uint8_t *mapping, uint64_t bytes) {
    if (mapping != NULL)
        munmap((void *)(uintptr_t)mapping, (size_t)bytes);
}

/* ---- Any files ------------------------------------------------------------------------------- */

/* What a caller's function gives back is an errno, or else "some input or output failed". */
static int errno_of(int result) {
    return result < 0 || result >= FILE_ENDS_EARLY ? EIO : result;
}

static int open_once(const finais_io *io, const char *path, void **opened) {
    int result;
    do
        result = io->open(io->user, path, opened);
    while (result == EINTR);
    return errno_of(result);
}

int file_open(struct file *file, const finais_io *io, const char *path, uint64_t *bytes) {
    file->io = NULL;
    int failure = open_once(io, path, &file->opened);
    if (failure != 0)
        return failure;
    file->io = io;
    do
        failure = errno_of(io->file_size(io->user, file->opened, bytes));
    while (failure == EINTR);
    if (failure != 0)
        file_close(file);
    return failure;
}

void file_close(struct file *file) {
    if (file->io != NULL)
        file->io->close(file->io->user, file->opened);
    file->io = NULL;
}

int file_read(const struct file *file, void *buffer, size_t count, uint64_t offset) {
    uint8_t *bytes = buffer;
    while (count > 0) {
        size_t part = count < READ_MAX ? count : READ_MAX;
        size_t got = 0;
        int result = file->io->read_at(file->io->user, file->opened, offset, bytes, part, &got);
        if (result == EINTR)
            continue;
        if (result != 0)
            return errno_of(result);
        if (got > part)
            return EIO;
        if (got == 0)
            return FILE_ENDS_EARLY;
        bytes += got;
        offset += (uint64_t)got;
        count -= got;
    }
    return 0;
}

int file_list(const finais_io *io, size_t number, char name[FINAIS_TABLE_NAME_SIZE]) {
    int result;
    do {
        name[0] = '\0';
        result = io->list(io->user, number, name);
        name[FINAIS_TABLE_NAME_SIZE - 1] = '\0';
    } while (result == EINTR);
    return errno_of(result);
}
