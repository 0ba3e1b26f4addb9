/* manifest_check.h - the tables that are listed against the tables that are there. */
#ifndef GEN_MANIFEST_CHECK_H
#define GEN_MANIFEST_CHECK_H

#include "manifest.h"
#include "plan.h"

/* The tables that a run was asked to look at. */
struct selection {
    unsigned pieces;                   /* at most so many; 0 for any number */
    const struct signature *signature; /* of this one; NULL for all */
    metric_set metrics;                /* of these; 0 for all */
};

/* The name of the next table that is selected and listed but not in the folder, from line *line on,
 * which moves behind it. False when there is no more. */
bool manifest_next_missing(const struct manifest *manifest, const struct folder *folder,
                           const struct selection *selection, size_t *line,
                           char name[MANIFEST_LINE_SIZE]);

/* Puts '?' for every character of a text from a manifest, which may hold anything, that has no
 * place in a line of output or a JSON string. */
void make_printable(char *text);

/* How many tables a manifest lacks of those that the plan is about and the folder has. `name` is
 * that of the first of them. */
size_t manifest_count_unlisted(const struct manifest *manifest, const struct plan *plan,
                               char name[TABLE_FILE_NAME_SIZE]);

/* Compares what the folder's manifest lists of the kept metric of all steps but the last, which a
 * run of that one alone reads, with the headers of the tables. The first that differs in content
 * hash or statistics is EXIT_CODE_WRONG. What is not listed is not compared. */
enum exit_code manifest_check_inputs(const struct plan *plan, const struct folder *folder,
                                     struct failure *failure);

#endif
