/* large_memory.h - memory for arrays of many megabytes.
 *
 * They are read all over, so they are given large pages where the system has some, and go back to
 * the system when they are freed, whatever lies beside them.
 */
#ifndef PROBE_LARGE_MEMORY_H
#define PROBE_LARGE_MEMORY_H

#include <stddef.h>

/* So many bytes, all 0, at a multiple of 64. NULL when memory is short, or for no bytes. To be
 * given back with large_free() and the same number of bytes. */
void *large_allocate(size_t bytes);
void large_free(void *memory, size_t bytes); /* NULL is allowed */

#endif
