/*
 * Checks the reference solver itself against the data files, which other programs computed.
 *
 *     test_reference DATA_DIRECTORY [--pieces N] [--nodes N]
 *
 * --pieces (2..4, default 3): values and counts of endings are checked up to this many pieces.
 * --nodes (default 5000000): perft rows with more nodes than this are left out.
 * Prints one line per failure and a summary. Exit status: 0 = all passed, 1 = a check failed,
 * 2 = wrong usage, or a data file could not be read.
 */
#include "test_reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_arguments(test_run *run, int count, char **arguments) {
    if (count < 2 || count % 2 != 0) {
        return false;
    }
    run->data_directory = arguments[1];
    for (int i = 2; i < count; i += 2) {
        if (strcmp(arguments[i], "--pieces") == 0) {
            run->pieces = atoi(arguments[i + 1]);
        } else if (strcmp(arguments[i], "--nodes") == 0) {
            run->nodes = strtoull(arguments[i + 1], NULL, 10);
        } else {
            return false;
        }
    }
    return true;
}

int main(int argument_count, char **arguments) {
    test_run run = {.pieces = 3, .nodes = 5000000};
    reference_solver *solver = NULL;

    if (!read_arguments(&run, argument_count, arguments)) {
        fprintf(stderr, "usage: %s DATA_DIRECTORY [--pieces N] [--nodes N]\n", arguments[0]);
        return 2;
    }
    reference_status status = reference_solver_create(run.pieces, &solver);
    if (status != REFERENCE_OK) {
        fprintf(stderr, "solving %d pieces: %s\n", run.pieces, reference_status_text(status));
        return 2;
    }
    run.solver = solver;
    check_moves_made(&run);
    check_values_refused(&run);
    check_outcomes(&run);
    bool readable = check_file(&run, "perft.tsv", check_perft_row) &&
                    check_file(&run, "rules_cases.tsv", check_rules_row) &&
                    check_file(&run, "brazilian_counts_4.tsv", check_counts_row);
    reference_solver_free(solver);
    printf("%d rows left out (beyond %d pieces or %" PRIu64 " nodes)\n", run.left_out, run.pieces,
           run.nodes);
    printf("%d passed, %d failed\n", run.passed, run.failed);
    if (!readable) {
        return 2;
    }
    return run.failed == 0 ? 0 : 1;
}
