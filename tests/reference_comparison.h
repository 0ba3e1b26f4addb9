/* reference_comparison.h - probing every position there is, and comparing with the reference. */
#ifndef TESTS_REFERENCE_COMPARISON_H
#define TESTS_REFERENCE_COMPARISON_H

#include "finais.h"
#include "reference.h"

struct comparison {
    unsigned long compared;
    unsigned long different; /* another value, or a failure */
    finais_position example; /* one of those that differ */
};

/* Probes all positions of 2 to `pieces` pieces, of both sides to move and of all signatures (not
 * only those that tables are named after), with finais_probe() and finais_probe_wdl(). */
struct comparison compare_with_reference(const reference_solver *solver, finais_context *context,
                                         int pieces, unsigned flags);

/* Probes the rows of kind `value` in rules_cases.tsv. Returns how many come out as expected, and
 * says which of the others are within the tables. */
unsigned compare_with_cases(const char *path, const finais *handle, finais_context *context);

#endif
