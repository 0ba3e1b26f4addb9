/* fuzz.h - what the fuzz targets share.
 *
 * A target is one source file with a LLVMFuzzerTestOneInput(): it takes any bytes at all and
 * demands with FUZZ_DEMAND() what has to hold for them. libFuzzer runs it on inputs that it makes
 * up (the preset `fuzz`, tests/fuzz/run.sh), replay.c on kept ones, in the default tests.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "finais.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns 0. Called any number of times in one process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program, which libFuzzer takes for a find, when the condition does not hold. */
#define FUZZ_DEMAND(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* A handle without any tables, for texts and moves; the same in every call. */
const finais *fuzz_rules(void);

/* A handle and a context with any options; fuzz_open() takes one directory. */
finais_status fuzz_open_with(const finais_options *options, finais **handle,
                             finais_context **context);

/* A handle and a context for the tables of one directory. Both are NULL after a failure, of which
 * the status is given back; free them with finais_context_free() and finais_close(). */
finais_status fuzz_open(const char *directory, finais_mode mode, finais **handle,
                        finais_context **context);

/* The bytes as a string of exactly that size, so that a sanitizer sees what reads too far. To be
 * freed. */
char *fuzz_text(const uint8_t *data, size_t size);

/* An error that was filled in with a status, and with a message of one line. */
void fuzz_demand_error(finais_status status, const finais_error *error);

#endif
