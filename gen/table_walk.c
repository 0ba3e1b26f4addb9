#include "table_walk.h"
#include "hash.h"
#include "interrupt.h"
#include "resources.h"
#include "table_loader.h"
#include <stdlib.h>

struct walk {
    struct plan *plan;
    const struct folder *folder;
    const struct walk_options *options;
    walk_visitor *visit;
    void *context;
    struct store store;
};

static enum exit_code visit_values(struct walk *walk, const struct table *table,
                                   const struct values *values, struct failure *failure) {
    struct walked_table walked = {table, values, NULL, walk->store.lookup};
    return walk->visit(walk->context, &walked, failure);
}

/* Completes a WDL table in blocks, which stay in memory, and visits its outcomes. */
static enum exit_code restore_and_visit(struct walk *walk, const struct plan_step *step,
                                        const struct table *table, struct failure *failure) {
    struct outcomes *outcomes = outcomes_allocate(walk->plan->rules, step->signature);
    if (outcomes == NULL)
        return fail_memory(failure, "the values of a table");
    struct outcome_sink sink = outcomes_sink(outcomes);
    enum exit_code code = store_need_outcomes(&walk->store, step->signature, &sink, failure);
    struct walked_table walked = {table, NULL, outcomes, NULL};
    if (code == EXIT_CODE_OK)
        code = walk->visit(walk->context, &walked, failure);
    outcomes_free(outcomes);
    return code;
}

static enum exit_code visit_outcomes(struct walk *walk, const struct plan_step *step,
                                     struct failure *failure) {
    struct table *table;
    uint64_t bytes = outcomes_memory(walk->plan->rules, step->signature);
    enum exit_code code = store_reserve(&walk->store, bytes, failure);
    if (code != EXIT_CODE_OK)
        return code;
    code = table_of_folder(walk->folder, step->signature, METRIC_WDL, &table, failure);
    if (code == EXIT_CODE_OK) {
        code = restore_and_visit(walk, step, table, failure);
        table_close(table);
    }
    store_release(&walk->store, bytes);
    return code;
}

static enum exit_code visit_kept(struct walk *walk, const struct plan_step *step,
                                 struct failure *failure) {
    struct table *table;
    if (walk->store.kernel != NULL)
        return visit_outcomes(walk, step, failure);
    enum exit_code code = store_need(&walk->store, step->signature, failure);
    if (code == EXIT_CODE_OK)
        code = table_of_folder(walk->folder, step->signature, walk->plan->kept, &table, failure);
    if (code != EXIT_CODE_OK)
        return code;
    code = visit_values(walk, table, store_values(&walk->store, step->signature), failure);
    table_close(table);
    return code;
}

static enum exit_code complete_and_visit(struct walk *walk, const struct table *table,
                                         struct failure *failure) {
    struct values *values;
    unsigned threads = useful_threads(table->header.positions, walk->options->threads);
    enum exit_code code = table_load_values(table, walk->plan->rules, threads, &values, failure);
    if (code != EXIT_CODE_OK)
        return code;
    const struct lookup *lookup = walk->store.lookup;
    if (walk->options->complete(values, lookup, lookup, threads) != SOLVE_OK)
        code = fail_memory(failure, "completing a table");
    else
        code = visit_values(walk, table, values, failure);
    values_free(values);
    return code;
}

static enum exit_code visit_conversions(struct walk *walk, const struct plan_step *step,
                                        struct failure *failure) {
    struct table *table;
    uint64_t bytes = values_memory(walk->plan->rules, step->signature, METRIC_DTC);
    enum exit_code code = store_reserve(&walk->store, bytes, failure);
    if (code != EXIT_CODE_OK)
        return code;
    code = table_of_folder(walk->folder, step->signature, METRIC_DTC, &table, failure);
    if (code == EXIT_CODE_OK) {
        code = complete_and_visit(walk, table, failure);
        table_close(table);
    }
    store_release(&walk->store, bytes);
    return code;
}

static enum exit_code walk_step(struct walk *walk, const struct plan_step *step,
                                struct failure *failure) {
    enum exit_code code = EXIT_CODE_OK;
    if (interrupt_requested())
        return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    for (size_t i = 0; code == EXIT_CODE_OK && step->tables != 0 && i < step->successor_count; i++)
        code = store_need(&walk->store, step->successors[i], failure);
    if (code == EXIT_CODE_OK && (step->tables & metric_bit(walk->plan->kept)) != 0)
        code = visit_kept(walk, step, failure);
    if (code == EXIT_CODE_OK && (step->tables & metric_bit(METRIC_DTC)) != 0)
        code = visit_conversions(walk, step, failure);
    store_next_step(&walk->store);
    return code;
}

/* Visits the tables of the plan's kept metric, and those of DTC where the steps name them. */
static enum exit_code walk_once(struct walk *walk, const struct kernel *kernel,
                                struct failure *failure) {
    enum exit_code code =
        store_init(&walk->store, walk->plan, walk->folder, walk->options->complete, kernel,
                   walk->options->threads, walk->options->memory, failure);
    for (size_t i = 0; code == EXIT_CODE_OK && i < walk->plan->count; i++)
        code = walk_step(walk, &walk->plan->steps[i], failure);
    store_free(&walk->store);
    return code;
}

static metric_set all_tables(const struct plan *plan) {
    metric_set all = 0;
    for (size_t i = 0; i < plan->count; i++)
        all |= plan->steps[i].tables;
    return all;
}

static metric_set all_present(const struct plan *plan) {
    metric_set all = 0;
    for (size_t i = 0; i < plan->count; i++)
        all |= plan->steps[i].present;
    return all;
}

