#include "store.h"
#include "interrupt.h"
#include "resources.h"
#include "solve_failure.h"
#include "table_loader.h"
#include <stdlib.h>

enum exit_code store_init(struct store *store, const struct plan *plan, const struct folder *folder,
                          capture_completer *complete, const struct kernel *kernel,
                          unsigned threads, uint64_t budget, struct failure *failure) {
    *store = (struct store){.plan = plan,
                            .folder = folder,
                            .complete = complete,
                            .kernel = kernel,
                            .threads = threads,
                            .lookup = lookup_new(plan->rules, plan->kept),
                            .block_lookup = calloc(1, sizeof *store->block_lookup),
                            .budget = budget,
                            .entries = calloc(plan->count + 1, sizeof *store->entries)};
    if (store->lookup == NULL || store->block_lookup == NULL || store->entries == NULL)
        return fail_memory(failure, "the values in memory");
    return EXIT_CODE_OK;
}

void kept_values_free(struct kept_values kept) {
    values_free(kept.values);
    distances_free(kept.distances);
    blocks_free(kept.blocks);
}

static bool keeps_distances(const struct store *store) {
    return store->kernel != NULL && store->plan->kept == METRIC_DTW;
}

bool store_blocks(const struct store *store, struct signature signature, struct kept_values *kept) {
    *kept = (struct kept_values){.blocks = blocks_allocate(store->plan->rules, signature)};
    if (kept->blocks != NULL && keeps_distances(store)) {
        kept->distances = distances_allocate(kept->blocks, METRIC_DTW);
        kept->blocks->distances = kept->distances;
    }
    return kept->blocks != NULL && (kept->distances != NULL || !keeps_distances(store));
}

uint64_t store_bytes(const struct store *store, struct signature signature) {
    const struct rules *rules = store->plan->rules;
    if (store->kernel == NULL)
        return values_memory(rules, signature, store->plan->kept);
    return blocks_memory(rules, signature) +
           (keeps_distances(store) ? distances_memory(rules, signature) : 0);
}

void store_free(struct store *store) {
    for (size_t i = 0; i < store->count; i++) {
        kept_values_free(store->entries[i].kept);
        sleeping_free(store->entries[i].sleeping);
    }
    free(store->entries);
    free(store->lookup);
    free(store->block_lookup);
    *store = (struct store){.plan = store->plan};
}

static struct store_entry *find(const struct store *store, struct signature signature) {
    for (size_t i = 0; i < store->count; i++)
        if (signature_equal(store->entries[i].signature, signature))
            return &store->entries[i];
    return NULL;
}

/* ---- Going to sleep and waking up --------------------------------------------------------------
 */

/* The memory of kept values, in AREAS_MAX areas at most; returns how many. */
enum { AREAS_MAX = 6 };

static size_t areas_of(const struct kept_values *kept, struct memory_area areas[AREAS_MAX]) {
    size_t count = 0;
    for (unsigned side = 0; side < 2; side++) {
        const struct values *values = kept->values;
        if (values != NULL && side < values->sides)
            areas[count++] = (struct memory_area){values->data[side],
                                                  (size_t)values->layout.positions * values->bytes};
        if (kept->blocks != NULL) {
            size_t bytes = (size_t)blocks_array_bytes(kept->blocks);
            areas[count++] = (struct memory_area){kept->blocks->win[side], bytes};
            areas[count++] = (struct memory_area){kept->blocks->loss[side], bytes};
        }
        if (kept->distances != NULL)
            areas[count++] = (struct memory_area){kept->distances->plies[side],
                                                  (size_t)distances_array_bytes(kept->distances)};
    }
    return count;
}

/* A copy takes less than this share of the values as a rule (docs/benchmarks.md). */
enum { REHEARSED_SHARE = 3 };

static bool copy_entry(struct store *store, struct store_entry *entry) {
    struct memory_area areas[AREAS_MAX];
    if (entry->sleeping_bytes > 0)
        return true;
    entry->sleeping_bytes = entry->bytes / REHEARSED_SHARE + 1;
    if (store->folder != NULL) {
        entry->sleeping = sleeping_copy(areas, areas_of(&entry->kept, areas), store->threads);
        entry->sleeping_bytes = entry->sleeping != NULL ? sleeping_bytes(entry->sleeping) : 0;
    }
    store->used += entry->sleeping_bytes;
    return entry->sleeping_bytes > 0;
}

static void forget_copy(struct store *store, struct store_entry *entry) {
    sleeping_free(entry->sleeping);
    store->used -= entry->sleeping_bytes;
    entry->sleeping = NULL;
    entry->sleeping_bytes = 0;
}

