#include "block_packer.h"
#include "command.h"
#include "options.h"
#include "plan_print.h"
#include "resources.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "finais-gen plan tells what making tables will take, before anything is made: memory, disk\n"
    "and processor time of each signature, predicted from measured rates, and in all.\n"
    "\n"
    "  finais-gen plan --pieces 8\n"
    "  finais-gen plan --pieces 6 --metrics wdl,dtw --format json\n"
    "  finais-gen plan --pieces 6 --threads 1 --memory 12G --tables ~/tables --format ninja \\\n"
    "          > build.ninja && ninja\n"
    "        a job for each signature, as many side by side as memory and processors allow\n"
    "  finais-gen plan --pieces 7 --threads 8 --tables /shared/tables --format slurm > submit.sh\n"
    "        the same for a cluster with a shared file system\n"
    "\n"
    "Jobs can be killed and started again; finished tables stay. docs/planning.md tells more, and\n"
    "what the JSON holds.\n"
    "\n"
    "  --pieces N         2 to 10, although build makes at most 8\n"
    "  --signature S      kings and men of White, v, those of Black; with all it depends on\n"
    "  --metrics LIST     some of wdl,dtw,dtc; wdl if not given\n"
    "  --format NAME      text (if not given), json, ninja or slurm\n"
    "  --tables DIR       where jobs make DIR/brazilian; else the first directory in\n"
    "                     FINAIS_TABLES, else tables\n"
    "  --threads T        of each job; all processors of this machine if not given\n"
    "  --memory SIZE      most memory of a job, with ninja of all jobs that run at the same time;\n"
    "                     if not given no limit, with ninja all that is free here now; units are\n"
    "                     powers of 1024, those printed of 1000\n"
    "  --form FORM        standard (if not given) or fast: of the tables, as with build\n"
    "  --level L          how small blocks get: 1 (fast) to 19 (slow); 18 if not given\n"
    "  --kernel NAME      the solver's instructions to predict for, and those of jobs: auto (the\n"
    "                     fastest that runs there), avx512, avx2, plain, or none\n"
    "  --variant NAME     brazilian\n";

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_NINJA, FORMAT_SLURM };

static enum exit_code read_format(const struct options *options, enum format *format,
                                  struct failure *failure) {
    static const char *const names[] = {
        [FORMAT_TEXT] = "text",
        [FORMAT_JSON] = "json",
        [FORMAT_NINJA] = "ninja",
        [FORMAT_SLURM] = "slurm",
    };
    *format = FORMAT_TEXT;
    if (options->format == NULL)
        return EXIT_CODE_OK;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(options->format, names[i]) == 0) {
            *format = (enum format)i;
            return EXIT_CODE_OK;
        }
    return fail(failure, EXIT_CODE_USAGE, "--format '%s': expected text, json, ninja or slurm",
                options->format);
}

/* ---- Paths ---------------------------------------------------------------------------------- */

/* Jobs may start in another folder. DIR itself need not be there yet. */
static enum exit_code absolute_path(const char *path, char absolute[PATH_MAX],
                                    struct failure *failure) {
    char here[PATH_MAX];
    if (path[0] == '/') {
        snprintf(absolute, PATH_MAX, "%s", path);
        return EXIT_CODE_OK;
    }
    if (getcwd(here, sizeof here) == NULL)
        return fail_system(failure, errno, "find the current folder", ".");
    int length = snprintf(absolute, PATH_MAX, "%s/%s", here, path);
    if (length < 0 || length >= PATH_MAX)
        return fail(failure, EXIT_CODE_IO, "%s: the path is too long", path);
    return EXIT_CODE_OK;
}

static enum exit_code program_path(char path[PATH_MAX], struct failure *failure) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (length < 0)
        return fail_system(failure, errno, "find this program", "/proc/self/exe");
    path[length] = '\0';
    return EXIT_CODE_OK;
}

/* ---- The plan ------------------------------------------------------------------------------- */

static enum exit_code make_plan(struct plan *plan, const struct options *options,
                                struct failure *failure) {
    metric_set metrics = options->metrics != 0 ? options->metrics : metric_bit(METRIC_WDL);
    enum exit_code code =
        (options->given & OPTION_PIECES) != 0
            ? plan_for_pieces(plan, options->rules, options->pieces, metrics, failure)
            : plan_for_signature(plan, options->rules, options->signature, metrics, failure);
    for (size_t i = 0; code == EXIT_CODE_OK && i < plan->count; i++)
        plan->steps[i].tables = plan->metrics;
    return code;
}

