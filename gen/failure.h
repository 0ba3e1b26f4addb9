/* failure.h - what went wrong, as a value that travels up to the program's main function.
 *
 * Functions of the generator that can fail return an exit code of the program, EXIT_CODE_OK (0)
 * when they did not, and then have written one line for a person into a struct failure.
 */
#ifndef GEN_FAILURE_H
#define GEN_FAILURE_H

/* Exit codes of finais-gen, documented in its manual page. */
enum exit_code {
    EXIT_CODE_OK = 0,
    EXIT_CODE_WRONG = 1,       /* verification found something that is not so */
    EXIT_CODE_USAGE = 2,       /* options or input that cannot be used */
    EXIT_CODE_MISSING = 3,     /* a table that is needed is not there */
    EXIT_CODE_CORRUPT = 4,     /* a file is damaged or foreign */
    EXIT_CODE_IO = 5,          /* a file or folder cannot be read or written */
    EXIT_CODE_SHORT = 6,       /* memory or disk does not suffice */
    EXIT_CODE_INTERRUPTED = 75 /* stopped by a signal; the same command goes on from there */
};

struct failure {
    enum exit_code code;
    char text[1024]; /* what, where, what to do; no line end */
};

/* Writes the text and returns `code`. */
enum exit_code fail(struct failure *failure, enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a system call that failed with `number` (an errno) on a path: a full disk or an
 * exhausted memory is EXIT_CODE_SHORT, an interrupted call EXIT_CODE_INTERRUPTED, anything else
 * EXIT_CODE_IO. `action` completes "cannot". */
enum exit_code fail_system(struct failure *failure, int number, const char *action,
                           const char *path);

/* The same for memory that was not to be had, for the purpose named. */
enum exit_code fail_memory(struct failure *failure, const char *purpose);

#endif
