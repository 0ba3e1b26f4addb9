#include "verify.h"
#include "fen.h"
#include "interrupt.h"
#include "resources.h"
#include "table_loader.h"
#include "table_statistics.h"
#include "table_walk.h"
#include "verify_rules.h"
#include "verify_sample.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct verify {
    const struct verify_options *options;
    const struct folder *folder;
    struct progress *progress;
    struct verify_result *result;
    uint64_t shown; /* offending positions printed */
};

/* A line about a table, or an object with --json: `event` is "wrong", "missing" or "unlisted". */
static void say(struct verify *verify, const char *event, const char *table, const char *what) {
    char line[FEN_SIZE + MANIFEST_LINE_SIZE + 128];
    if (verify->progress->mode == OUTPUT_JSON)
        snprintf(line, sizeof line, "{\"event\":\"%s\",\"table\":\"%s\",\"text\":\"%s\"}", event,
                 table, what);
    else
        snprintf(line, sizeof line, "%s: %s", table, what);
    progress_print(verify->progress, line);
}

static void say_wrong(struct verify *verify, const char *table, const char *what) {
    say(verify, "wrong", table, what);
}

/* ---- Offending positions -------------------------------------------------------------------- */

static void value_text(enum metric metric, value v, char *text, size_t size) {
    const char *word = value_is_win(v) ? "win" : value_is_loss(v) ? "loss" : "draw";
    if (metric == METRIC_WDL || v == VALUE_DRAW)
        snprintf(text, size, "%s", word);
    else
        snprintf(text, size, "%s in %u", word, value_distance(v));
}

/* The first ones only. */
static void show_offender(struct verify *verify, const struct table *table,
                          const struct offender *offender) {
    struct position position = position_of_index(&table->layout, offender->index, offender->side);
    enum metric metric = table->header.metric;
    char fen[FEN_SIZE];
    char stored[32];
    char expected[32];
    char line[FEN_SIZE + 128];
    if (verify->shown++ >= OFFENDERS_MAX)
        return;
    fen_write_position(verify->folder->rules, NOTATION_ALGEBRAIC, &position, fen, sizeof fen);
    value_text(metric, offender->stored, stored, sizeof stored);
    value_text(metric, offender->expected, expected, sizeof expected);
    if (offender->unsupported)
        snprintf(line, sizeof line, "%s stored %s, which no line of play reaches", fen, stored);
    else
        snprintf(line, sizeof line, "%s stored %s, expected %s", fen, stored, expected);
    say_wrong(verify, table->name, line);
}

static void show_offenders(struct verify *verify, const struct walked_table *walked,
                           const struct offenders *offenders) {
    for (uint64_t i = 0; i < offenders->count && i < OFFENDERS_MAX; i++)
        show_offender(verify, walked->table, &offenders->first[i]);
    verify->result->wrong_values += offenders->count;
}

/* ---- The checks ----------------------------------------------------------------------------- */

static unsigned threads_for(const struct verify *verify, const struct walked_table *walked) {
    return useful_threads(walked->table->header.positions, verify->options->threads);
}

/* Whether the histogram of a table is that of the tallies. */
static enum exit_code check_histogram(const struct table *table, const struct value_tally tally[2],
                                      bool *right, struct failure *failure) {
    size_t values = table->header.histogram_values;
    unsigned sides = table->header.sides;
    uint64_t *counts = calloc(sides * values + 1, sizeof *counts);
    finais_error error;
    if (counts == NULL)
        return fail_memory(failure, "a histogram");
    finais_status status = table_read_histogram(table, counts, &error);
    size_t expected = table->header.metric == METRIC_WDL ? 0 : tallies_values(tally, sides);
    *right = values == expected;
    for (unsigned side = 0; *right && side < sides; side++)
        *right =
            memcmp(counts + side * values, tally[side].positions, values * sizeof *counts) == 0;
    free(counts);
    return status == FINAIS_OK ? EXIT_CODE_OK : fail_reader(failure, status, &error);
}

