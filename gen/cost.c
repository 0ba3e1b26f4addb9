#include "cost.h"
#include "rates.h"

static const char *kernel_name(const struct build_options *options) {
    return options->kernel != NULL ? options->kernel->name : NULL;
}

/* Outcomes cost nothing beside distances, which tell them or are found together with them. */
static double solving_seconds(const struct plan *plan, const struct plan_step *step,
                              enum metric metric, const struct build_options *options) {
    metric_set distances = metric_bit(METRIC_DTW) | metric_bit(METRIC_DTC);
    if (metric == METRIC_WDL && (plan->metrics & distances) != 0)
        return 0;
    return (double)step->positions * 1e-9 *
           rate_solving(kernel_name(options), metric, step->signature);
}

struct cost cost_of_step(const struct plan *plan, const struct plan_step *step,
                         const struct build_options *options) {
    enum { HEADER_AND_DIRECTORY = 519 };
    struct cost cost = {0};
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
        if ((step->tables & metric_bit(metric)) == 0)
            continue;
        double positions = (double)step->positions;
        double bits = rate_bits(metric, step->signature, options->level, options->form);
        cost.tables++;
        cost.positions += step->positions;
        cost.disk += HEADER_AND_DIRECTORY + (uint64_t)(positions * bits / 8);
        cost.solving += solving_seconds(plan, step, metric, options);
        cost.writing +=
            positions * 1e-9 * rate_writing(metric, step->signature, options->level, options->form);
    }
    return cost;
}

void cost_add(struct cost *sum, const struct cost *cost) {
    sum->tables += cost->tables;
    sum->positions += cost->positions;
    sum->disk += cost->disk;
    sum->solving += cost->solving;
    sum->loading += cost->loading;
    sum->writing += cost->writing;
}

struct cost cost_of_plan(const struct plan *plan, const struct build_options *options) {
    struct cost sum = {0};
    for (size_t i = 0; i < plan->count; i++) {
        struct cost cost = cost_of_step(plan, &plan->steps[i], options);
        cost_add(&sum, &cost);
    }
    return sum;
}

double cost_of_loading(const struct plan *plan, const struct build_options *options,
                       uint64_t positions) {
    double all = 0;
    double nanoseconds = 0;
    for (size_t i = 0; i + 1 < plan->count; i++) {
        const struct plan_step *step = &plan->steps[i];
        all += (double)step->positions;
        nanoseconds += (double)step->positions *
                       rate_loading(kernel_name(options), plan->kept, step->signature);
    }
    return all > 0 ? (double)positions * 1e-9 * nanoseconds / all : 0;
}

double cost_seconds(const struct cost *cost) {
    return cost->solving + cost->loading + cost->writing;
}
