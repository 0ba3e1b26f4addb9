#include "build.h"
#include "distances.h"
#include "interrupt.h"
#include "placement.h"
#include "resources.h"
#include "solve_failure.h"
#include "solver.h"
#include "store.h"
#include "table_writer.h"
#include <inttypes.h>
#include <stdio.h>

struct build {
    const struct plan *plan;
    const struct folder *folder; /* NULL in a rehearsal, which only counts memory */
    const struct build_options *options;
    struct progress *progress;
    struct store store;
};

/* ---- One table ------------------------------------------------------------------------------ */

static bool go_on(void *context, uint64_t positions_done) {
    progress_update(context, positions_done);
    return !interrupt_requested();
}

static void task_name(const struct values *values, char name[TABLE_FILE_NAME_SIZE]) {
    table_file_name(values->layout.signature, values->metric, name);
}

static unsigned threads_for(const struct build *build, const struct values *values) {
    return useful_threads(values->layout.positions * values->sides, build->options->threads);
}

static struct table_writer_options writer_options(const struct build *build, unsigned threads) {
    return (struct table_writer_options){build->folder->path,
                                         {build->options->level, build->options->form,
                                          build->options->block_rows, threads,
                                          interrupt_requested}};
}

static void note_written(struct build *build, const struct table_header *header) {
    char note[32];
    size_text(header->file_bytes, note, sizeof note);
    progress_task_done(build->progress, note);
}

static enum exit_code write_values(struct build *build, const struct values *values,
                                   struct failure *failure) {
    struct table_writer_options options = writer_options(build, threads_for(build, values));
    struct table_header header;
    enum exit_code code = table_write(build->plan->rules, values, &options, &header, failure);
    if (code == EXIT_CODE_OK)
        note_written(build, &header);
    return code;
}

static enum exit_code solve_values(struct build *build, struct values *values,
                                   struct failure *failure) {
    char name[TABLE_FILE_NAME_SIZE];
    task_name(values, name);
    progress_task(build->progress, name, values->layout.positions * values->sides);
    const struct lookup *lookup = build->store.lookup;
    const struct lookup *outcomes = values->metric == METRIC_DTC ? lookup : NULL;
    enum solve_status status = solve_signature(values, lookup, outcomes, threads_for(build, values),
                                               go_on, build->progress);
    return fail_solve(status, false, name, failure);
}

/* Of the solver in blocks; NULL: all is solved and kept as values. */
static const struct kernel *block_kernel(const struct build *build) {
    return build->options->kernel;
}

/* Solves a signature in a metric and writes the table. *values are the result, or NULL. */
static enum exit_code solve_and_write(struct build *build, struct signature signature,
                                      enum metric metric, struct values **values,
                                      struct failure *failure) {
    *values = NULL;
    if (build->folder == NULL)
        return EXIT_CODE_OK;
    *values = values_allocate(build->plan->rules, signature, metric);
    if (*values == NULL)
        return fail_memory(failure, "the values of a table");
    enum exit_code code = solve_values(build, *values, failure);
    if (code == EXIT_CODE_OK)
        code = write_values(build, *values, failure);
    if (code != EXIT_CODE_OK) {
        values_free(*values);
        *values = NULL;
    }
    return code;
}

/* ---- Outcomes, and distances with them, solved in blocks --------------------------------------
 */

/* What is solved on its way to the files: outcomes that are final are compressed at once, by the
 * thread that made them so. */
struct outcome_stream {
    struct outcomes *outcomes;
    struct table_writer *writer;             /* NULL when the table is there already */
    struct values *values[DISTANCE_METRICS]; /* those wanted */
    struct distances *conversions;           /* DTC, if wanted */
};

static const enum metric distance_metrics[DISTANCE_METRICS] = {
    [DISTANCES_DTW] = METRIC_DTW, [DISTANCES_DTC] = METRIC_DTC};

static void take_outcomes(void *context, enum side side, uint64_t first,
                          const struct outcome_bits *bits, size_t count) {
    struct outcome_stream *stream = context;
    outcomes_put(stream->outcomes, side, first, bits, count);
    for (unsigned i = 0; i < DISTANCE_METRICS; i++)
        if (stream->values[i] != NULL)
            values_put_distances(stream->values[i], side, first, bits, count);
    if (stream->writer != NULL)
        table_writer_ready(stream->writer, side, first, count);
}

