#include "manifest.h"
#include "input_file.h"
#include "output_file.h"
#include "plan.h"
#include "table_loader.h"
#include "table_walk.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const columns[] = {
    "table",
    "metric",
    "positions",
    "white_wins",
    "white_draws",
    "white_losses",
    "white_longest_win",
    "white_longest_loss",
    "black_wins",
    "black_draws",
    "black_losses",
    "black_longest_win",
    "black_longest_loss",
    "content_sha256",
    "file_sha256",
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

void manifest_free(struct manifest *manifest) {
    free(manifest->lines);
    *manifest = (struct manifest){0};
}

/* The next line to be filled in, NULL when memory is short. */
static char *new_line(struct manifest *manifest) {
    if (manifest->count == manifest->capacity) {
        size_t capacity = 2 * manifest->capacity + 64;
        void *lines = realloc(manifest->lines, capacity * sizeof *manifest->lines);
        if (lines == NULL)
            return NULL;
        manifest->lines = lines;
        manifest->capacity = capacity;
    }
    return manifest->lines[manifest->count++];
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* A distance, or '-' when the table has none or there is no such position. */
static void distance_text(const struct table_header *header, uint64_t positions, uint32_t longest,
                          char text[16]) {
    if (header->metric == METRIC_WDL || positions == 0)
        snprintf(text, 16, "-");
    else
        snprintf(text, 16, "%" PRIu32, longest);
}

static void side_text(const struct table_header *header, enum side side, char *text, size_t size) {
    const struct table_statistics *s = &header->statistics[side];
    char win[16];
    char loss[16];
    distance_text(header, s->wins, s->longest_win, win);
    distance_text(header, s->losses, s->longest_loss, loss);
    snprintf(text, size, "%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s", s->wins, s->draws,
             s->losses, win, loss);
}

/* All columns but the last, which is left to be added. */
static void line_of_header(const struct table_header *header, char line[MANIFEST_LINE_SIZE]) {
    char name[TABLE_FILE_NAME_SIZE];
    char content[HASH_TEXT_SIZE];
    char white[128];
    char black[128];
    table_file_name(header->signature, header->metric, name);
    hash_text(header->content_hash, content);
    side_text(header, WHITE, white, sizeof white);
    side_text(header, BLACK, black, sizeof black);
    snprintf(line, MANIFEST_LINE_SIZE, "%s\t%s\t%" PRIu64 "\t%s\t%s\t%s\t", name,
             metric_name(header->metric), header->positions, white, black, content);
}

enum exit_code manifest_line(const struct folder *folder, const struct table_header *header,
                             char line[MANIFEST_LINE_SIZE], struct failure *failure) {
    char name[TABLE_FILE_NAME_SIZE];
    char path[PATH_MAX];
    uint8_t hash[TABLE_HASH_BYTES];
    table_file_name(header->signature, header->metric, name);
    if (!folder_file(folder, name, path))
        return fail(failure, EXIT_CODE_IO, "%s: the path is too long", folder->path);
    enum exit_code code = file_hash(path, hash, failure);
    if (code != EXIT_CODE_OK)
        return code;
    line_of_header(header, line);
    hash_text(hash, line + strlen(line));
    return EXIT_CODE_OK;
}

enum exit_code manifest_add(struct manifest *manifest, const struct folder *folder,
                            const struct table_header *header, struct failure *failure) {
    char line[MANIFEST_LINE_SIZE];
    enum exit_code code = manifest_line(folder, header, line, failure);
    return code == EXIT_CODE_OK ? manifest_insert(manifest, manifest->count, line, failure) : code;
}

enum exit_code manifest_insert(struct manifest *manifest, size_t index,
                               const char line[MANIFEST_LINE_SIZE], struct failure *failure) {
    if (new_line(manifest) == NULL)
        return fail_memory(failure, "the manifest");
    char(*place)[MANIFEST_LINE_SIZE] = manifest->lines + index;
    memmove(place + 1, place, (manifest->count - 1 - index) * sizeof *place);
    snprintf(*place, sizeof *place, "%s", line);
    return EXIT_CODE_OK;
}

size_t manifest_index(const struct manifest *manifest, const char *table) {
    size_t length = strlen(table);
    for (size_t i = 0; i < manifest->count; i++)
        if (strncmp(manifest->lines[i], table, length) == 0 && manifest->lines[i][length] == '\t')
            return i;
    return SIZE_MAX;
}

const char *manifest_find(const struct manifest *manifest, const char *table) {
    size_t index = manifest_index(manifest, table);
    return index == SIZE_MAX ? NULL : manifest->lines[index];
}

const char *manifest_difference(const char *a, const char *b) {
    for (unsigned column = 0; column < COLUMNS; column++) {
        size_t length = strcspn(a, "\t");
        if (length != strcspn(b, "\t") || memcmp(a, b, length) != 0)
            return columns[column];
        a += length;
        b += length;
        a += *a == '\t';
        b += *b == '\t';
    }
    return NULL;
}

const char *manifest_disagreement(const char *line, const struct table_header *header) {
    char expected[MANIFEST_LINE_SIZE];
    line_of_header(header, expected);
    const char *column = manifest_difference(line, expected);
    return column == columns[COLUMNS - 1] ? NULL : column;
}

/* ---- Files ---------------------------------------------------------------------------------- */

static void headline(char *line, size_t size) {
    size_t used = 0;
    for (unsigned i = 0; i < COLUMNS; i++)
        used += (size_t)snprintf(line + used, size - used, "%s%s", i > 0 ? "\t" : "", columns[i]);
}

static bool is_line(const char *line) {
    unsigned tabs = 0;
    for (; *line != '\0'; line++)
        tabs += *line == '\t';
    return tabs == COLUMNS - 1;
}

/* Reads a line without its line end. False at the end of the file or when it is too long. */
static bool read_line(FILE *file, char line[MANIFEST_LINE_SIZE], bool *fine) {
    if (fgets(line, MANIFEST_LINE_SIZE, file) == NULL)
        return false;
    size_t length = strlen(line);
    *fine = length > 0 && line[length - 1] == '\n';
    if (*fine)
        line[length - 1] = '\0';
    return *fine;
}

static enum exit_code read_lines(struct manifest *manifest, FILE *file, const char *path,
                                 struct failure *failure) {
    char expected[MANIFEST_LINE_SIZE];
    char line[MANIFEST_LINE_SIZE];
    bool fine = true;
    headline(expected, sizeof expected);
    fine = read_line(file, line, &fine) && strcmp(line, expected) == 0;
    while (fine && read_line(file, line, &fine)) {
        char *place = new_line(manifest);
        if (place == NULL)
            return fail_memory(failure, "the manifest");
        memcpy(place, line, sizeof line);
        fine = is_line(line);
    }
    if (ferror(file))
        return fail_system(failure, errno, "read the manifest", path);
    if (!fine)
        return fail(failure, EXIT_CODE_CORRUPT,
                    "%s: not a manifest, in line %zu; write it again with finais-gen hash "
                    "--write-manifest",
                    path, manifest->count + 1);
    return EXIT_CODE_OK;
}

enum exit_code manifest_read(struct manifest *manifest, const char *path, struct failure *failure) {
    FILE *file;
    enum exit_code code = input_open(&file, "the manifest", path, failure);
    if (code != EXIT_CODE_OK)
        return code;
    code = read_lines(manifest, file, path, failure);
    fclose(file);
    return code;
}

enum exit_code manifest_of_folder(struct manifest *manifest, const struct folder *folder,
                                  bool *exists, struct failure *failure) {
    char path[PATH_MAX];
    *exists = false;
    if (!folder_file(folder, MANIFEST_NAME, path))
        return fail(failure, EXIT_CODE_IO, "%s: the path is too long", folder->path);
    struct stat there;
    if (lstat(path, &there) != 0 && errno == ENOENT)
        return EXIT_CODE_OK;
    *exists = true;
    return manifest_read(manifest, path, failure);
}

enum exit_code manifest_write(const struct manifest *manifest, const struct folder *folder,
                              struct failure *failure) {
    struct output_file file;
    char line[MANIFEST_LINE_SIZE];
    uint64_t offset = 0;
    enum exit_code code = output_open(&file, folder->path, MANIFEST_NAME, failure);
    headline(line, sizeof line);
    for (size_t i = 0; code == EXIT_CODE_OK && i <= manifest->count; i++) {
        if (i > 0)
            memcpy(line, manifest->lines[i - 1], sizeof line);
        size_t length = strlen(line);
        line[length++] = '\n';
        code = output_write(&file, line, length, offset, failure);
        offset += length;
    }
    if (code == EXIT_CODE_OK)
        return output_commit(&file, failure);
    output_abandon(&file);
    return code;
}

static enum exit_code add_tables_of_step(struct manifest *manifest, const struct folder *folder,
                                         const struct plan_step *step, struct failure *failure) {
    enum exit_code code = EXIT_CODE_OK;
    for (enum metric metric = METRIC_WDL; code == EXIT_CODE_OK && metric <= METRIC_DTC; metric++) {
        struct table *table;
        if ((step->present & metric_bit(metric)) == 0)
            continue;
        code = table_of_folder(folder, step->signature, metric, &table, failure);
        if (code != EXIT_CODE_OK)
            break;
        code = manifest_add(manifest, folder, &table->header, failure);
        table_close(table);
    }
    return code;
}

enum exit_code manifest_update(const struct folder *folder, struct failure *failure) {
    struct manifest manifest = {0};
    struct plan plan;
    enum exit_code code = plan_for_folder(&plan, folder, 0, 0, failure);
    for (size_t i = 0; code == EXIT_CODE_OK && i < plan.count; i++)
        code = add_tables_of_step(&manifest, folder, &plan.steps[i], failure);
    if (code == EXIT_CODE_OK)
        code = manifest_write(&manifest, folder, failure);
    manifest_free(&manifest);
    plan_free(&plan);
    return code;
}
