/* What is told when tables are missing: of every position of up to 3 pieces from the WDL tables
 * alone, of moves without a table, and of positions that need none; and what the messages advise.
 */
#include "check.h"
#include "finais.h"
#include "open_folder.h"
#include "tiny_tables.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALL_PRESENT = FINAIS_WANT_ALL | FINAIS_IF_PRESENT, NEAR_PLIES = 2 };

static reference_solver *solver;
static finais_move_list list; /* large */

static void close_tables(finais *handle, finais_context *context) {
    finais_context_free(context);
    finais_close(handle);
}

static finais_position fen(const finais *handle, const char *text) {
    finais_position position = {0, 0, 0, 0, 0};
    CHECK_EQUAL(finais_position_from_fen(handle, text, &position, NULL), FINAIS_OK);
    return position;
}

/* ---- Distances without tables of them -------------------------------------------------------- */

struct visit {
    finais *handle;
    finais_context *context;
    unsigned long wrong;
    unsigned long told[2][NEAR_PLIES + 1]; /* dtw and dtc of quiet positions, by distance */
};

static int32_t distance_of(const finais_result *result, bool conversion) {
    return conversion ? result->dtc : result->dtw;
}

/* A distance is told when it is short; a longer one is told where captures lead to its end. */
static bool is_right(int32_t told, int32_t expected, bool captures) {
    if (told == FINAIS_NO_DISTANCE)
        return expected > NEAR_PLIES;
    return told == expected && (captures || expected <= NEAR_PLIES);
}

/* The position's distance against those of its moves: one follows from the other. */
static bool follows(const finais_result *result, bool conversion) {
    int32_t best = FINAIS_NO_DISTANCE;
    bool complete = true;
    for (size_t i = 0; i < list.count; i++) {
        const finais_result *move = &list.moves[i].result;
        int32_t distance = distance_of(move, conversion);
        if (move->wdl != result->wdl)
            continue;
        if (distance == FINAIS_NO_DISTANCE)
            complete = false;
        else if (best == FINAIS_NO_DISTANCE ||
                 (result->wdl == FINAIS_WIN ? distance < best : distance > best))
            best = distance;
    }
    if (list.count == 0)
        return distance_of(result, conversion) == 0;
    if (result->wdl == FINAIS_LOSS && !complete)
        best = FINAIS_NO_DISTANCE;
    return distance_of(result, conversion) == best;
}

/* Whether b may stand behind a, from the words of finais.h. */
static bool in_order(const finais_result *a, const finais_result *b) {
    if (a->wdl != b->wdl || a->wdl == FINAIS_DRAW)
        return a->wdl > b->wdl || a->wdl == FINAIS_DRAW;
    bool conversion = a->dtw == FINAIS_NO_DISTANCE;
    if (conversion && b->dtw != FINAIS_NO_DISTANCE)
        return false;
    int32_t first = distance_of(a, conversion);
    int32_t second = distance_of(b, conversion);
    if (first == FINAIS_NO_DISTANCE || second == FINAIS_NO_DISTANCE)
        return second == FINAIS_NO_DISTANCE;
    return a->wdl == FINAIS_WIN ? first <= second : first >= second;
}

static bool check_position(void *data, uint64_t white, uint64_t black, uint64_t kings, int side,
                           const reference_value *expected) {
    struct visit *visit = data;
    finais_position position = {white, black, kings, (uint32_t)side, 0};
    finais_result result;
    bool right =
        finais_probe(visit->context, &position, ALL_PRESENT, &result, NULL) == FINAIS_OK &&
        finais_root_moves(visit->context, &position, ALL_PRESENT, &list, NULL) == FINAIS_OK &&
        result.wdl == expected->wdl;
    for (size_t i = 1; right && i < list.count; i++)
        right = in_order(&list.moves[i - 1].result, &list.moves[i].result);
    if (right && expected->wdl != 0) {
        bool captures = list.count > 0 && list.moves[0].move.captures > 0;
        right = is_right(result.dtw, expected->dtw, captures) &&
                is_right(result.dtc, expected->dtc, captures) && follows(&result, false) &&
                follows(&result, true);
        for (int conversion = 0; right && !captures && conversion < 2; conversion++)
            if (distance_of(&result, conversion) != FINAIS_NO_DISTANCE)
                visit->told[conversion][distance_of(&result, conversion)]++;
    }
    visit->wrong += !right;
    return true;
}

