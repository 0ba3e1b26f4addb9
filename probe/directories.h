/* directories.h - the list of directories that are searched for tables. */
#ifndef PROBE_DIRECTORIES_H
#define PROBE_DIRECTORIES_H

#include "error.h"

/* Copies a list of named directories, each of which has to exist; or, when `named` is NULL, makes
 * the list of default places that finais_open() documents. On success *list is to be freed with
 * directories_free(). */
finais_status directories_list(const char *const *named, size_t count, char ***list,
                               size_t *list_count, finais_error *error);
void directories_free(char **list, size_t count);

#endif
