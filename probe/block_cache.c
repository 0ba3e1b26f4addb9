#include "block_cache.h"
#include <stdlib.h>

/* In the queue, from the block that has been there longest to the newest. */
struct cached_block {
    struct cached_block *newer;
    uint64_t key;
    size_t capacity; /* of bytes[] */
    uint8_t bytes[];
};

/* Of the hash table: a probe of a block that is there touches a slot and the byte it wants. Nothing
 * else is written or read, so that the price is two waits for memory at most. */
struct slot {
    uint64_t key;               /* WAS_USED may be set */
    struct cached_block *entry; /* NULL: the slot is empty */
};

/* Blocks make room in the order in which they came, but those that were used since they came, or
 * since they were spared last, are spared: an order that is near that of the last use. */
#define WAS_USED (UINT64_C(1) << 63)

enum { FIRST_SLOT_BITS = 4 };

struct block_cache {
    size_t budget;
    struct memory *memory; /* of which blocks are a part */
    size_t used;           /* by all blocks, the reserved one included, and by more slots */
    struct cached_block *oldest;
    struct cached_block *newest;
    struct cached_block *reserved; /* not yet kept, not in the queue */
    size_t count;                  /* of blocks in the queue */
    unsigned slot_bits;
    struct slot *slots; /* 2 ^ slot_bits; where one is taken, the next ones are searched */
    struct slot first_slots[1 << FIRST_SLOT_BITS];
};

struct block_cache *block_cache_new(size_t budget, struct memory *memory) {
    struct block_cache *cache = calloc(1, sizeof *cache);
    if (cache == NULL)
        return NULL;
    cache->budget = budget;
    cache->memory = memory;
    cache->slot_bits = FIRST_SLOT_BITS;
    cache->slots = cache->first_slots;
    return cache;
}

/* ---- Slots -------------------------------------------------------------------------------------
 */

static uint64_t key_of(uint32_t table, uint64_t block) {
    return (uint64_t)table << 43 | block;
}

/* Where the search for a key begins. */
static size_t home_of(const struct block_cache *cache, uint64_t key) {
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - cache->slot_bits));
}

static size_t next_slot(const struct block_cache *cache, size_t slot) {
    return (slot + 1) & (((size_t)1 << cache->slot_bits) - 1);
}

/* The slot of a key, or the empty one where it would be entered. */
static struct slot *slot_of(struct block_cache *cache, uint64_t key) {
    size_t slot = home_of(cache, key);
    while (cache->slots[slot].entry != NULL && (cache->slots[slot].key & ~WAS_USED) != key)
        slot = next_slot(cache, slot);
    return &cache->slots[slot];
}

/* Empties a slot. Those after it that would not be found any more move up. */
static void empty_slot(struct block_cache *cache, struct slot *emptied) {
    size_t hole = (size_t)(emptied - cache->slots);
    size_t mask = ((size_t)1 << cache->slot_bits) - 1;
    for (size_t slot = next_slot(cache, hole); cache->slots[slot].entry != NULL;
         slot = next_slot(cache, slot)) {
        size_t home = home_of(cache, cache->slots[slot].key & ~WAS_USED);
        if (((slot - home) & mask) < ((slot - hole) & mask))
            continue;
        cache->slots[hole] = cache->slots[slot];
        hole = slot;
    }
    cache->slots[hole].entry = NULL;
}

/* So many blocks leave enough slots empty for short searches. */
static size_t count_most(const struct block_cache *cache) {
    return ((size_t)3 << cache->slot_bits) / 4;
}

static size_t slot_bytes(const struct block_cache *cache) {
    return cache->slots == cache->first_slots
               ? 0
               : ((size_t)1 << cache->slot_bits) * sizeof *cache->slots;
}

static void free_slots(struct block_cache *cache) {
    size_t bytes = slot_bytes(cache);
    if (bytes == 0)
        return;
    free(cache->slots);
    cache->used -= bytes;
    memory_uncache(cache->memory, bytes);
}

/* Twice as many slots. Where there is no memory for them, there are no more blocks either. */
static void grow_slots(struct block_cache *cache) {
    size_t old_count = (size_t)1 << cache->slot_bits;
    size_t bytes = 2 * old_count * sizeof *cache->slots;
    if (cache->used + bytes > cache->budget || !memory_cache(cache->memory, bytes))
        return;
    struct slot *old = cache->slots;
    struct slot *grown = calloc(2 * old_count, sizeof *grown);
    if (grown == NULL) {
        memory_uncache(cache->memory, bytes);
        return;
    }
    size_t old_bytes = slot_bytes(cache);
    cache->slots = grown;
    cache->slot_bits++;
    cache->used += bytes;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].entry != NULL)
            *slot_of(cache, old[i].key & ~WAS_USED) = old[i];
    if (old_bytes == 0)
        return;
    free(old);
    cache->used -= old_bytes;
    memory_uncache(cache->memory, old_bytes);
}

const uint8_t *block_cache_find(struct block_cache *cache, uint32_t table, uint64_t block) {
    struct slot *slot = slot_of(cache, key_of(table, block));
    if (slot->entry == NULL)
        return NULL;
    if ((slot->key & WAS_USED) == 0)
        slot->key |= WAS_USED;
    return slot->entry->bytes;
}

/* ---- Blocks ------------------------------------------------------------------------------------
 */

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
    for (struct cached_block *entry = cache->oldest; entry != NULL;) {
        struct cached_block *newer = entry->newer;
        free_block(cache, entry);
        entry = newer;
    }
    free_block(cache, cache->reserved);
    free_slots(cache);
    free(cache);
}

static struct cached_block *leave_queue(struct block_cache *cache) {
    struct cached_block *entry = cache->oldest;
    cache->oldest = entry->newer;
    if (cache->oldest == NULL)
        cache->newest = NULL;
    return entry;
}

static void enter_queue(struct block_cache *cache, struct cached_block *entry) {
    entry->newer = NULL;
    *(cache->newest != NULL ? &cache->newest->newer : &cache->oldest) = entry;
    cache->newest = entry;
}

/* Takes a block out of the cache that has not been used lately. */
static struct cached_block *take_oldest(struct block_cache *cache) {
    for (;;) {
        struct cached_block *entry = leave_queue(cache);
        struct slot *slot = slot_of(cache, entry->key);
        if ((slot->key & WAS_USED) == 0) {
            empty_slot(cache, slot);
            cache->count--;
            return entry;
        }
        slot->key &= ~WAS_USED;
        enter_queue(cache, entry);
    }
}

/* A new block, once old ones have made room for it. */
static struct cached_block *allocate(struct block_cache *cache, size_t bytes, size_t budget) {
    struct cached_block *entry;
    size_t needed = sizeof *entry + bytes;
    while (cache->count >= count_most(cache) || cache->used + needed > budget ||
           !memory_cache(cache->memory, needed)) {
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
        (cache->used + sizeof *entry + bytes > budget || cache->count >= count_most(cache)))
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
    uint64_t key = key_of(table, block);
    if (cache->count + 1 >= count_most(cache))
        grow_slots(cache);
    cache->reserved = NULL;
    entry->key = key;
    *slot_of(cache, key) = (struct slot){.key = key, .entry = entry};
    cache->count++;
    enter_queue(cache, entry);
}

size_t block_cache_own_bytes(const struct block_cache *cache) {
    return sizeof *cache;
}

size_t block_cache_bytes(const struct block_cache *cache) {
    return cache->used;
}
