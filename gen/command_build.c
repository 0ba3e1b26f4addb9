#include "block_packer.h"
#include "build.h"
#include "command.h"
#include "cost.h"
#include "manifest.h"
#include "manifest_check.h"
#include "manifest_merge.h"
#include "options.h"
#include "resources.h"
#include "table_loader.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <zstd.h>

static const char help[] =
    "finais-gen build makes the tables that are not there yet.\n"
    "\n"
    "  finais-gen build --pieces 4\n"
    "        all endings of up to 4 pieces: win, draw or loss of every position\n"
    "  finais-gen build --pieces 5 --metrics wdl,dtw,dtc --tables /data/finais\n"
    "        with the distances to the win and to the next capture or promotion,\n"
    "        in /data/finais/brazilian\n"
    "  finais-gen build --signature KKKvK\n"
    "        three kings against one, and first the smaller endings it depends on\n"
    "  finais-gen build --signature KKKvK --alone\n"
    "        nothing but that; what it depends on has to be there. Several such runs can work\n"
    "        in the same directory at once, each on its signature (finais-gen plan)\n"
    "\n"
    "Stop it at any time, by Ctrl-C or by force: finished tables stay, and the same command\n"
    "goes on with the next.\n"
    "\n"
    "The tables made are entered in DIR/brazilian/manifest.tsv; its other lines stay as they are.\n"
    "Where they do not fit the tables, the tables stay, too, and the exit code is 1 when a line "
    "is\n"
    "not as its table, 3 when a listed table is not there, and 4 when the file is no manifest.\n"
    "finais-gen verify tells more; finais-gen hash --write-manifest lists everything anew.\n"
    "\n"
    "  --pieces N         2 to 8\n"
    "  --signature S      kings and men of White, v, those of Black\n"
    "  --alone            with --signature: make nothing that it depends on\n"
    "  --metrics LIST     some of wdl,dtw,dtc; wdl if not given (dtc alone adds wdl, which it "
    "needs)\n"
    "  --tables DIR       where DIR/brazilian is or is to be; else the first directory in\n"
    "                     FINAIS_TABLES, else tables\n"
    "  --threads T        all processors if not given\n"
    "  --memory SIZE      most memory to use, such as 800M or 4G; all that is free if not given;\n"
    "                     units are powers of 1024, those printed of 1000\n"
    "  --form FORM        standard: the smallest tables, of which half of all answers take a ply\n"
    "                     of search; fast: more than twice the size, and none does\n"
    "  --level L          how small blocks get: 1 (fast) to 19 (slow); 18 if not given\n"
    "  --kernel NAME      the solver's instructions: auto (the fastest that runs here), avx512,\n"
    "                     avx2, plain, or none (a slow solver that takes positions one by one,\n"
    "                     and the one for distances of more than 253 plies); the tables are the "
    "same\n"
    "  --variant NAME     brazilian\n"
    "  --quiet            errors only\n"
    "  --json             plan, progress and result as one JSON object a line\n";

static enum exit_code make_plan(struct plan *plan, const struct options *options,
                                struct failure *failure) {
    metric_set metrics = options->metrics != 0 ? options->metrics : metric_bit(METRIC_WDL);
    if ((options->given & OPTION_PIECES) != 0)
        return plan_for_pieces(plan, options->rules, options->pieces, metrics, failure);
    return plan_for_signature(plan, options->rules, options->signature, metrics, failure);
}

static bool is_alone(const struct options *options) {
    return (options->given & OPTION_ALONE) != 0;
}

static enum exit_code plan_build(struct plan *plan, const struct options *options,
                                 const struct folder *folder, struct failure *failure) {
    if (!is_alone(options))
        return plan_build_missing(plan, folder, failure);
    enum exit_code code = plan_build_alone(plan, folder, failure);
    bool needed = code == EXIT_CODE_OK && plan->steps[plan->count - 1].tables != 0;
    return needed ? manifest_check_inputs(plan, folder, failure) : code;
}

/* ---- Saying what will be done --------------------------------------------------------------- */

struct forecast {
    struct cost cost;
    uint64_t disk; /* with room for what the rates do not know */
    size_t present;
    uint64_t memory; /* with as much as is allowed or, when that is too little, the least */
    uint64_t memory_allowed;
    uint64_t disk_free;
};

static size_t count_present(const struct plan *plan, const struct options *options) {
    size_t count = 0;
    for (size_t i = is_alone(options) ? plan->count - 1 : 0; i < plan->count; i++)
        for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
            count += (plan->steps[i].present & plan->metrics & metric_bit(metric)) != 0;
    return count;
}

