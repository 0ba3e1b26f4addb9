#include "error.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *finais_strerror(finais_status status) {
    switch (status) {
    case FINAIS_OK:
        return "success";
    case FINAIS_INVALID_ARGUMENT:
        return "an argument is NULL or out of range";
    case FINAIS_BAD_TEXT:
        return "the text cannot be read";
    case FINAIS_ILLEGAL_POSITION:
        return "the position is impossible";
    case FINAIS_ILLEGAL_MOVE:
        return "the move is not legal";
    case FINAIS_AMBIGUOUS_MOVE:
        return "the move fits several legal moves";
    case FINAIS_TOO_MANY_PIECES:
        return "the position has more pieces than the largest table";
    case FINAIS_TABLE_MISSING:
        return "a table is missing";
    case FINAIS_TABLE_CORRUPT:
        return "a table is corrupt";
    case FINAIS_IO_ERROR:
        return "a file or directory cannot be read";
    case FINAIS_NO_MEMORY:
        return "memory is short";
    case FINAIS_NOT_IN_MEMORY:
        return "the value is not in memory";
    case FINAIS_TOO_MANY_MOVES:
        return "the position has too many legal moves";
    }
    return "unknown status";
}

const char *finais_version(void) {
    return FINAIS_VERSION;
}

static void fill_in(finais_error *error, finais_status status, int system_error, const char *name,
                    int64_t block) {
    memset(error, 0, sizeof *error);
    error->status = status;
    error->system_error = system_error;
    error->block = block;
    snprintf(error->table, sizeof error->table, "%s", name);
}

/* File names may hold anything; a message stays one line. */
static void keep_on_one_line(char *message) {
    for (; *message != '\0'; message++)
        if ((unsigned char)*message < ' ')
            *message = '?';
}

finais_status error_plain(finais_error *error, finais_status status, const char *format, ...) {
    if (error == NULL)
        return status;
    fill_in(error, status, 0, "", ERROR_NO_BLOCK);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    keep_on_one_line(error->message);
    return status;
}

finais_status error_table(finais_error *error, finais_status status, const char *name,
                          int64_t block, const char *format, ...) {
    if (error == NULL)
        return status;
    fill_in(error, status, 0, name, block);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    keep_on_one_line(error->message);
    return status;
}

/* strerror_r() has two forms, which give back a number or a text. */
static const char *text_of_number(int result, const char *buffer) {
    return result == 0 ? buffer : "unknown error";
}
static const char *text_of_text(const char *result, const char *buffer) {
    (void)buffer;
    return result;
}
#define TEXT_OF(result, buffer)                                                                    \
    _Generic((result), int : text_of_number, default : text_of_text)((result), (buffer))

finais_status error_system(finais_error *error, int system_error, const char *name,
                           const char *action, const char *path) {
    finais_status status = system_error == ENOMEM ? FINAIS_NO_MEMORY : FINAIS_IO_ERROR;
    if (error == NULL)
        return status;
    char buffer[128] = "";
    fill_in(error, status, system_error, name, ERROR_NO_BLOCK);
    snprintf(error->message, sizeof error->message, "cannot %s %s: %s", action, path,
             TEXT_OF(strerror_r(system_error, buffer, sizeof buffer), buffer));
    keep_on_one_line(error->message);
    return status;
}

finais_status error_memory(finais_error *error, const char *what) {
    return error_plain(error, FINAIS_NO_MEMORY, "not enough memory for %s", what);
}