static void test_outcomes_alone(const char *directory) {
    struct visit visit = {.handle = NULL};
    CHECK(open_folder(directory, FINAIS_READ, &visit.handle, &visit.context));
    for (int white = 1; white <= 2; white++)
        for (int men = 0; men <= white; men++)
            for (int black_men = 0; black_men <= 1; black_men++) {
                reference_signature signature = {men, white - men, black_men, 1 - black_men};
                CHECK_EQUAL(reference_solver_visit(solver, &signature, check_position, &visit),
                            REFERENCE_OK);
            }
    CHECK_EQUAL(visit.wrong, 0);
    for (unsigned plies = 0; plies <= NEAR_PLIES; plies++) {
        CHECK(visit.told[0][plies] > 0);
        CHECK(visit.told[1][plies] > 0);
    }
    /* Without leave to do without, the table is wanted. */
    finais_position position = fen(visit.handle, "W:Wa7:BKh2");
    finais_result result;
    finais_error error;
    CHECK_EQUAL(finais_probe(visit.context, &position, FINAIS_WANT_DTC, &result, &error),
                FINAIS_TABLE_MISSING);
    CHECK_STRING(error.table, "brazilian/KvM.dtc");
    close_tables(visit.handle, visit.context);
}

/* ---- Moves without a value ------------------------------------------------------------------- */

/* Moves that a table is missing for come last; the others are in their order. */
static void test_unknown_moves(const char *directory) {
    char from[2 * TINY_PATH_SIZE], to[2 * TINY_PATH_SIZE];
    snprintf(from, sizeof from, "%s/brazilian/KKvK.wdl", directory);
    snprintf(to, sizeof to, "%s/brazilian/away", directory);
    CHECK_EQUAL(rename(from, to), 0);
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_result result;
    finais_error error = {.status = FINAIS_OK};
    CHECK(open_folder(directory, FINAIS_READ, &handle, &context));
    finais_position position = fen(handle, "W:WKd8,a7:BKg1"); /* a7-b8 leads to KKvK */
    CHECK_EQUAL(finais_probe(context, &position, ALL_PRESENT, &result, &error), FINAIS_OK);
    CHECK_EQUAL(result.wdl, FINAIS_WIN);
    CHECK_EQUAL(finais_root_moves(context, &position, ALL_PRESENT, &list, &error), FINAIS_OK);
    CHECK_EQUAL(error.status, FINAIS_OK); /* left alone */
    CHECK_EQUAL(list.count, 8);
    CHECK_EQUAL(list.moves[0].result.wdl, FINAIS_WIN);
    for (size_t i = 0; i + 1 < list.count; i++)
        CHECK(list.moves[i].result.wdl != FINAIS_UNKNOWN);
    CHECK_EQUAL(list.moves[7].result.wdl, FINAIS_UNKNOWN);
    CHECK_EQUAL(list.moves[7].result.dtw, FINAIS_NO_DISTANCE);
    CHECK_EQUAL(list.moves[7].result.dtc, FINAIS_NO_DISTANCE);
    CHECK_EQUAL(list.moves[7].move.promotes, 1);
    CHECK_EQUAL(finais_root_moves(context, &position, FINAIS_WANT_WDL, &list, &error),
                FINAIS_TABLE_MISSING);
    CHECK_STRING(error.table, "brazilian/KKvK.wdl");
    close_tables(handle, context);
    CHECK_EQUAL(rename(to, from), 0);
}

/* ---- Positions that need no table ------------------------------------------------------------ */

static void test_needless(const char *directory) {
    static const char *const lost[] = {"W:WKb8,a7,c7:BKd8", "W:Wa3:Bb4,c5,Kf8,Kh8"};
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_result result;
    finais_error error;
    finais_wdl wdl;
    finais_move moves[1];
    size_t count;
    CHECK(open_folder(directory, FINAIS_READ, &handle, &context));
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        finais_position position = fen(handle, lost[i]);
        CHECK_EQUAL(finais_moves(handle, &position, moves, 1, &count, NULL), FINAIS_OK);
        if (!CHECK_EQUAL(count, 0))
            continue;
        CHECK_EQUAL(finais_probe(context, &position, FINAIS_WANT_ALL, &result, NULL), FINAIS_OK);
        CHECK_EQUAL(result.wdl, FINAIS_LOSS);
        CHECK_EQUAL(result.dtw, 0);
        CHECK_EQUAL(result.dtc, 0);
        CHECK_EQUAL(result.terminal, 1);
        CHECK_EQUAL(finais_probe_wdl(context, &position, &wdl, NULL), FINAIS_OK);
        CHECK_EQUAL(wdl, FINAIS_LOSS);
        CHECK_EQUAL(finais_main_line(context, &position, moves, 1, &count, NULL), FINAIS_OK);
        CHECK_EQUAL(count, 0);
        CHECK_EQUAL(finais_tables_needed(handle, &position, FINAIS_WDL, NULL, 0, &count, NULL),
                    FINAIS_OK);
        CHECK_EQUAL(count, 0);
    }
    /* A capture of many leaves what the tables have; one of a few does not. */
    finais_position position = fen(handle, "W:WKa1:BKb2,Kd4,Kf6");
    CHECK_EQUAL(finais_probe_wdl(context, &position, &wdl, NULL), FINAIS_OK);
    CHECK_EQUAL(wdl, FINAIS_WIN);
    position = fen(handle, "W:WKa1,Kb8,Ka3:BKd4,Kh2");
    CHECK_EQUAL(finais_probe(context, &position, 0, &result, &error), FINAIS_TOO_MANY_PIECES);
    CHECK(strstr(error.message, "4 pieces after its captures") != NULL);
    close_tables(handle, context);
}

