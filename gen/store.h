/* store.h - the values that later steps of a run need, in memory and under a budget.
 *
 * Values of one metric (plan.h: kept) stay in memory from when they are solved, or loaded from a
 * table file and completed, until no step of the plan needs them. When the budget is reached,
 * those whose next use is farthest are put to sleep first: compressed, they take a
 * fraction of the memory. When that does not suffice they are dropped, and come back from their
 * files.
 *
 * A rehearsal goes through the same steps without any values, so the memory it takes is what the
 * run will take (build.h).
 */
#ifndef GEN_STORE_H
#define GEN_STORE_H

#include "block_solver.h"
#include "folder.h"
#include "plan.h"
#include "sleeping.h"

/* Fills in what table files leave out: complete_values() of solver.h or a function like it. */
typedef enum solve_status capture_completer(struct values *values, const struct lookup *successors,
                                            const struct lookup *outcomes, unsigned threads);

/* The values of a signature in one of the two forms of the store; none in a rehearsal. */
struct kept_values {
    struct values *values;
    struct blocks *blocks;
    struct distances *distances; /* DTW beside the blocks, when that is kept */
};

struct store_entry {
    struct signature signature;
    struct kept_values kept; /* none while asleep */
    uint64_t bytes;          /* of `kept`, awake */
    bool asleep;
    struct sleeping *sleeping; /* a copy, that stays when the values wake up; NULL for none */
    uint64_t sleeping_bytes;   /* of the copy, also in a rehearsal; 0 for none */
    unsigned pins;             /* to stay awake while above 0 */
};

struct store {
    const struct plan *plan;
    const struct folder *folder; /* NULL in a rehearsal */
    capture_completer *complete;
    unsigned threads;
    const struct kernel
        *kernel;           /* of the bit-parallel solver; NULL: values, not blocks, are kept */
    struct lookup *lookup; /* of all values in the store */
    struct block_lookup *block_lookup;
    size_t step;     /* of the plan, now */
    uint64_t budget; /* bytes */
    uint64_t used;
    uint64_t peak;
    uint64_t loaded; /* positions that came, or in a rehearsal will come, from table files */
    struct store_entry *entries;
    size_t count;
};

/* An empty store for the values of the plan's kept metric. With `kernel` they are kept as blocks,
 * for DTW with their distances. Free with store_free() in any case. */
enum exit_code store_init(struct store *store, const struct plan *plan, const struct folder *folder,
                          capture_completer *complete, const struct kernel *kernel,
                          unsigned threads, uint64_t budget, struct failure *failure);
void store_free(struct store *store);

/* Makes room for `bytes` of the caller's own, dropping values that are not pinned;
 * EXIT_CODE_SHORT when that does not suffice. */
enum exit_code store_reserve(struct store *store, uint64_t bytes, struct failure *failure);
void store_release(struct store *store, uint64_t bytes);

/* Sees to it that a signature's values are in memory, and pins them. */
enum exit_code store_need(struct store *store, struct signature signature, struct failure *failure);

/* The same for a signature whose values are not in memory, in a store that keeps blocks, and gives
 * the outcomes of all its positions to `sink` besides. */
enum exit_code store_need_outcomes(struct store *store, struct signature signature,
                                   const struct outcome_sink *sink, struct failure *failure);

/* Memory that the kept values of a signature take. */
uint64_t store_bytes(const struct store *store, struct signature signature);

/* Room for the blocks of a signature, and for distances with them if they are kept, not yet in the
 * store. False when memory is short; to be freed in any case. */
bool store_blocks(const struct store *store, struct signature signature, struct kept_values *kept);

/* Takes over values whose memory the caller has reserved, and pins them. On failure they stay the
 * caller's. */
enum exit_code store_put(struct store *store, struct signature signature, struct kept_values kept,
                         struct failure *failure);
void kept_values_free(struct kept_values kept);

/* Ends a step: unpins everything, drops what no later step needs, and goes to the next. */
void store_next_step(struct store *store);

/* The values of a signature that is in the store as values, else NULL. */
struct values *store_values(const struct store *store, struct signature signature);

#endif
