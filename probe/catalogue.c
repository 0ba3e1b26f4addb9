#include "catalogue.h"
#include "directories.h"
#include "place.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char *join_path(const char *directory, const char *folder, const char *file) {
    size_t size = strlen(directory) + strlen(folder) + strlen(file) + 3;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, *file != '\0' ? "%s/%s/%s" : "%s/%s", directory, folder, file);
    return path;
}

/* A table that a directory further up in the list has too is passed over. */
static bool is_known(const struct catalogue *catalogue, const struct table_identity *identity) {
    for (size_t i = 0; i < catalogue->table_count; i++)
        if (catalogue->tables[i].identity.metric == identity->metric &&
            signature_equal(catalogue->tables[i].identity.signature, identity->signature))
            return true;
    return false;
}

/* Whether a table is one to be listed: not yet known, and not too large to be numbered. */
static bool is_wanted(const struct catalogue *catalogue, const struct table_identity *identity,
                      uint64_t *positions) {
    struct index_layout layout;
    if (is_known(catalogue, identity) ||
        !index_layout_init(&layout, catalogue->rules->geometry, identity->signature))
        return false;
    *positions = layout.positions * (signature_is_own_mirror(identity->signature) ? 1 : 2);
    return true;
}

/* Takes over `path`, which may be NULL when memory was short. */
static finais_status add_table(struct catalogue *catalogue, char *path, uint64_t positions,
                               const struct table_identity *identity, finais_error *error) {
    struct found_table *longer = NULL;
    if (path != NULL)
        longer = realloc(catalogue->tables, (catalogue->table_count + 1) * sizeof *longer);
    if (longer == NULL) {
        free(path);
        return error_memory(error, "the list of tables");
    }
    catalogue->tables = longer;
    struct found_table *found = &longer[catalogue->table_count++];
    *found = (struct found_table){.identity = *identity, .path = path, .positions = positions};
    table_identity_name(identity, found->name);
    return FINAIS_OK;
}

static finais_status add_file(struct catalogue *catalogue, const char *directory, const char *file,
                              finais_error *error) {
    struct table_identity identity;
    uint64_t positions;
    if (!table_identity_of_file(catalogue->rules, file, &identity) ||
        !is_wanted(catalogue, &identity, &positions))
        return FINAIS_OK;
    char *path = join_path(directory, catalogue->rules->name, file);
    struct stat status;
    bool is_there = path != NULL && stat(path, &status) == 0;
    finais_status result = add_table(catalogue, path, positions, &identity, error);
    if (result == FINAIS_OK && is_there)
        catalogue->tables[catalogue->table_count - 1].file_bytes = (uint64_t)status.st_size;
    return result;
}

static finais_status read_folder(struct catalogue *catalogue, const char *directory, DIR *folder,
                                 const char *path, finais_error *error) {
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(folder);
        if (entry == NULL)
            return errno == 0 ? FINAIS_OK : error_system(error, errno, "", "list", path);
        finais_status status = add_file(catalogue, directory, entry->d_name, error);
        if (status != FINAIS_OK)
            return status;
    }
}

/* Whether a directory itself has files of the variant's tables. */
static bool holds_tables(const struct rules *rules, const char *directory) {
    DIR *folder = opendir(directory);
    bool found = false;
    struct table_identity identity;
    const struct dirent *entry;
    while (folder != NULL && !found && (entry = readdir(folder)) != NULL)
        found = table_identity_of_file(rules, entry->d_name, &identity);
    if (folder != NULL)
        closedir(folder);
    return found;
}

/* The folder above `path`, to be freed, when the last part of the path is `name`; else NULL. */
static char *parent_of_name(const char *path, const char *name) {
    size_t length = strlen(path);
    size_t name_length = strlen(name);
    while (length > 1 && path[length - 1] == '/')
        length--;
    if (length < name_length || strncmp(path + length - name_length, name, name_length) != 0)
        return NULL;
    length -= name_length;
    if (length == 0)
        return strdup(".");
    if (path[length - 1] != '/')
        return NULL;
    while (length > 1 && path[length - 1] == '/')
        length--;
    return strndup(path, length);
}

