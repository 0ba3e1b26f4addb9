/* manifest_merge.h - entering the tables that a run has made into the folder's manifest.
 *
 * The manifest is evidence of what the tables were, so a run that builds changes no line but those
 * of its own tables, and no line that says something else than the table.
 */
#ifndef GEN_MANIFEST_MERGE_H
#define GEN_MANIFEST_MERGE_H

#include "plan.h"
#include <stdbool.h>
#include <stddef.h>

/* Enters the tables of the plan's steps that are there now and have no line yet, and those made by
 * the run. Where the folder has no manifest, one of all its tables is made if `create` says so.
 * *unlisted is the number of other tables that the manifest does not list; they are left to
 * manifest_update().
 *
 * In a folder that the run shares (folder.h) the manifest is locked meanwhile, and the lines of
 * tables that the plan is not about are left to the runs that make them.
 *
 * Lines that are in order are written even when there are others that are not; the first such is
 * the failure: EXIT_CODE_WRONG when a line disagrees with its table's content hash or statistics,
 * EXIT_CODE_MISSING when its table is not there, EXIT_CODE_CORRUPT when the manifest is none or a
 * table is damaged. File hashes of tables that were there before are not compared. */
enum exit_code manifest_enter_made(const struct folder *folder, const struct plan *made,
                                   bool create, size_t *unlisted, struct failure *failure);

#endif
