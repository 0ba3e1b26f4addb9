/* Proves the wins, draws and losses of one signature, and of those that its captures and promotions
 * lead to: solved by the plain reference solver, compared with what the library says at every
 * position, and counted.
 *
 *     reference-signature TABLES SIGNATURE [COUNTS]
 *
 * TABLES is a folder that holds brazilian/ with the WDL tables; SIGNATURE is such as KKKvKM, of up
 * to six pieces. COUNTS is a file in the form of docs/results/endings.tsv, whose rows of
 * these signatures have to agree; both rows of SIGNATURE have to be there.
 *
 * Prints a row for each signature and side to move, then what differs. Exit status: 0 = all equal,
 * 1 = something differs or could not be probed, 2 = wrong usage, or no memory. */
#include "finais.h"
#include "reference.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NAME_SIZE = 32, SIDES = 2, OUTCOMES = 3, EXAMPLES_MAX = 10, CACHE_BYTES = 64 << 20 };

struct comparison {
    finais *handle;
    finais_context *context;
    uint64_t counts[SIDES][OUTCOMES]; /* losses, draws, wins of the signature being compared */
    uint64_t compared;
    uint64_t different; /* another outcome, or a failure */
    int rows;           /* of the file of counts that were found */
    int wrong_rows;
};

static const char *const side_names[SIDES] = {"white", "black"};
static const char *const outcome_names[OUTCOMES] = {"loss", "draw", "win"};

/* Reads "KKM" up to `end`. */
static bool read_pieces(const char *text, const char *end, int *men, int *kings) {
    for (*men = *kings = 0; text < end; text++) {
        if (*text != 'M' && *text != 'K')
            return false;
        ++*(*text == 'M' ? men : kings);
    }
    return true;
}

static bool read_signature(const char *text, reference_signature *signature) {
    const char *versus = strchr(text, 'v');
    return versus != NULL &&
           read_pieces(text, versus, &signature->white_men, &signature->white_kings) &&
           read_pieces(versus + 1, strchr(text, '\0'), &signature->black_men,
                       &signature->black_kings);
}

static void write_signature(reference_signature signature, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, "%.*s%.*sv%.*s%.*s", signature.white_kings, "KKKKKK",
             signature.white_men, "MMMMMM", signature.black_kings, "KKKKKK", signature.black_men,
             "MMMMMM");
}

static void print_difference(struct comparison *comparison, const finais_position *position,
                             int expected, finais_status status, finais_wdl found) {
    char fen[FINAIS_FEN_SIZE];
    if (finais_position_to_fen(comparison->handle, position, FINAIS_ALGEBRAIC, fen, sizeof fen,
                               NULL) != FINAIS_OK)
        strcpy(fen, "?");
    printf("%s: %s, expected %s\n", fen,
           status == FINAIS_OK ? outcome_names[(int)found + 1] : finais_strerror(status),
           outcome_names[expected + 1]);
}

static bool compare_position(void *data, uint64_t white, uint64_t black, uint64_t kings, int side,
                             int outcome) {
    struct comparison *comparison = data;
    finais_position position = {white, black, kings, (uint32_t)side, 0};
    finais_wdl found = FINAIS_UNKNOWN;
    comparison->counts[side][outcome + 1]++;
    comparison->compared++;
    finais_status status = finais_probe_wdl(comparison->context, &position, &found, NULL);
    if (status == FINAIS_OK && (int)found == outcome)
        return true;
    if (comparison->different++ < EXAMPLES_MAX)
        print_difference(comparison, &position, outcome, status, found);
    return true;
}

/* The row of a file of counts: name, four numbers of pieces, side, positions, wins, draws, losses.
 */
static bool find_row(FILE *file, const char *name, const char *side, uint64_t counts[OUTCOMES]) {
    char line[1024];
    rewind(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char found_name[NAME_SIZE];
        char found_side[NAME_SIZE];
        if (sscanf(line, "%31s %*d %*d %*d %*d %31s %*d %" SCNu64 " %" SCNu64 " %" SCNu64,
                   found_name, found_side, &counts[2], &counts[1], &counts[0]) == 5 &&
            strcmp(found_name, name) == 0 && strcmp(found_side, side) == 0)
            return true;
    }
    return false;
}