/* Remembers a directory that is the folder of the variant rather than the one above it, which
 * callers mix up. Only messages use it, so memory that is short is no failure here. */
static void note_misplaced(struct catalogue *catalogue, const char *directory) {
    const char *variant = catalogue->rules->name;
    if (catalogue->misplaced != NULL || !holds_tables(catalogue->rules, directory))
        return;
    catalogue->misplaced = directory;
    catalogue->misplaced_parent = parent_of_name(directory, variant);
    if (catalogue->misplaced_parent != NULL)
        return;
    char *resolved = realpath(directory, NULL);
    if (resolved != NULL)
        catalogue->misplaced_parent = parent_of_name(resolved, variant);
    free(resolved);
}

/* A directory without a folder for the variant has no tables of it. */
static finais_status search_directory(struct catalogue *catalogue, const char *directory,
                                      finais_error *error) {
    char *path = join_path(directory, catalogue->rules->name, "");
    if (path == NULL)
        return error_memory(error, "the list of tables");
    finais_status status = FINAIS_OK;
    DIR *folder = opendir(path);
    if (folder != NULL) {
        status = read_folder(catalogue, directory, folder, path, error);
        closedir(folder);
    } else if (errno != ENOENT) {
        status = error_system(error, errno, "", "list", path);
    } else {
        note_misplaced(catalogue, directory);
    }
    free(path);
    return status;
}

static int compare_tables(const void *left, const void *right) {
    const struct found_table *a = left;
    const struct found_table *b = right;
    unsigned pieces_a = signature_pieces(a->identity.signature);
    unsigned pieces_b = signature_pieces(b->identity.signature);
    if (pieces_a != pieces_b)
        return pieces_a < pieces_b ? -1 : 1;
    return strcmp(a->name, b->name);
}

static uint16_t *place_of(struct catalogue *catalogue, struct signature signature) {
    return &catalogue->places[signature_code(signature)];
}

/* The signature of a table is canonical. */
static void add_signature(struct catalogue *catalogue, size_t table) {
    struct signature signature = catalogue->tables[table].identity.signature;
    uint16_t *place = place_of(catalogue, signature);
    if (*place == 0) {
        struct found_signature *found = &catalogue->signatures[catalogue->signature_count++];
        bool own_mirror = signature_is_own_mirror(signature);
        unsigned entry = (unsigned)catalogue->signature_count * PLACE_TURNS;
        *place_of(catalogue, signature_mirror(signature)) = (uint16_t)(entry + PLACE_TURNED);
        *place = (uint16_t)(entry + (own_mirror ? PLACE_TURNED_FOR_BLACK : PLACE_AS_IT_IS));
        index_layout_init(&found->layout, catalogue->rules->geometry, signature);
        slot_layout_init(&found->slots, &found->layout);
        for (unsigned metric = 0; metric <= METRICS; metric++)
            found->table[metric] = NO_TABLE;
    }
    catalogue->signatures[*place / PLACE_TURNS - 1]
        .table[catalogue->tables[table].identity.metric] = (int32_t)table;
    if (signature_pieces(signature) > catalogue->largest)
        catalogue->largest = signature_pieces(signature);
}

void catalogue_note_loaded(struct catalogue *catalogue, struct signature signature,
                           const struct loaded outcomes[2]) {
    unsigned place = catalogue->places[signature_code(signature)];
    memcpy(catalogue->signatures[place / PLACE_TURNS - 1].outcomes, outcomes, 2 * sizeof *outcomes);
}

