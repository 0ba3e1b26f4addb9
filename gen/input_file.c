#include "input_file.h"
#include "file.h"
#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

/* The errno values of a thing that is no regular file do not say so. */
static enum exit_code fail_open(struct failure *failure, int number, const char *what,
                                const char *path) {
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return fail(failure, EXIT_CODE_IO, "%s: cannot open %s: not a regular file", path, what);
    char action[64];
    snprintf(action, sizeof action, "open %s", what);
    return fail_system(failure, number, action, path);
}

enum exit_code input_open(FILE **file, const char *what, const char *path,
                          struct failure *failure) {
    int descriptor;
    uint64_t bytes;
    int number = file_open_regular(path, &descriptor, &bytes);
    if (number != 0)
        return fail_open(failure, number, what, path);
    *file = fdopen(descriptor, "rb");
    if (*file != NULL)
        return EXIT_CODE_OK;
    number = errno;
    close(descriptor);
    return fail_open(failure, number, what, path);
}
