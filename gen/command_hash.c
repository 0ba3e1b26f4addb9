#include "command.h"
#include "manifest.h"
#include "options.h"
#include "table_walk.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "finais-gen hash prints the content hash of each table: SHA-256 over the true values of all\n"
    "positions in index order, computed from the table's decoded values. Two tables with the same\n"
    "content hash say the same, however they are compressed.\n"
    "\n"
    "  finais-gen hash\n"
    "        a line for each table in tables/brazilian\n"
    "  finais-gen hash --write-manifest\n"
    "        and lists them in tables/brazilian/manifest.tsv\n"
    "  finais-gen hash --tables /data/finais --check tables/brazilian/manifest.tsv\n"
    "        compares the tables in /data/finais with a list; exit code 1 when one differs and 3\n"
    "        when one that is listed is missing; those that are not listed are told\n"
    "\n"
    "  --pieces N         tables of 2 to N pieces, which must be there; else all that are there\n"
    "  --signature S      those of one signature\n"
    "  --metrics LIST     some of wdl,dtw,dtc; else those that are there\n"
    "  --tables DIR       where DIR/brazilian is; else the first directory in FINAIS_TABLES, else\n"
    "                     tables\n"
    "  --write-manifest   lists all tables that are there; not with --pieces, --signature or\n"
    "                     --metrics\n"
    "  --check FILE       the content hashes are to be those listed in FILE\n"
    "  --threads T        all processors if not given\n"
    "  --memory SIZE      most memory to use; all that is free if not given; units are\n"
    "                     powers of 1024, those printed of 1000\n"
    "  --kernel NAME      the instructions that find what wdl tables leave out: auto (the fastest\n"
    "                     that runs here; if not given), avx512, avx2, plain, or none (position "
    "by\n"
    "                     position, as for distances); the result is the same\n"
    "  --variant NAME     brazilian\n"
    "  --quiet            no line for a table that is as it should be\n"
    "  --json             one JSON object a line: a table, or what is wrong, and the result\n";

enum { COLUMN_CONTENT = 13 };

struct hashing {
    const struct options *options;
    const struct folder *folder;
    struct manifest *listed; /* NULL without --check */
    uint64_t tables;
    uint64_t different;
};

/* ---- Output --------------------------------------------------------------------------------- */

/* A line about a table, or an object with --json. Names and hashes from a file are shown as far as
 * they are plain text. */
static void say(const struct hashing *hashing, const char *event, const char *table,
                const char *text) {
    if (hashing->options->mode == OUTPUT_JSON)
        printf("{\"event\":\"%s\",\"table\":\"%s\",\"text\":\"%s\"}\n", event, table, text);
    else
        printf("%s: %s\n", table, text);
}

