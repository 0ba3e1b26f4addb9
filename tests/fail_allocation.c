/* To be preloaded: the allocation with the number in FINAIS_FAIL_AT, from 0, fails, and with
 * FINAIS_FAIL_ON set all after it, too. With FINAIS_FAIL_COUNT set their number is printed at the
 * end. The functions with __libc are those of glibc, under other names. */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_long allocations;
static long fail_at = -1;
static int fail_on;

static __attribute__((constructor)) void read_environment(void) {
    const char *number = getenv("FINAIS_FAIL_AT");
    if (number != NULL)
        fail_at = atol(number);
    fail_on = getenv("FINAIS_FAIL_ON") != NULL;
    allocations = 0;
}

static __attribute__((destructor)) void print_count(void) {
    if (getenv("FINAIS_FAIL_COUNT") != NULL)
        dprintf(STDERR_FILENO, "%ld\n", (long)allocations);
}

static int fails(void) {
    long number = allocations++;
    if (fail_at < 0 || number < fail_at || (number > fail_at && !fail_on))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    return fails() ? NULL : __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset) {
    if (fails())
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, address, size, protection, flags, descriptor, offset);
}
