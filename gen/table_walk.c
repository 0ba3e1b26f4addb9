#include "table_walk.h"
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
    struct walked_table walked = {table, values, walk->store.lookup};
    return walk->visit(walk->context, &walked, failure);
}

static enum exit_code visit_kept(struct walk *walk, const struct plan_step *step,
                                 struct failure *failure) {
    struct table *table;
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
    unsigned pieces = signature_pieces(step->signature);
    if (interrupt_requested())
        return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    for (size_t i = 0; code == EXIT_CODE_OK && step->tables != 0 && i < step->successor_count; i++)
        if (walk->options->all_successors || signature_pieces(step->successors[i]) < pieces)
            code = store_need(&walk->store, step->successors[i], failure);
    if (code == EXIT_CODE_OK && (step->tables & metric_bit(walk->plan->kept)) != 0)
        code = visit_kept(walk, step, failure);
    if (code == EXIT_CODE_OK && (step->tables & metric_bit(METRIC_DTC)) != 0)
        code = visit_conversions(walk, step, failure);
    store_next_step(&walk->store);
    return code;
}

/* Visits the tables of the plan's kept metric, and those of DTC where the steps name them. */
static enum exit_code walk_once(struct walk *walk, struct failure *failure) {
    enum exit_code code =
        store_init(&walk->store, walk->plan, walk->folder, walk->options->complete, NULL,
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

/* One pass for each metric that has to stay in memory; DTC goes with WDL if there is any. */
enum exit_code table_walk(struct plan *plan, const struct folder *folder,
                          const struct walk_options *options, walk_visitor *visit, void *context,
                          struct failure *failure) {
    struct walk walk = {plan, folder, options, visit, context, {0}};
    metric_set wanted = all_tables(plan);
    bool has_wdl = (all_present(plan) & metric_bit(METRIC_WDL)) != 0;
    metric_set *tables = malloc((plan->count + 1) * sizeof *tables);
    enum exit_code code = tables == NULL ? fail_memory(failure, "the plan") : EXIT_CODE_OK;
    for (size_t i = 0; code == EXIT_CODE_OK && i < plan->count; i++)
        tables[i] = plan->steps[i].tables;
    for (enum metric kept = METRIC_WDL; code == EXIT_CODE_OK && kept <= METRIC_DTW; kept++) {
        metric_set here = metric_bit(kept);
        if (has_wdl == (kept == METRIC_WDL))
            here |= metric_bit(METRIC_DTC);
        if ((wanted & here) == 0)
            continue;
        plan->kept = kept;
        for (size_t i = 0; i < plan->count; i++)
            plan->steps[i].tables = tables[i] & here;
        code = walk_once(&walk, failure);
    }
    for (size_t i = 0; tables != NULL && i < plan->count; i++)
        plan->steps[i].tables = tables[i];
    free(tables);
    return code;
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
