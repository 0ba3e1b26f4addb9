/* file.h - the few things that the library asks of the file system, each in one place.
 *
 * All results are errno values, 0 for success. Calls that a signal interrupts are made again.
 */
#ifndef PROBE_FILE_H
#define PROBE_FILE_H

#include <stddef.h>
#include <stdint.h>

/* More than an errno can be: the file ended before the bytes that were asked for. */
enum { FILE_ENDS_EARLY = 1000000 };

/* Opens a regular file for reading and tells its size. EISDIR for a directory, ENXIO for any other
 * thing that is not a regular file. */
int file_open(const char *path, int *descriptor, uint64_t *bytes);
void file_close(int descriptor);

/* Reads exactly `count` bytes at `offset`. Every byte that the library reads from a table, other
 * than through a mapping, comes through here. */
int file_read(int descriptor, void *buffer, size_t count, uint64_t offset);

/* Maps the first `count` bytes of a file for reading. */
int file_map(int descriptor, size_t count, const uint8_t **mapping);
void file_unmap(const uint8_t *mapping, size_t count);

#endif
