/* The cache of unpacked blocks: it finds what it holds, forgets what was used longest ago, and
 * keeps to its budget. */
#include "block_cache.h"
#include "check.h"

static void add(struct block_cache *cache, uint32_t table, uint64_t block, size_t bytes) {
    uint8_t *room = block_cache_reserve(cache, bytes);
    CHECK(room != NULL);
    memset(room, (int)(block + 3 * table), bytes);
    CHECK(block_cache_find(cache, table, block) == NULL);
    block_cache_keep(cache, table, block);
}

static bool holds(struct block_cache *cache, uint32_t table, uint64_t block, size_t bytes) {
    const uint8_t *found = block_cache_find(cache, table, block);
    for (size_t i = 0; found != NULL && i < bytes; i++)
        if (found[i] != (uint8_t)(block + 3 * table))
            return false;
    return found != NULL;
}

static void test_oldest_goes(void) {
    struct block_cache *cache = block_cache_new(10 * 1100);
    for (uint64_t block = 0; block < 10; block++)
        add(cache, 1, block, 1000);
    CHECK(holds(cache, 1, 0, 1000)); /* and so it is the newest now */
    add(cache, 1, 10, 1000);
    CHECK(holds(cache, 1, 0, 1000));
    CHECK(block_cache_find(cache, 1, 1) == NULL);
    CHECK(holds(cache, 1, 10, 1000));
    CHECK(block_cache_find(cache, 2, 10) == NULL);
    block_cache_free(cache);
}

/* Blocks of many sizes in any order. */
static void test_budget(void) {
    enum { BUDGET = 100000 };
    struct block_cache *cache = block_cache_new(BUDGET);
    uint64_t random = 5;
    unsigned hits = 0;
    for (unsigned i = 0; i < 100000; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint32_t table = (uint32_t)(random >> 60) % 3;
        uint64_t block = random >> 40 & 63;
        size_t bytes = 500 * (table + 1);
        if (block_cache_find(cache, table, block) == NULL)
            add(cache, table, block, bytes);
        else
            hits++;
        CHECK(holds(cache, table, block, bytes));
        CHECK(block_cache_bytes(cache) <= BUDGET);
    }
    CHECK(hits > 10000);
    block_cache_free(cache);
}

/* A block that fits in no budget is kept alone. */
static void test_large_block(void) {
    struct block_cache *cache = block_cache_new(100);
    for (uint64_t block = 0; block < 4; block++) {
        add(cache, 0, block, 5000);
        CHECK(holds(cache, 0, block, 5000));
        CHECK(block == 0 || block_cache_find(cache, 0, block - 1) == NULL);
        CHECK(block_cache_bytes(cache) < 2 * 5000);
    }
    block_cache_free(cache);
}

/* A read that fails leaves a reserved block behind; it is used or freed. */
static void test_reserved(void) {
    struct block_cache *cache = block_cache_new(100000);
    CHECK(block_cache_reserve(cache, 1000) != NULL);
    CHECK(block_cache_reserve(cache, 2000) != NULL);
    CHECK(block_cache_reserve(cache, 2000) != NULL);
    block_cache_keep(cache, 7, UINT64_C(1) << 40);
    CHECK(block_cache_find(cache, 7, UINT64_C(1) << 40) != NULL);
    CHECK(block_cache_find(cache, 7, 0) == NULL);
    CHECK(block_cache_reserve(cache, 3000) != NULL);
    CHECK(block_cache_bytes(cache) < 6000);
    block_cache_free(cache);
    block_cache_free(NULL);
}

int main(void) {
    test_oldest_goes();
    test_budget();
    test_large_block();
    test_reserved();
    return check_report();
}
