#include "store.h"
#include "interrupt.h"
#include "resources.h"
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
    blocks_free(kept.blocks);
}

uint64_t store_bytes(const struct store *store, struct signature signature) {
    return store->kernel != NULL ? blocks_memory(store->plan->rules, signature)
                                 : values_memory(store->plan->rules, signature, store->plan->kept);
}

void store_free(struct store *store) {
    for (size_t i = 0; i < store->count; i++)
        kept_values_free(store->entries[i].kept);
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

static void drop(struct store *store, struct store_entry *entry) {
    lookup_remove(store->lookup, entry->signature);
    if (entry->kept.blocks != NULL)
        block_lookup_remove(store->block_lookup, entry->kept.blocks);
    kept_values_free(entry->kept);
    store->used -= entry->bytes;
    *entry = store->entries[--store->count];
}

/* Drops the values whose next use is farthest away. False when all are pinned. */
static bool drop_one(struct store *store) {
    struct store_entry *farthest = NULL;
    size_t farthest_use = 0;
    for (size_t i = 0; i < store->count; i++) {
        struct store_entry *entry = &store->entries[i];
        size_t use = plan_next_use(store->plan, entry->signature, store->step);
        if (entry->pins == 0 && (farthest == NULL || use > farthest_use)) {
            farthest = entry;
            farthest_use = use;
        }
    }
    if (farthest != NULL)
        drop(store, farthest);
    return farthest != NULL;
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
        if (!drop_one(store))
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
    store->entries[store->count++] =
        (struct store_entry){signature, kept, store_bytes(store, signature), 1};
    if (kept.values != NULL)
        lookup_add(store->lookup, kept.values);
    if (kept.blocks != NULL)
        block_lookup_add(store->block_lookup, kept.blocks);
    return EXIT_CODE_OK;
}

/* Makes what the store keeps of the values of a file, which are not complete. */
static bool complete(const struct store *store, struct signature signature,
                     struct kept_values *kept) {
    if (store->kernel == NULL)
        return store->complete(kept->values, store->lookup, NULL, store->threads) == SOLVE_OK;
    kept->blocks = blocks_allocate(store->plan->rules, signature);
    bool done =
        kept->blocks != NULL && restore_blocks(kept->blocks, store->block_lookup, store->kernel,
                                               kept->values, store->threads) == SOLVE_OK;
    values_free(kept->values);
    kept->values = NULL;
    return done;
}

static enum exit_code load(struct store *store, struct signature signature,
                           struct kept_values *kept, struct failure *failure) {
    struct table *table;
    *kept = (struct kept_values){NULL, NULL};
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
    if (code == EXIT_CODE_OK && !complete(store, signature, kept)) {
        kept_values_free(*kept);
        *kept = (struct kept_values){NULL, NULL};
        code = fail_memory(failure, "completing a table");
    }
    return code;
}

/* Memory that loading takes beside what is kept. */
static uint64_t loading_bytes(const struct store *store, struct signature signature) {
    if (store->kernel == NULL)
        return 0;
    return values_memory(store->plan->rules, signature, store->plan->kept) +
           solve_blocks_memory(store->plan->rules, signature, store->kernel, store->threads);
}

static void unpin(struct store *store, struct signature signature) {
    struct store_entry *entry = find(store, signature);
    if (entry != NULL && entry->pins > 0)
        entry->pins--;
}

/* Whether loading a signature takes the values of one of its successors: of those that captures
 * lead to; blocks look at man moves, too, and so at promotions. */
static bool loading_needs(const struct store *store, struct signature signature,
                          struct signature successor) {
    return store->kernel != NULL || signature_pieces(successor) < signature_pieces(signature);
}

/* Loading a table takes other tables, which may have to be loaded themselves. */
static enum exit_code load_with_successors(struct store *store, struct signature signature,
                                           struct failure *failure) {
    size_t number = plan_step_of(store->plan, signature);
    if (number == SIZE_MAX)
        return fail_memory(failure, "the plan");
    const struct plan_step *step = &store->plan->steps[number];
    enum exit_code code = EXIT_CODE_OK;
    size_t needed = 0;
    for (; code == EXIT_CODE_OK && needed < step->successor_count; needed++)
        if (loading_needs(store, signature, step->successors[needed]))
            code = store_need(store, step->successors[needed], failure);
    uint64_t bytes = store_bytes(store, signature);
    uint64_t working = loading_bytes(store, signature);
    struct kept_values kept;
    if (code == EXIT_CODE_OK)
        code = store_reserve(store, bytes + working, failure);
    if (code == EXIT_CODE_OK) {
        code = load(store, signature, &kept, failure);
        store_release(store, working);
        if (code == EXIT_CODE_OK)
            code = store_put(store, signature, kept, failure);
        if (code != EXIT_CODE_OK) {
            kept_values_free(kept);
            store_release(store, bytes);
        }
    }
    for (size_t i = 0; code == EXIT_CODE_OK && i < needed; i++)
        if (loading_needs(store, signature, step->successors[i]))
            unpin(store, step->successors[i]);
    return code;
}

enum exit_code store_need(struct store *store, struct signature signature,
                          struct failure *failure) {
    struct store_entry *entry = find(store, signature);
    if (entry == NULL)
        return load_with_successors(store, signature, failure);
    entry->pins++;
    return EXIT_CODE_OK;
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
