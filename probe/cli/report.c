#include "report.h"
#include "words.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int report(int code, const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    make_printable(line);
    fprintf(stderr, "finais: %s\n", line);
    return code;
}

int exit_code_of(finais_status status) {
    switch (status) {
    case FINAIS_OK:
        return EXIT_FINE;
    case FINAIS_INVALID_ARGUMENT:
    case FINAIS_BAD_TEXT:
    case FINAIS_ILLEGAL_POSITION:
    case FINAIS_ILLEGAL_MOVE:
    case FINAIS_AMBIGUOUS_MOVE:
    case FINAIS_TOO_MANY_MOVES:
        return EXIT_INPUT;
    case FINAIS_TOO_MANY_PIECES:
    case FINAIS_TABLE_MISSING:
    case FINAIS_NOT_IN_MEMORY:
        return EXIT_MISSING;
    case FINAIS_TABLE_CORRUPT:
        return EXIT_CORRUPT;
    case FINAIS_IO_ERROR:
        return EXIT_IO;
    case FINAIS_NO_MEMORY:
        return EXIT_MEMORY;
    }
    return EXIT_INPUT;
}

const char *error_text(const finais_error *error) {
    return error->message[0] != '\0' ? error->message : finais_strerror(error->status);
}

int report_error(const finais_error *error) {
    return report(exit_code_of(error->status), "%s", error_text(error));
}

int finish_output(int code) {
    errno = 0;
    bool failed = ferror(stdout) != 0;
    if (fclose(stdout) != 0)
        failed = true;
    int reason = errno;
    if (!failed)
        return code;
    if (reason == EPIPE)
        return EXIT_IO;
    if (code != EXIT_FINE) /* its line is out already, and one is enough */
        return code;
    return report(EXIT_IO, "cannot write to standard output: %s; the answer is not complete",
                  reason != 0 ? strerror(reason) : "write error");
}
