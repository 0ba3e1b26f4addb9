/* A wrong value in a table whose file is sound is found by finais-gen verify, and by the comparison
 * of whole signatures with the reference solver.
 *
 *     test-planted REFERENCE-SIGNATURE
 */
#include "check.h"
#include "fen.h"
#include "folder.h"
#include "moves.h"
#include "solved.h"
#include "table_writer.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char directory[] = "/tmp/finais-planted-XXXXXX";
static struct folder folder;
static struct failure failure;

/* The form of tables: in a standard one a wrong value of the side that it stores makes others
 * wrong, too. */
static enum table_form form = FORM_FAST;

static void write_all(const struct solved *solved) {
    struct table_writer_options options = {folder.path, {3, form, 128, 1, NULL}};
    for (unsigned i = 0; i < solved->count; i++) {
        struct table_header header;
        CHECK_EQUAL(table_write(&rules_brazilian, solved->values[i], &options, &header, &failure),
                    EXIT_CODE_OK);
    }
}

static const char *reference_signature; /* the program */

/* Runs a command; the exit code, and what it prints. */
static int run(const char *command, char *output, size_t size) {
    FILE *stream = popen(command, "r");
    if (!CHECK(stream != NULL))
        return -1;
    size_t length = fread(output, 1, size - 1, stream);
    output[length] = '\0';
    int status = pclose(stream);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Runs finais-gen with arguments; the exit code, and what it prints on either stream. */
static int generator(const char *arguments, char *output, size_t size) {
    char command[512];
    snprintf(command, sizeof command, "'%s/finais-gen' %s --tables '%s' 2>&1", TEST_PROGRAMS,
             arguments, directory);
    return run(command, output, size);
}

/* A stored position with this value. */
static uint64_t find_value(const struct values *values, enum side side, value wanted) {
    for (uint64_t i = 0; i < values->layout.positions; i++) {
        struct position position = position_of_index(&values->layout, i, side);
        if (values_get(values, side, i) == wanted &&
            !moves_must_capture(&rules_brazilian, &position))
            return i;
    }
    CHECK_EQUAL(wanted, -1); /* there is such a position */
    return 0;
}

/* The comparison of this signature finds one difference, at this position. */
static void check_compared(const char *name, const char *fen) {
    char command[PATH_MAX];
    char line[FEN_SIZE + 2];
    char output[16384];
    snprintf(command, sizeof command, "'%s' '%s' %s 2>/dev/null", reference_signature, directory,
             name);
    snprintf(line, sizeof line, "%s: ", fen);
    CHECK_EQUAL(run(command, output, sizeof output), 1);
    CHECK(strstr(output, line) != NULL);
    CHECK(strstr(output, " positions compared, 1 differ;") != NULL);
}

/* Plants a value, and expects the line that verify has to print for it. */
static void check_found(struct solved *solved, const char *name, enum side side, value right,
                        value wrong, const char *says) {
    struct values *values = solved_find(solved, name);
    uint64_t index = find_value(values, side, right);
    struct position position = position_of_index(&values->layout, index, side);
    char fen[FEN_SIZE];
    char line[FEN_SIZE + 128];
    char output[16384];
    fen_write_position(&rules_brazilian, NOTATION_ALGEBRAIC, &position, fen, sizeof fen);
    snprintf(line, sizeof line, "brazilian/%s.%s: %s %s\n", name, metric_name(values->metric), fen,
             says);
    values_set(values, side, index, wrong);
    write_all(solved);
    values_set(values, side, index, right);
    /* Hashes cannot tell, unless captures of a larger table lead here. */
    if (signature_pieces(values->layout.signature) == 3)
        CHECK_EQUAL(generator("verify --level hash --quiet", output, sizeof output), EXIT_CODE_OK);
    CHECK_EQUAL(generator("verify --level rules", output, sizeof output), EXIT_CODE_WRONG);
    if (!CHECK(strstr(output, line) != NULL))
        printf("expected %sin %s", line, output);
    CHECK(strstr(output, "\nfinais-gen: ") != NULL);
    char one[128];
    snprintf(one, sizeof one, "verify --level rules --threads 1 --quiet --signature %s", name);
    CHECK_EQUAL(generator(one, output, sizeof output), EXIT_CODE_WRONG);
    CHECK(strstr(output, line) != NULL);
    if (values->metric == METRIC_WDL)
        check_compared(name, fen);
    /* So many positions, drawn at random, that they are nearly all of the table. */
    snprintf(one, sizeof one, "verify --level rules --sample 200000 --quiet --signature %s", name);
    CHECK_EQUAL(generator(one, output, sizeof output), EXIT_CODE_WRONG);
    CHECK(strstr(output, line) != NULL);
}

/* One value of a table differs, but its header is that of the right values. */
static void check_other_header(struct solved *solved) {
    struct values *values = solved_find(solved, "KvM");
    char output[16384];
    char right[PATH_MAX];
    char command[3 * PATH_MAX];
    uint64_t index = find_value(values, WHITE, VALUE_DRAW);
    write_all(solved);
    CHECK(folder_file(&folder, "KvM.wdl", right));
    CHECK_EQUAL(generator("hash --write-manifest --quiet", output, sizeof output), EXIT_CODE_OK);
    values_set(values, WHITE, index, VALUE_WIN);
    write_all(solved);
    values_set(values, WHITE, index, VALUE_DRAW);
    CHECK_EQUAL(generator("verify --quiet", output, sizeof output), EXIT_CODE_WRONG);
    CHECK(strstr(output, "brazilian/KvM.wdl: white_wins is not as manifest.tsv has it\n") != NULL);
    snprintf(command, sizeof command, "hash --quiet --check '%s/manifest.tsv'", folder.path);
    CHECK_EQUAL(generator(command, output, sizeof output), EXIT_CODE_WRONG);
    CHECK(strstr(output, "KvM.wdl: content hash ") != NULL);
}

/* Verifies the table of outcomes of a signature. */
static int verify(const char *name, const char *level, char *output, size_t size) {
    char arguments[128];
    snprintf(arguments, sizeof arguments, "verify --quiet --metrics wdl --signature %s %s", name,
             level);
    return generator(arguments, output, size);
}

/* The same in a standard table: of the side to move that it stores, a wrong value is found by the
 * rules; of the other, whose values follow from what is stored, nothing but hash and statistics can
 * be wrong. */
static void check_standard(struct solved *solved, const char *name, enum side stored, value right,
                           value wrong, const char *says) {
    struct values *values = solved_find(solved, name);
    char output[16384];
    char line[FEN_SIZE + 128];
    char fen[FEN_SIZE];
    form = FORM_STANDARD;
    for (unsigned i = 0; i < 2; i++) {
        enum side side = i == 0 ? stored : stored == WHITE ? BLACK : WHITE;
        value before = i == 0 ? right : VALUE_DRAW;
        uint64_t index = find_value(values, side, before);
        struct position position = position_of_index(&values->layout, index, side);
        values_set(values, side, index, i == 0 ? wrong : VALUE_WIN);
        write_all(solved);
        values_set(values, side, index, before);
        fen_write_position(&rules_brazilian, NOTATION_ALGEBRAIC, &position, fen, sizeof fen);
        snprintf(line, sizeof line, "%s.wdl: %s %s\n", name, fen, says);
        CHECK_EQUAL(verify(name, "--level hash", output, sizeof output), EXIT_CODE_WRONG);
        CHECK(strstr(output, "the content hash is not that of its values") != NULL);
        CHECK_EQUAL(verify(name, "--level rules", output, sizeof output), EXIT_CODE_WRONG);
        CHECK((strstr(output, line) != NULL) == (i == 0));
        CHECK_EQUAL(verify(name, "--level rules --sample 200000", output, sizeof output),
                    i == 0 ? EXIT_CODE_WRONG : EXIT_CODE_OK);
        CHECK((strstr(output, line) != NULL) == (i == 0));
    }
    form = FORM_FAST;
}

int main(int count, char **arguments) {
    struct solved wdl;
    struct solved dtw;
    if (!CHECK(count == 2))
        return check_report();
    reference_signature = arguments[1];
    if (!CHECK(mkdtemp(directory) != NULL) ||
        !CHECK_EQUAL(folder_open_to_write(&folder, &rules_brazilian, directory, &failure), 0))
        return check_report();
    folder_close(&folder);
    CHECK(solve_endings(&wdl, METRIC_WDL, 3, NULL));
    CHECK(solve_endings(&dtw, METRIC_DTW, 3, NULL));
    check_found(&wdl, "KvM", WHITE, VALUE_DRAW, VALUE_WIN, "stored win, expected draw");
    check_found(&wdl, "KMvK", BLACK, VALUE_LOSS, VALUE_DRAW, "stored draw, expected loss");
    check_found(&dtw, "MMvM", WHITE, value_win_in(7), value_win_in(9),
                "stored win in 9, expected win in 7");
    check_found(&dtw, "KKvM", BLACK, value_loss_in(4), value_loss_in(2),
                "stored loss in 2, expected loss in 4");
    check_standard(&wdl, "KMvK", BLACK, VALUE_LOSS, VALUE_DRAW, "stored draw, expected loss");
    check_other_header(&wdl);
    solved_free(&wdl);
    solved_free(&dtw);
    char command[64];
    snprintf(command, sizeof command, "rm -r '%s'", directory);
    CHECK_EQUAL(system(command), 0);
    return check_report();
}
