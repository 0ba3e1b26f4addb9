#include "manifest_merge.h"
#include "leftovers.h"
#include "manifest.h"
#include "manifest_check.h"
#include "table_loader.h"
#include "table_walk.h"
#include <string.h>

static const char advice[] = "see what is wrong with finais-gen verify, or list what is there with "
                             "finais-gen hash --write-manifest";

struct merge {
    const struct folder *folder;
    const struct plan *made;
    struct manifest manifest;
    bool existed;
    bool changed;
    bool shared;  /* other runs make tables here at the same time, and answer for theirs */
    size_t place; /* where a line goes that follows those of all tables visited so far */
    size_t unlisted;
    enum exit_code code; /* the first fault, told in `failure` */
    struct failure *failure;
};

static bool was_made(const struct merge *merge, struct signature signature, enum metric metric) {
    size_t step = plan_step_of(merge->made, signature);
    return step != SIZE_MAX && (merge->made->steps[step].tables & metric_bit(metric)) != 0;
}

/* Whether the run is about a table, made now or before: by a run that was killed, it may be. */
static bool was_wanted(const struct merge *merge, struct signature signature, enum metric metric) {
    return plan_step_of(merge->made, signature) != SIZE_MAX &&
           (merge->made->metrics & metric_bit(metric)) != 0;
}

/* ---- One table ------------------------------------------------------------------------------ */

static enum exit_code enter(struct merge *merge, const struct table_header *header,
                            struct failure *failure) {
    char line[MANIFEST_LINE_SIZE];
    enum exit_code code = manifest_line(merge->folder, header, line, failure);
    if (code == EXIT_CODE_OK)
        code = manifest_insert(&merge->manifest, merge->place, line, failure);
    if (code == EXIT_CODE_OK) {
        merge->place++;
        merge->changed = true;
    }
    return code;
}

/* A table that was made again may have another file hash, but no other contents. */
static enum exit_code compare(struct merge *merge, const struct table_header *header, size_t index,
                              bool made, struct failure *failure) {
    char name[TABLE_FILE_NAME_SIZE];
    char *listed = merge->manifest.lines[index];
    const char *column = manifest_disagreement(listed, header);
    if (column != NULL) {
        table_file_name(header->signature, header->metric, name);
        return fail(failure, EXIT_CODE_WRONG,
                    "%s/%s: %s of %s is not as the table has it; the tables are kept and the line "
                    "is left as it was: %s",
                    merge->folder->path, MANIFEST_NAME, column, name, advice);
    }
    char line[MANIFEST_LINE_SIZE];
    if (!made)
        return EXIT_CODE_OK;
    enum exit_code code = manifest_line(merge->folder, header, line, failure);
    if (code == EXIT_CODE_OK && strcmp(line, listed) != 0) {
        memcpy(listed, line, sizeof line);
        merge->changed = true;
    }
    return code;
}

static enum exit_code merge_table(struct merge *merge, struct signature signature,
                                  enum metric metric, size_t index, struct failure *failure) {
    struct table *table;
    bool made = was_made(merge, signature, metric);
    bool wanted = was_wanted(merge, signature, metric);
    if (merge->shared && merge->existed && !wanted)
        return EXIT_CODE_OK;
    if (index == SIZE_MAX && merge->existed && !wanted) {
        merge->unlisted++;
        return EXIT_CODE_OK;
    }
    enum exit_code code = table_of_folder(merge->folder, signature, metric, &table, failure);
    if (code != EXIT_CODE_OK)
        return code;
    if (index == SIZE_MAX)
        code = enter(merge, &table->header, failure);
    else
        code = compare(merge, &table->header, index, made, failure);
    table_close(table);
    return code;
}

/* ---- All tables ----------------------------------------------------------------------------- */

static void note(struct merge *merge, enum exit_code code, const struct failure *failure) {
    if (merge->code != EXIT_CODE_OK || code == EXIT_CODE_OK)
        return;
    merge->code = code;
    *merge->failure = *failure;
}

static void merge_step(struct merge *merge, const struct plan_step *step) {
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
        char name[TABLE_FILE_NAME_SIZE];
        struct failure failure;
        table_file_name(step->signature, metric, name);
        size_t index = manifest_index(&merge->manifest, name);
        if (index != SIZE_MAX)
            merge->place = index + 1;
        if ((step->present & metric_bit(metric)) != 0)
            note(merge, merge_table(merge, step->signature, metric, index, &failure), &failure);
    }
}

static void find_missing(struct merge *merge) {
    struct selection everything = {0};
    struct failure failure;
    char name[MANIFEST_LINE_SIZE];
    size_t line = 0;
    if (!manifest_next_missing(&merge->manifest, merge->folder, &everything, &line, name))
        return;
    make_printable(name);
    fail(&failure, EXIT_CODE_MISSING,
         "%s/%.64s: listed in %s, but not there; the tables are kept and the line is left as it "
         "was: %s",
         merge->folder->path, name, MANIFEST_NAME, advice);
    note(merge, EXIT_CODE_MISSING, &failure);
}

static void merge_all(struct merge *merge) {
    struct plan all;
    struct failure failure;
    enum exit_code code = plan_for_folder(&all, merge->folder, 0, 0, &failure);
    note(merge, code, &failure);
    for (size_t i = 0; code == EXIT_CODE_OK && i < all.count; i++)
        merge_step(merge, &all.steps[i]);
    plan_free(&all);
    if (!merge->shared)
        find_missing(merge);
    if (merge->changed)
        note(merge, manifest_write(&merge->manifest, merge->folder, &failure), &failure);
}

/* The manifest of a shared folder is locked while it is changed, which takes no time. */
static enum exit_code lock_manifest(const struct merge *merge, struct file_lock *lock,
                                    struct failure *failure) {
    bool busy;
    if (!merge->shared)
        return EXIT_CODE_OK;
    enum exit_code code =
        file_lock_take(lock, merge->folder->path, MANIFEST_LOCK, true, &busy, failure);
    return code == EXIT_CODE_OK ? leftovers_remove_manifest(merge->folder, failure) : code;
}

enum exit_code manifest_enter_made(const struct folder *folder, const struct plan *made,
                                   bool create, size_t *unlisted, struct failure *failure) {
    struct merge merge = {
        .folder = folder, .made = made, .shared = folder->signature_lock.held, .failure = failure};
    struct file_lock lock = {.held = false};
    merge.code = lock_manifest(&merge, &lock, failure);
    if (merge.code == EXIT_CODE_OK)
        merge.code = manifest_of_folder(&merge.manifest, folder, &merge.existed, failure);
    if (merge.code == EXIT_CODE_OK && (merge.existed || create))
        merge_all(&merge);
    file_lock_release(&lock);
    manifest_free(&merge.manifest);
    *unlisted = merge.unlisted;
    return merge.code;
}