/* A number of bytes, null when it is not known. */
static void json_bytes(uint64_t bytes, char text[24]) {
    if (bytes == UINT64_MAX)
        snprintf(text, 24, "null");
    else
        snprintf(text, 24, "%" PRIu64, bytes);
}

static void print_json_plan(const struct forecast *forecast, const struct options *options) {
    char allowed[24];
    char disk_free[24];
    json_bytes(forecast->memory_allowed, allowed);
    json_bytes(forecast->disk_free, disk_free);
    printf("{\"event\":\"plan\",\"tables\":%zu,\"present\":%zu,\"positions\":%" PRIu64
           ",\"memory_bytes\":%" PRIu64 ",\"memory_allowed_bytes\":%s,\"disk_bytes\":%" PRIu64
           ",\"disk_free_bytes\":%s,\"seconds\":%.1f,\"threads\":%u}\n",
           forecast->cost.tables, forecast->present, forecast->cost.positions, forecast->memory,
           allowed, forecast->disk, disk_free, cost_seconds(&forecast->cost) / options->threads,
           options->threads);
}

static void print_text_plan(const struct forecast *forecast, const struct options *options,
                            const struct folder *folder) {
    char memory[32];
    char allowed[32];
    char disk[32];
    char disk_free[32];
    char time[32];
    size_text(forecast->memory, memory, sizeof memory);
    size_text(forecast->memory_allowed, allowed, sizeof allowed);
    size_text(forecast->disk, disk, sizeof disk);
    size_text(forecast->disk_free, disk_free, sizeof disk_free);
    duration_text(cost_seconds(&forecast->cost) / options->threads, time, sizeof time);
    printf("%zu table%s to build in %s, %zu %s there already\n", forecast->cost.tables,
           forecast->cost.tables == 1 ? "" : "s", folder->path, forecast->present,
           forecast->present == 1 ? "is" : "are");
    if (forecast->cost.tables > 0)
        printf("%" PRIu64 " positions; about %s of memory (%s may be used), at most about %s of "
               "disk (%s free), about %s with %u thread%s\n",
               forecast->cost.positions, memory, allowed, disk, disk_free, time, options->threads,
               options->threads == 1 ? "" : "s");
    if (forecast->cost.loading > cost_seconds(&forecast->cost) / 10) {
        duration_text(forecast->cost.loading / options->threads, time, sizeof time);
        printf(
            "%s of that goes into bringing values back from tables; with more --memory it may be "
            "less\n",
            time);
    }
}

/* The most threads, of fewer than asked for, with which the memory allowed suffices; 0 when not
 * even one can be had so. */
static enum exit_code threads_that_fit(const struct plan *plan, const struct build_options *options,
                                       unsigned *threads, struct failure *failure) {
    struct build_options trial = *options;
    enum exit_code code = EXIT_CODE_OK;
    unsigned too_many = options->threads;
    *threads = 0;
    while (code == EXIT_CODE_OK && too_many - *threads > 1) {
        uint64_t bytes;
        /* One thread first: when that does not fit, none does. */
        trial.threads = *threads == 0 ? 1 : *threads + (too_many - *threads) / 2;
        code = build_memory(plan, &trial, &bytes, failure);
        if (bytes != UINT64_MAX)
            *threads = trial.threads;
        else
            too_many = trial.threads;
    }
    return code;
}

static enum exit_code refuse_memory(const struct plan *plan, const struct build_options *options,
                                    const struct forecast *forecast, struct failure *failure) {
    unsigned threads;
    char needed[32];
    char allowed[32];
    char fewer[48] = "";
    enum exit_code code = threads_that_fit(plan, options, &threads, failure);
    if (code != EXIT_CODE_OK)
        return code;
    size_text(forecast->memory, needed, sizeof needed);
    size_text(forecast->memory_allowed, allowed, sizeof allowed);
    if (threads > 0)
        snprintf(fewer, sizeof fewer, ", or use --threads %u", threads);
    return fail(failure, EXIT_CODE_SHORT, "this needs about %s of memory and %s may be used; %s%s",
                needed, allowed, memory_advice(forecast->memory, 0), fewer);
}

