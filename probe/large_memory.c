#include "large_memory.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Large pages have this size on all machines that matter; smaller arrays need none. */
enum { LARGE_PAGE = 1 << 21, ALIGNMENT = 64 };

static void *allocate_small(size_t bytes) {
    size_t size = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *memory = size == 0 ? NULL : aligned_alloc(ALIGNMENT, size);
    if (memory != NULL)
        memset(memory, 0, size);
    return memory;
}

/* Begins at a multiple of LARGE_PAGE: what is mapped before and behind is given back. */
void *large_allocate(size_t bytes) {
    if (bytes < LARGE_PAGE || bytes > SIZE_MAX / 2)
        return bytes < LARGE_PAGE ? allocate_small(bytes) : NULL;
    size_t size = bytes + LARGE_PAGE;
    char *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    size_t before = (size_t)(-(uintptr_t)mapped % LARGE_PAGE);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t end = (before + bytes + page - 1) / page * page;
    if (before > 0)
        munmap(mapped, before);
    if (end < size)
        munmap(mapped + end, size - end);
#ifdef MADV_HUGEPAGE
    madvise(mapped + before, bytes, MADV_HUGEPAGE);
#endif
    return mapped + before;
}

void large_free(void *memory, size_t bytes) {
    if (memory == NULL)
        return;
    if (bytes < LARGE_PAGE)
        free(memory);
    else
        munmap(memory, bytes);
}
