#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads of more than this are made in parts; some systems limit a single one to 2 GiB. */
enum { READ_MAX = 1 << 30 };

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

int file_open(const char *path, int *descriptor, uint64_t *bytes) {
    int file;
    do
        /* Without O_NONBLOCK opening a named pipe would wait for a writer. */
        file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    while (file < 0 && errno == EINTR);
    if (file < 0)
        return errno;
    int failure = check_regular(file, bytes);
    if (failure != 0) {
        file_close(file);
        return failure;
    }
    *descriptor = file;
    return 0;
}

void file_close(int descriptor) {
    if (descriptor >= 0)
        close(descriptor);
}

int file_read(int descriptor, void *buffer, size_t count, uint64_t offset) {
    uint8_t *bytes = buffer;
    while (count > 0) {
        size_t part = count < READ_MAX ? count : READ_MAX;
        ssize_t got = pread(descriptor, bytes, part, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno;
        if (got == 0)
            return FILE_ENDS_EARLY;
        bytes += got;
        offset += (uint64_t)got;
        count -= (size_t)got;
    }
    return 0;
}

int file_map(int descriptor, size_t count, const uint8_t **mapping) {
    void *address = mmap(NULL, count, PROT_READ, MAP_SHARED, descriptor, 0);
    if (address == MAP_FAILED)
        return errno;
    *mapping = address;
    return 0;
}

void file_unmap(const uint8_t *mapping, size_t count) {
    if (mapping != NULL)
        munmap((void *)(uintptr_t)mapping, count);
}
