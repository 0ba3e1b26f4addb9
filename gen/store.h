/* store.h - the values that later steps of a run need, in memory and under a budget.
 *
 * Values of one metric (plan.h: kept) stay in memory from when they are solved, or loaded from a
 * table file and completed, until no step of the plan needs them. When the budget is reached,
 * those whose next use is farthest are dropped first; they come back from their files.
 *
 * A rehearsal goes through the same steps without any values, so the memory it takes is what the
 * run will take (build.h).
 */
#ifndef GEN_STORE_H
#define GEN_STORE_H

#include "folder.h"
#include "plan.h"
#include "solver.h"

/* Fills in what table files leave out: complete_captures() of solver.h or a function like it. */
typedef enum solve_status capture_completer(struct values *values, const struct lookup *successors,
                                            const struct lookup *outcomes, unsigned threads);

struct store_entry {
    struct signature signature;
    struct values *values; /* NULL in a rehearsal */
    uint64_t bytes;
    unsigned pins; /* not to be dropped while above 0 */
};

struct store {
    const struct plan *plan;
    const struct folder *folder; /* NULL in a rehearsal */
    capture_completer *complete;
    unsigned threads;
    struct lookup *lookup; /* of all values in the store */
    size_t step;           /* of the plan, now */
    uint64_t budget;       /* bytes */
    uint64_t used;
    uint64_t peak;
    struct store_entry *entries;
    size_t count;
};

/* An empty store for the values of the plan's kept metric. Free with store_free() in any case. */
enum exit_code store_init(struct store *store, const struct plan *plan, const struct folder *folder,
                          capture_completer *complete, unsigned threads, uint64_t budget,
                          struct failure *failure);
void store_free(struct store *store);

/* Makes room for `bytes` of the caller's own, dropping values that are not pinned;
 * EXIT_CODE_SHORT when that does not suffice. */
enum exit_code store_reserve(struct store *store, uint64_t bytes, struct failure *failure);
void store_release(struct store *store, uint64_t bytes);

/* Sees to it that a signature's values are in memory, and pins them. */
enum exit_code store_need(struct store *store, struct signature signature, struct failure *failure);

/* Takes over values whose memory the caller has reserved, and pins them. `values` may be NULL in a
 * rehearsal alone. On failure they stay the caller's. */
enum exit_code store_put(struct store *store, struct signature signature, struct values *values,
                         struct failure *failure);

/* Ends a step: unpins everything, drops what no later step needs, and goes to the next. */
void store_next_step(struct store *store);

/* The values of a signature that is in the store, else NULL. */
struct values *store_values(const struct store *store, struct signature signature);

#endif