/* What one pass goes through. */
struct pass {
    enum metric kept;  /* stays in memory */
    metric_set tables; /* that are visited */
    bool in_blocks;    /* by the kernel */
};

/* A pass for each metric that has to stay in memory; DTC goes with WDL if there is any, but needs
 * it as values, not as blocks. */
static unsigned list_passes(const struct walk *walk, struct pass passes[3]) {
    bool has_wdl = (all_present(walk->plan) & metric_bit(METRIC_WDL)) != 0;
    bool in_blocks = walk->options->kernel != NULL;
    metric_set wdl = metric_bit(METRIC_WDL);
    metric_set dtw = metric_bit(METRIC_DTW);
    metric_set dtc = metric_bit(METRIC_DTC);
    unsigned count = 0;
    if (in_blocks)
        passes[count++] = (struct pass){METRIC_WDL, wdl, true};
    passes[count++] = (struct pass){METRIC_WDL, (in_blocks ? 0 : wdl) | (has_wdl ? dtc : 0), false};
    passes[count++] = (struct pass){METRIC_DTW, dtw | (has_wdl ? 0 : dtc), false};
    return count;
}

enum exit_code table_walk(struct plan *plan, const struct folder *folder,
                          const struct walk_options *options, walk_visitor *visit, void *context,
                          struct failure *failure) {
    struct walk walk = {plan, folder, options, visit, context, {0}};
    struct pass passes[3];
    unsigned count = list_passes(&walk, passes);
    metric_set wanted = all_tables(plan);
    metric_set *tables = malloc((plan->count + 1) * sizeof *tables);
    enum exit_code code = tables == NULL ? fail_memory(failure, "the plan") : EXIT_CODE_OK;
    for (size_t i = 0; code == EXIT_CODE_OK && i < plan->count; i++)
        tables[i] = plan->steps[i].tables;
    for (unsigned pass = 0; code == EXIT_CODE_OK && pass < count; pass++) {
        if ((wanted & passes[pass].tables) == 0)
            continue;
        plan->kept = passes[pass].kept;
        for (size_t i = 0; i < plan->count; i++)
            plan->steps[i].tables = tables[i] & passes[pass].tables;
        code = walk_once(&walk, passes[pass].in_blocks ? options->kernel : NULL, failure);
    }
    for (size_t i = 0; tables != NULL && i < plan->count; i++)
        plan->steps[i].tables = tables[i];
    free(tables);
    return code;
}

/* ---- Contents ------------------------------------------------------------------------------- */

bool walked_content(const struct walked_table *walked, unsigned threads,
                    uint8_t hash[TABLE_HASH_BYTES], struct value_tally tally[2]) {
    const struct outcomes *outcomes = walked->outcomes;
    if (outcomes == NULL)
        return tally_values(tally, walked->values, threads) && content_hash(walked->values, hash);
    struct content_hasher *hasher = content_hash_begin(METRIC_WDL);
    bool counts = tally_make(&tally[WHITE], METRIC_WDL);
    counts = tally_make(&tally[BLACK], METRIC_WDL) && counts;
    for (unsigned side = 0; counts && hasher != NULL && side < outcomes->sides; side++) {
        tally_add_bits(&tally[side], 0, &outcomes->bits[side], (size_t)outcomes->layout.positions);
        content_hash_add_bits(hasher, &outcomes->bits[side], outcomes->layout.positions);
    }
    return content_hash_end(hasher, hash) && counts;
}

/* ---- Plans over a folder -------------------------------------------------------------------- */

static metric_set every_metric(void) {
    return metric_bit(METRIC_WDL) | metric_bit(METRIC_DTW) | metric_bit(METRIC_DTC);
}

enum exit_code plan_for_folder(struct plan *plan, const struct folder *folder, unsigned pieces,
                               metric_set metrics, struct failure *failure) {
    unsigned largest = pieces;
    enum exit_code code = EXIT_CODE_OK;
    *plan = (struct plan){.rules = folder->rules};
    if (pieces == 0)
        code = folder_largest(folder, &largest, failure);
    if (code == EXIT_CODE_OK)
        code = plan_for_pieces(plan, folder->rules, largest, every_metric(), failure);
    if (code != EXIT_CODE_OK)
        return code;
    plan_find_present(plan, folder);
    plan->metrics = metrics != 0 ? metrics : all_present(plan);
    for (size_t i = 0; i < plan->count; i++)
        plan->steps[i].tables =
            plan->metrics & (pieces != 0 ? every_metric() : plan->steps[i].present);
    if (all_tables(plan) == 0)
        return fail(failure, EXIT_CODE_MISSING,
                    "%s: no such tables here; make them with finais-gen build", folder->path);
    return EXIT_CODE_OK;
}

enum exit_code plan_for_folder_signature(struct plan *plan, const struct folder *folder,
                                         struct signature signature, metric_set metrics,
                                         struct failure *failure) {
    enum exit_code code =
        plan_for_signature(plan, folder->rules, signature, every_metric(), failure);
    if (code != EXIT_CODE_OK)
        return code;
    plan_find_present(plan, folder);
    struct plan_step *last = &plan->steps[plan_step_of(plan, signature)];
    plan->metrics = metrics != 0 ? metrics : last->present;
    for (size_t i = 0; i < plan->count; i++)
        plan->steps[i].tables = 0;
    last->tables = plan->metrics;
    char name[SIGNATURE_NAME_SIZE];
    signature_name(signature, name);
    if (last->tables == 0)
        return fail(failure, EXIT_CODE_MISSING,
                    "%s: no table of %s here; make it with finais-gen build --signature %s",
                    folder->path, name, name);
    return EXIT_CODE_OK;
}
