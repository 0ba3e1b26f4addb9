#include "directories.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef FINAIS_INSTALLED_TABLES
#define FINAIS_INSTALLED_TABLES "/usr/local/share/finais"
#endif

static const char variable[] = "FINAIS_TABLES";

/* Longest path of the running program that is looked at. */
enum { PROGRAM_PATH_MAX = 4096 };

void directories_free(char **list, size_t count) {
    for (size_t i = 0; list != NULL && i < count; i++)
        free(list[i]);
    free(list);
}

/* Adds the first `length` characters of a path. */
static finais_status append(const char *path, size_t length, char ***list, size_t *count,
                            finais_error *error) {
    char **longer = realloc(*list, (*count + 1) * sizeof **list);
    if (longer == NULL)
        return error_memory(error, "the list of directories");
    *list = longer;
    longer[*count] = strndup(path, length);
    if (longer[*count] == NULL)
        return error_memory(error, "the list of directories");
    ++*count;
    return FINAIS_OK;
}

static finais_status check_exists(const char *path, const char *action, finais_error *error) {
    struct stat status;
    if (stat(path, &status) != 0)
        return error_system(error, errno, "", action, path);
    if (!S_ISDIR(status.st_mode))
        return error_system(error, ENOTDIR, "", action, path);
    return FINAIS_OK;
}

static finais_status append_named(const char *const *named, size_t named_count, char ***list,
                                  size_t *count, finais_error *error) {
    for (size_t i = 0; i < named_count; i++) {
        if (named[i] == NULL)
            return error_plain(error, FINAIS_INVALID_ARGUMENT, "directory %zu is NULL", i);
        finais_status status = check_exists(named[i], "search the directory", error);
        if (status == FINAIS_OK)
            status = append(named[i], strlen(named[i]), list, count, error);
        if (status != FINAIS_OK)
            return status;
    }
    return FINAIS_OK;
}

/* The directories in the environment variable; empty ones are passed over. A variable without any
 * is as good as none. */
static finais_status append_variable(const char *paths, char ***list, size_t *count,
                                     finais_error *error) {
    while (*paths != '\0') {
        size_t length = strcspn(paths, ":");
        if (length > 0) {
            finais_status status = append(paths, length, list, count, error);
            if (status == FINAIS_OK)
                status = check_exists((*list)[*count - 1],
                                      "search the directory named in FINAIS_TABLES,", error);
            if (status != FINAIS_OK)
                return status;
        }
        paths += length + (paths[length] == ':');
    }
    return FINAIS_OK;
}

/* <folder of the running program>/../share/finais; nothing where that folder cannot be told. */
static finais_status append_beside_program(char ***list, size_t *count, finais_error *error) {
    static const char suffix[] = "/share/finais";
    char path[PROGRAM_PATH_MAX + sizeof suffix];
    ssize_t length = readlink("/proc/self/exe", path, PROGRAM_PATH_MAX);
    if (length <= 0 || length == PROGRAM_PATH_MAX)
        return FINAIS_OK;
    path[length] = '\0';
    for (int parts = 0; parts < 2; parts++) {
        char *slash = strrchr(path, '/');
        if (slash == NULL)
            return FINAIS_OK;
        *slash = '\0';
    }
    memcpy(path + strlen(path), suffix, sizeof suffix);
    return append(path, strlen(path), list, count, error);
}

static finais_status append_default(char ***list, size_t *count, finais_error *error) {
    const char *paths = getenv(variable);
    finais_status status = paths != NULL ? append_variable(paths, list, count, error) : FINAIS_OK;
    if (status != FINAIS_OK || *count > 0)
        return status;
    status = append_beside_program(list, count, error);
    if (status == FINAIS_OK &&
        (*count == 0 || strcmp((*list)[*count - 1], FINAIS_INSTALLED_TABLES) != 0))
        status =
            append(FINAIS_INSTALLED_TABLES, strlen(FINAIS_INSTALLED_TABLES), list, count, error);
    return status;
}

finais_status directories_list(const char *const *named, size_t count, char ***list,
                               size_t *list_count, finais_error *error) {
    *list = NULL;
    *list_count = 0;
    finais_status status = named != NULL ? append_named(named, count, list, list_count, error)
                                         : append_default(list, list_count, error);
    if (status == FINAIS_OK)
        return FINAIS_OK;
    directories_free(*list, *list_count);
    *list = NULL;
    *list_count = 0;
    return status;
}
