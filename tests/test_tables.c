/* The tables that finais-gen made, probed at every position, against the reference solver.
 *
 *     test-tables PIECES [DIRECTORY LARGEST]
 *
 * DIRECTORY has tables of all metrics up to so many pieces. Without it, tables of PIECES are made
 * by finais-gen for the occasion. */
#include "check.h"
#include "finais.h"
#include "open_folder.h"
#include "reference_comparison.h"
#include "tiny_tables.h"
#include <stdlib.h>

/* Positions of one side to move, and value rows of rules_cases.tsv, up to so many pieces. */
static const struct {
    unsigned long positions;
    unsigned rows;
} expected[] = {[2] = {3488, 2}, [3] = {3488 + 196032, 6}, [4] = {3488 + 196032 + 6209316, 9}};

static bool make_tables(int pieces, const char *directory) {
    char command[3 * TINY_PATH_SIZE];
    snprintf(command, sizeof command,
             "'%s/finais-gen' build --pieces %d --metrics wdl,dtw,dtc --tables '%s' --quiet",
             TEST_PROGRAMS, pieces, directory);
    return system(command) == 0;
}

static void test_tables(const reference_solver *solver, int pieces, int largest,
                        const char *directory) {
    finais *handle = NULL;
    finais_context *context = NULL;
    if (CHECK(open_folder(directory, FINAIS_PRELOAD, &handle, &context))) {
        struct comparison comparison =
            compare_with_reference(solver, context, pieces, FINAIS_WANT_ALL);
        char fen[FINAIS_FEN_SIZE];
        CHECK_EQUAL(comparison.compared, 2 * expected[pieces].positions);
        if (!CHECK_EQUAL(comparison.different, 0) &&
            finais_position_to_fen(handle, &comparison.example, FINAIS_ALGEBRAIC, fen, sizeof fen,
                                   NULL) == FINAIS_OK)
            printf("    for example %s\n", fen);
        CHECK_EQUAL(compare_with_cases(TEST_DATA "/rules_cases.tsv", handle, context),
                    expected[largest].rows);
    }
    finais_context_free(context);
    finais_close(handle);
}

int main(int count, char **arguments) {
    int pieces = count > 1 ? atoi(arguments[1]) : 0;
    reference_solver *solver = NULL;
    char made[TINY_PATH_SIZE] = "";
    int largest = count > 3 ? atoi(arguments[3]) : pieces;
    if (pieces < 2 || pieces > 4 || largest < pieces || largest > 4 || count == 3) {
        fprintf(stderr, "test-tables: give a number of pieces from 2 to 4, a directory and what is "
                        "the largest number of pieces there\n");
        return 2;
    }
    if (!CHECK(reference_solver_create(pieces, &solver) == REFERENCE_OK))
        return check_report();
    if (count > 2)
        test_tables(solver, pieces, largest, arguments[2]);
    else if (CHECK(tiny_directory_make(made)) && CHECK(make_tables(pieces, made)))
        test_tables(solver, pieces, largest, made);
    if (made[0] != '\0')
        tiny_directory_remove(made);
    reference_solver_free(solver);
    return check_report();
}