/* The values themselves go; a copy stays. */
static void free_kept(struct store *store, struct store_entry *entry) {
    if (entry->asleep)
        return;
    lookup_remove(store->lookup, entry->signature);
    if (entry->kept.blocks != NULL)
        block_lookup_remove(store->block_lookup, entry->kept.blocks);
    kept_values_free(entry->kept);
    entry->kept = (struct kept_values){NULL, NULL, NULL};
    store->used -= entry->bytes;
    entry->asleep = true;
}

static void drop(struct store *store, struct store_entry *entry) {
    free_kept(store, entry);
    forget_copy(store, entry);
    *entry = store->entries[--store->count];
}

static void make_known(struct store *store, const struct kept_values *kept) {
    if (kept->values != NULL)
        lookup_add(store->lookup, kept->values);
    if (kept->blocks != NULL)
        block_lookup_add(store->block_lookup, kept->blocks);
}

/* Room for the values of an entry, and the values from its copy. */
static bool wake(struct store *store, struct store_entry *entry) {
    const struct rules *rules = store->plan->rules;
    struct memory_area areas[AREAS_MAX];
    struct kept_values kept = {NULL, NULL, NULL};
    if (store->folder != NULL) {
        bool room;
        if (store->kernel != NULL) {
            room = store_blocks(store, entry->signature, &kept);
        } else {
            kept.values = values_allocate(rules, entry->signature, store->plan->kept);
            room = kept.values != NULL;
        }
        size_t count = room ? areas_of(&kept, areas) : 0;
        if (count == 0 || !sleeping_wake(entry->sleeping, areas, count, store->threads)) {
            kept_values_free(kept);
            return false;
        }
    }
    entry->kept = kept;
    entry->asleep = false;
    make_known(store, &kept);
    return true;
}

/* ---- Making room ------------------------------------------------------------------------------
 */

/* Of the entries that nothing holds awake and that are, or are not, asleep: the one whose next use
 * is farthest away, or NULL. */
static struct store_entry *farthest(struct store *store, bool asleep) {
    struct store_entry *chosen = NULL;
    size_t chosen_use = 0;
    for (size_t i = 0; i < store->count; i++) {
        struct store_entry *entry = &store->entries[i];
        size_t use = plan_next_use(store->plan, entry->signature, store->step);
        if (entry->pins == 0 && entry->asleep == asleep && (chosen == NULL || use > chosen_use)) {
            chosen = entry;
            chosen_use = use;
        }
    }
    return chosen;
}

static struct store_entry *needless_copy(struct store *store) {
    for (size_t i = 0; i < store->count; i++)
        if (!store->entries[i].asleep && store->entries[i].sleeping_bytes > 0)
            return &store->entries[i];
    return NULL;
}

/* Makes some room. Values that cannot be copied, for want of memory, are dropped. False when
 * everything is needed awake. */
static bool make_some_room(struct store *store) {
    struct store_entry *entry = farthest(store, false);
    if (entry != NULL) {
        if (copy_entry(store, entry))
            free_kept(store, entry);
        else
            drop(store, entry);
        return true;
    }
    entry = needless_copy(store);
    if (entry != NULL) {
        forget_copy(store, entry);
        return true;
    }
    entry = farthest(store, true);
    if (entry != NULL)
        drop(store, entry);
    return entry != NULL;
}

static enum exit_code fail_short(const struct store *store, uint64_t bytes,
                                 struct failure *failure) {
    char needed[32];
    char allowed[32];
    uint64_t at_least = bytes < UINT64_MAX - store->used ? store->used + bytes : bytes;
    size_text(at_least, needed, sizeof needed);
    size_text(store->budget, allowed, sizeof allowed);
    return fail(failure, EXIT_CODE_SHORT,
                "this needs at least %s of memory for values and %s may be used; %s", needed,
                allowed, memory_advice(at_least, store->used));
}

enum exit_code store_reserve(struct store *store, uint64_t bytes, struct failure *failure) {
    while (bytes > store->budget || store->used > store->budget - bytes)
        if (!make_some_room(store))
            return fail_short(store, bytes, failure);
    store->used += bytes;
    if (store->used > store->peak)
        store->peak = store->used;
    return EXIT_CODE_OK;
}

void store_release(struct store *store, uint64_t bytes) {
    store->used -= bytes;
}

enum exit_code store_put(struct store *store, struct signature signature, struct kept_values kept,
                         struct failure *failure) {
    if (store->count > store->plan->count || find(store, signature) != NULL)
        return fail_memory(failure, "the values in memory");
    store->entries[store->count++] = (struct store_entry){
        .signature = signature, .kept = kept, .bytes = store_bytes(store, signature), .pins = 1};
    make_known(store, &kept);
    return EXIT_CODE_OK;
}

/* Makes what the store keeps of the values of a file, which are not complete. */
static enum solve_status complete(const struct store *store, struct signature signature,
                                  const struct outcome_sink *sink, struct kept_values *kept) {
    struct values *values = kept->values;
    if (store->kernel == NULL)
        return store->complete(values, store->lookup, NULL, store->threads);
    enum solve_status status = SOLVE_NO_MEMORY;
    if (store_blocks(store, signature, kept))
        status = restore_blocks(kept->blocks, kept->distances, sink, store->block_lookup,
                                store->kernel, values, store->threads);
    values_free(values);
    return status;
}

