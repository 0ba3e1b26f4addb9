#include "missing.h"
#include <stdio.h>
#include <string.h>

/* The most pieces that finais-gen takes on. */
enum { BUILD_PIECES_MAX = 8 };

/* What can be done has room in the message whatever the directories are called. */
enum { REMEDY_SIZE = FINAIS_MESSAGE_SIZE * 3 / 4, COMMAND_SIZE = 96 };

/* ---- What can be done ------------------------------------------------------------------------ */

static bool is_plain(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || strchr("/._-+,:@%=", character) != NULL;
}

/* A path as a word of a shell; false when there is no room for it. */
static bool write_shell_word(const char *path, char *word, size_t size) {
    bool plain = *path != '\0';
    for (const char *next = path; *next != '\0'; next++)
        plain = plain && is_plain(*next);
    size_t length = 0;
    if (plain)
        return (size_t)snprintf(word, size, "%s", path) < size;
    word[length++] = '\'';
    for (; *path != '\0'; path++) {
        const char quote[] = "'\\''";
        if (length + sizeof quote + 1 >= size)
            return false;
        if (*path == '\'') {
            memcpy(word + length, quote, sizeof quote - 1);
            length += sizeof quote - 1;
        } else {
            word[length++] = *path;
        }
    }
    word[length++] = '\'';
    word[length] = '\0';
    return true;
}

/* `what` is what the build makes: options of finais-gen build. */
static void write_remedy(const struct catalogue *catalogue, const char *what, char *remedy,
                         size_t size) {
    if (!catalogue->io_is_system) {
        snprintf(remedy, size, "make it with: finais-gen build %s", what);
        return;
    }
    if (catalogue->directory_count == 0) {
        snprintf(remedy, size, "name their directory with --tables or in FINAIS_TABLES");
        return;
    }
    if (catalogue->misplaced != NULL) {
        int length =
            catalogue->misplaced_parent != NULL
                ? snprintf(remedy, size, "%s holds tables itself: give its parent folder, %s",
                           catalogue->misplaced, catalogue->misplaced_parent)
                : snprintf(remedy, size, "%s holds tables itself: they belong in a folder %s in it",
                           catalogue->misplaced, catalogue->rules->name);
        if (length >= (int)size)
            snprintf(remedy, size, "the directory holds tables itself: give its parent folder");
        return;
    }
    char place[REMEDY_SIZE - COMMAND_SIZE];
    if (!write_shell_word(catalogue->directories[0], place, sizeof place))
        snprintf(place, sizeof place, "DIR");
    snprintf(remedy, size, "get it with: finais-gen build %s --tables %s", what, place);
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* "searched: a, b" for a message; cut where it does not fit. */
static void list_directories(const struct catalogue *catalogue, char *text, size_t size) {
    static const char cut[] = "...";
    if (!catalogue->io_is_system) {
        snprintf(text, size, "not among the tables that the program gives");
        return;
    }
    if (catalogue->directory_count == 0) {
        snprintf(text, size, "no directory was searched");
        return;
    }
    size_t length = 0;
    for (size_t i = 0; i < catalogue->directory_count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s",
                                   i > 0 ? ", " : "searched: ", catalogue->directories[i]);
    if (length >= size)
        memcpy(text + size - sizeof cut, cut, sizeof cut);
}

/* `fault` says what is missing; `name` is the table, "" for none. */
static finais_status compose(const struct catalogue *catalogue, finais_status status,
                             const char *name, const char *fault, const char *what,
                             finais_error *error) {
    char remedy[REMEDY_SIZE];
    char searched[FINAIS_MESSAGE_SIZE];
    write_remedy(catalogue, what, remedy, sizeof remedy);
    size_t taken = strlen(fault) + strlen(remedy) + strlen(" (); ") + 1;
    size_t room = taken + 32 < sizeof searched ? sizeof searched - taken : 32;
    list_directories(catalogue, searched, room);
    return error_table(error, status, name, ERROR_NO_BLOCK, "%s (%s); %s", fault, searched, remedy);
}

finais_status missing_table(const struct catalogue *catalogue,
                            const struct table_identity *identity, finais_error *error) {
    if (error == NULL)
        return FINAIS_TABLE_MISSING;
    char name[FINAIS_TABLE_NAME_SIZE];
    char fault[FINAIS_TABLE_NAME_SIZE + 32];
    char signature[SIGNATURE_NAME_SIZE];
    char what[COMMAND_SIZE];
    table_identity_name(identity, name);
    signature_name(identity->signature, signature);
    snprintf(fault, sizeof fault, "table %s is missing", name);
    snprintf(what, sizeof what, "--signature %s --metrics %s", signature,
             metric_name(identity->metric));
    return compose(catalogue, FINAIS_TABLE_MISSING, name, fault, what, error);
}

finais_status missing_pieces(const struct catalogue *catalogue, unsigned pieces,
                             bool after_captures, finais_error *error) {
    if (error == NULL)
        return FINAIS_TOO_MANY_PIECES;
    char fault[128];
    char what[COMMAND_SIZE];
    snprintf(fault, sizeof fault,
             "the position has %u pieces%s, and the largest table found has %u", pieces,
             after_captures ? " after its captures" : "", catalogue->largest);
    if (pieces > BUILD_PIECES_MAX)
        return error_plain(error, FINAIS_TOO_MANY_PIECES,
                           "%s; finais-gen makes tables of up to %d pieces", fault,
                           (int)BUILD_PIECES_MAX);
    snprintf(what, sizeof what, "--pieces %u", pieces);
    return compose(catalogue, FINAIS_TOO_MANY_PIECES, "", fault, what, error);
}

finais_status missing_all(const struct catalogue *catalogue, finais_error *error) {
    char fault[FINAIS_TABLE_NAME_SIZE + 32];
    snprintf(fault, sizeof fault, "no table of %s was found", catalogue->rules->name);
    return compose(catalogue, FINAIS_TABLE_MISSING, "", fault, "--pieces 4", error);
}