static void say_hash(const struct hashing *hashing, const char *table, const char *hash) {
    if (hashing->options->mode == OUTPUT_JSON)
        printf("{\"event\":\"table\",\"table\":\"%s\",\"content_sha256\":\"%s\"}\n", table, hash);
    else if (hashing->options->mode == OUTPUT_TEXT)
        printf("%s  %s\n", hash, table);
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static void listed_hash(const char *line, char text[HASH_TEXT_SIZE]) {
    for (unsigned column = 0; column < COLUMN_CONTENT; column++)
        line += strcspn(line, "\t") + 1;
    size_t length = strcspn(line, "\t");
    snprintf(text, HASH_TEXT_SIZE, "%.*s", (int)length, line);
    make_printable(text);
}

static void check_listed(struct hashing *hashing, const char *name, const char *hash) {
    char listed[HASH_TEXT_SIZE];
    char text[2 * HASH_TEXT_SIZE + 64];
    const char *line = manifest_find(hashing->listed, name);
    if (line == NULL) {
        if (hashing->options->mode != OUTPUT_QUIET)
            say(hashing, "unlisted", name, "not listed in the file of --check");
        return;
    }
    listed_hash(line, listed);
    if (strcmp(listed, hash) == 0)
        return;
    snprintf(text, sizeof text, "content hash %s, listed %s", hash, listed);
    say(hashing, "wrong", name, text);
    hashing->different++;
}

static enum exit_code hash_table(void *context, const struct walked_table *walked,
                                 struct failure *failure) {
    struct hashing *hashing = context;
    const struct table_header *header = &walked->table->header;
    uint8_t hash[TABLE_HASH_BYTES];
    char text[HASH_TEXT_SIZE];
    char name[TABLE_FILE_NAME_SIZE];
    struct value_tally tally[2];
    bool fine = walked_content(walked, hashing->options->threads, hash, tally);
    tally_clear(&tally[WHITE]);
    tally_clear(&tally[BLACK]);
    if (!fine)
        return fail_memory(failure, "a hash");
    hash_text(hash, text);
    table_file_name(header->signature, header->metric, name);
    say_hash(hashing, name, text);
    hashing->tables++;
    if (memcmp(hash, header->content_hash, sizeof hash) != 0) {
        say(hashing, "wrong", name, "the header has another content hash");
        hashing->different++;
    }
    if (hashing->listed != NULL)
        check_listed(hashing, name, text);
    return EXIT_CODE_OK;
}

/* Says which of the listed tables are not there; `first` becomes the name of the first. */
static uint64_t count_missing(const struct hashing *hashing, char first[MANIFEST_LINE_SIZE]) {
    struct selection selection = options_selection(hashing->options);
    char name[MANIFEST_LINE_SIZE];
    uint64_t count = 0;
    size_t line = 0;
    while (hashing->listed != NULL &&
           manifest_next_missing(hashing->listed, hashing->folder, &selection, &line, name)) {
        make_printable(name);
        if (count++ == 0)
            memcpy(first, name, sizeof name);
        say(hashing, "missing", name, "listed, but not there");
    }
    return count;
}

static enum exit_code judge(const struct hashing *hashing, struct failure *failure) {
    char name[MANIFEST_LINE_SIZE];
    const char *path = hashing->folder->path;
    uint64_t missing = count_missing(hashing, name);
    if (hashing->options->mode == OUTPUT_JSON)
        printf("{\"event\":\"done\",\"tables\":%" PRIu64 ",\"different\":%" PRIu64
               ",\"missing\":%" PRIu64 "}\n",
               hashing->tables, hashing->different, missing);
    if (hashing->different > 0)
        return fail(failure, EXIT_CODE_WRONG, "%s: %" PRIu64 " content hash(es) differ", path,
                    hashing->different);
    if (missing > 0)
        return fail(failure, EXIT_CODE_MISSING,
                    "%s/%s: listed in %s, but not there (%" PRIu64 " such table(s))", path, name,
                    hashing->options->check, missing);
    return EXIT_CODE_OK;
}

static enum exit_code hash_tables(struct hashing *hashing, struct plan *plan,
                                  struct failure *failure) {
    struct walk_options walk = {hashing->options->threads, hashing->options->memory,
                                complete_values, NULL};
    enum exit_code code = options_kernel(hashing->options, &walk.kernel, failure);
    if (code == EXIT_CODE_OK)
        code = table_walk(plan, hashing->folder, &walk, hash_table, hashing, failure);
    return code == EXIT_CODE_OK ? judge(hashing, failure) : code;
}

static enum exit_code open_folder(struct folder *folder, const struct options *options,
                                  struct failure *failure) {
    enum exit_code code = folder_open_to_read(folder, options->rules, options->tables, failure);
    if (code == EXIT_CODE_OK && (options->given & OPTION_WRITE_MANIFEST) != 0)
        code = folder_open_to_write(folder, options->rules, options->tables, failure);
    return code;
}

static enum exit_code run(const struct options *options, struct failure *failure) {
    struct plan plan = {.rules = options->rules};
    struct folder folder = {.lock = -1};
    struct manifest listed = {0};
    struct hashing hashing = {.options = options, .folder = &folder};
    enum exit_code code = open_folder(&folder, options, failure);
    if (code == EXIT_CODE_OK && options->check != NULL) {
        code = manifest_read(&listed, options->check, failure);
        hashing.listed = &listed;
    }
    if (code == EXIT_CODE_OK)
        code = options_plan(options, options->metrics, &folder, &plan, failure);
    if (code == EXIT_CODE_OK)
        code = hash_tables(&hashing, &plan, failure);
    if (code == EXIT_CODE_OK && (options->given & OPTION_WRITE_MANIFEST) != 0)
        code = manifest_update(&folder, failure);
    plan_free(&plan);
    manifest_free(&listed);
    folder_close(&folder);
    return code;
}

enum exit_code command_hash(int argc, char **argv, struct failure *failure) {
    struct options options;
    unsigned choice = OPTION_PIECES | OPTION_SIGNATURE | OPTION_METRICS;
    unsigned allowed = choice | OPTION_VARIANT | OPTION_TABLES | OPTION_THREADS | OPTION_MEMORY |
                       OPTION_KERNEL | OPTION_QUIET | OPTION_JSON | OPTION_WRITE_MANIFEST |
                       OPTION_CHECK;
    enum exit_code code;
    if (!options_start(&options, argc, argv, allowed, help, &code, failure))
        return code;
    if ((options.given & OPTION_WRITE_MANIFEST) != 0 && (options.given & choice) != 0)
        return fail(failure, EXIT_CODE_USAGE,
                    "--write-manifest lists all tables: leave out --pieces, --signature and "
                    "--metrics");
    return run(&options, failure);
}
