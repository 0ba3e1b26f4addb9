#include "command.h"
#include "find.h"
#include "longest_game.h"
#include "longest_heads.h"
#include "options.h"
#include "scan_output.h"
#include "solver.h"
#include "table_loader.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "finais-gen longest tells the longest wins: in how many plies, how many positions have them,\n"
    "and the first of these.\n"
    "\n"
    "  finais-gen longest --pieces 4\n"
    "        of all endings of 2 to 4 pieces, by plies to the end (dtw) and by plies to a capture\n"
    "        or promotion (dtc)\n"
    "  finais-gen longest --signature KKKvK --metrics dtw --limit 100\n"
    "  finais-gen longest --pieces 4 --pdn > longest.pdn\n"
    "        best play of both sides to the end, by the dtw tables, as games in PDN\n"
    "\n"
    "A position stands for its mirror as well.\n"
    "\n"
    "  --pieces N         tables of 2 to N pieces; all that have distances if not given\n"
    "  --signature S      those of one signature\n"
    "  --metrics LIST     dtw, dtc or both; else those that are there\n"
    "  --limit N          positions told of each metric; 10 if not given\n"
    "  --pdn              games in PDN\n"
    "  --tables DIR       where DIR/brazilian is; else the first directory in FINAIS_TABLES, else\n"
    "                     tables\n"
    "  --threads T        all processors if not given\n"
    "  --memory SIZE      most memory to use; all that is free if not given\n"
    "  --quiet            no progress on standard error\n"
    "  --variant NAME     brazilian\n";

enum { ROWS_BY_DEFAULT = 10 };

/* ---- Which tables have the longest wins ----------------------------------------------------- */

static enum exit_code longest_of_table(const struct folder *folder, struct signature signature,
                                       enum metric metric, unsigned *plies,
                                       struct failure *failure) {
    struct table *table;
    enum exit_code code = table_of_folder(folder, signature, metric, &table, failure);
    *plies = 0;
    if (code != EXIT_CODE_OK)
        return code;
    for (unsigned side = WHITE; side <= BLACK; side++)
        if (table->header.statistics[side].longest_win > *plies)
            *plies = (unsigned)table->header.statistics[side].longest_win;
    table_close(table);
    return EXIT_CODE_OK;
}

/* Leaves those tables of a metric in the plan that have the longest win; plies 0 when there is no
 * table or no win. */
static enum exit_code keep_longest(struct plan *plan, const struct folder *folder,
                                   enum metric metric, unsigned *longest, struct failure *failure) {
    enum exit_code code = EXIT_CODE_OK;
    unsigned *plies = calloc(plan->count + 1, sizeof *plies);
    if (plies == NULL)
        return fail_memory(failure, "the longest wins");
    *longest = 0;
    for (size_t i = 0; code == EXIT_CODE_OK && i < plan->count; i++) {
        const struct plan_step *step = &plan->steps[i];
        if ((step->tables & step->present & metric_bit(metric)) == 0)
            continue;
        code = longest_of_table(folder, step->signature, metric, &plies[i], failure);
        *longest = plies[i] > *longest ? plies[i] : *longest;
    }
    for (size_t i = 0; i < plan->count; i++)
        if (plies[i] == 0 || plies[i] < *longest)
            plan->steps[i].tables = 0;
    free(plies);
    return code;
}

/* ---- One metric ----------------------------------------------------------------------------- */

static enum exit_code print_games(const struct options *options, enum metric metric, unsigned plies,
                                  char *rows, struct failure *failure) {
    finais_options library = FINAIS_OPTIONS_DEFAULT;
    finais *handle = NULL;
    finais_context *context = NULL;
    finais_error error;
    const char *directory = options->tables;
    char event[64];
    library.directories = &directory;
    library.directory_count = 1;
    snprintf(event, sizeof event, "Longest win, %s %u", metric_name(metric), plies);
    finais_status status = finais_open(&handle, &library, &error);
    if (status == FINAIS_OK)
        status = finais_context_new(&context, handle, &error);
    enum exit_code code = status == FINAIS_OK ? EXIT_CODE_OK : fail_reader(failure, status, &error);
    for (char *fen = strtok(rows, "\n"); code == EXIT_CODE_OK && fen != NULL;
         fen = strtok(NULL, "\n"))
        code = write_main_line(stdout, context, handle, event, fen, failure);
    finais_context_free(context);
    finais_close(handle);
    return code;
}