static enum exit_code refuse_disk(const struct forecast *forecast, const struct folder *folder,
                                  struct failure *failure) {
    char needed[32];
    char there[32];
    size_text(forecast->disk, needed, sizeof needed);
    size_text(forecast->disk_free, there, sizeof there);
    return fail(failure, EXIT_CODE_SHORT,
                "%s: this needs up to about %s of disk and %s are free; make room or choose "
                "another folder with --tables",
                folder->path, needed, there);
}

/* A file takes at least a block of the file system, and low levels or other endings may compress
 * less than those measured. */
static void set_cost(struct forecast *forecast, const struct plan *plan,
                     const struct build_options *options) {
    enum { FILE_SYSTEM_BLOCK = 4096 };
    forecast->cost = cost_of_plan(plan, options);
    forecast->disk =
        forecast->cost.disk + forecast->cost.disk / 3 + forecast->cost.tables * FILE_SYSTEM_BLOCK;
}

static enum exit_code make_forecast(struct forecast *forecast, const struct plan *plan,
                                    const struct build_options *options,
                                    const struct folder *folder, bool *memory_fits,
                                    struct failure *failure) {
    char place[PATH_MAX];
    folder_nearest(folder, place);
    set_cost(forecast, plan, options);
    forecast->disk_free = available_disk(place);
    forecast->memory_allowed = options->memory;
    struct build_rehearsal rehearsal;
    enum exit_code code = build_rehearse(plan, options, &rehearsal, failure);
    forecast->memory = rehearsal.memory;
    *memory_fits = forecast->memory != UINT64_MAX;
    if (code == EXIT_CODE_OK && *memory_fits)
        forecast->cost.loading = cost_of_loading(plan, options, rehearsal.loaded);
    if (code == EXIT_CODE_OK && !*memory_fits)
        code = build_memory_needed(plan, options, &forecast->memory, failure);
    return code;
}

/* Says what the run will take, and then refuses what does not fit. */
static enum exit_code announce(const struct plan *plan, const struct options *options,
                               const struct build_options *build_options,
                               const struct folder *folder, struct forecast *forecast,
                               struct failure *failure) {
    bool memory_fits;
    forecast->present = count_present(plan, options);
    enum exit_code code =
        make_forecast(forecast, plan, build_options, folder, &memory_fits, failure);
    if (code != EXIT_CODE_OK)
        return code;
    if (options->mode == OUTPUT_JSON)
        print_json_plan(forecast, options);
    else if (options->mode == OUTPUT_TEXT)
        print_text_plan(forecast, options, folder);
    fflush(stdout);
    if (!memory_fits)
        return refuse_memory(plan, build_options, forecast, failure);
    if (forecast->disk > forecast->disk_free && forecast->cost.tables > 0)
        return refuse_disk(forecast, folder, failure);
    return EXIT_CODE_OK;
}

/* ---- Doing it ------------------------------------------------------------------------------- */

static void print_result(const struct options *options, const struct forecast *forecast,
                         double seconds) {
    char time[32];
    duration_text(seconds, time, sizeof time);
    if (options->mode == OUTPUT_JSON)
        printf("{\"event\":\"done\",\"tables\":%zu,\"seconds\":%.2f}\n", forecast->cost.tables,
               seconds);
    else if (options->mode == OUTPUT_TEXT && forecast->cost.tables > 0)
        printf("%zu table%s built in %s\n", forecast->cost.tables,
               forecast->cost.tables == 1 ? "" : "s", time);
}

/* Makes the folder, now that the run is not refused. Another run may have done so meanwhile. */
static enum exit_code make_folder(struct plan *plan, const struct options *options,
                                  const struct build_options *build_options, struct folder *folder,
                                  struct forecast *forecast, struct failure *failure) {
    enum exit_code code =
        is_alone(options) ? folder_open_to_share(folder, options->rules, options->tables,
                                                 options->signature, failure)
                          : folder_open_to_write(folder, options->rules, options->tables, failure);
    if (code == EXIT_CODE_OK)
        code = plan_build(plan, options, folder, failure);
    if (code == EXIT_CODE_OK)
        set_cost(forecast, plan, build_options);
    return code;
}

/* Another program may have taken away what was there or was made. */
static enum exit_code check_complete(const struct plan *plan, const struct options *options,
                                     const struct folder *folder, struct failure *failure) {
    for (size_t i = is_alone(options) ? plan->count - 1 : 0; i < plan->count; i++)
        for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
            struct signature signature = plan->steps[i].signature;
            char name[TABLE_FILE_NAME_SIZE];
            if ((plan->metrics & metric_bit(metric)) == 0 ||
                folder_has_table(folder, signature, metric))
                continue;
            table_file_name(signature, metric, name);
            return fail(failure, EXIT_CODE_MISSING,
                        "%s/%s: gone since the build began; run the same command again to make it",
                        folder->path, name);
        }
    return EXIT_CODE_OK;
}

