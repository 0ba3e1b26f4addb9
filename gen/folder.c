#include "folder.h"
#include "manifest.h"
#include "output_file.h"
#include "table.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static enum exit_code set_path(struct folder *folder, const struct rules *rules, const char *tables,
                               struct failure *failure) {
    folder->rules = rules;
    folder->lock = -1;
    int length = snprintf(folder->path, sizeof folder->path, "%s/%s", tables, rules->name);
    if (length < 0 || (size_t)length >= sizeof folder->path)
        return fail(failure, EXIT_CODE_IO, "%s: the path is too long", tables);
    return EXIT_CODE_OK;
}

static enum exit_code fail_no_tables(const struct folder *folder, struct failure *failure) {
    return fail(failure, EXIT_CODE_MISSING, "%s: no tables here; make them with finais-gen build",
                folder->path);
}

static enum exit_code make_folder(const char *path, struct failure *failure) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return EXIT_CODE_OK;
    return fail_system(failure, errno, "make the folder", path);
}

/* Whether the program itself gives this temporary name. Other files may end in the same way. */
static bool is_temporary_name(const struct rules *rules, const char *name) {
    struct table_identity identity;
    char final[NAME_MAX + 1];
    size_t length = strlen(name);
    size_t suffix = sizeof TEMPORARY_SUFFIX - 1;
    if (length <= suffix || length > NAME_MAX ||
        strcmp(name + length - suffix, TEMPORARY_SUFFIX) != 0)
        return false;
    memcpy(final, name, length - suffix);
    final[length - suffix] = '\0';
    return strcmp(final, MANIFEST_NAME) == 0 || table_identity_of_file(rules, final, &identity);
}

static bool is_leftover(const struct rules *rules, int directory, const char *name) {
    struct stat status;
    return is_temporary_name(rules, name) &&
           fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode);
}

static enum exit_code fail_leftover(const struct folder *folder, const char *name, int number,
                                    struct failure *failure) {
    char path[PATH_MAX];
    const char *named = folder_file(folder, name, path) ? path : name;
    return fail_system(failure, number, "remove this file of an earlier run", named);
}

/* Called under the lock, so no other run is writing these files. */
static enum exit_code remove_leftovers(const struct folder *folder, struct failure *failure) {
    DIR *directory = opendir(folder->path);
    if (directory == NULL)
        return fail_system(failure, errno, "list the folder", folder->path);
    int descriptor = dirfd(directory);
    enum exit_code code = EXIT_CODE_OK;
    for (struct dirent *entry; code == EXIT_CODE_OK && (entry = readdir(directory)) != NULL;)
        if (is_leftover(folder->rules, descriptor, entry->d_name) &&
            unlinkat(descriptor, entry->d_name, 0) != 0)
            code = fail_leftover(folder, entry->d_name, errno, failure);
    closedir(directory);
    return code;
}

/* The lock is on the folder itself: it needs no file of its own and ends with the process. */
static enum exit_code lock_folder(struct folder *folder, struct failure *failure) {
    folder->lock = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->lock < 0)
        return fail_system(failure, errno, "open the folder", folder->path);
    if (flock(folder->lock, LOCK_EX | LOCK_NB) == 0)
        return EXIT_CODE_OK;
    if (errno == EWOULDBLOCK)
        return fail(failure, EXIT_CODE_IO,
                    "%s: another run is writing tables here; wait for it or choose another folder "
                    "with --tables",
                    folder->path);
    return fail_system(failure, errno, "lock the folder", folder->path);
}

enum exit_code folder_open_to_write(struct folder *folder, const struct rules *rules,
                                    const char *tables, struct failure *failure) {
    enum exit_code code = set_path(folder, rules, tables, failure);
    if (code == EXIT_CODE_OK)
        code = make_folder(tables, failure);
    if (code == EXIT_CODE_OK)
        code = make_folder(folder->path, failure);
    if (code == EXIT_CODE_OK)
        code = lock_folder(folder, failure);
    if (code == EXIT_CODE_OK && access(folder->path, W_OK) != 0)
        code = fail_system(failure, errno, "write to the folder", folder->path);
    if (code == EXIT_CODE_OK)
        code = remove_leftovers(folder, failure);
    if (code != EXIT_CODE_OK)
        folder_close(folder);
    return code;
}

void folder_nearest(const struct folder *folder, char path[PATH_MAX]) {
    struct stat status;
    snprintf(path, PATH_MAX, "%s", folder->path);
    while (stat(path, &status) != 0) {
        char *slash = strrchr(path, '/');
        if (slash == NULL || slash == path) {
            snprintf(path, PATH_MAX, "%s", slash == NULL ? "." : "/");
            return;
        }
        *slash = '\0';
    }
}

enum exit_code folder_open_existing(struct folder *folder, const struct rules *rules,
                                    const char *tables, bool *exists, struct failure *failure) {
    struct stat status;
    char nearest[PATH_MAX];
    enum exit_code code = set_path(folder, rules, tables, failure);
    if (code != EXIT_CODE_OK)
        return code;
    *exists = stat(folder->path, &status) == 0;
    if (*exists)
        return folder_open_to_write(folder, rules, tables, failure);
    folder_nearest(folder, nearest);
    if (stat(nearest, &status) == 0 && !S_ISDIR(status.st_mode))
        return fail_system(failure, ENOTDIR, "make a folder", nearest);
    if (access(nearest, W_OK | X_OK) != 0)
        return fail_system(failure, errno, "make a folder", nearest);
    return EXIT_CODE_OK;
}

enum exit_code folder_open_to_read(struct folder *folder, const struct rules *rules,
                                   const char *tables, struct failure *failure) {
    struct stat status;
    enum exit_code code = set_path(folder, rules, tables, failure);
    if (code != EXIT_CODE_OK)
        return code;
    if (stat(tables, &status) != 0)
        return fail_system(failure, errno, "open the folder", tables);
    if (!S_ISDIR(status.st_mode))
        return fail(failure, EXIT_CODE_IO, "%s: not a folder", tables);
    if (stat(folder->path, &status) != 0 && errno == ENOENT)
        return fail_no_tables(folder, failure);
    if (stat(folder->path, &status) != 0)
        return fail_system(failure, errno, "open the folder", folder->path);
    if (!S_ISDIR(status.st_mode))
        return fail(failure, EXIT_CODE_IO, "%s: not a folder", folder->path);
    return EXIT_CODE_OK;
}

void folder_close(struct folder *folder) {
    if (folder->lock >= 0)
        close(folder->lock);
    folder->lock = -1;
}

bool folder_file(const struct folder *folder, const char *name, char path[PATH_MAX]) {
    int length = snprintf(path, PATH_MAX, "%s/%s", folder->path, name);
    return length >= 0 && length < PATH_MAX;
}

enum exit_code folder_largest(const struct folder *folder, unsigned *pieces,
                              struct failure *failure) {
    DIR *directory = opendir(folder->path);
    if (directory == NULL)
        return fail_system(failure, errno, "list the folder", folder->path);
    *pieces = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        struct table_identity identity;
        if (table_identity_of_file(folder->rules, entry->d_name, &identity) &&
            signature_pieces(identity.signature) > *pieces)
            *pieces = signature_pieces(identity.signature);
    }
    closedir(directory);
    return *pieces == 0 ? fail_no_tables(folder, failure) : EXIT_CODE_OK;
}
