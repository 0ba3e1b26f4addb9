/* table_loader.h - from a finished table file back to values in memory. */
#ifndef GEN_TABLE_LOADER_H
#define GEN_TABLE_LOADER_H

#include "failure.h"
#include "folder.h"
#include "table.h"
#include "values.h"

/* Opens a table of the folder. A missing file is EXIT_CODE_MISSING, a damaged or foreign one
 * EXIT_CODE_CORRUPT. */
enum exit_code table_of_folder(const struct folder *folder, struct signature signature,
                               enum metric metric, struct table **table, struct failure *failure);

/* Whether the folder has a file for this table, whatever is in it. */
bool folder_has_table(const struct folder *folder, struct signature signature, enum metric metric);

/* Reads and checks every block of an open table. Positions that tables do not store get whatever
 * the file happens to hold. Free the values with values_free(). */
enum exit_code table_load_values(const struct table *table, const struct rules *rules,
                                 unsigned threads, struct values **values, struct failure *failure);

#endif
