#include "command.h"
#include "options.h"
#include "statistics.h"
#include "table_walk.h"
#include <stdio.h>

static const char help[] =
    "finais-gen stats tells, for each signature and side to move, how many positions are won,\n"
    "drawn and lost, in how many the side to move has to capture, and the longest wins.\n"
    "\n"
    "  finais-gen stats\n"
    "        of all tables in tables/brazilian, with an example of each longest win\n"
    "  finais-gen stats --pieces 4 --tsv > counts.tsv\n"
    "        columns separated by tabs, for up to 4 pieces\n"
    "  finais-gen stats --pieces 4 --totals\n"
    "        only the sums for 2, 3 and 4 pieces\n"
    "  finais-gen stats --signature KKKvK --json\n"
    "  finais-gen stats --signature KKKvK --histogram\n"
    "        how many positions are won or lost in how many plies\n"
    "\n"
    "Distances are plies: dtw to the end of the game, dtc to a capture or promotion. '-' (null in\n"
    "JSON) stands where there is no such position, or no table that knows. Sums count both sides "
    "to\n"
    "move, a signature that is its own mirror, such as KvK, once.\n"
    "\n"
    "All but the captures stands in the headers of the tables. Captures are counted from the "
    "rules,\n"
    "which takes the processor about 2 seconds for all endings of up to 5 pieces, 20 for 6.\n"
    "\n"
    "  --pieces N         tables of 2 to N pieces, which must be there; else all that are there\n"
    "  --signature S      those of one signature\n"
    "  --metrics LIST     some of wdl,dtw,dtc; else those that are there\n"
    "  --tables DIR       where DIR/brazilian is; else the first directory in FINAIS_TABLES, else\n"
    "                     tables\n"
    "  --headers          only what the headers tell: no captures\n"
    "  --totals           only a row for each number of pieces; to be known, a distance needs "
    "tables\n"
    "                     of all their endings\n"
    "  --threads T        that count captures; all processors if not given\n"
    "  --histogram        of each dtw and dtc table and side to move, a row for each value: win,\n"
    "                     draw or loss, plies, positions; wdl tables have no histogram\n"
    "  --tsv, --json      for programs\n"
    "  --variant NAME     brazilian\n";

static enum statistics_form form_of(const struct options *options) {
    if ((options->given & OPTION_TSV) != 0)
        return STATISTICS_TSV;
    return (options->given & OPTION_JSON) != 0 ? STATISTICS_JSON : STATISTICS_TEXT;
}

/* What a histogram has nothing to do with. */
static enum exit_code check_options(const struct options *options, struct failure *failure) {
    bool histogram = (options->given & OPTION_HISTOGRAM) != 0;
    if (histogram && (options->given & OPTION_TOTALS) != 0)
        return fail(failure, EXIT_CODE_USAGE, "--histogram and --totals exclude each other");
    if (histogram && (options->given & OPTION_HEADERS) != 0)
        return fail(failure, EXIT_CODE_USAGE, "--histogram and --headers exclude each other");
    return EXIT_CODE_OK;
}

static enum exit_code print(const struct options *options, const struct plan *plan,
                            const struct folder *folder, struct failure *failure) {
    struct statistics_options statistics = {.form = form_of(options),
                                            .captures = (options->given & OPTION_HEADERS) == 0,
                                            .totals = (options->given & OPTION_TOTALS) != 0,
                                            .threads = options->threads,
                                            .stream = stdout};
    if ((options->given & OPTION_HISTOGRAM) != 0)
        return histograms_print(plan, folder, statistics.form, stdout, failure);
    return statistics_print(plan, folder, &statistics, failure);
}

enum exit_code command_stats(int argc, char **argv, struct failure *failure) {
    struct options options;
    unsigned allowed = OPTION_PIECES | OPTION_SIGNATURE | OPTION_VARIANT | OPTION_METRICS |
                       OPTION_TABLES | OPTION_JSON | OPTION_TSV | OPTION_HISTOGRAM | OPTION_TOTALS |
                       OPTION_HEADERS | OPTION_THREADS;
    enum exit_code code;
    if (!options_start(&options, argc, argv, allowed, help, &code, failure))
        return code;
    struct plan plan = {.rules = options.rules};
    struct folder folder;
    code = check_options(&options, failure);
    if (code == EXIT_CODE_OK)
        code = folder_open_to_read(&folder, options.rules, options.tables, failure);
    if (code == EXIT_CODE_OK)
        code = options_plan(&options, options.metrics, &folder, &plan, failure);
    if (code == EXIT_CODE_OK)
        code = print(&options, &plan, &folder, failure);
    plan_free(&plan);
    return code;
}
