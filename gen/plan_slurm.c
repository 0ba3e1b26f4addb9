#include "options.h"
#include "plan_print.h"
#include <inttypes.h>
#include <stdio.h>

/* What is asked for is more than what is predicted: for memory the program itself keeps below its
 * --memory; time depends on the machine. */
static uint64_t mebibytes(uint64_t bytes) {
    return bytes / 10 * 11 / (1 << 20) + 64;
}

static uint64_t minutes(const struct planned *planned, const struct job *job) {
    enum { SAFETY = 4, LEAST = 10 };
    double seconds = cost_seconds(&job->cost) / planned->options->threads;
    return LEAST + (uint64_t)(SAFETY * seconds / 60);
}

static const char head[] =
    "#!/bin/sh\n"
    "# Made by finais-gen plan --format slurm. Submits a job for each signature, which waits for\n"
    "# those that it depends on. Options for every job, such as a partition, go to this script:\n"
    "#\n"
    "#     sh THIS_FILE --partition=long\n"
    "#\n"
    "# A job that is asked to stop, two minutes before its time is over or otherwise, is put back\n"
    "# into the queue, at most 3 times. Run the script again when jobs have failed: what is there\n"
    "# already takes no time.\n"
    "set -eu\n";

static const char submit[] =
    "\n"
    "# submit SIGNATURE BYTES MEBIBYTES MINUTES DEPENDENCIES OPTION...: prints the number of the "
    "job.\n"
    "submit() {\n"
    "    FINAIS_SIGNATURE=$1 FINAIS_MEMORY=$2\n"
    "    export FINAIS_SIGNATURE FINAIS_MEMORY\n"
    "    memory=$3 minutes=$4 dependencies=$5\n"
    "    shift 5\n"
    "    number=$(sbatch --parsable --export=ALL --job-name=\"finais-$FINAIS_SIGNATURE\" \\\n"
    "        --ntasks=1 --cpus-per-task=\"$FINAIS_THREADS\" --mem=\"${memory}M\" "
    "--time=\"$minutes\" \\\n"
    "        --requeue --signal=B:TERM@120 --open-mode=append --kill-on-invalid-dep=yes \\\n"
    "        ${dependencies:+\"--dependency=afterok:$dependencies\"} \"$@\" <<'JOB'\n"
    "#!/bin/sh\n"
    "# The signal comes to this shell, which hands it on and waits for the end.\n"
    "trap 'kill -TERM \"$child\"' TERM\n"
    "\"$FINAIS_PROGRAM\" build --signature \"$FINAIS_SIGNATURE\" --alone --metrics "
    "\"$FINAIS_METRICS\" \\\n"
    "    --tables \"$FINAIS_DIRECTORY\" --variant \"$FINAIS_VARIANT\" --kernel "
    "\"$FINAIS_KERNEL\" \\\n"
    "    --threads \"$FINAIS_THREADS\" --memory \"$FINAIS_MEMORY\" \\\n"
    "    --form \"$FINAIS_FORM\" --level \"$FINAIS_LEVEL\" --quiet &\n"
    "child=$!\n"
    "code=0\n"
    "wait \"$child\" || code=$?\n"
    "while kill -0 \"$child\" 2>/dev/null; do\n"
    "    code=0\n"
    "    wait \"$child\" || code=$?\n"
    "done\n"
    "if [ \"$code\" -eq 75 ] && [ \"${SLURM_RESTART_COUNT:-0}\" -lt 3 ]; then\n"
    "    scontrol requeue \"$SLURM_JOB_ID\" && exit 0\n"
    "fi\n"
    "exit \"$code\"\n"
    "JOB\n"
    "    ) || exit\n"
    "    echo \"${number%%;*}\"\n"
    "}\n\n";

static void print_settings(const struct planned *planned) {
    char metrics[16];
    plan_metrics_text(planned->plan->metrics, metrics);
    printf("FINAIS_PROGRAM=");
    print_shell_word(planned->program);
    printf("\nFINAIS_DIRECTORY=");
    print_shell_word(planned->tables);
    printf("\nFINAIS_METRICS=%s\nFINAIS_VARIANT=%s\nFINAIS_KERNEL=%s\n", metrics,
           planned->plan->rules->name, planned->kernel);
    printf("FINAIS_THREADS=%u\nFINAIS_FORM=%s\nFINAIS_LEVEL=%d\n", planned->options->threads,
           options_form_name(planned->options->form), planned->options->level);
    printf("export FINAIS_PROGRAM FINAIS_DIRECTORY FINAIS_METRICS FINAIS_VARIANT FINAIS_KERNEL "
           "FINAIS_THREADS FINAIS_FORM FINAIS_LEVEL\n");
}

/* The name of a signature is a word of letters, so it does for a variable, too. */
static void print_job(const struct planned *planned, const struct job *job) {
    char name[SIGNATURE_NAME_SIZE];
    signature_name(job->step->signature, name);
    printf("job_%s=$(submit %s %" PRIu64 " %" PRIu64 " %" PRIu64 " \"", name, name, job->memory,
           mebibytes(job->memory), minutes(planned, job));
    for (size_t i = 0; i < job->step->successor_count; i++) {
        char other[SIGNATURE_NAME_SIZE];
        signature_name(job->step->successors[i], other);
        printf("%s$job_%s", i > 0 ? ":" : "", other);
    }
    printf("\" \"$@\")\n");
    printf("echo \"%s: job $job_%s\"\n", name, name);
}

enum exit_code plan_print_slurm(const struct planned *planned, struct failure *failure) {
    enum exit_code code = plan_check_memory(planned, planned->options->memory, failure);
    if (code != EXIT_CODE_OK)
        return code;
    fputs(head, stdout);
    print_settings(planned);
    fputs(submit, stdout);
    for (size_t i = 0; i < planned->plan->count; i++)
        print_job(planned, &planned->jobs[i]);
    return EXIT_CODE_OK;
}
