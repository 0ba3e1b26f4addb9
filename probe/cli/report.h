/* report.h - exit codes and the one line on standard error that goes with each of them. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "finais.h"

/* Exit codes of the program; finais(1) lists them. */
enum {
    EXIT_FINE = 0,
    EXIT_INPUT = 2,   /* usage, or a FEN that cannot be read */
    EXIT_MISSING = 3, /* a table is not there */
    EXIT_CORRUPT = 4, /* a table is damaged */
    EXIT_IO = 5,      /* the system refused a read or a write */
    EXIT_MEMORY = 6
};

/* Prints "finais: " and the text as one line on standard error, whatever characters the text holds;
 * returns `code`. */
__attribute__((format(printf, 2, 3))) int report(int code, const char *format, ...);

/* The same for a failure of the library; returns the exit code of its status. */
int report_error(const finais_error *error);

int exit_code_of(finais_status status);

/* The reason in words; never empty. */
const char *error_text(const finais_error *error);

/* Call once, at the end: writes out standard output and returns `code`, or reports that writing
 * failed. A reader that has gone away is no fault worth a line. */
int finish_output(int code);

#endif