/* ---- Advice ---------------------------------------------------------------------------------- */

static void check_advice(const char *directory, const char *text, const char *advice) {
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_result result;
    finais_error error;
    CHECK(open_folder(directory, FINAIS_READ, &handle, &context));
    finais_position position = fen(handle, text);
    CHECK(finais_probe(context, &position, 0, &result, &error) != FINAIS_OK);
    if (!CHECK(strstr(error.message, advice) != NULL))
        printf("'%s' is not in: %s\n", advice, error.message);
    CHECK(strlen(error.message) < FINAIS_MESSAGE_SIZE - 1);
    close_tables(handle, context);
}

static void test_advice(const char *directory) {
    char path[2 * TINY_PATH_SIZE], advice[4 * TINY_PATH_SIZE];
    static const char kings[] = "W:WKa1:BKb8";
    snprintf(advice, sizeof advice, "finais-gen build --pieces 4 --tables %s", directory);
    check_advice(directory, "W:WKa1,Ka3:BKb8,Kh8", advice);
    check_advice(directory, "W:W21-32:B1-12", "up to 8 pieces");

    /* A path that a shell would take apart. */
    snprintf(path, sizeof path, "%s/it's here", directory);
    CHECK_EQUAL(mkdir(path, 0777), 0);
    snprintf(advice, sizeof advice,
             "; get it with: finais-gen build --signature KvK --metrics wdl --tables "
             "'%s/it'\\''s here'",
             directory);
    check_advice(path, kings, advice);
    CHECK_EQUAL(rmdir(path), 0);

    /* One that is longer than the message has room for. */
    snprintf(path, sizeof path, "%s", directory);
    while (strlen(path) < FINAIS_MESSAGE_SIZE)
        strcat(path, "/.");
    snprintf(path + strlen(path), 16, "/brazilian");
    check_advice(path, kings, "give its parent folder");
    snprintf(path + strlen(path), 16, "/../new");
    CHECK_EQUAL(mkdir(path, 0777), 0);
    check_advice(path, kings, "--metrics wdl --tables DIR");
    CHECK_EQUAL(rmdir(path), 0);

    /* The folder of the tables in place of the one above it. */
    snprintf(path, sizeof path, "%s/brazilian/", directory);
    snprintf(advice, sizeof advice, "holds tables itself: give its parent folder, %s", directory);
    check_advice(path, kings, advice);

    /* Nothing was searched, and nothing was found. */
    finais *handle = NULL;
    finais_error error;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    const char *const nowhere[] = {""};
    options.directories = nowhere;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_tables_check(handle, &error), FINAIS_TABLE_MISSING);
    CHECK_STRING(error.message, "no table of brazilian was found (no directory was searched); name "
                                "their directory with --tables or in FINAIS_TABLES");
    finais_close(handle);
    CHECK_EQUAL(finais_tables_check(NULL, &error), FINAIS_INVALID_ARGUMENT);
    finais_context *context = NULL;
    CHECK(open_folder(directory, FINAIS_READ, &handle, &context));
    CHECK_EQUAL(finais_tables_check(handle, &error), FINAIS_OK);
    close_tables(handle, context);
}

int main(void) {
    char directory[TINY_PATH_SIZE];
    if (!CHECK(reference_solver_create(3, &solver) == REFERENCE_OK) ||
        !CHECK(tiny_directory_make(directory)))
        return check_report();
    CHECK(tiny_tables_write(directory, solver, 3, METRIC_WDL, 4096));
    test_outcomes_alone(directory);
    test_unknown_moves(directory);
    test_needless(directory);
    test_advice(directory);
    tiny_directory_remove(directory);
    reference_solver_free(solver);
    return check_report();
}
