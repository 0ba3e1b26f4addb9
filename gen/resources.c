#include "resources.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* The number that a file begins with; UINT64_MAX when there is none ("max"). */
static uint64_t number_in_file(const char *path) {
    uint64_t number;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return UINT64_MAX;
    bool found = fscanf(file, "%" SCNu64, &number) == 1;
    fclose(file);
    return found ? number : UINT64_MAX;
}

static uint64_t container_memory(void) {
    uint64_t limit = number_in_file("/sys/fs/cgroup/memory.max");
    uint64_t used = number_in_file("/sys/fs/cgroup/memory.current");
    if (limit == UINT64_MAX || used == UINT64_MAX)
        return UINT64_MAX;
    return limit > used ? limit - used : 0;
}

static uint64_t system_memory(void) {
    char line[256];
    uint64_t kibibytes;
    uint64_t bytes = UINT64_MAX;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "MemAvailable: %" SCNu64 " kB", &kibibytes) == 1)
            bytes = kibibytes * 1024;
    if (file != NULL)
        fclose(file);
    if (bytes != UINT64_MAX)
        return bytes;
    long pages = sysconf(_SC_PHYS_PAGES);
    long page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
}

/* What the limit of a shell (ulimit -v) leaves of the address space. */
static uint64_t limited_memory(void) {
    struct rlimit limit;
    uint64_t pages = number_in_file("/proc/self/statm");
    long page = sysconf(_SC_PAGESIZE);
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        pages == UINT64_MAX || page <= 0)
        return UINT64_MAX;
    uint64_t used = pages * (uint64_t)page;
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

uint64_t available_memory(void) {
    uint64_t least = system_memory();
    uint64_t container = container_memory();
    uint64_t limited = limited_memory();
    if (container < least)
        least = container;
    return limited < least ? limited : least;
}

uint64_t total_memory(void) {
    uint64_t container = number_in_file("/sys/fs/cgroup/memory.max");
    long pages = sysconf(_SC_PHYS_PAGES);
    long page = sysconf(_SC_PAGESIZE);
    uint64_t system = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
    return container < system ? container : system;
}

const char *memory_advice(uint64_t needed, uint64_t used) {
    if (needed <= used || needed - used <= available_memory())
        return "allow more with --memory";
    return needed <= total_memory() ? "free some" : "use a machine with more";
}

uint64_t available_disk(const char *folder) {
    struct statvfs status;
    if (statvfs(folder, &status) != 0 || status.f_blocks == 0)
        return UINT64_MAX;
    return (uint64_t)status.f_bavail * status.f_frsize;
}

unsigned available_processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

/* Waiting for each other costs threads more than small work is worth. */
unsigned useful_threads(uint64_t positions, unsigned threads) {
    enum { POSITIONS_OF_A_THREAD = 1 << 15 };
    uint64_t most = 1 + positions / POSITIONS_OF_A_THREAD;
    return threads < most ? threads : (unsigned)most;
}

double monotonic_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool parse_size(const char *text, uint64_t *bytes) {
    static const char units[] = "kmgt";
    char *end;
    if (!isdigit((unsigned char)text[0]))
        return false;
    errno = 0;
    double number = strtod(text, &end);
    if (errno != 0)
        return false;
    const char *unit = *end != '\0' ? strchr(units, tolower((unsigned char)*end)) : NULL;
    if (unit != NULL) {
        for (const char *u = units; u <= unit; u++)
            number *= 1024;
        end++;
        if (*end == 'i')
            end++;
    }
    if (*end == 'B')
        end++;
    if (*end != '\0' || !(number >= 1) || !(number < 1e18))
        return false;
    *bytes = (uint64_t)number;
    return true;
}

void size_text(uint64_t bytes, char *text, size_t size) {
    if (bytes == UINT64_MAX) {
        snprintf(text, size, "unknown");
        return;
    }
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
    double number = (double)bytes;
    unsigned unit = 0;
    for (; number >= 999.5 && unit < 6; unit++)
        number /= 1000;
    snprintf(text, size, unit == 0 || number >= 99.5 ? "%.0f %s" : "%.1f %s", number, units[unit]);
}

void duration_text(double seconds, char *text, size_t size) {
    if (seconds < 9.95)
        snprintf(text, size, "%.1f s", seconds);
    else if (seconds < 99.5)
        snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 3570)
        snprintf(text, size, "%.0f min", seconds / 60);
    else if (seconds < 48 * 3600.0)
        snprintf(text, size, "%.1f h", seconds / 3600);
    else
        snprintf(text, size, "%.1f days", seconds / 86400);
}
