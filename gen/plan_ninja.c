#include "format.h"
#include "options.h"
#include "plan_print.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The value of a variable, in which only a dollar and a line's end are special. In a path spaces,
 * colons and bars would be, too, and bars cannot be escaped there. */
static void print_value(const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '$')
            putchar('$');
        putchar(*text);
    }
}

/* A shell's word inside a command. */
static void print_command_word(const char *text) {
    putchar('\'');
    for (; *text != '\0'; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (*text == '$')
            fputs("$$", stdout);
        else
            putchar(*text);
    putchar('\'');
}

static void print_table(const struct planned *planned, struct signature signature,
                        enum metric metric) {
    char name[TABLE_FILE_NAME_SIZE];
    table_file_name(signature, metric, name);
    printf(" $directory/%s/%s", planned->plan->rules->name, name);
}

/* All tables of a signature come from one job. What it reads has to be there, but not to be older:
 * tables do not change. */
static void print_job(const struct planned *planned, const struct job *job) {
    char name[SIGNATURE_NAME_SIZE];
    signature_name(job->step->signature, name);
    printf("build");
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        if ((job->step->tables & metric_bit(metric)) != 0)
            print_table(planned, job->step->signature, metric);
    printf(": tables");
    for (size_t i = 0; i < job->step->successor_count; i++) {
        printf("%s", i == 0 ? " ||" : "");
        print_table(planned, job->step->successors[i], planned->plan->kept);
    }
    printf("\n  signature = %s\n", name);
}

static void print_rule(const struct planned *planned, uint64_t memory, unsigned depth) {
    char metrics[16];
    const struct build_options *options = planned->options;
    plan_metrics_text(planned->plan->metrics, metrics);
    printf("ninja_required_version = 1.5\n\ndirectory = ");
    print_value(planned->tables);
    printf("\n\n"
           "pool machine\n  depth = %u\n\n"
           "rule tables\n  pool = machine\n  restat = 1\n  description = $signature\n  command = ",
           depth);
    print_command_word(planned->program);
    printf(" build --signature $signature --alone --metrics %s --tables ", metrics);
    print_command_word(planned->tables);
    printf(" --variant %s --kernel %s --threads %u --memory %" PRIu64
           " --form %s --level %d --quiet\n\n",
           planned->plan->rules->name, planned->kernel, options->threads, memory / depth,
           options_form_name(options->form), options->level);
}

enum exit_code plan_print_ninja(const struct planned *planned, uint64_t memory, unsigned processors,
                                struct failure *failure) {
    if (strpbrk(planned->tables, "\n\r") != NULL || strpbrk(planned->program, "\n\r") != NULL)
        return fail(failure, EXIT_CODE_USAGE, "--tables: a build file cannot name such a path");
    enum exit_code code = plan_check_memory(planned, memory, failure);
    if (code != EXIT_CODE_OK)
        return code;
    uint64_t side_by_side = memory / jobs_memory_least(planned->plan, planned->jobs);
    unsigned threads = planned->options->threads;
    unsigned depth = processors > threads ? processors / threads : 1;
    if (side_by_side < depth)
        depth = (unsigned)side_by_side;
    printf("# Made by finais-gen plan --format ninja; run with: ninja -f THIS_FILE\n"
           "# Jobs share %" PRIu64 " bytes of memory, %u at a time with %u thread%s each.\n",
           memory, depth, threads, threads == 1 ? "" : "s");
    print_rule(planned, memory, depth);
    for (size_t i = 0; i < planned->plan->count; i++)
        print_job(planned, &planned->jobs[i]);
    return EXIT_CODE_OK;
}
