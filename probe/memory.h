/* memory.h - how much memory a handle and its contexts use, and the budget for it.
 *
 * Most of it is fixed: tables that are open, the scratch memory of contexts. The rest are blocks in
 * the caches of contexts, which share what the budget leaves: each may have the same part of it. A
 * cache finds out that its part has become smaller, by more contexts or more open tables, when it
 * is given the next block, and gives back then; until that the others make do with less. Where what
 * is fixed has gone beyond the limit together with what is cached, contexts give back in their next
 * call even if they need no new block.
 *
 * Used by any number of threads at once.
 */
#ifndef PROBE_MEMORY_H
#define PROBE_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory {
    size_t limit;        /* 0: none */
    atomic_bool crowded; /* more is used than that */
    /* Every call reads the above; what changes all the time is kept out of its cache line. */
    unsigned char apart[64];
    atomic_size_t used;
    atomic_size_t cached;   /* of that, by blocks in caches */
    atomic_size_t expected; /* tables that are not open yet will take about so much */
    atomic_size_t contexts;
};

void memory_init(struct memory *memory, size_t limit);

/* Counts fixed memory. False, and nothing is counted, when all that is fixed would go beyond the
 * limit. */
bool memory_take(struct memory *memory, size_t bytes);
void memory_give(struct memory *memory, size_t bytes);

/* Keeps memory free of cached blocks for tables that will be opened; and counts one that was. */
void memory_expect(struct memory *memory, uint64_t bytes);
void memory_meet(struct memory *memory, size_t bytes);

/* The same for blocks in a cache: they take only what is left. memory_must_cache() counts one that
 * has to be there in any case. */
bool memory_cache(struct memory *memory, size_t bytes);
void memory_must_cache(struct memory *memory, size_t bytes);
void memory_uncache(struct memory *memory, size_t bytes);

/* Whether caches have to give back what is more than their share. */
static inline bool memory_is_crowded(const struct memory *memory) {
    return atomic_load_explicit(&memory->crowded, memory_order_relaxed);
}

/* What each context may have in its cache at present; SIZE_MAX without a limit. */
size_t memory_share(const struct memory *memory);

#endif
