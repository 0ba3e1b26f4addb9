/* cost.h - what building tables will take in disk and processor time, from measured rates
 * (rates.h). For memory see build_memory(). */
#ifndef GEN_COST_H
#define GEN_COST_H

#include "build.h"

struct cost {
    size_t tables;
    uint64_t positions; /* sum over tables */
    uint64_t disk;      /* bytes */
    /* Processor seconds over all threads: of solving, of bringing back what comes from table files,
     * and of packing and writing. */
    double solving;
    double loading;
    double writing;
};

/* The tables of a plan's step; nothing is loaded. */
struct cost cost_of_step(const struct plan *plan, const struct plan_step *step,
                         const struct build_options *options);

/* The tables of all steps of a plan. */
struct cost cost_of_plan(const struct plan *plan, const struct build_options *options);

/* `positions` that the last step of a plan has loaded, which are taken to be like those of the
 * signatures that it depends on. */
double cost_of_loading(const struct plan *plan, const struct build_options *options,
                       uint64_t positions);

void cost_add(struct cost *sum, const struct cost *cost);

/* All processor seconds. */
double cost_seconds(const struct cost *cost);

#endif
