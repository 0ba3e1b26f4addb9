#include "failure.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum exit_code fail(struct failure *failure, enum exit_code code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->text, sizeof failure->text, format, arguments);
    va_end(arguments);
    failure->code = code;
    return code;
}

enum exit_code fail_system(struct failure *failure, int number, const char *action,
                           const char *path) {
    char reason[256];
    const char *text = strerror_r(number, reason, sizeof reason);
    /* EFBIG is the limit on the size of files that a shell may set. */
    if (number == ENOSPC || number == EDQUOT || number == EFBIG)
        return fail(failure, EXIT_CODE_SHORT,
                    "%s: cannot %s: %s; make room and run the same command again", path, action,
                    text);
    /* Only a call that waits, for the other end of a pipe say, ends like this (interrupt.h). */
    if (number == EINTR)
        return fail(failure, EXIT_CODE_INTERRUPTED,
                    "%s: cannot %s: interrupted; run the same command again", path, action);
    if (number == ENOMEM)
        return fail(failure, EXIT_CODE_SHORT, "%s: cannot %s: %s", path, action, text);
    return fail(failure, EXIT_CODE_IO, "%s: cannot %s: %s", path, action, text);
}

enum exit_code fail_memory(struct failure *failure, const char *purpose) {
    return fail(failure, EXIT_CODE_SHORT,
                "out of memory for %s; close other programs or use a machine with more", purpose);
}