static enum exit_code load(struct store *store, struct signature signature,
                           const struct outcome_sink *sink, struct kept_values *kept,
                           struct failure *failure) {
    struct table *table;
    *kept = (struct kept_values){NULL, NULL, NULL};
    if (store->folder == NULL)
        return EXIT_CODE_OK;
    if (interrupt_requested())
        return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    enum exit_code code =
        table_of_folder(store->folder, signature, store->plan->kept, &table, failure);
    if (code != EXIT_CODE_OK)
        return code;
    code = table_load_values(table, store->plan->rules, store->threads, &kept->values, failure);
    table_close(table);
    if (code != EXIT_CODE_OK)
        return code;
    enum solve_status status = complete(store, signature, sink, kept);
    if (status == SOLVE_OK)
        return EXIT_CODE_OK;
    kept_values_free(*kept);
    *kept = (struct kept_values){NULL, NULL, NULL};
    if (status != SOLVE_TOO_LONG)
        return fail_memory(failure, "completing a table");
    char name[TABLE_FILE_NAME_SIZE];
    table_file_name(signature, store->plan->kept, name);
    return fail_solve(status, store->kernel != NULL, name, failure);
}

/* Memory that loading takes beside what is kept. */
static uint64_t loading_bytes(const struct store *store, struct signature signature) {
    if (store->kernel == NULL)
        return 0;
    return values_memory(store->plan->rules, signature, store->plan->kept) +
           solve_blocks_memory(store->plan->rules, signature, store->kernel, store->threads,
                               keeps_distances(store));
}

static void unpin(struct store *store, struct signature signature) {
    struct store_entry *entry = find(store, signature);
    if (entry != NULL && entry->pins > 0)
        entry->pins--;
}

/* What a table leaves out follows from those that its captures and promotions lead to, which may
 * have to be loaded themselves. */
static enum exit_code load_with_successors(struct store *store, struct signature signature,
                                           const struct outcome_sink *sink,
                                           struct failure *failure) {
    size_t number = plan_step_of(store->plan, signature);
    if (number == SIZE_MAX)
        return fail_memory(failure, "the plan");
    const struct plan_step *step = &store->plan->steps[number];
    enum exit_code code = EXIT_CODE_OK;
    size_t needed = 0;
    for (; code == EXIT_CODE_OK && needed < step->successor_count; needed++)
        code = store_need(store, step->successors[needed], failure);
    uint64_t bytes = store_bytes(store, signature);
    uint64_t working = loading_bytes(store, signature);
    struct kept_values kept;
    if (code == EXIT_CODE_OK)
        code = store_reserve(store, bytes + working, failure);
    if (code == EXIT_CODE_OK) {
        store->loaded += step->positions;
        code = load(store, signature, sink, &kept, failure);
        store_release(store, working);
        if (code == EXIT_CODE_OK)
            code = store_put(store, signature, kept, failure);
        if (code != EXIT_CODE_OK) {
            kept_values_free(kept);
            store_release(store, bytes);
        }
    }
    for (size_t i = 0; code == EXIT_CODE_OK && i < needed; i++)
        unpin(store, step->successors[i]);
    return code;
}

/* The entry is pinned, so it stays, but making room may move it. */
static enum exit_code wake_up(struct store *store, struct signature signature,
                              struct failure *failure) {
    uint64_t bytes = store_bytes(store, signature);
    enum exit_code code = store_reserve(store, bytes, failure);
    if (code != EXIT_CODE_OK || wake(store, find(store, signature)))
        return code;
    store_release(store, bytes);
    return fail_memory(failure, "the values in memory");
}

enum exit_code store_need(struct store *store, struct signature signature,
                          struct failure *failure) {
    struct store_entry *entry = find(store, signature);
    if (entry == NULL)
        return load_with_successors(store, signature, NULL, failure);
    entry->pins++;
    return entry->asleep ? wake_up(store, signature, failure) : EXIT_CODE_OK;
}

enum exit_code store_need_outcomes(struct store *store, struct signature signature,
                                   const struct outcome_sink *sink, struct failure *failure) {
    return load_with_successors(store, signature, sink, failure);
}

void store_next_step(struct store *store) {
    store->step++;
    for (size_t i = store->count; i-- > 0;) {
        store->entries[i].pins = 0;
        if (plan_next_use(store->plan, store->entries[i].signature, store->step) == SIZE_MAX)
            drop(store, &store->entries[i]);
    }
}

struct values *store_values(const struct store *store, struct signature signature) {
    struct store_entry *entry = find(store, signature);
    return entry != NULL ? entry->kept.values : NULL;
}
