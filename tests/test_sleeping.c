/* Memory that was put to sleep wakes up as it was; large memory is empty and aligned. */
#include "check.h"
#include "large_memory.h"
#include "sleeping.h"
#include <stdint.h>
#include <stdlib.h>

static bool is_filled(const uint8_t *bytes, size_t size, uint8_t with) {
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != with)
            return false;
    return true;
}

static void check_large_memory(void) {
    static const size_t sizes[] = {1,       63, 64, 4097, 1 << 21, (1 << 21) + 1, (5 << 21) - 1,
                                   30000000};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t *memory = large_allocate(sizes[i]);
        if (!CHECK(memory != NULL))
            continue;
        CHECK((uintptr_t)memory % 64 == 0);
        CHECK(is_filled(memory, sizes[i], 0));
        memset(memory, 0xa5, sizes[i]);
        CHECK(is_filled(memory, sizes[i], 0xa5));
        large_free(memory, sizes[i]);
    }
    CHECK(large_allocate(SIZE_MAX - 100) == NULL);
    CHECK(large_allocate(0) == NULL);
    large_free(NULL, 17);
}

/* Something that compresses, with a period that no piece boundary fits. */
static void fill(uint8_t *bytes, size_t size, unsigned seed) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)((i / 777 * seed) >> (i % 5));
}

static void check_copy(const size_t sizes[3], unsigned threads) {
    struct memory_area areas[3];
    struct memory_area again[3];
    uint64_t total = 0;
    for (unsigned i = 0; i < 3; i++) {
        areas[i] = (struct memory_area){malloc(sizes[i] + 1), sizes[i]};
        again[i] = (struct memory_area){malloc(sizes[i] + 1), sizes[i]};
        fill(areas[i].bytes, sizes[i], i + 3);
        memset(again[i].bytes, 0x5a, sizes[i] + 1);
        total += sizes[i];
    }
    struct sleeping *sleeping = sleeping_copy(areas, 3, threads);
    if (CHECK(sleeping != NULL)) {
        CHECK(sleeping_bytes(sleeping) < total / 2 + 1000);
        CHECK(sleeping_wake(sleeping, again, 3, threads));
    }
    for (unsigned i = 0; i < 3; i++) {
        CHECK(memcmp(areas[i].bytes, again[i].bytes, sizes[i]) == 0);
        CHECK_EQUAL(((uint8_t *)again[i].bytes)[sizes[i]], 0x5a);
        free(areas[i].bytes);
        free(again[i].bytes);
    }
    sleeping_free(sleeping);
}

int main(void) {
    static const size_t sizes[][3] = {
        {100, 0, 1}, {1 << 22, (1 << 22) + 1, 12345678}, {0, 0, 0}, {3, 20000000, 7}};
    check_large_memory();
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check_copy(sizes[i], 1);
        check_copy(sizes[i], 3);
    }
    sleeping_free(NULL);
    return check_report();
}
