/* table_loader.h - from a finished table file back to values in memory. */
#ifndef GEN_TABLE_LOADER_H
#define GEN_TABLE_LOADER_H

#include "failure.h"
#include "folder.h"
#include "table.h"
#include "values.h"

/* Opens a table of the folder. A missing file is EXIT_CODE_MISSING, a damaged or foreign one
 * EXIT_CODE_CORRUPT, and what is no file or cannot be opened as one EXIT_CODE_IO. */
enum exit_code table_of_folder(const struct folder *folder, struct signature signature,
                               enum metric metric, struct table **table, struct failure *failure);

/* A failure of the table reader as one of this program. */
enum exit_code fail_reader(struct failure *failure, finais_status status,
                           const finais_error *error);

/* Whether the folder has anything under the name of this table: a file, whatever is in it, or what
 * table_of_folder() then refuses. A build replaces neither. */
bool folder_has_table(const struct folder *folder, struct signature signature, enum metric metric);

/* Reads and checks every block of an open table. Positions that tables do not store get
 * whatever the file happens to hold, or nothing; `told` says which sides to move it stores. Free
 * the values with values_free(). */
enum exit_code table_load_values(const struct table *table, const struct rules *rules,
                                 unsigned threads, struct values **values, struct failure *failure);

#endif
