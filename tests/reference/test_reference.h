/* What the parts of the test of the reference solver share. */
#ifndef FINAIS_TESTS_TEST_REFERENCE_H
#define FINAIS_TESTS_TEST_REFERENCE_H

#include "reference.h"

typedef struct {
    const char *data_directory;
    int pieces;     /* values and counts are checked up to this many pieces */
    uint64_t nodes; /* perft rows with more nodes are left out */
    const reference_solver *solver;
    int passed;
    int failed;
    int left_out; /* rows beyond `pieces` or `nodes` */
} test_run;

enum { MAXIMUM_FIELDS = 20, MAXIMUM_LINE = 1024 };

/* One line of a data file, cut at the tabs. The fields live as long as the call of the checker. */
typedef struct {
    int count; /* at least 1 */
    char *fields[MAXIMUM_FIELDS];
} data_row;

typedef void row_checker(test_run *run, const char *file, const data_row *row);

/* Counts one check. On failure prints the file and name of the case, and what came out instead. */
void check(test_run *run, bool passed, const char *file, const char *name, const char *outcome);

/* Calls `checker` for every row under the headline. False if the file can't be read or is empty. */
bool check_file(test_run *run, const char *file, row_checker *checker);

/* The checkers of perft.tsv, rules_cases.tsv and brazilian_counts_4.tsv. */
void check_perft_row(test_run *run, const char *file, const data_row *row);
void check_rules_row(test_run *run, const char *file, const data_row *row);
void check_counts_row(test_run *run, const char *file, const data_row *row);

/* Cases written out in the test itself: what moves leave behind, what the solver refuses. */
void check_moves_made(test_run *run);
void check_values_refused(test_run *run);

/* Whole endings, by the solver that keeps no moves. */
void check_outcomes(test_run *run);

#endif