static bool stream_open(struct outcome_stream *stream, const struct build *build,
                        const struct plan_step *step, const struct blocks *blocks) {
    const struct rules *rules = build->plan->rules;
    struct table_writer_options options = writer_options(build, build->options->threads);
    *stream = (struct outcome_stream){.outcomes = outcomes_allocate(rules, step->signature)};
    bool open = stream->outcomes != NULL;
    if (open && (step->tables & metric_bit(METRIC_WDL)) != 0) {
        struct table_source source = source_of_outcomes(rules, stream->outcomes);
        stream->writer = table_writer_open(&source, &options);
        open = stream->writer != NULL;
    }
    for (unsigned i = 0; open && i < DISTANCE_METRICS; i++)
        if ((step->tables & metric_bit(distance_metrics[i])) != 0) {
            stream->values[i] = values_allocate(rules, step->signature, distance_metrics[i]);
            open = stream->values[i] != NULL;
        }
    if (open && stream->values[DISTANCES_DTC] != NULL) {
        stream->conversions = distances_allocate(blocks, METRIC_DTC);
        open = stream->conversions != NULL;
    }
    return open;
}

static void stream_close(struct outcome_stream *stream) {
    table_writer_close(stream->writer);
    outcomes_free(stream->outcomes);
    for (unsigned i = 0; i < DISTANCE_METRICS; i++)
        values_free(stream->values[i]);
    distances_free(stream->conversions);
}

/* Writes the tables that are wanted. The first of them is the task already. */
static enum exit_code write_stream(struct build *build, struct outcome_stream *stream,
                                   struct failure *failure) {
    struct table_header header;
    enum exit_code code = EXIT_CODE_OK;
    bool next_task = stream->writer != NULL;
    if (stream->writer != NULL) {
        code = table_writer_finish(stream->writer, &header, failure);
        if (code == EXIT_CODE_OK)
            note_written(build, &header);
    }
    for (unsigned i = 0; code == EXIT_CODE_OK && i < DISTANCE_METRICS; i++) {
        struct values *values = stream->values[i];
        char name[TABLE_FILE_NAME_SIZE];
        if (values == NULL)
            continue;
        task_name(values, name);
        if (next_task)
            progress_task(build->progress, name, values->layout.positions * values->sides);
        next_task = true;
        for (unsigned side = 0; side < values->sides; side++)
            values->captures[side] = stream->outcomes->bits[side].capture;
        code = write_values(build, values, failure);
    }
    return code;
}

static enum metric first_table(const struct outcome_stream *stream) {
    if (stream->writer != NULL)
        return METRIC_WDL;
    return stream->values[DISTANCES_DTW] != NULL ? METRIC_DTW : METRIC_DTC;
}

static enum exit_code solve_stream(struct build *build, struct outcome_stream *stream,
                                   const struct kept_values *kept, struct failure *failure) {
    const struct index_layout *layout = &stream->outcomes->layout;
    struct outcome_sink sink = {take_outcomes, stream};
    struct distance_set distances = {
        {[DISTANCES_DTW] = kept->distances, [DISTANCES_DTC] = stream->conversions}};
    char name[TABLE_FILE_NAME_SIZE];
    table_file_name(layout->signature, first_table(stream), name);
    progress_task(build->progress, name, layout->positions * stream->outcomes->sides);
    enum solve_status status =
        solve_blocks(kept->blocks, &distances, &sink, build->store.block_lookup,
                     build->options->kernel, build->options->threads, go_on, build->progress);
    if (status != SOLVE_OK)
        return fail_solve(status, true, name, failure);
    enum exit_code code = write_stream(build, stream, failure);
    if (code != EXIT_CODE_OK)
        block_lookup_remove(build->store.block_lookup, kept->blocks);
    return code;
}

/* Solves a signature in blocks and writes the tables that are wanted. *kept are the result, or
 * nothing. */
static enum exit_code solve_and_write_blocks(struct build *build, const struct plan_step *step,
                                             struct kept_values *kept, struct failure *failure) {
    if (build->folder == NULL)
        return EXIT_CODE_OK;
    struct outcome_stream stream = {.outcomes = NULL};
    bool open = store_blocks(&build->store, step->signature, kept) &&
                stream_open(&stream, build, step, kept->blocks);
    enum exit_code code = open ? solve_stream(build, &stream, kept, failure)
                               : fail_memory(failure, "the values of a table");
    stream_close(&stream);
    if (code != EXIT_CODE_OK) {
        kept_values_free(*kept);
        *kept = (struct kept_values){NULL, NULL, NULL};
    }
    return code;
}

