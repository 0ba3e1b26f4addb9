/* error.h - filling in the finais_error of a call that failed.
 *
 * Each function returns the status it reports, so a failure is one statement:
 *     return error_table(error, FINAIS_TABLE_CORRUPT, name, block, "...");
 * `error` may be NULL; then nothing is formatted. The message is one line that says what is wrong,
 * where, and if possible what to do. Thread-safe.
 */
#ifndef PROBE_ERROR_H
#define PROBE_ERROR_H

#include "finais.h"

enum { ERROR_NO_BLOCK = -1 };

#if defined(__GNUC__)
#define ERROR_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define ERROR_FORMAT(text, first)
#endif

/* A failure that has to do with no table. */
finais_status error_plain(finais_error *error, finais_status status, const char *format, ...)
    ERROR_FORMAT(3, 4);

/* A failure of the table `name` ("brazilian/KKvK.wdl"), in `block` or ERROR_NO_BLOCK. */
finais_status error_table(finais_error *error, finais_status status, const char *name,
                          int64_t block, const char *format, ...) ERROR_FORMAT(5, 6);

/* A system call on `path` that failed with the errno `system_error`: FINAIS_NO_MEMORY for ENOMEM,
 * else FINAIS_IO_ERROR. `name` is the table it concerns, "" for none. The message becomes
 * "cannot <action> <path>: <text of errno>". */
finais_status error_system(finais_error *error, int system_error, const char *name,
                           const char *action, const char *path);

/* Memory for `what` could not be had. */
finais_status error_memory(finais_error *error, const char *what);

#endif
