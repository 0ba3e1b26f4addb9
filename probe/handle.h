/* handle.h - what a handle holds: the tables found, and those of them that are open.
 *
 * Only the slots change after finais_open(): an empty one is filled in once, under the lock, and
 * published atomically; and the count of memory.
 */
#ifndef PROBE_HANDLE_H
#define PROBE_HANDLE_H

#include "catalogue.h"
#include "memory.h"
#include <pthread.h>
#include <stdatomic.h>

/* The place of one found table. */
struct table_slot {
    _Atomic(struct table *) table; /* NULL until it is open */
    finais_error *corrupt;         /* why it never will be; under the lock */
};

struct finais {
    struct catalogue catalogue;
    finais_mode mode;
    size_t context_cache_bytes;
    struct memory memory;
    struct table_slot *slots; /* catalogue.table_count */
    uint8_t *values;          /* of all tables, when they are preloaded */
    size_t value_bytes;
    pthread_mutex_t lock;
};

/* The open table with a number of the catalogue, NULL when it is not open yet. */
static inline const struct table *handle_peek(const struct finais *handle, int32_t number) {
    return atomic_load_explicit(&handle->slots[number].table, memory_order_acquire);
}

/* Opens the table with a number, if it is not open yet. A table found corrupt stays so; other
 * failures may pass, and opening is tried again next time. */
finais_status handle_open_table(struct finais *handle, int32_t number, const struct table **table,
                                finais_error *error);

#endif
