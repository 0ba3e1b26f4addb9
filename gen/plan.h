/* plan.h - which signatures a run works on, and in which order. */
#ifndef GEN_PLAN_H
#define GEN_PLAN_H

#include "failure.h"
#include "folder.h"
#include "signature.h"
#include "value.h"

/* A set of metrics has bit 1 << metric. */
typedef unsigned metric_set;

static inline metric_set metric_bit(enum metric metric) {
    return 1u << metric;
}

struct plan_step {
    struct signature signature;
    uint64_t positions; /* of all sides to move that are stored */
    metric_set tables;  /* that this run is about: to be built, or to be verified */
    metric_set present; /* files that are there */
    struct signature *successors;
    size_t successor_count;
};

/* Steps come after all steps that they depend on. */
struct plan {
    const struct rules *rules;
    metric_set metrics;
    /* The metric that is kept in memory for later steps. It gives WDL and DTC tables the outcomes
     * that they need: DTW when that is wanted, else WDL. */
    enum metric kept;
    struct plan_step *steps;
    size_t count;
};

/* All signatures of 2 to `pieces` pieces. DTC alone makes WDL wanted as well. Fails when memory is
 * short or the positions cannot be counted. Free with plan_free() in any case. */
enum exit_code plan_for_pieces(struct plan *plan, const struct rules *rules, unsigned pieces,
                               metric_set metrics, struct failure *failure);

/* One canonical signature and all that it depends on. */
enum exit_code plan_for_signature(struct plan *plan, const struct rules *rules,
                                  struct signature signature, metric_set metrics,
                                  struct failure *failure);
void plan_free(struct plan *plan);

/* Looks which tables the folder has. Checks no contents. */
void plan_find_present(struct plan *plan, const struct folder *folder);

/* Makes the run one that builds what is not present. Fails when a table that is present is not
 * finished and sound as far as its header, directory and size tell. */
enum exit_code plan_build_missing(struct plan *plan, const struct folder *folder,
                                  struct failure *failure);

/* Makes the run one that builds what is not present of the last step alone. Fails as
 * plan_build_missing() does, and EXIT_CODE_MISSING when a table that it has to read is not there.
 */
enum exit_code plan_build_alone(struct plan *plan, const struct folder *folder,
                                struct failure *failure);

/* The step of a signature, SIZE_MAX when the plan has none. */
size_t plan_step_of(const struct plan *plan, struct signature signature);

/* The first step from `step` on that reads values of a signature from memory, SIZE_MAX when none
 * does. */
size_t plan_next_use(const struct plan *plan, struct signature signature, size_t step);

#endif
