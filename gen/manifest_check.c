#include "manifest_check.h"
#include "table.h"
#include "table_loader.h"
#include <string.h>
#include <unistd.h>

/* A line that names no table of this game is selected when everything is. */
static bool is_selected(const struct selection *selection, const struct rules *rules,
                        const char *name) {
    struct table_identity table;
    if (!table_identity_of_file(rules, name, &table))
        return selection->pieces == 0 && selection->signature == NULL && selection->metrics == 0;
    if (selection->pieces != 0 && signature_pieces(table.signature) > selection->pieces)
        return false;
    if (selection->signature != NULL && !signature_equal(table.signature, *selection->signature))
        return false;
    return selection->metrics == 0 || (selection->metrics & metric_bit(table.metric)) != 0;
}

static bool is_there(const struct folder *folder, const char *name) {
    char path[PATH_MAX];
    return folder_file(folder, name, path) && access(path, F_OK) == 0;
}

bool manifest_next_missing(const struct manifest *manifest, const struct folder *folder,
                           const struct selection *selection, size_t *line,
                           char name[MANIFEST_LINE_SIZE]) {
    while (*line < manifest->count) {
        const char *text = manifest->lines[(*line)++];
        size_t length = strcspn(text, "\t");
        memcpy(name, text, length);
        name[length] = '\0';
        if (is_selected(selection, folder->rules, name) && !is_there(folder, name))
            return true;
    }
    return false;
}

void make_printable(char *text) {
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\')
            *text = '?';
}

size_t manifest_count_unlisted(const struct manifest *manifest, const struct plan *plan,
                               char name[TABLE_FILE_NAME_SIZE]) {
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++)
        for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
            const struct plan_step *step = &plan->steps[i];
            char table[TABLE_FILE_NAME_SIZE];
            if ((step->tables & step->present & metric_bit(metric)) == 0)
                continue;
            table_file_name(step->signature, metric, table);
            if (manifest_find(manifest, table) == NULL && count++ == 0)
                memcpy(name, table, sizeof table);
        }
    return count;
}

static enum exit_code check_input(const struct manifest *manifest, const struct folder *folder,
                                  struct signature signature, enum metric metric,
                                  struct failure *failure) {
    struct table *table;
    char name[TABLE_FILE_NAME_SIZE];
    table_file_name(signature, metric, name);
    const char *line = manifest_find(manifest, name);
    if (line == NULL)
        return EXIT_CODE_OK;
    enum exit_code code = table_of_folder(folder, signature, metric, &table, failure);
    if (code != EXIT_CODE_OK)
        return code;
    const char *column = manifest_disagreement(line, &table->header);
    table_close(table);
    if (column == NULL)
        return EXIT_CODE_OK;
    return fail(failure, EXIT_CODE_WRONG,
                "%s/%s: its %s is not as %s has it, so nothing is made from it; see what is wrong "
                "with finais-gen verify",
                folder->path, name, column, MANIFEST_NAME);
}

enum exit_code manifest_check_inputs(const struct plan *plan, const struct folder *folder,
                                     struct failure *failure) {
    struct manifest manifest = {0};
    bool exists;
    enum exit_code code = manifest_of_folder(&manifest, folder, &exists, failure);
    for (size_t i = 0; code == EXIT_CODE_OK && i + 1 < plan->count; i++)
        code = check_input(&manifest, folder, plan->steps[i].signature, plan->kept, failure);
    manifest_free(&manifest);
    return code;
}
