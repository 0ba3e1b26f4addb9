/* resources.h - what the machine has: memory, disk space, processors. */
#ifndef GEN_RESOURCES_H
#define GEN_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of memory that can be used now without swapping, limits of a container or shell respected;
 * UINT64_MAX when that cannot be found out. */
uint64_t available_memory(void);

/* Bytes of memory that there are in all, limits of a container respected; UINT64_MAX when that
 * cannot be found out. */
uint64_t total_memory(void);

/* What helps a run that needs so much memory, of which it uses some already, and may not use more:
 * more allowed where as much is free, else more of it free, else another machine. */
const char *memory_advice(uint64_t needed, uint64_t used);

/* Bytes that a normal user may still write to the file system of a folder; UINT64_MAX when that
 * cannot be found out. */
uint64_t available_disk(const char *folder);

/* Processors this program may run on, 1 or more. */
unsigned available_processors(void);

/* How many of `threads` are worth starting for work on so many positions. */
unsigned useful_threads(uint64_t positions, unsigned threads);

/* Seconds of a clock that only goes forward. */
double monotonic_seconds(void);

/* Reads "500M", "2G", "1.5GiB", "800000000": units k, M, G, T are powers of 1024. False for
 * anything else and for 0. */
bool parse_size(const char *text, uint64_t *bytes);

/* Writes "1.2 MB" (units of 1000; UINT64_MAX is "unknown"), and "0.4 s" or "12 min". */
void size_text(uint64_t bytes, char *text, size_t size);
void duration_text(double seconds, char *text, size_t size);

#endif
