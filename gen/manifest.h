/* manifest.h - the list of tables that lies beside them, manifest.tsv.
 *
 * A headline and a line for each table, columns separated by tabs; '-' where there is no number:
 *     table                 file name
 *     metric                wdl, dtw or dtc
 *     positions             of one side to move
 *     white_wins ... black_longest_loss
 *                           for each side to move its wins, draws, losses, and the longest win and
 *                           loss in plies
 *     content_sha256        content hash, see hash.h
 *     file_sha256           of the file, which may differ between versions of zstd
 * Black to move has the numbers of White where a signature is its own mirror.
 */
#ifndef GEN_MANIFEST_H
#define GEN_MANIFEST_H

#include "failure.h"
#include "folder.h"
#include "format.h"
#include "hash.h"
#include <stddef.h>

#define MANIFEST_NAME "manifest.tsv"

/* The name of its lock (file_lock.h), for runs that share a folder. */
#define MANIFEST_LOCK "manifest"

enum { MANIFEST_LINE_SIZE = 640 };

struct manifest {
    char (*lines)[MANIFEST_LINE_SIZE]; /* without the headline and line ends */
    size_t count;
    size_t capacity;
};

void manifest_free(struct manifest *manifest);

/* The line of a table with this header; the file is read for its hash. */
enum exit_code manifest_line(const struct folder *folder, const struct table_header *header,
                             char line[MANIFEST_LINE_SIZE], struct failure *failure);

/* Adds that line at the end. */
enum exit_code manifest_add(struct manifest *manifest, const struct folder *folder,
                            const struct table_header *header, struct failure *failure);

/* Makes a line the one numbered `index`, 0 to count. */
enum exit_code manifest_insert(struct manifest *manifest, size_t index,
                               const char line[MANIFEST_LINE_SIZE], struct failure *failure);

/* Reads a manifest. A file that is none is EXIT_CODE_CORRUPT; what is no regular file is
 * EXIT_CODE_IO. */
enum exit_code manifest_read(struct manifest *manifest, const char *path, struct failure *failure);

/* Reads the manifest of a folder; *exists is false, and nothing is read, when it has none. */
enum exit_code manifest_of_folder(struct manifest *manifest, const struct folder *folder,
                                  bool *exists, struct failure *failure);

/* Writes the folder's manifest, whole or not at all. */
enum exit_code manifest_write(const struct manifest *manifest, const struct folder *folder,
                              struct failure *failure);

/* The number of a table's line by its file name, SIZE_MAX when there is none. */
size_t manifest_index(const struct manifest *manifest, const char *table);

/* The line of a table by its file name, NULL when there is none. */
const char *manifest_find(const struct manifest *manifest, const char *table);

/* The name of the first column in which two lines differ, NULL when they agree. */
const char *manifest_difference(const char *a, const char *b);

/* The first column in which a line is not as the table's header has it, NULL when it is. The hash
 * of the file, which is not in the header, does not count. */
const char *manifest_disagreement(const char *line, const struct table_header *header);

/* Makes the manifest of all tables that a folder has, from their headers, and writes it. */
enum exit_code manifest_update(const struct folder *folder, struct failure *failure);

#endif
