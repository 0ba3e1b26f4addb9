#include "table_scan.h"

/* ---- Which tables --------------------------------------------------------------------------- */

metric_set scan_metrics(const struct plan *plan) {
    metric_set common = metric_bit(METRIC_WDL) | metric_bit(METRIC_DTW) | metric_bit(METRIC_DTC);
    for (size_t i = 0; i < plan->count; i++)
        if (plan->steps[i].tables != 0)
            common &= plan->steps[i].present;
    return common;
}

static enum exit_code fail_lacking(const struct plan *plan, const struct folder *folder,
                                   metric_set metrics, struct failure *failure) {
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_step *step = &plan->steps[i];
        metric_set lacking = step->tables != 0 ? metrics & ~step->present : 0;
        for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
            char name[SIGNATURE_NAME_SIZE];
            signature_name(step->signature, name);
            if ((lacking & metric_bit(metric)) != 0)
                return fail(failure, EXIT_CODE_MISSING,
                            "%s/%s.%s: not there; make it with finais-gen build --signature %s "
                            "--metrics %s",
                            folder->path, name, metric_name(metric), name, metric_name(metric));
        }
    }
    return fail(failure, EXIT_CODE_MISSING,
                "%s: the signatures chosen have no metric in common; choose fewer with --pieces or "
                "--signature",
                folder->path);
}

enum exit_code scan_plan(struct plan *plan, const struct folder *folder, metric_set metrics,
                         metric_set *told, struct failure *failure) {
    metric_set wdl = metric_bit(METRIC_WDL);
    metric_set dtw = metric_bit(METRIC_DTW);
    metric_set common = scan_metrics(plan);
    *told = metrics != 0 ? metrics : common;
    /* Distances tell outcomes too. */
    metric_set distances = *told & ~wdl;
    metric_set read = distances != 0 ? distances : *told;
    if (read == 0 || (read & ~common) != 0)
        return fail_lacking(plan, folder, read, failure);
    /* Where DTW is read it alone stays in memory, so that a DTC table is visited next to it. */
    for (size_t i = 0; i < plan->count; i++) {
        struct plan_step *step = &plan->steps[i];
        step->tables = step->tables != 0 ? read : 0;
        if ((read & dtw) != 0)
            step->present &= ~wdl;
    }
    *told |= wdl;
    return EXIT_CODE_OK;
}

uint64_t plan_positions(const struct plan *plan) {
    uint64_t positions = 0;
    for (size_t i = 0; i < plan->count; i++)
        positions += plan->steps[i].tables != 0 ? plan->steps[i].positions : 0;
    return positions;
}

/* ---- The scan ------------------------------------------------------------------------------- */

struct scan {
    const struct plan *plan;
    metric_set told;
    scan_visitor *visit;
    void *context;
    const struct values *dtw; /* of the signature at hand, when its DTC comes next */
};

static enum exit_code visit_table(void *context, const struct walked_table *walked,
                                  struct failure *failure) {
    struct scan *scan = context;
    const struct values *values = walked->values;
    metric_set both = metric_bit(METRIC_DTW) | metric_bit(METRIC_DTC);
    if (values != NULL && values->metric == METRIC_DTW && (scan->told & both) == both) {
        scan->dtw = values;
        return EXIT_CODE_OK;
    }
    struct scanned_table table = {.rules = scan->plan->rules, .outcomes = walked->outcomes};
    if (values != NULL) {
        table.values[values->metric] = values;
        table.layout = &values->layout;
        table.sides = values->sides;
        if (values->metric == METRIC_DTC)
            table.values[METRIC_DTW] = scan->dtw;
    } else {
        table.layout = &walked->outcomes->layout;
        table.sides = walked->outcomes->sides;
    }
    table.signature = table.layout->signature;
    return scan->visit(scan->context, &table, failure);
}

enum exit_code scan_tables(struct plan *plan, const struct folder *folder, metric_set told,
                           const struct walk_options *options, scan_visitor *visit, void *context,
                           struct failure *failure) {
    struct scan scan = {plan, told, visit, context, NULL};
    return table_walk(plan, folder, options, visit_table, &scan, failure);
}
