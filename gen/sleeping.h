/* sleeping.h - memory that is not needed for a while, compressed.
 *
 * Blocks of outcomes shrink to a fourth or less (docs/benchmarks.md), and need not be computed
 * again.
 */
#ifndef GEN_SLEEPING_H
#define GEN_SLEEPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory_area {
    void *bytes;
    size_t size;
};

/* A compressed copy of some areas. */
struct sleeping;

/* A copy of the areas, made by so many threads. NULL when memory is short. Owned by the caller, who
 * gives it back with sleeping_free() (NULL is allowed). */
struct sleeping *sleeping_copy(const struct memory_area *areas, size_t count, unsigned threads);
void sleeping_free(struct sleeping *sleeping);

/* Fills areas of the same number and sizes. False when memory is short. */
bool sleeping_wake(const struct sleeping *sleeping, const struct memory_area *areas, size_t count,
                   unsigned threads);

/* Memory that the copy takes. */
uint64_t sleeping_bytes(const struct sleeping *sleeping);

#endif
