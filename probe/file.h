/* file.h - the few things that the library asks of table files, each in one place: through the
 * functions of a finais_io, which may be the caller's, or those of the system.
 *
 * All results are errno values, 0 for success. Calls that a signal interrupts are made again.
 */
#ifndef PROBE_FILE_H
#define PROBE_FILE_H

#include "finais.h"

/* More than an errno can be: the file ended before the bytes that were asked for. */
enum { FILE_ENDS_EARLY = 1000000 };

/* Opens a regular file of the system for reading: EISDIR for a directory, ENXIO for any other
 * thing. *descriptor is to be closed with close(). */
int file_open_regular(const char *path, int *descriptor, uint64_t *bytes);

/* Regular files of the system, by their paths; without a list. Static storage. */
const finais_io *file_system(void);

/* An open file. */
struct file {
    const finais_io *io; /* NULL when it is not open */
    void *opened;        /* what the io's open() made */
};

/* Opens a file for reading and tells its size. `io` must stay until the file is closed. */
int file_open(struct file *file, const finais_io *io, const char *path, uint64_t *bytes);

/* Also a file that is not open. */
void file_close(struct file *file);

/* Reads exactly `count` bytes at `offset`. Every byte that the library reads from a table, other
 * than through a mapping, comes through here. */
int file_read(const struct file *file, void *buffer, size_t count, uint64_t offset);

/* Tells the name of table `number` of those that a caller's io lists, "" beyond the last. */
int file_list(const finais_io *io, size_t number, char name[FINAIS_TABLE_NAME_SIZE]);

/* Maps a regular file of the system for reading. An empty one has the mapping NULL. ENOMEM when
 * it is too large for the addresses of this machine. */
int file_map(const char *path, const uint8_t **mapping, uint64_t *bytes);
void file_unmap(const uint8_t *mapping, uint64_t bytes);

#endif