/* Each check returns EXIT_CODE_OK also when it finds something wrong; *wrong then counts it. */
static enum exit_code check_header(struct verify *verify, const struct walked_table *walked,
                                   unsigned *wrong, struct failure *failure) {
    const struct table_header *header = &walked->table->header;
    struct table_statistics statistics[2];
    struct value_tally tally[2];
    uint8_t hash[TABLE_HASH_BYTES];
    bool histogram_right = true;
    enum exit_code code = EXIT_CODE_OK;
    if (!walked_content(walked, threads_for(verify, walked), hash, tally)) {
        code = fail_memory(failure, "a hash");
    } else {
        statistics_of_tallies(tally, header->sides, statistics);
        code = check_histogram(walked->table, tally, &histogram_right, failure);
    }
    tally_clear(&tally[WHITE]);
    tally_clear(&tally[BLACK]);
    if (code != EXIT_CODE_OK)
        return code;
    if (!histogram_right) {
        say_wrong(verify, walked->table->name, "the histogram is not that of its values");
        ++*wrong;
    }
    if (!statistics_equal(&statistics[WHITE], &header->statistics[WHITE]) ||
        !statistics_equal(&statistics[BLACK], &header->statistics[BLACK])) {
        say_wrong(verify, walked->table->name, "the statistics are not those of its values");
        ++*wrong;
    }
    if (memcmp(hash, header->content_hash, sizeof hash) != 0) {
        say_wrong(verify, walked->table->name, "the content hash is not that of its values");
        ++*wrong;
    }
    return EXIT_CODE_OK;
}

static enum exit_code check_manifest(struct verify *verify, const struct walked_table *walked,
                                     unsigned *wrong, struct failure *failure) {
    const struct table_header *header = &walked->table->header;
    char name[TABLE_FILE_NAME_SIZE];
    table_file_name(header->signature, header->metric, name);
    const char *listed =
        verify->options->manifest != NULL ? manifest_find(verify->options->manifest, name) : NULL;
    if (listed == NULL)
        return EXIT_CODE_OK;
    struct manifest here = {0};
    enum exit_code code = manifest_add(&here, verify->folder, header, failure);
    const char *column = code == EXIT_CODE_OK ? manifest_difference(listed, here.lines[0]) : NULL;
    if (column != NULL) {
        char line[128];
        snprintf(line, sizeof line, "%s is not as " MANIFEST_NAME " has it", column);
        say_wrong(verify, walked->table->name, line);
        ++*wrong;
    }
    manifest_free(&here);
    return code;
}

static bool go_on(void *context, uint64_t positions_done) {
    progress_update(context, positions_done);
    return !interrupt_requested();
}

static enum exit_code check_rules(struct verify *verify, const struct walked_table *walked,
                                  unsigned *wrong, struct failure *failure) {
    struct offenders offenders;
    enum solve_status status =
        verify_by_rules(walked->values, walked->others, threads_for(verify, walked), go_on,
                        verify->progress, &offenders);
    if (status == SOLVE_STOPPED)
        return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    if (status != SOLVE_OK)
        return fail_memory(failure, "checking a table");
    show_offenders(verify, walked, &offenders);
    *wrong += offenders.count > 0;
    return EXIT_CODE_OK;
}

static enum exit_code verify_table(void *context, const struct walked_table *walked,
                                   struct failure *failure) {
    struct verify *verify = context;
    unsigned wrong = 0;
    uint64_t positions = walked->table->header.positions * walked->table->header.sides;
    progress_task(verify->progress, walked->table->name, positions);
    enum exit_code code = check_header(verify, walked, &wrong, failure);
    if (code == EXIT_CODE_OK)
        code = check_manifest(verify, walked, &wrong, failure);
    if (code == EXIT_CODE_OK && verify->options->level == VERIFY_RULES)
        code = check_rules(verify, walked, &wrong, failure);
    if (code != EXIT_CODE_OK)
        return code;
    verify->result->tables++;
    verify->result->positions += positions;
    verify->result->wrong_tables += wrong > 0;
    progress_task_done(verify->progress, wrong > 0 ? "WRONG" : "right");
    return EXIT_CODE_OK;
}

/* ---- A sample ------------------------------------------------------------------------------- */

static void take_offender(void *context, const struct table *table,
                          const struct offender *offender) {
    show_offender(context, table, offender);
}

static enum exit_code check_sample(struct verify *verify, const struct plan *plan,
                                   struct failure *failure) {
    struct sample_options options = {verify->options->sample, verify->options->seed,
                                     verify->options->threads, verify->options->memory};
    struct sample_result found;
    struct verify_result *result = verify->result;
    enum exit_code code = verify_sample(plan, verify->folder, &options, verify->progress,
                                        take_offender, verify, &found, failure);
    result->positions = found.drawn;
    result->compared = found.stored;
    result->wrong_values = found.wrong;
    result->wrong_tables = found.wrong_tables;
    for (size_t i = 0; i < plan->count; i++)
        for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
            result->tables += (plan->steps[i].tables & metric_bit(metric)) != 0;
    return code;
}

