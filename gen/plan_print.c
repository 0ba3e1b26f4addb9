#include "plan_print.h"
#include "format.h"
#include "options.h"
#include "rates.h"
#include "resources.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Sums ----------------------------------------------------------------------------------- */

struct sum {
    unsigned pieces;
    size_t signatures;
    uint64_t memory;
    uint64_t memory_least;
    size_t unsolvable;
    struct cost cost;
};

static void sum_add(struct sum *sum, const struct job *job) {
    sum->signatures++;
    sum->unsolvable += job->unsolvable != NULL;
    if (job->memory > sum->memory)
        sum->memory = job->memory;
    if (job->memory_least > sum->memory_least)
        sum->memory_least = job->memory_least;
    cost_add(&sum->cost, &job->cost);
}

/* The jobs of one number of pieces; of all when that is 0. */
static struct sum sum_of(const struct planned *planned, unsigned pieces) {
    struct sum sum = {.pieces = pieces};
    for (size_t i = 0; i < planned->plan->count; i++)
        if (pieces == 0 || signature_pieces(planned->plan->steps[i].signature) == pieces)
            sum_add(&sum, &planned->jobs[i]);
    return sum;
}

static unsigned largest_pieces(const struct plan *plan) {
    return signature_pieces(plan->steps[plan->count - 1].signature);
}

void plan_metrics_text(metric_set metrics, char text[16]) {
    text[0] = '\0';
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        if ((metrics & metric_bit(metric)) != 0)
            snprintf(text + strlen(text), 16 - strlen(text), "%s%s", text[0] != '\0' ? "," : "",
                     metric_name(metric));
}

static const char *kernel_text(const struct planned *planned) {
    return planned->options->kernel != NULL ? planned->options->kernel->name : "none";
}

enum exit_code plan_check_memory(const struct planned *planned, uint64_t memory,
                                 struct failure *failure) {
    for (size_t i = 0; i < planned->plan->count; i++) {
        const struct job *job = &planned->jobs[i];
        char name[SIGNATURE_NAME_SIZE];
        char needed[32];
        char allowed[32];
        signature_name(job->step->signature, name);
        if (job->unsolvable != NULL)
            return fail(failure, EXIT_CODE_USAGE, "%s cannot be solved: %s", name, job->unsolvable);
        if (job->memory_least <= memory)
            continue;
        size_text(job->memory_least, needed, sizeof needed);
        size_text(memory, allowed, sizeof allowed);
        return fail(failure, EXIT_CODE_SHORT,
                    "%s needs about %s of memory and %s may be used; allow more with --memory%s",
                    name, needed, allowed,
                    planned->options->threads > 1 ? ", or use fewer --threads" : "");
    }
    return EXIT_CODE_OK;
}

