#include "folder.h"
#include "leftovers.h"
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
    folder->signature_lock.held = false;
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

enum exit_code folder_fail_busy(const struct folder *folder, struct failure *failure) {
    return fail(failure, EXIT_CODE_IO,
                "%s: another run is writing tables here; wait for it or choose another folder "
                "with --tables",
                folder->path);
}

/* The lock is on the folder itself: it needs no file of its own and ends with the process. It is
 * exclusive, or shared by runs that each have the lock of a signature. Some file systems that
 * machines share keep such locks for one machine only; there the locks of signatures hold. */
static enum exit_code lock_folder(struct folder *folder, bool share, struct failure *failure) {
    folder->lock = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->lock < 0)
        return fail_system(failure, errno, "open the folder", folder->path);
    if (flock(folder->lock, (share ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0)
        return EXIT_CODE_OK;
    if (errno == EWOULDBLOCK)
        return folder_fail_busy(folder, failure);
    return fail_system(failure, errno, "lock the folder", folder->path);
}

/* A run that waited would keep the memory and processors that a scheduler gave it, so it fails. */
static enum exit_code lock_signature(struct folder *folder, struct signature signature,
                                     struct failure *failure) {
    char name[SIGNATURE_NAME_SIZE];
    bool busy;
    signature_name(signature, name);
    enum exit_code code =
        file_lock_take(&folder->signature_lock, folder->path, name, false, &busy, failure);
    if (code == EXIT_CODE_OK && busy)
        return fail(failure, EXIT_CODE_IO,
                    "%s: another run is making %s here; wait for it, then run the same command "
                    "again",
                    folder->path, name);
    return code == EXIT_CODE_OK ? leftovers_remove_of(folder, signature, failure) : code;
}

/* `alone` is the signature of a run that shares the folder, else NULL. */
static enum exit_code open_to_write(struct folder *folder, const struct rules *rules,
                                    const char *tables, const struct signature *alone,
                                    struct failure *failure) {
    enum exit_code code = set_path(folder, rules, tables, failure);
    if (code == EXIT_CODE_OK)
        code = make_folder(tables, failure);
    if (code == EXIT_CODE_OK)
        code = make_folder(folder->path, failure);
    if (code == EXIT_CODE_OK)
        code = lock_folder(folder, alone != NULL, failure);
    if (code == EXIT_CODE_OK && access(folder->path, W_OK) != 0)
        code = fail_system(failure, errno, "write to the folder", folder->path);
    if (code == EXIT_CODE_OK && alone != NULL)
        code = lock_signature(folder, *alone, failure);
    else if (code == EXIT_CODE_OK)
        code = leftovers_remove(folder, failure);
    if (code != EXIT_CODE_OK)
        folder_close(folder);
    return code;
}

enum exit_code folder_open_to_write(struct folder *folder, const struct rules *rules,
                                    const char *tables, struct failure *failure) {
    return open_to_write(folder, rules, tables, NULL, failure);
}

enum exit_code folder_open_to_share(struct folder *folder, const struct rules *rules,
                                    const char *tables, struct signature signature,
                                    struct failure *failure) {
    return open_to_write(folder, rules, tables, &signature, failure);
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
                                    const char *tables, const struct signature *alone, bool *exists,
                                    struct failure *failure) {
    struct stat status;
    char nearest[PATH_MAX];
    enum exit_code code = set_path(folder, rules, tables, failure);
    if (code != EXIT_CODE_OK)
        return code;
    *exists = stat(folder->path, &status) == 0;
    if (*exists)
        return open_to_write(folder, rules, tables, alone, failure);
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
    file_lock_release(&folder->signature_lock);
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
