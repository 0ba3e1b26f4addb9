#include "tiny_files.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool tiny_directory_make(char *path) {
    const char *parent = getenv("TMPDIR");
    snprintf(path, TINY_PATH_SIZE, "%s/finais-test-XXXXXX", parent != NULL ? parent : "/tmp");
    char folder[TINY_PATH_SIZE + 16];
    if (mkdtemp(path) == NULL)
        return false;
    snprintf(folder, sizeof folder, "%s/%s", path, "brazilian");
    return mkdir(folder, 0777) == 0;
}

static void empty_folder(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char file[2 * TINY_PATH_SIZE];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        unlink(file);
    }
    closedir(folder);
}

void tiny_directory_remove(const char *path) {
    char folder[TINY_PATH_SIZE + 16];
    snprintf(folder, sizeof folder, "%s/%s", path, "brazilian");
    empty_folder(folder);
    rmdir(folder);
    empty_folder(path);
    rmdir(path);
}

uint8_t *tiny_file_read(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    struct stat status;
    if (file == NULL)
        return NULL;
    uint8_t *bytes = NULL;
    if (fstat(fileno(file), &status) == 0) {
        *size = (size_t)status.st_size;
        bytes = malloc(*size + 1);
        if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

bool tiny_file_write(const char *path, const uint8_t *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    bool written = size == 0 || fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && written;
}