void print_shell_word(const char *text) {
    putchar('\'');
    for (; *text != '\0'; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    putchar('\'');
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void print_columns(const char *name, uint64_t positions, const char *memory,
                          const char *least, uint64_t disk, double seconds) {
    char disk_text[32];
    char time[32];
    size_text(disk, disk_text, sizeof disk_text);
    duration_text(seconds, time, sizeof time);
    printf("%-13s %18" PRIu64 " %10s %10s %10s %10s\n", name, positions, memory, least, disk_text,
           time);
}

static void print_job(const struct job *job) {
    char name[SIGNATURE_NAME_SIZE];
    char memory[32];
    char least[32];
    signature_name(job->step->signature, name);
    if (job->unsolvable != NULL) {
        printf("%-13s %18" PRIu64 " cannot be solved: %s\n", name, job->step->positions,
               job->unsolvable);
        return;
    }
    size_text(job->memory, memory, sizeof memory);
    size_text(job->memory_least, least, sizeof least);
    print_columns(name, job->step->positions, job->fits ? memory : "too little", least,
                  job->cost.disk, cost_seconds(&job->cost));
}

static void print_sum(const struct sum *sum) {
    char name[32];
    char memory[32];
    char least[32];
    snprintf(name, sizeof name, "%u pieces", sum->pieces);
    size_text(sum->memory, memory, sizeof memory);
    size_text(sum->memory_least, least, sizeof least);
    print_columns(sum->pieces != 0 ? name : "all", sum->cost.positions, memory, least,
                  sum->cost.disk, cost_seconds(&sum->cost));
}

static void print_run(const struct planned *planned) {
    char least[32];
    char disk[32];
    char time[32];
    size_text(planned->run_memory_least, least, sizeof least);
    size_text(planned->run.disk, disk, sizeof disk);
    duration_text(cost_seconds(&planned->run), time, sizeof time);
    if (planned->run_memory_least == UINT64_MAX)
        return;
    printf("\nAll in one run, which seldom reads what it has written: at least %s of memory, %s of "
           "disk,\n%s of processor time.\n",
           least, disk, time);
}

void plan_print_text(const struct planned *planned) {
    char metrics[16];
    plan_metrics_text(planned->plan->metrics, metrics);
    printf(
        "A run of finais-gen build --alone for each signature: %s, kernel %s, form %s, level %d, "
        "%u thread%s.\n",
        metrics, kernel_text(planned), options_form_name(planned->options->form),
        planned->options->level, planned->options->threads,
        planned->options->threads == 1 ? "" : "s");
    printf("Rates: %s.\n\n", rates_origin);
    printf("%-13s %18s %10s %10s %10s %10s\n", "signature", "positions", "memory", "at least",
           "disk", "CPU time");
    for (size_t i = 0; i < planned->plan->count; i++)
        print_job(&planned->jobs[i]);
    putchar('\n');
    for (unsigned pieces = 2; pieces <= largest_pieces(planned->plan); pieces++) {
        struct sum sum = sum_of(planned, pieces);
        if (sum.signatures > 0)
            print_sum(&sum);
    }
    struct sum all = sum_of(planned, 0);
    print_sum(&all);
    print_run(planned);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void print_json_cost(const struct cost *cost) {
    printf("\"tables\": %zu, \"positions\": %" PRIu64 ", \"disk_bytes\": %" PRIu64
           ", \"solving_cpu_seconds\": %.3f, \"loading_cpu_seconds\": %.3f, "
           "\"writing_cpu_seconds\": %.3f, \"cpu_seconds\": %.3f",
           cost->tables, cost->positions, cost->disk, cost->solving, cost->loading, cost->writing,
           cost_seconds(cost));
}

static void print_json_job(const struct job *job) {
    char name[SIGNATURE_NAME_SIZE];
    signature_name(job->step->signature, name);
    printf("    {\"signature\": \"%s\", \"pieces\": %u, ", name,
           signature_pieces(job->step->signature));
    if (job->unsolvable != NULL)
        printf("\"unsolvable\": \"%s\", ", job->unsolvable);
    else
        printf("\"memory_bytes\": %" PRIu64 ", \"memory_least_bytes\": %" PRIu64
               ", \"fits\": %s, \"loaded_positions\": %" PRIu64 ", ",
               job->memory, job->memory_least, job->fits ? "true" : "false", job->loaded);
    print_json_cost(&job->cost);
    printf(",\n     \"needs\": [");
    for (size_t i = 0; i < job->step->successor_count; i++) {
        signature_name(job->step->successors[i], name);
        printf("%s\"%s\"", i > 0 ? ", " : "", name);
    }
    printf("]}");
}

static void print_json_sum(const struct sum *sum) {
    printf("{\"pieces\": %u, \"signatures\": %zu, \"memory_bytes\": %" PRIu64
           ", \"memory_least_bytes\": %" PRIu64 ", ",
           sum->pieces, sum->signatures, sum->memory, sum->memory_least);
    print_json_cost(&sum->cost);
    printf("}");
}

void plan_print_json(const struct planned *planned) {
    const struct plan *plan = planned->plan;
    char metrics[16];
    plan_metrics_text(plan->metrics, metrics);
    printf("{\n  \"variant\": \"%s\", \"metrics\": \"%s\", \"kernel\": \"%s\", \"form\": \"%s\", "
           "\"level\": %d, "
           "\"threads\": %u,\n  \"rates\": \"%s\",\n  \"jobs\": [\n",
           plan->rules->name, metrics, kernel_text(planned),
           options_form_name(planned->options->form), planned->options->level,
           planned->options->threads, rates_origin);
    for (size_t i = 0; i < plan->count; i++) {
        print_json_job(&planned->jobs[i]);
        printf("%s\n", i + 1 < plan->count ? "," : "");
    }
    printf("  ],\n  \"by_pieces\": [\n");
    for (unsigned pieces = 2; pieces <= largest_pieces(plan); pieces++) {
        struct sum sum = sum_of(planned, pieces);
        printf("    ");
        print_json_sum(&sum);
        printf("%s\n", pieces < largest_pieces(plan) ? "," : "");
    }
    struct sum all = sum_of(planned, 0);
    printf("  ],\n  \"all_jobs\": ");
    print_json_sum(&all);
    printf(",\n  \"one_run\": {");
    if (planned->run_memory_least != UINT64_MAX)
        printf("\"memory_least_bytes\": %" PRIu64 ", ", planned->run_memory_least);
    print_json_cost(&planned->run);
    printf("}\n}\n");
}
