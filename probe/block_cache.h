/* block_cache.h - the unpacked blocks that one thread used last.
 *
 * Finding a block takes constant time. When a new block would go beyond the budget, others make
 * room, those that have not been used for a long time; also when it would go beyond what the memory
 * of the handle leaves for this cache. The newest block is always kept, so the cache exceeds its
 * budget when a single block does. Belongs to one thread at a time.
 */
#ifndef PROBE_BLOCK_CACHE_H
#define PROBE_BLOCK_CACHE_H

#include "memory.h"

struct block_cache;

/* A cache for at most `budget` bytes of blocks, which are counted in `memory`; NULL when memory is
 * short. To be freed with block_cache_free() (NULL is allowed). */
struct block_cache *block_cache_new(size_t budget, struct memory *memory);
void block_cache_free(struct block_cache *cache);

/* Numbers of tables are below 2 ^ 20, those of blocks below 2 ^ 43. */

/* The bytes of a block of the table with this number, NULL when they are not there. They stay until
 * the next block_cache_reserve(). */
const uint8_t *block_cache_find(struct block_cache *cache, uint32_t table, uint64_t block);

/* Room for a block of `bytes` that is not in the cache, NULL when memory is short. The caller fills
 * it in and then calls block_cache_keep(); until that the block is not found. */
uint8_t *block_cache_reserve(struct block_cache *cache, size_t bytes);
void block_cache_keep(struct block_cache *cache, uint32_t table, uint64_t block);

/* Gives back what is more than the share of this cache in the memory. Pointers to blocks end. */
void block_cache_trim(struct block_cache *cache);

/* Bytes that the cache takes beside the blocks, which are for the caller to count. */
size_t block_cache_own_bytes(const struct block_cache *cache);

/* Bytes in use by blocks at present. */
size_t block_cache_bytes(const struct block_cache *cache);

#endif
