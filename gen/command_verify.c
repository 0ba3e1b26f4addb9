#include "command.h"
#include "options.h"
#include "resources.h"
#include "table_walk.h"
#include "verify.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "finais-gen verify checks finished tables.\n"
    "\n"
    "  finais-gen verify --level hash\n"
    "        reads every block of every table in tables/brazilian, and compares values,\n"
    "        statistics and content hash with the table's header and with the manifest\n"
    "  finais-gen verify --level rules --pieces 4\n"
    "        in addition computes every value again from the moves of its position, for all\n"
    "        tables of up to 4 pieces, without any part of the program that made them\n"
    "  finais-gen verify --level rules --signature KKKvK --metrics dtw\n"
    "        one table; those it depends on are taken as they are\n"
    "  finais-gen verify --level rules --sample 1000000 --pieces 7\n"
    "        positions drawn at random from all these tables, reading only what they need\n"
    "\n"
    "Prints the first positions that are wrong as FEN. Exit code 0 when all is right, 1 when a\n"
    "value, a hash, statistics or the manifest is wrong, 3 when a table is missing that was asked\n"
    "for, is listed in the manifest or is depended on, 4 when a file is damaged or is not the "
    "table\n"
    "that its name says. No manifest, and tables that it does not list, are told and no fault.\n"
    "\n"
    "  --level LEVEL      hash (if not given) or rules\n"
    "  --sample N         with --level rules, check N positions drawn at random, 1 to 999999999;\n"
    "                     those in which the side to move has to capture, or is not stored, have\n"
    "                     nothing to compare, and hashes, statistics and other blocks are not "
    "looked at; "
    "wins\n"
    "                     and losses that support each other in a circle (wdl) cannot be seen so\n"
    "  --seed S           another sample for each S, 0 to 999999999; 0 if not given\n"
    "  --pieces N         all tables of 2 to N pieces, which must be there; else all that are "
    "there\n"
    "  --signature S      the tables of one signature\n"
    "  --metrics LIST     some of wdl,dtw,dtc; else those that are there\n"
    "  --tables DIR       where DIR/brazilian is; else the first directory in FINAIS_TABLES, else\n"
    "                     tables\n"
    "  --threads T        all processors if not given\n"
    "  --memory SIZE      most memory to use; all that is free if not given; units are\n"
    "                     powers of 1024, those printed of 1000\n"
    "  --kernel NAME      the instructions that find what wdl tables leave out, with --level "
    "hash:\n"
    "                     auto (the fastest that runs here; if not given), avx512, avx2, plain, "
    "or\n"
    "                     none (position by position, as for distances); the result is the same\n"
    "  --variant NAME     brazilian\n"
    "  --quiet            only what is wrong\n"
    "  --json             progress and result as one JSON object a line\n";

static enum exit_code read_level(const struct options *options, enum verify_level *level,
                                 struct failure *failure) {
    bool rules = options->level != NULL && strcmp(options->level, "rules") == 0;
    if (!rules && (options->given & (OPTION_SAMPLE | OPTION_SEED)) != 0)
        return fail(failure, EXIT_CODE_USAGE, "--sample and --seed belong to --level rules");
    if (options->sample == 0 && (options->given & OPTION_SEED) != 0)
        return fail(failure, EXIT_CODE_USAGE, "--seed belongs to --sample");
    *level = VERIFY_HASH;
    if (options->level == NULL || strcmp(options->level, "hash") == 0)
        return EXIT_CODE_OK;
    *level = VERIFY_RULES;
    if (strcmp(options->level, "rules") == 0)
        return EXIT_CODE_OK;
    return fail(failure, EXIT_CODE_USAGE, "--level '%s': expected hash or rules", options->level);
}

static uint64_t count_positions(const struct plan *plan) {
    uint64_t positions = 0;
    for (size_t i = 0; i < plan->count; i++)
        for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
            if ((plan->steps[i].tables & metric_bit(metric)) != 0)
                positions += plan->steps[i].positions;
    return positions;
}

