/* The other half of statistics.h: how many positions are won or lost in how many plies. */
#include "scan_output.h"
#include "statistics.h"
#include "table_loader.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

struct printer {
    enum statistics_form form;
    FILE *stream;
    bool first; /* nothing was printed yet */
};

static void headline(const struct printer *printer) {
    if (printer->form == STATISTICS_TEXT)
        fprintf(printer->stream, "%-12s %-5s %-6s %-7s %6s %15s\n", "signature", "moves", "metric",
                "value", "plies", "positions");
    else if (printer->form == STATISTICS_TSV)
        fputs("signature\tside_to_move\tmetric\tvalue\tplies\tpositions\n", printer->stream);
}

static void print_row(struct printer *printer, const struct table_header *header, enum side side,
                      value v, uint64_t positions) {
    char name[SIGNATURE_NAME_SIZE];
    const char *moves = side == WHITE ? "white" : "black";
    const char *metric = metric_name(header->metric);
    const char *word = value_is_win(v) ? "win" : value_is_loss(v) ? "loss" : "draw";
    unsigned plies = value_distance(v);
    signature_name(header->signature, name);
    if (printer->form == STATISTICS_TEXT)
        fprintf(printer->stream, "%-12s %-5s %-6s %-7s %6u %15" PRIu64 "\n", name, moves, metric,
                word, plies, positions);
    else if (printer->form == STATISTICS_TSV)
        fprintf(printer->stream, "%s\t%s\t%s\t%s\t%u\t%" PRIu64 "\n", name, moves, metric, word,
                plies, positions);
    else
        fprintf(printer->stream,
                "%s{\"signature\":\"%s\",\"side_to_move\":\"%s\",\"metric\":\"%s\","
                "\"value\":\"%s\",\"plies\":%u,\"positions\":%" PRIu64 "}",
                printer->first ? "[\n" : ",\n", name, moves, metric, word, plies, positions);
    printer->first = false;
}

/* Draws, wins from the shortest, losses from the shortest. */
static void print_side(struct printer *printer, const struct table_header *header, enum side side,
                       const uint64_t *counts) {
    uint32_t values = header->histogram_values;
    if (values > 0 && counts[VALUE_DRAW] > 0)
        print_row(printer, header, side, VALUE_DRAW, counts[VALUE_DRAW]);
    for (value first = VALUE_WIN; first >= VALUE_LOSS; first--)
        for (uint32_t v = first; v < values; v += 2)
            if (counts[v] > 0)
                print_row(printer, header, side, (value)v, counts[v]);
}

/* Black to move of a signature that is its own mirror has the counts of White to move. */
static enum exit_code print_table(struct printer *printer, const struct table *table,
                                  struct failure *failure) {
    const struct table_header *header = &table->header;
    size_t values = header->histogram_values;
    uint64_t *counts = calloc(header->sides * values + 1, sizeof *counts);
    finais_error error;
    if (counts == NULL)
        return fail_memory(failure, "a histogram");
    finais_status status = table_read_histogram(table, counts, &error);
    errno = 0;
    if (status == FINAIS_OK) {
        print_side(printer, header, WHITE, counts);
        print_side(printer, header, BLACK, counts + (header->sides - 1) * values);
    }
    enum exit_code code = EXIT_CODE_OK;
    if (status != FINAIS_OK)
        code = fail_reader(failure, status, &error);
    else if (ferror(printer->stream))
        code = fail_output(failure, errno);
    free(counts);
    return code;
}

enum exit_code histograms_print(const struct plan *plan, const struct folder *folder,
                                enum statistics_form form, FILE *stream, struct failure *failure) {
    struct printer printer = {form, stream, true};
    enum exit_code code = EXIT_CODE_OK;
    headline(&printer);
    for (size_t i = 0; i < plan->count; i++)
        for (enum metric metric = METRIC_DTW; metric <= METRIC_DTC; metric++) {
            const struct plan_step *step = &plan->steps[i];
            struct table *table;
            if ((step->tables & metric_bit(metric)) == 0)
                continue;
            code = table_of_folder(folder, step->signature, metric, &table, failure);
            if (code != EXIT_CODE_OK)
                return code;
            code = print_table(&printer, table, failure);
            table_close(table);
            if (code != EXIT_CODE_OK)
                return code;
        }
    if (form == STATISTICS_JSON)
        fputs(printer.first ? "[]\n" : "\n]\n", stream);
    return EXIT_CODE_OK;
}
