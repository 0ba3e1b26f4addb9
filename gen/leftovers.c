#include "leftovers.h"
#include "file_lock.h"
#include "manifest.h"
#include "output_file.h"
#include "table.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The name without a suffix that it ends in; false when it does not, or is nothing else. */
static bool without_suffix(const char *name, const char *suffix, char stem[NAME_MAX + 1]) {
    size_t length = strlen(name);
    size_t end = strlen(suffix);
    if (length <= end || length > NAME_MAX || strcmp(name + length - end, suffix) != 0)
        return false;
    memcpy(stem, name, length - end);
    stem[length - end] = '\0';
    return true;
}

static bool is_temporary_name(const struct rules *rules, const char *name) {
    struct table_identity identity;
    char final[NAME_MAX + 1];
    return without_suffix(name, TEMPORARY_SUFFIX, final) &&
           (strcmp(final, MANIFEST_NAME) == 0 || table_identity_of_file(rules, final, &identity));
}

/* Whether it is the name of a lock; `stem` is then what it locks. */
static bool is_lock_name(const struct rules *rules, const char *name, char stem[NAME_MAX + 1]) {
    struct signature signature;
    return without_suffix(name, LOCK_SUFFIX, stem) &&
           (strcmp(stem, MANIFEST_LOCK) == 0 ||
            (signature_parse(stem, rules->pieces_per_side, &signature) &&
             signature_is_canonical(signature)));
}

/* Removes a file that an earlier run left. What has its name and is no file stays. */
static enum exit_code remove_file(const struct folder *folder, const char *name,
                                  struct failure *failure) {
    struct stat status;
    char path[PATH_MAX];
    if (!folder_file(folder, name, path) || lstat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        unlink(path) == 0 || errno == ENOENT)
        return EXIT_CODE_OK;
    return fail_system(failure, errno, "remove this file of an earlier run", path);
}

static enum exit_code remove_lock(const struct folder *folder, const char *name, const char *stem,
                                  struct failure *failure) {
    struct file_lock lock;
    struct stat status;
    char path[PATH_MAX];
    bool busy;
    if (!folder_file(folder, name, path) || lstat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return EXIT_CODE_OK;
    enum exit_code code = file_lock_take(&lock, folder->path, stem, false, &busy, failure);
    if (code == EXIT_CODE_OK && busy)
        return folder_fail_busy(folder, failure);
    if (code == EXIT_CODE_OK)
        file_lock_release(&lock);
    return code;
}

/* Locks first: one that is held shows that the temporary files are in use. */
static enum exit_code remove_kind(const struct folder *folder, bool locks,
                                  struct failure *failure) {
    DIR *directory = opendir(folder->path);
    if (directory == NULL)
        return fail_system(failure, errno, "list the folder", folder->path);
    enum exit_code code = EXIT_CODE_OK;
    for (struct dirent *entry; code == EXIT_CODE_OK && (entry = readdir(directory)) != NULL;) {
        char stem[NAME_MAX + 1];
        if (locks && is_lock_name(folder->rules, entry->d_name, stem))
            code = remove_lock(folder, entry->d_name, stem, failure);
        else if (!locks && is_temporary_name(folder->rules, entry->d_name))
            code = remove_file(folder, entry->d_name, failure);
    }
    closedir(directory);
    return code;
}

enum exit_code leftovers_remove(const struct folder *folder, struct failure *failure) {
    enum exit_code code = remove_kind(folder, true, failure);
    return code == EXIT_CODE_OK ? remove_kind(folder, false, failure) : code;
}

enum exit_code leftovers_remove_of(const struct folder *folder, struct signature signature,
                                   struct failure *failure) {
    enum exit_code code = EXIT_CODE_OK;
    for (enum metric metric = METRIC_WDL; code == EXIT_CODE_OK && metric <= METRIC_DTC; metric++) {
        char table[TABLE_FILE_NAME_SIZE];
        char name[TABLE_FILE_NAME_SIZE + sizeof TEMPORARY_SUFFIX];
        table_file_name(signature, metric, table);
        snprintf(name, sizeof name, "%s" TEMPORARY_SUFFIX, table);
        code = remove_file(folder, name, failure);
    }
    return code;
}

enum exit_code leftovers_remove_manifest(const struct folder *folder, struct failure *failure) {
    return remove_file(folder, MANIFEST_NAME TEMPORARY_SUFFIX, failure);
}
