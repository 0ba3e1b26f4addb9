#include "command.h"
#include "find.h"
#include "options.h"
#include "solver.h"
#include <inttypes.h>
#include <stdio.h>

static const char help[] =
    "finais-gen find writes all positions of whole tables that are as a query says.\n"
    "\n"
    "  finais-gen find --signature KKvK --where 'white to move, win' --count\n"
    "  finais-gen find --signature KKKvK --where 'white to move, draw, black king off main road'\n"
    "  finais-gen find --pieces 4 --where 'full zugzwang, quiet for both' --tsv\n"
    "  finais-gen find --signature KMvKM --where 'white wins, unique line 2' --limit 20\n"
    "  finais-gen find --pieces 4 --where quiet --sample 100000 --seed 7 --tsv > training.tsv\n"
    "\n"
    "All conditions between commas must hold; of those with 'or' between them one; 'not' before a\n"
    "condition denies it. An outcome is that for the side to move.\n"
    "\n"
    "  win, draw, loss            white wins, black wins\n"
    "  white to move              black to move\n"
    "  dtw N..M, dtc N..M         plies to the end, to a capture or promotion; N.., ..M or N\n"
    "  capture, quiet             the side to move has to capture, or not\n"
    "  quiet for both             nor would the other side, if it were to move\n"
    "  PIECE on SQUARES           one of such pieces stands on one of the squares; PIECE is man,\n"
    "                             king or piece, after white or black if one is meant; SQUARES "
    "are\n"
    "                             squares with blanks between, or main road\n"
    "  PIECE off SQUARES          none of them does\n"
    "  zugzwang                   the side to move would do better if the other were to move, and\n"
    "                             the other way round\n"
    "  full zugzwang              whoever is to move loses\n"
    "  half zugzwang              one of the two loses when it is to move, and the other draws\n"
    "  winning moves N..M         so many moves win; unique win: just one\n"
    "  unique line N              the winner has just one winning move, N times in succession (or\n"
    "                             until the game ends), whatever the answers\n"
    "  sacrifice N                the winner can give away N pieces or more by quiet moves "
    "running,\n"
    "                             whatever the other side, which has to capture, takes, and win\n"
    "  changed by crowning PIECE  with one such man a king the outcome is another\n"
    "  changed by removing PIECE  without one such piece the outcome is another\n"
    "  drawn under RULES at N     won or lost, but a draw by the rules fmjd64, lidraughts, "
    "moves40\n"
    "                             or cbd20 when N plies have been counted; 0 without at\n"
    "\n"
    "White has more pieces, or more kings, in the signatures of tables: each position stands for "
    "its\n"
    "mirror as well. A signature that is its own mirror, such as KvK, has White to move alone.\n"
    "\n"
    "  --where QUERY      conditions; all positions if not given\n"
    "  --pieces N         tables of 2 to N pieces; all that are there if not given\n"
    "  --signature S      those of one signature\n"
    "  --count            only how many positions there are\n"
    "  --limit N          the first N in the order of the index\n"
    "  --sample N         N of them drawn at random, each with the same chance\n"
    "  --seed S           another sample for each S, 0 to 999999999; 0 if not given\n"
    "  --tsv              with side to move, outcome and distances, as finais-gen dump\n"
    "  --metrics LIST     the distances told by --tsv, some of wdl,dtw,dtc; else those that all\n"
    "                     tables chosen have\n"
    "  --tables DIR       where DIR/brazilian is; else the first directory in FINAIS_TABLES, else\n"
    "                     tables\n"
    "  --threads T        all processors if not given\n"
    "  --memory SIZE      most memory to use; all that is free if not given\n"
    "  --kernel NAME      what finds the values of wdl tables that files leave out: auto (the\n"
    "                     fastest that runs here; if not given), avx512, avx2, plain or none\n"
    "  --quiet            no progress on standard error\n"
    "  --variant NAME     brazilian\n";

static enum exit_code check_options(const struct options *options, struct failure *failure) {
    if ((options->given & OPTION_SEED) != 0 && options->sample == 0)
        return fail(failure, EXIT_CODE_USAGE, "--seed belongs to --sample");
    bool counts = (options->given & OPTION_COUNT) != 0;
    bool limits = (options->given & OPTION_LIMIT) != 0;
    bool samples = options->sample > 0;
    if (counts + limits + samples > 1)
        return fail(failure, EXIT_CODE_USAGE, "--count, --limit and --sample exclude each other");
    return EXIT_CODE_OK;
}