/* Working memory of the solver in blocks, beside what is kept. */
static uint64_t block_solver_memory(const struct build *build, const struct plan_step *step) {
    const struct rules *rules = build->plan->rules;
    struct signature signature = step->signature;
    unsigned distances = build->plan->kept == METRIC_DTW;
    struct packing packing = {.block_rows = build->options->block_rows,
                              .threads = build->options->threads};
    uint64_t bytes = outcomes_memory(rules, signature) +
                     packer_memory(values_memory(rules, signature, METRIC_WDL), &packing);
    for (unsigned i = 0; i < DISTANCE_METRICS; i++)
        if ((step->tables & metric_bit(distance_metrics[i])) != 0)
            bytes += values_memory(rules, signature, distance_metrics[i]);
    if ((step->tables & metric_bit(METRIC_DTC)) != 0) {
        bytes += distances_memory(rules, signature);
        distances++;
    }
    return bytes + solve_blocks_memory(rules, signature, build->options->kernel,
                                       build->options->threads, distances);
}

/* Working memory of the solver for values: what its threads use for one placement of the men each,
 * and the order of the placements. */
static uint64_t solver_memory(const struct build *build, struct signature signature) {
    struct index_layout layout;
    if (!index_layout_init(&layout, build->plan->rules->geometry, signature))
        return 0;
    return placement_memory(&layout) * build->options->threads +
           layout.man_placements * sizeof(uint32_t);
}

/* ---- One step ------------------------------------------------------------------------------- */

static enum exit_code need_successors(struct build *build, const struct plan_step *step,
                                      struct failure *failure) {
    enum exit_code code = EXIT_CODE_OK;
    for (size_t i = 0; code == EXIT_CODE_OK && i < step->successor_count; i++)
        code = store_need(&build->store, step->successors[i], failure);
    return code;
}

/* The metric that stays in memory; in blocks all that is wanted. */
static enum exit_code build_kept(struct build *build, const struct plan_step *step,
                                 struct failure *failure) {
    enum metric metric = build->plan->kept;
    uint64_t bytes = store_bytes(&build->store, step->signature);
    uint64_t working = block_kernel(build) != NULL ? block_solver_memory(build, step)
                                                   : solver_memory(build, step->signature);
    enum exit_code code = store_reserve(&build->store, bytes + working, failure);
    if (code != EXIT_CODE_OK)
        return code;
    struct kept_values kept = {NULL, NULL, NULL};
    if (block_kernel(build) != NULL)
        code = solve_and_write_blocks(build, step, &kept, failure);
    else
        code = solve_and_write(build, step->signature, metric, &kept.values, failure);
    store_release(&build->store, working);
    if (code == EXIT_CODE_OK)
        code = store_put(&build->store, step->signature, kept, failure);
    if (code != EXIT_CODE_OK) {
        kept_values_free(kept);
        store_release(&build->store, bytes);
    }
    return code;
}

/* A distance tells the outcome too, so WDL is not solved again beside DTW. */
static enum exit_code write_outcomes(struct build *build, const struct values *distances,
                                     struct failure *failure) {
    struct signature signature = distances->layout.signature;
    char name[TABLE_FILE_NAME_SIZE];
    struct values *values = values_allocate(build->plan->rules, signature, METRIC_WDL);
    if (values == NULL)
        return fail_memory(failure, "the values of a table");
    task_name(values, name);
    progress_task(build->progress, name, values->layout.positions * values->sides);
    for (unsigned side = 0; side < values->sides; side++)
        for (uint64_t i = 0; i < values->layout.positions; i++)
            values_set(values, (enum side)side, i,
                       value_without_distance(values_get(distances, (enum side)side, i)));
    enum exit_code code = write_values(build, values, failure);
    values_free(values);
    return code;
}

static enum exit_code build_outcomes(struct build *build, const struct plan_step *step,
                                     struct failure *failure) {
    uint64_t bytes = values_memory(build->plan->rules, step->signature, METRIC_WDL);
    enum exit_code code = store_need(&build->store, step->signature, failure);
    if (code == EXIT_CODE_OK)
        code = store_reserve(&build->store, bytes, failure);
    if (code != EXIT_CODE_OK)
        return code;
    if (build->folder != NULL)
        code = write_outcomes(build, store_values(&build->store, step->signature), failure);
    store_release(&build->store, bytes);
    return code;
}

