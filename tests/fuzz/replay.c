/* Runs a fuzz target on every file of the folders given: a test that needs no fuzzer. */
#include "fuzz.h"
#include <dirent.h>
#include <sys/stat.h>

static void replay_file(const char *path) {
    struct stat status;
    FILE *file = fopen(path, "rb");
    FUZZ_DEMAND(file != NULL && fstat(fileno(file), &status) == 0);
    size_t size = (size_t)status.st_size;
    uint8_t *bytes = malloc(size + 1);
    FUZZ_DEMAND(bytes != NULL && fread(bytes, 1, size, file) == size);
    fclose(file);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
}

static unsigned long replay_folder(const char *path) {
    unsigned long files = 0;
    DIR *folder = opendir(path);
    FUZZ_DEMAND(folder != NULL);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char file[4096];
        struct stat status;
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        if (stat(file, &status) == 0 && S_ISREG(status.st_mode)) {
            replay_file(file);
            files++;
        }
    }
    closedir(folder);
    return files;
}

int main(int argc, char **argv) {
    unsigned long files = 0;
    for (int i = 1; i < argc; i++)
        files += replay_folder(argv[i]);
    LLVMFuzzerTestOneInput(NULL, 0);
    printf("%lu inputs replayed\n", files);
    return files > 0 ? 0 : 1;
}