/* A query about one signature that is its own mirror, and Black to move. */
static enum exit_code check_sides(const struct options *options, const struct query *query,
                                  struct failure *failure) {
    bool possible =
        (options->given & OPTION_SIGNATURE) == 0 || !signature_is_own_mirror(options->signature);
    char name[SIGNATURE_NAME_SIZE];
    signature_name(options->signature, name);
    for (unsigned outcome = VALUE_DRAW; outcome <= VALUE_WIN; outcome++)
        possible = possible || query_truth(query, WHITE, (value)outcome) != TRUTH_NO;
    return possible ? EXIT_CODE_OK
                    : fail(failure, EXIT_CODE_USAGE,
                           "--where: %s is its own mirror, whose positions are told with White to "
                           "move: ask with white to move, and the colours exchanged",
                           name);
}

/* What has to be read: for columns all there is, else what the conditions are about. */
static enum exit_code choose_metrics(const struct options *options, const struct query *query,
                                     struct plan *plan, const struct folder *folder,
                                     metric_set *told, struct failure *failure) {
    metric_set common = scan_metrics(plan);
    metric_set metrics = options->metrics;
    if (metrics == 0)
        metrics = (options->given & OPTION_TSV) != 0 ? common : common & metric_bit(METRIC_WDL);
    return scan_plan(plan, folder, metrics | query_metrics(query), told, failure);
}

static enum exit_code search(const struct options *options, const struct query *query,
                             struct plan *plan, const struct folder *folder,
                             struct failure *failure) {
    struct progress progress;
    struct find_result result;
    struct find_options find = {.query = query,
                                .tables = options->tables,
                                .columns = (options->given & OPTION_TSV) != 0,
                                .counts = (options->given & OPTION_COUNT) != 0,
                                .stream = stdout,
                                .rows = UINT64_MAX,
                                .limit = options->limit > 0 ? options->limit : UINT64_MAX,
                                .sample = options->sample,
                                .seed = options->seed,
                                .walk = {options->threads, options->memory, complete_values, NULL}};
    enum exit_code code = options_kernel(options, &find.walk.kernel, failure);
    if (code == EXIT_CODE_OK)
        code = choose_metrics(options, query, plan, folder, &find.told, failure);
    if (code != EXIT_CODE_OK)
        return code;
    progress_start(&progress, options->mode, "searching", plan_positions(plan));
    code = find_positions(plan, folder, &find, &progress, &result, failure);
    progress_end(&progress);
    if (code == EXIT_CODE_OK && find.counts)
        printf("%" PRIu64 "\n", result.found);
    if (code == EXIT_CODE_OK && result.undecided > 0)
        fprintf(stderr,
                "finais-gen: of %" PRIu64 " positions it is not decided whether they are drawn; "
                "they count as not drawn\n",
                result.undecided);
    return code;
}

enum exit_code command_find(int argc, char **argv, struct failure *failure) {
    struct options options;
    struct query query;
    unsigned allowed = OPTION_WHERE | OPTION_COUNT | OPTION_LIMIT | OPTION_SAMPLE | OPTION_SEED |
                       OPTION_PIECES | OPTION_SIGNATURE | OPTION_TSV | OPTION_METRICS |
                       OPTION_TABLES | OPTION_THREADS | OPTION_MEMORY | OPTION_KERNEL |
                       OPTION_QUIET | OPTION_VARIANT;
    enum exit_code code;
    if (!options_start(&options, argc, argv, allowed, help, &code, failure))
        return code;
    struct plan plan = {.rules = options.rules};
    struct folder folder;
    code = check_options(&options, failure);
    if (code == EXIT_CODE_OK)
        code =
            query_read(&query, options.rules, options.where != NULL ? options.where : "", failure);
    if (code == EXIT_CODE_OK)
        code = check_sides(&options, &query, failure);
    if (code == EXIT_CODE_OK)
        code = folder_open_to_read(&folder, options.rules, options.tables, failure);
    if (code == EXIT_CODE_OK)
        code = options_plan(&options, 0, &folder, &plan, failure);
    if (code == EXIT_CODE_OK)
        code = search(&options, &query, &plan, &folder, failure);
    plan_free(&plan);
    return code;
}
