/* leftovers.h - what killed runs leave in the folder of the tables: temporary files and locks that
 * nobody holds. Only files that the program itself would name like this are touched. */
#ifndef GEN_LEFTOVERS_H
#define GEN_LEFTOVERS_H

#include "folder.h"
#include "signature.h"

/* Removes all. Only for a run that has the folder for itself; EXIT_CODE_IO when a lock shows that
 * it has not. */
enum exit_code leftovers_remove(const struct folder *folder, struct failure *failure);

/* Removes the temporary files of one signature's tables, for the run that has its lock. */
enum exit_code leftovers_remove_of(const struct folder *folder, struct signature signature,
                                   struct failure *failure);

/* Removes the temporary file of the manifest, for the run that has its lock. */
enum exit_code leftovers_remove_manifest(const struct folder *folder, struct failure *failure);

#endif
