/* The cache of unpacked blocks: it finds what it holds, forgets what was used longest ago, and
 * keeps to its budget. */
#include "block_cache.h"
#include "check.h"

static struct memory memory; /* without a limit, unless a test sets one */

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
    struct block_cache *cache = block_cache_new(10 * 1100, &memory);
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
    struct block_cache *cache = block_cache_new(BUDGET, &memory);
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
    struct block_cache *cache = block_cache_new(100, &memory);
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
    struct block_cache *cache = block_cache_new(100000, &memory);
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

/* Two caches share what there is; one that is alone has all of it. */
static void test_shared(void) {
    enum { LIMIT = 100000, BYTES = 1000, FIXED = 20000 };
    memory_init(&memory, LIMIT);
    memory.contexts = 1;
    struct block_cache *first = block_cache_new(SIZE_MAX, &memory);
    for (uint64_t block = 0; block < 200; block++)
        add(first, 0, block, BYTES);
    CHECK(memory.used <= LIMIT && memory.used > LIMIT - 2 * BYTES);
    CHECK_EQUAL(memory.used, block_cache_bytes(first));
    memory.contexts = 2;
    struct block_cache *second = block_cache_new(SIZE_MAX, &memory);
    /* The first has not given back yet: the second has its newest block alone. */
    add(second, 1, 0, BYTES);
    add(second, 1, 1, BYTES);
    CHECK(holds(second, 1, 1, BYTES) && !holds(second, 1, 0, BYTES));
    CHECK(memory.used <= LIMIT + BYTES);
    add(first, 0, 1000, BYTES);
    for (uint64_t block = 0; block < 200; block++)
        add(second, 1, 10 + block, BYTES);
    for (int i = 0; i < 2; i++) {
        size_t bytes = block_cache_bytes(i == 0 ? first : second);
        CHECK(bytes <= LIMIT / 2 && bytes > LIMIT / 2 - 2 * BYTES);
    }
    /* What is fixed goes first. */
    CHECK(memory_take(&memory, FIXED));
    for (uint64_t block = 2000; block < 2040; block++) {
        add(first, 0, block, BYTES);
        add(second, 1, block, BYTES);
    }
    CHECK(memory.used <= LIMIT && memory.used > LIMIT - 4 * BYTES);
    CHECK(!memory_take(&memory, LIMIT - FIXED + 1));
    CHECK(memory_take(&memory, LIMIT - FIXED));
    memory_give(&memory, LIMIT);
    /* Half of the budget at most is kept for what is expected. */
    memory_expect(&memory, LIMIT);
    for (uint64_t block = 3000; block < 3040; block++) {
        add(first, 0, block, BYTES);
        add(second, 1, block, BYTES);
    }
    CHECK(memory.used <= LIMIT / 2 && memory.used > LIMIT / 2 - 4 * BYTES);
    memory_meet(&memory, 2 * LIMIT);
    CHECK_EQUAL(memory_share(&memory), LIMIT / 2);
    block_cache_free(first);
    block_cache_free(second);
    CHECK_EQUAL(memory.used, 0);
    CHECK_EQUAL(memory.cached, 0);
    memory_init(&memory, 0);
}

int main(void) {
    memory_init(&memory, 0);
    test_oldest_goes();
    test_budget();
    test_large_block();
    test_reserved();
    test_shared();
    return check_report();
}
