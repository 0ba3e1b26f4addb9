#include "longest_heads.h"
#include "fen.h"
#include "index.h"
#include "table_loader.h"
#include <stdlib.h>

struct heads {
    const struct rules *rules;
    enum metric metric;
    unsigned plies;
    uint64_t rows; /* still to be written */
    FILE *stream;
    uint64_t count;
    bool enough;
};

static void write_first(struct heads *heads, const struct table *table, enum side side) {
    char fen[FEN_SIZE];
    struct position position = position_of_index(
        table->slots.index, table->header.statistics[side].longest_win_index, side);
    fen_write_position(heads->rules, NOTATION_ALGEBRAIC, &position, fen, sizeof fen);
    fprintf(heads->stream, "%s\n", fen);
    heads->rows--;
}

static void take_side(struct heads *heads, const struct table *table, enum side side,
                      uint64_t positions) {
    if (table->header.statistics[side].longest_win != heads->plies || positions == 0)
        return;
    heads->count += positions;
    if (heads->rows == 0)
        return;
    if (table->header.statistics[side].longest_win_index >= table->header.positions) {
        heads->enough = false; /* a damaged head; a search tells so */
        return;
    }
    write_first(heads, table, side);
    heads->enough = heads->enough && (positions == 1 || heads->rows == 0);
}

static enum exit_code take_table(struct heads *heads, const struct table *table,
                                 struct failure *failure) {
    finais_error error;
    size_t values = table->header.histogram_values;
    value longest = value_win_in(heads->plies);
    uint64_t *counts = calloc(2 * values + 1, sizeof *counts);
    if (counts == NULL)
        return fail_memory(failure, "a histogram");
    finais_status status = table_read_histogram(table, counts, &error);
    for (unsigned side = 0; status == FINAIS_OK && side < table->header.sides; side++)
        take_side(heads, table, (enum side)side,
                  longest < values ? counts[side * values + longest] : 0);
    free(counts);
    return status == FINAIS_OK ? EXIT_CODE_OK : fail_reader(failure, status, &error);
}

enum exit_code longest_from_heads(const struct plan *plan, const struct folder *folder,
                                  enum metric metric, unsigned plies, uint64_t rows, FILE *stream,
                                  uint64_t *count, bool *enough, struct failure *failure) {
    struct heads heads = {plan->rules, metric, plies, rows, stream, 0, true};
    enum exit_code code = EXIT_CODE_OK;
    for (size_t i = 0; code == EXIT_CODE_OK && i < plan->count; i++) {
        struct table *table;
        if (plan->steps[i].tables == 0)
            continue;
        code = table_of_folder(folder, plan->steps[i].signature, metric, &table, failure);
        if (code != EXIT_CODE_OK)
            break;
        code = take_table(&heads, table, failure);
        table_close(table);
    }
    *count = heads.count;
    *enough = heads.enough;
    return code;
}
