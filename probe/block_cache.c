#include "block_cache.h"
#include <stdlib.h>

/* In a hash chain, and in the list by last use, the newest first. */
struct cached_block {
    struct cached_block *chain;
    struct cached_block *newer;
    struct cached_block *older;
    uint64_t block;
    uint32_t table;
    size_t capacity; /* of bytes[] */
    uint8_t bytes[];
};

struct block_cache {
    size_t budget;
    struct memory *memory; /* of which blocks are a part */
    size_t used;           /* by all blocks, the reserved one included */
    struct cached_block *newest;
    struct cached_block *oldest;
    struct cached_block *reserved; /* not yet kept, in no list */
    size_t chains;                 /* a power of two */
    struct cached_block *chain[];
};

/* One chain for each KiB, which is about the smallest sensible block. */
enum { BYTES_PER_CHAIN = 1024, CHAINS_MIN = 16, CHAINS_MAX = 1 << 22 };

static size_t bytes_of_cache(size_t chains) {
    return sizeof(struct block_cache) + chains * sizeof(struct cached_block *);
}

struct block_cache *block_cache_new(size_t budget, struct memory *memory) {
    size_t chains = CHAINS_MIN;
    if (memory->limit != 0 && budget > memory->limit)
        budget = memory->limit;
    while (chains < budget / BYTES_PER_CHAIN && chains < CHAINS_MAX)
        chains *= 2;
    struct block_cache *cache = calloc(1, bytes_of_cache(chains));
    if (cache == NULL)
        return NULL;
    cache->budget = budget;
    cache->memory = memory;
    cache->chains = chains;
    return cache;
}

static size_t cost(const struct cached_block *entry) {
    return sizeof *entry + entry->capacity;
}

/* A block that is in no list, or NULL. */
static void free_block(struct block_cache *cache, struct cached_block *entry) {
    if (entry == NULL)
        return;
    cache->used -= cost(entry);
    memory_uncache(cache->memory, cost(entry));
    free(entry);
}

void block_cache_free(struct block_cache *cache) {
    if (cache == NULL)
        return;
    for (struct cached_block *entry = cache->newest; entry != NULL;) {
        struct cached_block *older = entry->older;
        free_block(cache, entry);
        entry = older;
    }
    free_block(cache, cache->reserved);
    free(cache);
}

static struct cached_block **chain_of(struct block_cache *cache, uint32_t table, uint64_t block) {
    uint64_t hash = (block ^ (uint64_t)table << 40) * UINT64_C(0x9e3779b97f4a7c15);
    return &cache->chain[(hash >> 32) & (cache->chains - 1)];
}

static void unlink_from_uses(struct block_cache *cache, struct cached_block *entry) {
    *(entry->newer != NULL ? &entry->newer->older : &cache->newest) = entry->older;
    *(entry->older != NULL ? &entry->older->newer : &cache->oldest) = entry->newer;
}

static void make_newest(struct block_cache *cache, struct cached_block *entry) {
    entry->newer = NULL;
    entry->older = cache->newest;
    *(cache->newest != NULL ? &cache->newest->newer : &cache->oldest) = entry;
    cache->newest = entry;
}

const uint8_t *block_cache_find(struct block_cache *cache, uint32_t table, uint64_t block) {
    struct cached_block *entry = *chain_of(cache, table, block);
    while (entry != NULL && (entry->block != block || entry->table != table))
        entry = entry->chain;
    if (entry == NULL)
        return NULL;
    if (entry != cache->newest) {
        unlink_from_uses(cache, entry);
        make_newest(cache, entry);
    }
    return entry->bytes;
}

/* Takes the oldest block out of both lists. */
static struct cached_block *take_oldest(struct block_cache *cache) {
    struct cached_block *entry = cache->oldest;
    unlink_from_uses(cache, entry);
    struct cached_block **link = chain_of(cache, entry->table, entry->block);
    while (*link != entry)
        link = &(*link)->chain;
    *link = entry->chain;
    return entry;
}

/* A new block, once old ones have made room for it. */
static struct cached_block *allocate(struct block_cache *cache, size_t bytes, size_t budget) {
    struct cached_block *entry;
    size_t needed = sizeof *entry + bytes;
    while (cache->used + needed > budget || !memory_cache(cache->memory, needed)) {
        if (cache->oldest == NULL) {
            memory_must_cache(cache->memory, needed);
            break;
        }
        free_block(cache, take_oldest(cache));
    }
    entry = malloc(needed);
    if (entry == NULL) {
        memory_uncache(cache->memory, needed);
        return NULL;
    }
    entry->capacity = bytes;
    cache->used += needed;
    return entry;
}

static size_t budget_now(const struct block_cache *cache) {
    size_t share = memory_share(cache->memory);
    return share < cache->budget ? share : cache->budget;
}

void block_cache_trim(struct block_cache *cache) {
    size_t budget = budget_now(cache);
    while (cache->used > budget && cache->oldest != NULL)
        free_block(cache, take_oldest(cache));
}

uint8_t *block_cache_reserve(struct block_cache *cache, size_t bytes) {
    size_t budget = budget_now(cache);
    struct cached_block *entry = cache->reserved;
    cache->reserved = NULL;
    /* Of blocks of one size, as most are, the oldest is written over. */
    if (entry == NULL && cache->oldest != NULL && cache->oldest->capacity == bytes &&
        cache->used + sizeof *entry + bytes > budget)
        entry = take_oldest(cache);
    if (entry != NULL && (entry->capacity != bytes || cache->used > budget)) {
        free_block(cache, entry);
        entry = NULL;
    }
    if (entry == NULL)
        entry = allocate(cache, bytes, budget);
    cache->reserved = entry;
    return entry != NULL ? entry->bytes : NULL;
}

void block_cache_keep(struct block_cache *cache, uint32_t table, uint64_t block) {
    struct cached_block *entry = cache->reserved;
    struct cached_block **chain = chain_of(cache, table, block);
    cache->reserved = NULL;
    entry->table = table;
    entry->block = block;
    entry->chain = *chain;
    *chain = entry;
    make_newest(cache, entry);
}

size_t block_cache_own_bytes(const struct block_cache *cache) {
    return bytes_of_cache(cache->chains);
}

size_t block_cache_bytes(const struct block_cache *cache) {
    return cache->used;
}
