#include "plan.h"
#include "index.h"
#include "table_loader.h"
#include <stdlib.h>
#include <string.h>

/* ---- Making a plan -------------------------------------------------------------------------- */

static metric_set complete_metrics(metric_set metrics) {
    metric_set outcomes = metric_bit(METRIC_WDL) | metric_bit(METRIC_DTW);
    return (metrics & outcomes) == 0 ? metrics | metric_bit(METRIC_WDL) : metrics;
}

static enum exit_code step_init(struct plan_step *step, const struct rules *rules,
                                struct signature signature, metric_set metrics,
                                struct failure *failure) {
    struct index_layout layout;
    char name[SIGNATURE_NAME_SIZE];
    signature_name(signature, name);
    if (!index_layout_init(&layout, rules->geometry, signature) ||
        layout.positions > UINT64_MAX / 16)
        return fail(failure, EXIT_CODE_USAGE, "%s has more positions than can be numbered", name);
    unsigned sides = signature_is_own_mirror(signature) ? 1 : 2;
    /* Without room the same signature counts several times. */
    size_t most = signature_successors(signature, NULL, 0);
    struct signature *successors = malloc((most + 1) * sizeof *successors);
    if (successors == NULL)
        return fail_memory(failure, "the plan");
    size_t count = signature_successors(signature, successors, most);
    *step = (struct plan_step){signature, layout.positions * sides, metrics, 0, successors, count};
    return EXIT_CODE_OK;
}

static enum exit_code add_pieces(struct plan *plan, unsigned pieces, struct failure *failure) {
    unsigned side = plan->rules->pieces_per_side;
    size_t count = signatures_of_pieces(pieces, side, NULL, 0);
    struct signature *list = malloc(count * sizeof *list);
    struct plan_step *steps = realloc(plan->steps, (plan->count + count) * sizeof *steps);
    if (steps != NULL)
        plan->steps = steps;
    enum exit_code code = EXIT_CODE_OK;
    if (list == NULL || steps == NULL)
        code = fail_memory(failure, "the plan");
    else
        signatures_of_pieces(pieces, side, list, count);
    for (size_t i = 0; code == EXIT_CODE_OK && i < count; i++) {
        code = step_init(&plan->steps[plan->count], plan->rules, list[i], plan->metrics, failure);
        plan->count += code == EXIT_CODE_OK;
    }
    free(list);
    return code;
}

enum exit_code plan_for_pieces(struct plan *plan, const struct rules *rules, unsigned pieces,
                               metric_set metrics, struct failure *failure) {
    metrics = complete_metrics(metrics);
    *plan =
        (struct plan){.rules = rules,
                      .metrics = metrics,
                      .kept = (metrics & metric_bit(METRIC_DTW)) != 0 ? METRIC_DTW : METRIC_WDL};
    enum exit_code code = EXIT_CODE_OK;
    for (unsigned n = 2; code == EXIT_CODE_OK && n <= pieces; n++)
        code = add_pieces(plan, n, failure);
    return code;
}

/* Takes out every step that `keep` does not mark. */
static void keep_marked(struct plan *plan, const bool *keep) {
    size_t kept = 0;
    for (size_t i = 0; i < plan->count; i++) {
        if (keep[i])
            plan->steps[kept++] = plan->steps[i];
        else
            free(plan->steps[i].successors);
    }
    plan->count = kept;
}

enum exit_code plan_for_signature(struct plan *plan, const struct rules *rules,
                                  struct signature signature, metric_set metrics,
                                  struct failure *failure) {
    enum exit_code code =
        plan_for_pieces(plan, rules, signature_pieces(signature), metrics, failure);
    if (code != EXIT_CODE_OK)
        return code;
    bool *keep = calloc(plan->count, sizeof *keep);
    size_t last = plan_step_of(plan, signature);
    if (keep == NULL || last == SIZE_MAX) {
        free(keep);
        return fail_memory(failure, "the plan");
    }
    keep[last] = true;
    for (size_t i = plan->count; i-- > 0;)
        for (size_t s = 0; keep[i] && s < plan->steps[i].successor_count; s++)
            keep[plan_step_of(plan, plan->steps[i].successors[s])] = true;
    keep_marked(plan, keep);
    free(keep);
    return EXIT_CODE_OK;
}