static enum exit_code build_conversions(struct build *build, const struct plan_step *step,
                                        struct failure *failure) {
    uint64_t bytes = values_memory(build->plan->rules, step->signature, METRIC_DTC) +
                     solver_memory(build, step->signature);
    enum exit_code code = store_reserve(&build->store, bytes, failure);
    if (code != EXIT_CODE_OK)
        return code;
    struct values *values;
    code = solve_and_write(build, step->signature, METRIC_DTC, &values, failure);
    values_free(values);
    store_release(&build->store, bytes);
    return code;
}

static enum exit_code build_step(struct build *build, const struct plan_step *step,
                                 struct failure *failure) {
    bool kept = (step->tables & metric_bit(build->plan->kept)) != 0;
    bool conversions = (step->tables & metric_bit(METRIC_DTC)) != 0;
    bool outcomes = build->plan->kept == METRIC_DTW && (step->tables & metric_bit(METRIC_WDL)) != 0;
    enum exit_code code = EXIT_CODE_OK;
    if (build->folder != NULL && step->tables != 0 && interrupt_requested())
        return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    if (block_kernel(build) != NULL) { /* one solve gives them all */
        kept = step->tables != 0;
        outcomes = false;
        conversions = false;
    }
    if (kept || conversions)
        code = need_successors(build, step, failure);
    if (code == EXIT_CODE_OK && kept)
        code = build_kept(build, step, failure);
    if (code == EXIT_CODE_OK && outcomes)
        code = build_outcomes(build, step, failure);
    if (code == EXIT_CODE_OK && conversions)
        code = build_conversions(build, step, failure);
    store_next_step(&build->store);
    return code;
}

/* ---- All steps ------------------------------------------------------------------------------ */

/* Memory for the program itself, its threads, and the compressors of the blocks. */
static uint64_t fixed_memory(unsigned threads) {
    return (16 + (uint64_t)2 * threads) << 20;
}

static enum exit_code run(struct build *build, struct build_rehearsal *taken,
                          struct failure *failure) {
    unsigned threads = build->options->threads;
    uint64_t fixed = fixed_memory(threads);
    uint64_t memory = build->options->memory;
    enum exit_code code =
        store_init(&build->store, build->plan, build->folder, complete_values, block_kernel(build),
                   threads, memory > fixed ? memory - fixed : 0, failure);
    for (size_t i = 0; code == EXIT_CODE_OK && i < build->plan->count; i++)
        code = build_step(build, &build->plan->steps[i], failure);
    *taken = (struct build_rehearsal){build->store.peak + fixed, build->store.loaded};
    store_free(&build->store);
    return code;
}

enum exit_code build_rehearse(const struct plan *plan, const struct build_options *options,
                              struct build_rehearsal *rehearsal, struct failure *failure) {
    struct build build = {.plan = plan, .options = options};
    enum exit_code code = run(&build, rehearsal, failure);
    if (code != EXIT_CODE_SHORT)
        return code;
    rehearsal->memory = UINT64_MAX;
    return EXIT_CODE_OK;
}

enum exit_code build_memory(const struct plan *plan, const struct build_options *options,
                            uint64_t *bytes, struct failure *failure) {
    struct build_rehearsal rehearsal;
    enum exit_code code = build_rehearse(plan, options, &rehearsal, failure);
    *bytes = rehearsal.memory;
    return code;
}

enum exit_code build_memory_needed(const struct plan *plan, const struct build_options *options,
                                   uint64_t *bytes, struct failure *failure) {
    struct build_options trial = *options;
    uint64_t enough;
    uint64_t too_little = 0;
    trial.memory = UINT64_MAX / 2;
    enum exit_code code = build_memory(plan, &trial, &enough, failure);
    while (code == EXIT_CODE_OK && enough - too_little > 1 + enough / 65536) {
        uint64_t middle = too_little + (enough - too_little) / 2;
        trial.memory = middle;
        code = build_memory(plan, &trial, bytes, failure);
        if (*bytes == UINT64_MAX)
            too_little = middle;
        else
            enough = middle;
    }
    *bytes = enough;
    return code;
}

enum exit_code build_tables(const struct plan *plan, const struct folder *folder,
                            const struct build_options *options, struct progress *progress,
                            struct failure *failure) {
    struct build build = {.plan = plan, .folder = folder, .options = options, .progress = progress};
    struct build_rehearsal taken;
    enum exit_code code = run(&build, &taken, failure);
    progress_end(progress);
    return code;
}