static void print_json_result(const struct options *options, const struct verify_result *result,
                              double seconds) {
    printf("{\"event\":\"done\",\"tables\":%" PRIu64 ",\"positions\":%" PRIu64, result->tables,
           result->positions);
    if (options->sample > 0)
        printf(",\"seed\":%u,\"compared\":%" PRIu64, options->seed, result->compared);
    printf(",\"wrong_tables\":%" PRIu64 ",\"wrong_values\":%" PRIu64 ",\"missing_tables\":%" PRIu64
           ",\"unlisted_tables\":%" PRIu64 ",\"seconds\":%.2f}\n",
           result->wrong_tables, result->wrong_values, result->missing_tables,
           result->unlisted_tables, seconds);
}

static void print_result(const struct options *options, enum verify_level level,
                         const struct verify_result *result, double seconds) {
    char time[32];
    duration_text(seconds, time, sizeof time);
    if (options->mode == OUTPUT_JSON) {
        print_json_result(options, result, seconds);
    } else if (options->mode == OUTPUT_TEXT && options->sample > 0) {
        if (result->wrong_values == 0)
            printf("%" PRIu64 " position%s of %" PRIu64 " table%s drawn with seed %u, %" PRIu64
                   " of them with a stored value: right by the rules (%s)\n",
                   result->positions, result->positions == 1 ? "" : "s", result->tables,
                   result->tables == 1 ? "" : "s", options->seed, result->compared, time);
    } else if (options->mode == OUTPUT_TEXT && result->wrong_tables == 0) {
        printf("%" PRIu64 " table%s with %" PRIu64 " positions %s right (%s, %s)\n", result->tables,
               result->tables == 1 ? "" : "s", result->positions,
               result->tables == 1 ? "is" : "are",
               level == VERIFY_RULES ? "every value by the rules" : "blocks and hashes", time);
    }
}

static enum exit_code verify(struct plan *plan, const struct options *options,
                             const struct folder *folder, enum verify_level level,
                             struct failure *failure) {
    struct manifest manifest = {0};
    struct progress progress;
    struct verify_result result;
    const struct kernel *kernel;
    bool has_manifest = false;
    enum exit_code code = options_kernel(options, &kernel, failure);
    if (code == EXIT_CODE_OK)
        code = manifest_of_folder(&manifest, folder, &has_manifest, failure);
    if (code == EXIT_CODE_OK) {
        struct verify_options verify_options = {level,
                                                options->threads,
                                                options->memory,
                                                kernel,
                                                has_manifest ? &manifest : NULL,
                                                options_selection(options),
                                                options->sample,
                                                options->seed};
        progress_start(&progress, options->mode, "verifying",
                       options->sample > 0 ? options->sample : count_positions(plan));
        code = verify_tables(plan, folder, &verify_options, &progress, &result, failure);
        if (result.complete)
            print_result(options, level, &result, monotonic_seconds() - progress.start);
    }
    manifest_free(&manifest);
    return code;
}

enum exit_code command_verify(int argc, char **argv, struct failure *failure) {
    struct options options;
    unsigned allowed = OPTION_PIECES | OPTION_SIGNATURE | OPTION_VARIANT | OPTION_METRICS |
                       OPTION_TABLES | OPTION_THREADS | OPTION_MEMORY | OPTION_LEVEL |
                       OPTION_SAMPLE | OPTION_SEED | OPTION_KERNEL | OPTION_QUIET | OPTION_JSON;
    enum verify_level level;
    enum exit_code code;
    if (!options_start(&options, argc, argv, allowed, help, &code, failure))
        return code;
    struct plan plan = {.rules = options.rules};
    struct folder folder;
    code = read_level(&options, &level, failure);
    if (code == EXIT_CODE_OK)
        code = folder_open_to_read(&folder, options.rules, options.tables, failure);
    if (code == EXIT_CODE_OK)
        code = options_plan(&options, options.metrics, &folder, &plan, failure);
    if (code == EXIT_CODE_OK)
        code = verify(&plan, &options, &folder, level, failure);
    plan_free(&plan);
    return code;
}