static enum exit_code plan_run(struct planned *planned, struct failure *failure) {
    planned->run = cost_of_plan(planned->plan, planned->options);
    planned->run_memory_least = UINT64_MAX;
    for (size_t i = 0; i < planned->plan->count; i++)
        if (planned->jobs[i].unsolvable != NULL)
            return EXIT_CODE_OK;
    struct build_rehearsal rehearsal;
    struct build_options options = *planned->options;
    enum exit_code code =
        build_memory_needed(planned->plan, &options, &planned->run_memory_least, failure);
    if (options.memory < planned->run_memory_least)
        options.memory = planned->run_memory_least;
    if (code == EXIT_CODE_OK)
        code = build_rehearse(planned->plan, &options, &rehearsal, failure);
    if (code == EXIT_CODE_OK)
        planned->run.loading = cost_of_loading(planned->plan, &options, rehearsal.loaded);
    return code;
}

static enum exit_code print_plan(const struct options *options, enum format format,
                                 struct planned *planned, struct failure *failure) {
    char tables[PATH_MAX];
    char program[PATH_MAX];
    enum exit_code code = absolute_path(options->tables, tables, failure);
    if (code == EXIT_CODE_OK)
        code = program_path(program, failure);
    if (code != EXIT_CODE_OK)
        return code;
    planned->tables = tables;
    planned->program = program;
    if (format == FORMAT_NINJA)
        return plan_print_ninja(planned, options->memory, available_processors(), failure);
    if (format == FORMAT_SLURM)
        return plan_print_slurm(planned, failure);
    code = plan_run(planned, failure);
    if (code == EXIT_CODE_OK && format == FORMAT_JSON)
        plan_print_json(planned);
    else if (code == EXIT_CODE_OK)
        plan_print_text(planned);
    return code;
}

static enum exit_code run(const struct options *options, enum format format,
                          const struct build_options *build_options, struct failure *failure) {
    struct plan plan;
    struct job *jobs = NULL;
    enum exit_code code = make_plan(&plan, options, failure);
    if (code == EXIT_CODE_OK) {
        jobs = jobs_of_plan(&plan, build_options, failure);
        code = jobs == NULL ? failure->code : EXIT_CODE_OK;
    }
    struct planned planned = {.plan = &plan,
                              .jobs = jobs,
                              .options = build_options,
                              .kernel = options->kernel != NULL ? options->kernel : "auto"};
    if (code == EXIT_CODE_OK)
        code = print_plan(options, format, &planned, failure);
    free(jobs);
    plan_free(&plan);
    return code;
}

enum exit_code command_plan(int argc, char **argv, struct failure *failure) {
    struct options options;
    unsigned allowed = OPTION_PIECES | OPTION_SIGNATURE | OPTION_VARIANT | OPTION_METRICS |
                       OPTION_TABLES | OPTION_THREADS | OPTION_MEMORY | OPTION_LEVEL | OPTION_FORM |
                       OPTION_KERNEL | OPTION_FORMAT | OPTIONS_ELSEWHERE;
    struct build_options build_options = {.block_rows = 0};
    enum format format;
    enum exit_code code;
    if (!options_start(&options, argc, argv, allowed, help, &code, failure))
        return code;
    if ((options.given & (OPTION_PIECES | OPTION_SIGNATURE)) == 0)
        return fail(failure, EXIT_CODE_USAGE,
                    "say what to plan: --pieces N or --signature S; see finais-gen plan --help");
    build_options.threads = options.threads;
    build_options.form = options.form;
    build_options.memory = options.memory_asked != 0 ? options.memory_asked : UINT64_MAX / 2;
    code = read_format(&options, &format, failure);
    if (code == EXIT_CODE_OK)
        code = options_level(&options, &build_options.level, failure);
    if (code == EXIT_CODE_OK)
        code = options_kernel(&options, &build_options.kernel, failure);
    if (code == EXIT_CODE_OK && format >= FORMAT_NINJA &&
        (options.pieces > BUILD_PIECES_MAX ||
         ((options.given & OPTION_SIGNATURE) != 0 &&
          signature_pieces(options.signature) > BUILD_PIECES_MAX)))
        code = fail(failure, EXIT_CODE_USAGE, "finais-gen build makes endings of at most %d pieces",
                    BUILD_PIECES_MAX);
    return code == EXIT_CODE_OK ? run(&options, format, &build_options, failure) : code;
}