/* ---- What is listed ------------------------------------------------------------------------- */

static void say_listed(struct verify *verify, const char *event, const char *name,
                       const char *what) {
    char table[MANIFEST_LINE_SIZE + 32];
    snprintf(table, sizeof table, "%s/%s", verify->folder->rules->name, name);
    say(verify, event, table, what);
}

/* `first` becomes the name of the first table that is missing. */
static void find_missing(struct verify *verify, char first[MANIFEST_LINE_SIZE]) {
    size_t line = 0;
    char name[MANIFEST_LINE_SIZE];
    while (manifest_next_missing(verify->options->manifest, verify->folder,
                                 &verify->options->selection, &line, name)) {
        make_printable(name);
        if (verify->result->missing_tables++ == 0)
            memcpy(first, name, sizeof name);
        say_listed(verify, "missing", name, "listed in " MANIFEST_NAME ", but not there");
    }
}

static void find_unlisted(struct verify *verify, const struct plan *plan) {
    char name[TABLE_FILE_NAME_SIZE];
    char text[160];
    size_t count = manifest_count_unlisted(verify->options->manifest, plan, name);
    verify->result->unlisted_tables = count;
    if (count == 0 || verify->progress->mode == OUTPUT_QUIET)
        return;
    if (count == 1)
        snprintf(text, sizeof text, "not listed in " MANIFEST_NAME);
    else
        snprintf(text, sizeof text, "and %zu more table%s: not listed in " MANIFEST_NAME, count - 1,
                 count == 2 ? "" : "s");
    say_listed(verify, "unlisted", name, text);
}

static void say_no_manifest(struct verify *verify) {
    char line[PATH_MAX + 160];
    if (verify->progress->mode == OUTPUT_JSON)
        snprintf(line, sizeof line, "{\"event\":\"no_manifest\"}");
    else
        snprintf(line, sizeof line,
                 "%s: no " MANIFEST_NAME " to compare with; finais-gen hash --write-manifest makes "
                 "it",
                 verify->folder->path);
    if (verify->progress->mode != OUTPUT_QUIET)
        progress_print(verify->progress, line);
}

/* ---- All tables ----------------------------------------------------------------------------- */

static enum exit_code judge(const struct verify *verify, const char *missing,
                            struct failure *failure) {
    const struct verify_result *result = verify->result;
    const char *path = verify->folder->path;
    if (result->wrong_values > 0)
        return fail(failure, EXIT_CODE_WRONG,
                    "%s: %" PRIu64 " wrong value(s) in %" PRIu64
                    " table(s); remove these tables and build them again",
                    path, result->wrong_values, result->wrong_tables);
    if (result->wrong_tables > 0)
        return fail(failure, EXIT_CODE_WRONG,
                    "%s: %" PRIu64 " table(s) are not what they should be; remove these tables and "
                    "build them again",
                    path, result->wrong_tables);
    if (result->missing_tables > 0)
        return fail(failure, EXIT_CODE_MISSING,
                    "%s/%s: listed in " MANIFEST_NAME ", but not there (%" PRIu64
                    " such table(s)); build again, or list what is there with finais-gen hash "
                    "--write-manifest",
                    path, missing, result->missing_tables);
    return EXIT_CODE_OK;
}

enum exit_code verify_tables(struct plan *plan, const struct folder *folder,
                             const struct verify_options *options, struct progress *progress,
                             struct verify_result *result, struct failure *failure) {
    struct verify verify = {options, folder, progress, result, 0};
    bool rules = options->level == VERIFY_RULES;
    struct walk_options walk = {options->threads, options->memory,
                                rules ? complete_by_rules : complete_values,
                                rules ? NULL : options->kernel};
    char missing[MANIFEST_LINE_SIZE] = "";
    *result = (struct verify_result){0};
    if (options->manifest == NULL) {
        say_no_manifest(&verify);
    } else {
        find_missing(&verify, missing);
        find_unlisted(&verify, plan);
    }
    enum exit_code code = options->sample > 0
                              ? check_sample(&verify, plan, failure)
                              : table_walk(plan, folder, &walk, verify_table, &verify, failure);
    progress_end(progress);
    result->complete = code == EXIT_CODE_OK;
    return result->complete ? judge(&verify, missing, failure) : code;
}