void plan_free(struct plan *plan) {
    for (size_t i = 0; i < plan->count; i++)
        free(plan->steps[i].successors);
    free(plan->steps);
    *plan = (struct plan){.rules = plan->rules};
}

/* ---- Looking things up ---------------------------------------------------------------------- */

size_t plan_step_of(const struct plan *plan, struct signature signature) {
    for (size_t i = 0; i < plan->count; i++)
        if (signature_equal(plan->steps[i].signature, signature))
            return i;
    return SIZE_MAX;
}

static bool step_reads(const struct plan_step *step, struct signature signature) {
    if (step->tables == 0)
        return false;
    if (signature_equal(step->signature, signature))
        return true;
    for (size_t i = 0; i < step->successor_count; i++)
        if (signature_equal(step->successors[i], signature))
            return true;
    return false;
}

size_t plan_next_use(const struct plan *plan, struct signature signature, size_t step) {
    for (; step < plan->count; step++)
        if (step_reads(&plan->steps[step], signature))
            return step;
    return SIZE_MAX;
}

void plan_find_present(struct plan *plan, const struct folder *folder) {
    for (size_t i = 0; i < plan->count; i++) {
        struct plan_step *step = &plan->steps[i];
        step->present = 0;
        for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
            if (folder_has_table(folder, step->signature, metric))
                step->present |= metric_bit(metric);
    }
}

static enum exit_code check_present(const struct plan_step *step, const struct folder *folder,
                                    struct failure *failure) {
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
        struct table *table;
        if ((step->present & step->tables & metric_bit(metric)) == 0)
            continue;
        enum exit_code code = table_of_folder(folder, step->signature, metric, &table, failure);
        if (code != EXIT_CODE_OK)
            return code;
        table_close(table);
    }
    return EXIT_CODE_OK;
}

enum exit_code plan_build_missing(struct plan *plan, const struct folder *folder,
                                  struct failure *failure) {
    plan_find_present(plan, folder);
    for (size_t i = 0; i < plan->count; i++) {
        enum exit_code code = check_present(&plan->steps[i], folder, failure);
        if (code != EXIT_CODE_OK)
            return code;
        plan->steps[i].tables &= ~plan->steps[i].present;
    }
    return EXIT_CODE_OK;
}

/* The first table that the last step needs, in memory or to load others, and that is not there. */
static enum exit_code check_inputs(const struct plan *plan, const struct folder *folder,
                                   struct failure *failure) {
    char last[SIGNATURE_NAME_SIZE];
    char name[TABLE_FILE_NAME_SIZE];
    signature_name(plan->steps[plan->count - 1].signature, last);
    for (size_t i = 0; i + 1 < plan->count; i++) {
        if ((plan->steps[i].present & metric_bit(plan->kept)) != 0)
            continue;
        table_file_name(plan->steps[i].signature, plan->kept, name);
        return fail(failure, EXIT_CODE_MISSING,
                    "%s/%s: not there, and %s depends on it; make it first, or leave out --alone",
                    folder->path, name, last);
    }
    return EXIT_CODE_OK;
}

enum exit_code plan_build_alone(struct plan *plan, const struct folder *folder,
                                struct failure *failure) {
    enum exit_code code = plan_build_missing(plan, folder, failure);
    for (size_t i = 0; i + 1 < plan->count; i++)
        plan->steps[i].tables = 0;
    if (code == EXIT_CODE_OK && plan->steps[plan->count - 1].tables != 0)
        code = check_inputs(plan, folder, failure);
    return code;
}
