#include "memory.h"

void memory_init(struct memory *memory, size_t limit) {
    memory->limit = limit;
    atomic_init(&memory->crowded, false);
    atomic_init(&memory->used, 0);
    atomic_init(&memory->cached, 0);
    atomic_init(&memory->expected, 0);
    atomic_init(&memory->contexts, 0);
}

/* What is left for caches: all that is neither fixed nor expected to be. */
static size_t left_for_caches(const struct memory *memory) {
    size_t used = atomic_load(&memory->used);
    size_t cached = atomic_load(&memory->cached);
    size_t fixed = used > cached ? used - cached : 0;
    size_t expected = atomic_load(&memory->expected);
    if (expected > memory->limit / 2)
        expected = memory->limit / 2;
    return fixed < memory->limit - expected ? memory->limit - expected - fixed : 0;
}

/* The flag is written last, by whoever changed the count, so that it is right in the end. */
static void note_crowd(struct memory *memory) {
    bool crowded;
    do {
        crowded = memory->limit != 0 && atomic_load(&memory->used) > memory->limit;
        if (atomic_load(&memory->crowded) != crowded)
            atomic_store(&memory->crowded, crowded);
    } while (memory->limit != 0 && (atomic_load(&memory->used) > memory->limit) != crowded);
}

bool memory_take(struct memory *memory, size_t bytes) {
    size_t used = atomic_fetch_add(&memory->used, bytes) + bytes;
    size_t cached = atomic_load(&memory->cached);
    bool fits = memory->limit == 0 || used < cached || used - cached <= memory->limit;
    if (!fits)
        atomic_fetch_sub(&memory->used, bytes);
    note_crowd(memory);
    return fits;
}

void memory_give(struct memory *memory, size_t bytes) {
    atomic_fetch_sub(&memory->used, bytes);
    note_crowd(memory);
}

void memory_expect(struct memory *memory, uint64_t bytes) {
    size_t expected = atomic_load(&memory->expected);
    bool fits = bytes < SIZE_MAX - expected;
    atomic_store(&memory->expected, fits ? expected + (size_t)bytes : SIZE_MAX);
}

void memory_meet(struct memory *memory, size_t bytes) {
    size_t expected = atomic_load(&memory->expected);
    while (!atomic_compare_exchange_weak(&memory->expected, &expected,
                                         expected > bytes ? expected - bytes : 0)) {
    }
}

bool memory_cache(struct memory *memory, size_t bytes) {
    size_t cached = atomic_fetch_add(&memory->cached, bytes) + bytes;
    atomic_fetch_add(&memory->used, bytes);
    if (memory->limit == 0 || cached <= left_for_caches(memory))
        return true;
    memory_uncache(memory, bytes);
    return false;
}

void memory_must_cache(struct memory *memory, size_t bytes) {
    atomic_fetch_add(&memory->cached, bytes);
    atomic_fetch_add(&memory->used, bytes);
}

void memory_uncache(struct memory *memory, size_t bytes) {
    atomic_fetch_sub(&memory->used, bytes);
    atomic_fetch_sub(&memory->cached, bytes);
    if (memory_is_crowded(memory))
        note_crowd(memory);
}

size_t memory_share(const struct memory *memory) {
    size_t contexts = atomic_load(&memory->contexts);
    if (memory->limit == 0)
        return SIZE_MAX;
    return left_for_caches(memory) / (contexts > 0 ? contexts : 1);
}