static void compare_counts(struct comparison *comparison, FILE *file, const char *name) {
    for (int side = 0; side < SIDES; side++) {
        const uint64_t *counts = comparison->counts[side];
        uint64_t expected[OUTCOMES];
        printf("%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", name,
               side_names[side], counts[0] + counts[1] + counts[2], counts[2], counts[1],
               counts[0]);
        if (file == NULL || !find_row(file, name, side_names[side], expected))
            continue;
        comparison->rows++;
        if (memcmp(counts, expected, sizeof expected) != 0) {
            comparison->wrong_rows++;
            printf("expected %" PRIu64 " wins, %" PRIu64 " draws, %" PRIu64 " losses\n",
                   expected[2], expected[1], expected[0]);
        }
    }
}

static double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Solves and compares every signature; false when the solver fails. */
static bool compare_all(struct comparison *comparison, reference_outcomes *outcomes, FILE *file) {
    printf("signature\tside_to_move\tpositions\twins\tdraws\tlosses\n");
    for (int i = 0; i < reference_outcomes_count(outcomes); i++) {
        char name[NAME_SIZE];
        int passes = 0;
        int rows = comparison->rows;
        double start = cpu_seconds();
        write_signature(reference_outcomes_signature(outcomes, i), name);
        reference_status status = reference_outcomes_solve(outcomes, i, &passes);
        double solved = cpu_seconds();
        if (status != REFERENCE_OK) {
            fprintf(stderr, "reference-signature: %s: %s\n", name, reference_status_text(status));
            return false;
        }
        memset(comparison->counts, 0, sizeof comparison->counts);
        reference_outcomes_visit(outcomes, i, compare_position, comparison);
        compare_counts(comparison, file, name);
        if (i == reference_outcomes_count(outcomes) - 1 && file != NULL &&
            comparison->rows != rows + SIDES) {
            printf("no counts of %s\n", name);
            comparison->wrong_rows++;
        }
        fprintf(stderr, "%s: %d passes in %.0f CPU seconds, compared in %.0f\n", name, passes,
                solved - start, cpu_seconds() - solved);
        fflush(stdout);
    }
    return true;
}

static int run(struct comparison *comparison, reference_outcomes *outcomes, const char *tables,
               FILE *file) {
    finais_error error;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = &tables;
    options.directory_count = 1;
    options.context_cache_bytes = CACHE_BYTES;
    if (finais_open(&comparison->handle, &options, &error) != FINAIS_OK ||
        finais_context_new(&comparison->context, comparison->handle, &error) != FINAIS_OK) {
        fprintf(stderr, "reference-signature: %s\n", error.message);
        return 2;
    }
    if (!compare_all(comparison, outcomes, file))
        return 2;
    printf("%" PRIu64 " positions compared, %" PRIu64 " differ; %d rows of counts compared, "
           "%d differ\n",
           comparison->compared, comparison->different, comparison->rows, comparison->wrong_rows);
    return comparison->different == 0 && comparison->wrong_rows == 0 ? 0 : 1;
}

int main(int count, char **arguments) {
    struct comparison comparison = {.different = 0};
    reference_signature signature;
    reference_outcomes *outcomes = NULL;
    if (count < 3 || count > 4 || !read_signature(arguments[2], &signature)) {
        fprintf(stderr, "usage: reference-signature TABLES SIGNATURE [COUNTS]\n");
        return 2;
    }
    reference_status status = reference_outcomes_create(&signature, &outcomes);
    FILE *file = count > 3 ? fopen(arguments[3], "r") : NULL;
    int code = 2;
    if (status != REFERENCE_OK)
        fprintf(stderr, "reference-signature: %s: %s\n", arguments[2],
                reference_status_text(status));
    else if (count > 3 && file == NULL)
        fprintf(stderr, "reference-signature: cannot read %s\n", arguments[3]);
    else
        code = run(&comparison, outcomes, arguments[1], file);
    if (file != NULL)
        fclose(file);
    finais_context_free(comparison.context);
    finais_close(comparison.handle);
    reference_outcomes_free(outcomes);
    return code;
}
