/* command_tables.c - finais tables: which tables are found, and where. */
#include "command.h"
#include "json_writer.h"
#include "report.h"
#include "session.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct inventory {
    size_t count;
    finais_table_info *tables;
    uint64_t positions; /* of all tables together */
    uint64_t bytes;
};

static int find_tables(const struct session *session, struct inventory *inventory) {
    finais_error error;
    if (finais_tables(session->handle, NULL, 0, &inventory->count, &error) != FINAIS_OK)
        return report_error(&error);
    inventory->tables = calloc(inventory->count + 1, sizeof *inventory->tables);
    if (inventory->tables == NULL)
        return report(EXIT_MEMORY, "not enough memory for a list of %zu tables", inventory->count);
    if (finais_tables(session->handle, inventory->tables, inventory->count, &inventory->count,
                      &error) != FINAIS_OK)
        return report_error(&error);
    for (size_t i = 0; i < inventory->count; i++) {
        inventory->positions += inventory->tables[i].positions;
        inventory->bytes += inventory->tables[i].file_bytes;
    }
    return EXIT_FINE;
}

/* Length of the directory's part of a path: without the table's name and the slash before it. */
static int directory_length(const finais_table_info *table) {
    size_t path = strlen(table->path);
    size_t name = strlen(table->name);
    return (int)(path > name ? path - name - 1 : path);
}

static void print_text(const struct inventory *inventory) {
    size_t width = strlen("table");
    for (size_t i = 0; i < inventory->count; i++) {
        size_t length = strlen(inventory->tables[i].name);
        width = length > width ? length : width;
    }
    printf("%-*s  pieces  %15s  %15s  directory\n", (int)width, "table", "positions", "bytes");
    for (size_t i = 0; i < inventory->count; i++) {
        const finais_table_info *table = &inventory->tables[i];
        printf("%-*s  %6u  %15" PRIu64 "  %15" PRIu64 "  %.*s\n", (int)width, table->name,
               table->pieces, table->positions, table->file_bytes, directory_length(table),
               table->path);
    }
    char total[32];
    snprintf(total, sizeof total, "%zu tables", inventory->count);
    printf("%-*s  %6s  %15" PRIu64 "  %15" PRIu64 "\n", (int)width, total, "", inventory->positions,
           inventory->bytes);
}

static const char *metric_word(finais_metric metric) {
    return metric == FINAIS_WDL ? "wdl" : metric == FINAIS_DTW ? "dtw" : "dtc";
}

static void print_json(const struct session *session, const struct inventory *inventory) {
    struct json json = json_start(stdout);
    json_object(&json, NULL, JSON_LINES);
    json_string(&json, "variant", finais_game_of(session->handle).variant);
    json_array(&json, "directories", JSON_LINES);
    for (size_t i = 0; finais_directory(session->handle, i) != NULL; i++)
        json_string(&json, NULL, finais_directory(session->handle, i));
    json_end(&json);
    json_array(&json, "tables", JSON_LINES);
    for (size_t i = 0; i < inventory->count; i++) {
        const finais_table_info *table = &inventory->tables[i];
        json_object(&json, NULL, JSON_INLINE);
        json_string(&json, "name", table->name);
        json_string(&json, "metric", metric_word(table->metric));
        json_unsigned(&json, "pieces", table->pieces);
        json_unsigned(&json, "positions", table->positions);
        json_unsigned(&json, "bytes", table->file_bytes);
        json_string(&json, "path", table->path);
        json_end(&json);
    }
    json_end(&json);
    json_object(&json, "total", JSON_INLINE);
    json_unsigned(&json, "tables", inventory->count);
    json_unsigned(&json, "positions", inventory->positions);
    json_unsigned(&json, "bytes", inventory->bytes);
    json_end(&json);
    json_end(&json);
}

static int report_none(const struct session *session) {
    finais_error error;
    return finais_tables_check(session->handle, &error) == FINAIS_OK ? EXIT_FINE
                                                                     : report_error(&error);
}

int command_tables(const struct options *options) {
    struct session session;
    struct inventory inventory = {.count = 0};
    int code = session_open(&session, options);
    if (code == EXIT_FINE)
        code = find_tables(&session, &inventory);
    if (code == EXIT_FINE && (options->given & OPTION_JSON) != 0)
        print_json(&session, &inventory);
    else if (code == EXIT_FINE && inventory.count > 0)
        print_text(&inventory);
    if (code == EXIT_FINE && inventory.count == 0)
        code = report_none(&session);
    free(inventory.tables);
    session_close(&session);
    return code;
}