/* The rows of a metric and how many positions there are, by going through whole tables. */
static enum exit_code search(const struct options *options, struct plan *plan,
                             const struct folder *folder, struct find_options *find,
                             enum metric metric, unsigned plies, uint64_t *count,
                             struct failure *failure) {
    char text[32];
    struct query query;
    struct find_result result = {0};
    struct progress progress;
    snprintf(text, sizeof text, "win, %s %u", metric_name(metric), plies);
    find->query = &query;
    enum exit_code code = query_read(&query, plan->rules, text, failure);
    if (code == EXIT_CODE_OK)
        code = scan_plan(plan, folder, metric_bit(metric), &find->told, failure);
    if (code != EXIT_CODE_OK)
        return code;
    progress_start(&progress, options->mode, "searching", plan_positions(plan));
    code = find_positions(plan, folder, find, &progress, &result, failure);
    progress_end(&progress);
    *count = result.found;
    return code;
}

/* The same; the heads of the tables often tell it. */
static enum exit_code find_rows(const struct options *options, struct plan *plan,
                                const struct folder *folder, enum metric metric, unsigned plies,
                                char **rows, uint64_t *count, struct failure *failure) {
    size_t length = 0;
    bool enough = false;
    struct find_options find = {.tables = options->tables,
                                .limit = UINT64_MAX,
                                .rows = options->limit > 0 ? options->limit : ROWS_BY_DEFAULT,
                                .walk = {options->threads, options->memory, complete_values, NULL}};
    find.stream = open_memstream(rows, &length);
    if (find.stream == NULL)
        return fail_memory(failure, "the positions");
    enum exit_code code = longest_from_heads(plan, folder, metric, plies, find.rows, find.stream,
                                             count, &enough, failure);
    if (code == EXIT_CODE_OK && !enough) {
        fclose(find.stream);
        free(*rows);
        *rows = NULL;
        find.stream = open_memstream(rows, &length);
        if (find.stream == NULL)
            return fail_memory(failure, "the positions");
        code = search(options, plan, folder, &find, metric, plies, count, failure);
    }
    if (fclose(find.stream) != 0 && code == EXIT_CODE_OK)
        code = fail_memory(failure, "the positions");
    return code;
}

static enum exit_code print_metric(const struct options *options, struct plan *plan,
                                   const struct folder *folder, enum metric metric, unsigned plies,
                                   struct failure *failure) {
    char *rows = NULL;
    uint64_t count = 0;
    enum exit_code code = find_rows(options, plan, folder, metric, plies, &rows, &count, failure);
    if (code == EXIT_CODE_OK && (options->given & OPTION_PDN) != 0)
        code = print_games(options, metric, plies, rows, failure);
    else if (code == EXIT_CODE_OK)
        printf("%s %u plies, %" PRIu64 " position%s\n%s", metric_name(metric), plies, count,
               count == 1 ? "" : "s", rows);
    free(rows);
    return code;
}

/* ---- The command ---------------------------------------------------------------------------- */

static enum exit_code find_longest(const struct options *options, const struct folder *folder,
                                   enum metric metric, bool *any, struct failure *failure) {
    struct plan plan = {.rules = options->rules};
    unsigned plies = 0;
    enum exit_code code = options_plan(options, 0, folder, &plan, failure);
    if (code == EXIT_CODE_OK)
        code = keep_longest(&plan, folder, metric, &plies, failure);
    if (code == EXIT_CODE_OK && plies > 0)
        code = print_metric(options, &plan, folder, metric, plies, failure);
    *any = *any || plies > 0;
    plan_free(&plan);
    return code;
}

enum exit_code command_longest(int argc, char **argv, struct failure *failure) {
    struct options options;
    unsigned allowed = OPTION_PIECES | OPTION_SIGNATURE | OPTION_METRICS | OPTION_LIMIT |
                       OPTION_PDN | OPTION_TABLES | OPTION_THREADS | OPTION_MEMORY | OPTION_QUIET |
                       OPTION_VARIANT;
    enum exit_code code;
    if (!options_start(&options, argc, argv, allowed, help, &code, failure))
        return code;
    if ((options.metrics & metric_bit(METRIC_WDL)) != 0)
        return fail(failure, EXIT_CODE_USAGE, "--metrics: wdl has no distances; dtw and dtc have");
    struct folder folder;
    bool any = false;
    code = folder_open_to_read(&folder, options.rules, options.tables, failure);
    for (enum metric metric = METRIC_DTW; code == EXIT_CODE_OK && metric <= METRIC_DTC; metric++)
        if (options.metrics == 0 || (options.metrics & metric_bit(metric)) != 0)
            code = find_longest(&options, &folder, metric, &any, failure);
    if (code == EXIT_CODE_OK && !any)
        return fail(failure, EXIT_CODE_MISSING,
                    "%s: no tables with distances of what was asked for; make them with finais-gen "
                    "build --metrics wdl,dtw,dtc",
                    folder.path);
    errno = 0;
    if (code == EXIT_CODE_OK && fflush(stdout) != 0)
        code = fail_output(failure, errno);
    return code;
}