/* Enters what was made into the manifest. After a build that ended early (`built`) there is none
 * to be made yet, and the reason for that end is what is told. */
static enum exit_code list_tables(const struct plan *plan, const struct options *options,
                                  const struct folder *folder, enum exit_code built,
                                  struct failure *failure) {
    struct failure unread;
    size_t unlisted;
    enum exit_code code =
        manifest_enter_made(folder, plan, built == EXIT_CODE_OK, &unlisted, &unread);
    if (unlisted > 0 && options->mode == OUTPUT_JSON)
        printf("{\"event\":\"unlisted\",\"tables\":%zu}\n", unlisted);
    else if (unlisted > 0 && options->mode == OUTPUT_TEXT)
        printf("%zu %s there before %s not listed in %s/%s; list %s with "
               "finais-gen hash --write-manifest\n",
               unlisted, unlisted == 1 ? "table that was" : "tables that were",
               unlisted == 1 ? "is" : "are", folder->path, MANIFEST_NAME,
               unlisted == 1 ? "it" : "them");
    if (built != EXIT_CODE_OK || code == EXIT_CODE_OK)
        return built;
    *failure = unread;
    return code;
}

static enum exit_code build(struct plan *plan, const struct options *options,
                            const struct build_options *build_options, struct folder *folder,
                            struct failure *failure) {
    struct forecast forecast;
    struct progress progress;
    bool exists;
    enum exit_code code =
        folder_open_existing(folder, options->rules, options->tables,
                             is_alone(options) ? &options->signature : NULL, &exists, failure);
    if (code == EXIT_CODE_OK)
        code = plan_build(plan, options, folder, failure);
    if (code == EXIT_CODE_OK)
        code = announce(plan, options, build_options, folder, &forecast, failure);
    if (code == EXIT_CODE_OK && !exists)
        code = make_folder(plan, options, build_options, folder, &forecast, failure);
    if (code != EXIT_CODE_OK)
        return code;
    progress_start(&progress, options->mode, "solving", forecast.cost.positions);
    code = build_tables(plan, folder, build_options, &progress, failure);
    if (code == EXIT_CODE_OK)
        code = check_complete(plan, options, folder, failure);
    if (code == EXIT_CODE_INTERRUPTED)
        fail(failure, code,
             "%s: interrupted; finished tables are kept, run the same command again to go on",
             folder->path);
    code = list_tables(plan, options, folder, code, failure);
    if (code == EXIT_CODE_OK)
        print_result(options, &forecast, monotonic_seconds() - progress.start);
    return code;
}

enum exit_code command_build(int argc, char **argv, struct failure *failure) {
    struct options options;
    unsigned allowed = OPTION_PIECES | OPTION_SIGNATURE | OPTION_VARIANT | OPTION_METRICS |
                       OPTION_TABLES | OPTION_THREADS | OPTION_MEMORY | OPTION_LEVEL | OPTION_FORM |
                       OPTION_QUIET | OPTION_JSON | OPTION_KERNEL | OPTION_ALONE;
    struct build_options build_options = {.block_rows = 0};
    enum exit_code code;
    if (!options_start(&options, argc, argv, allowed, help, &code, failure))
        return code;
    if ((options.given & (OPTION_PIECES | OPTION_SIGNATURE)) == 0)
        return fail(failure, EXIT_CODE_USAGE,
                    "say what to build: --pieces N or --signature S; see finais-gen build --help");
    if (is_alone(&options) && (options.given & OPTION_SIGNATURE) == 0)
        return fail(failure, EXIT_CODE_USAGE, "--alone: goes with --signature S");
    build_options.threads = options.threads;
    build_options.form = options.form;
    build_options.memory = options.memory;
    code = options_level(&options, &build_options.level, failure);
    if (code == EXIT_CODE_OK)
        code = options_kernel(&options, &build_options.kernel, failure);
    if (code != EXIT_CODE_OK)
        return code;
    struct plan plan;
    struct folder folder = {.lock = -1};
    code = make_plan(&plan, &options, failure);
    if (code == EXIT_CODE_OK)
        code = build(&plan, &options, &build_options, &folder, failure);
    folder_close(&folder);
    plan_free(&plan);
    return code;
}