static finais_status index_tables(struct catalogue *catalogue, finais_error *error) {
    if (catalogue->table_count > 0)
        qsort(catalogue->tables, catalogue->table_count, sizeof *catalogue->tables, compare_tables);
    catalogue->places = calloc(SIGNATURE_CODES, sizeof *catalogue->places);
    catalogue->signatures = calloc(catalogue->table_count + 1, sizeof *catalogue->signatures);
    if (catalogue->places == NULL || catalogue->signatures == NULL)
        return error_memory(error, "the list of tables");
    for (size_t table = 0; table < catalogue->table_count; table++)
        add_signature(catalogue, table);
    return FINAIS_OK;
}

finais_status catalogue_init(struct catalogue *catalogue, const struct rules *rules,
                             const char *const *directories, size_t directory_count,
                             finais_error *error) {
    *catalogue = (struct catalogue){.rules = rules,
                                    .find_place = place_finder_for(rules),
                                    .io = *file_system(),
                                    .io_is_system = true};
    finais_status status = directories_list(directories, directory_count, &catalogue->directories,
                                            &catalogue->directory_count, error);
    for (size_t i = 0; status == FINAIS_OK && i < catalogue->directory_count; i++)
        status = search_directory(catalogue, catalogue->directories[i], error);
    if (status == FINAIS_OK)
        status = index_tables(catalogue, error);
    if (status != FINAIS_OK)
        catalogue_free(catalogue);
    return status;
}

static finais_status list_names(struct catalogue *catalogue, finais_error *error) {
    for (size_t number = 0;; number++) {
        char name[FINAIS_TABLE_NAME_SIZE];
        struct table_identity identity;
        uint64_t positions;
        int failure = file_list(&catalogue->io, number, name);
        if (failure != 0)
            return error_system(error, failure, "", "list", "the tables");
        if (name[0] == '\0')
            return FINAIS_OK;
        if (!table_identity_of_path(name, &identity) || identity.rules != catalogue->rules ||
            !is_wanted(catalogue, &identity, &positions))
            continue;
        finais_status status = add_table(catalogue, strdup(name), positions, &identity, error);
        if (status != FINAIS_OK)
            return status;
    }
}

finais_status catalogue_init_io(struct catalogue *catalogue, const struct rules *rules,
                                const finais_io *io, finais_error *error) {
    *catalogue =
        (struct catalogue){.rules = rules, .find_place = place_finder_for(rules), .io = *io};
    finais_status status = list_names(catalogue, error);
    if (status == FINAIS_OK)
        status = index_tables(catalogue, error);
    if (status != FINAIS_OK)
        catalogue_free(catalogue);
    return status;
}

finais_status catalogue_open(const struct catalogue *catalogue, size_t number,
                             enum table_access access, struct table **table, finais_error *error) {
    const struct found_table *found = &catalogue->tables[number];
    return catalogue->io_is_system
               ? table_open(table, found->path, &found->identity, access, error)
               : table_open_io(table, &catalogue->io, found->path, &found->identity, error);
}

void catalogue_free(struct catalogue *catalogue) {
    for (size_t table = 0; table < catalogue->table_count; table++)
        free(catalogue->tables[table].path);
    free(catalogue->tables);
    free(catalogue->signatures);
    free(catalogue->places);
    free(catalogue->misplaced_parent);
    directories_free(catalogue->directories, catalogue->directory_count);
    *catalogue = (struct catalogue){.rules = NULL};
}

size_t catalogue_bytes(const struct catalogue *catalogue) {
    size_t bytes = SIGNATURE_CODES * sizeof *catalogue->places +
                   catalogue->table_count * sizeof *catalogue->tables +
                   (catalogue->table_count + 1) * sizeof *catalogue->signatures;
    for (size_t table = 0; table < catalogue->table_count; table++)
        bytes += strlen(catalogue->tables[table].path) + 1;
    return bytes;
}

int32_t catalogue_table_by_name(const struct catalogue *catalogue, const char *name) {
    for (size_t table = 0; table < catalogue->table_count; table++)
        if (strcmp(catalogue->tables[table].name, name) == 0)
            return (int32_t)table;
    return NO_TABLE;
}
