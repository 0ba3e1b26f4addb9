#include "statistics.h"
#include "capture_count.h"
#include "index.h"
#include "scan_output.h"
#include "table_loader.h"
#include <errno.h>
#include <string.h>

/* ---- Rows of one signature ------------------------------------------------------------------ */

/* A position with the longest win of a metric, "" where there is none. */
static void take_example(struct statistics_row *row, const struct rules *rules,
                         const struct index_layout *layout, enum metric metric) {
    const struct table_statistics *statistics = &row->of[metric];
    char *fen = row->longest_win_fen[metric];
    fen[0] = '\0';
    if (statistics->wins == 0 || statistics->longest_win_index >= layout->positions)
        return;
    enum side stored = row->counted_twice ? WHITE : row->side;
    struct position position = position_of_index(layout, statistics->longest_win_index, stored);
    if (row->counted_twice)
        position = position_mirror(rules->geometry, &position);
    fen_write_position(rules, NOTATION_ALGEBRAIC, &position, fen, FEN_SIZE);
}

static void take_header(struct statistics_row rows[2], const struct rules *rules,
                        const struct index_layout *layout, const struct table_header *header) {
    enum metric metric = header->metric;
    for (enum side side = WHITE; side <= BLACK; side++) {
        struct statistics_row *row = &rows[side];
        const struct table_statistics *statistics = &header->statistics[side];
        row->positions = header->positions;
        row->wins = statistics->wins;
        row->draws = statistics->draws;
        row->losses = statistics->losses;
        row->counted_twice = side == BLACK && header->sides == 1;
        row->has[metric] = true;
        row->of[metric] = *statistics;
        memcpy(row->hash[metric], header->content_hash, TABLE_HASH_BYTES);
        if (metric != METRIC_WDL)
            take_example(row, rules, layout, metric);
    }
}

static enum exit_code take_captures(struct statistics_row rows[2],
                                    const struct index_layout *layout, unsigned threads,
                                    struct failure *failure) {
    for (enum side side = WHITE; side <= BLACK; side++) {
        rows[side].has_captures = true;
        if (rows[side].counted_twice)
            rows[side].captures = rows[WHITE].captures;
        else if (!count_captures(layout, side, threads, &rows[side].captures))
            return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    }
    return EXIT_CODE_OK;
}

static enum exit_code rows_of_step(const struct plan_step *step, const struct folder *folder,
                                   const struct statistics_options *options,
                                   struct statistics_row rows[2], struct failure *failure) {
    struct index_layout layout;
    char name[SIGNATURE_NAME_SIZE];
    signature_name(step->signature, name);
    if (!index_layout_init(&layout, folder->rules->geometry, step->signature))
        return fail(failure, EXIT_CODE_USAGE, "%s: its positions cannot be counted", name);
    for (enum side side = WHITE; side <= BLACK; side++)
        rows[side] =
            (struct statistics_row){.signature = step->signature, .signatures = 1, .side = side};
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
        struct table *table;
        if ((step->tables & metric_bit(metric)) == 0)
            continue;
        enum exit_code code = table_of_folder(folder, step->signature, metric, &table, failure);
        if (code != EXIT_CODE_OK)
            return code;
        take_header(rows, folder->rules, &layout, &table->header);
        table_close(table);
    }
    return options->captures ? take_captures(rows, &layout, options->threads, failure)
                             : EXIT_CODE_OK;
}

/* ---- Sums ----------------------------------------------------------------------------------- */

static void add_metric(struct statistics_row *sum, const struct statistics_row *row,
                       enum metric metric) {
    struct table_statistics *to = &sum->of[metric];
    const struct table_statistics *from = &row->of[metric];
    if (from->wins > 0 && (to->wins == 0 || from->longest_win > to->longest_win)) {
        to->longest_win = from->longest_win;
        memcpy(sum->longest_win_fen[metric], row->longest_win_fen[metric], FEN_SIZE);
    }
    if (from->losses > 0 && from->longest_loss > to->longest_loss)
        to->longest_loss = from->longest_loss;
    to->wins += from->wins;
    to->losses += from->losses;
    to->sum_win_distances += from->sum_win_distances;
    to->sum_loss_distances += from->sum_loss_distances;
}

/* A sum of nothing has all tables. */
static struct statistics_row no_rows(void) {
    struct statistics_row sum = {.has_captures = true};
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        sum.has[metric] = true;
    return sum;
}

static void add_row(struct statistics_row *sum, const struct statistics_row *row) {
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        sum->has[metric] = sum->has[metric] && row->has[metric];
    sum->has_captures = sum->has_captures && row->has_captures;
    sum->signature = row->signature;
    sum->signatures += row->side == WHITE;
    if (row->counted_twice)
        return;
    sum->positions += row->positions;
    sum->wins += row->wins;
    sum->draws += row->draws;
    sum->losses += row->losses;
    sum->captures += row->captures;
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        if (row->has[metric])
            add_metric(sum, row, metric);
}

/* ---- All rows ------------------------------------------------------------------------------- */

/* Prints the sum of the rows before, unless there are none, when other pieces follow. */
static void end_pieces(struct statistics_printer *printer, struct statistics_row *sum,
                       unsigned next_pieces) {
    if (sum->signatures > 0 && signature_pieces(sum->signature) != next_pieces) {
        if (printer->options->totals || printer->options->form == STATISTICS_TEXT)
            statistics_total(printer, sum);
        *sum = no_rows();
    }
}

/* Prints the rows of a step and adds them up. */
static enum exit_code print_step(struct statistics_printer *printer, struct statistics_row *sum,
                                 const struct statistics_row rows[2], struct failure *failure) {
    FILE *stream = printer->options->stream;
    errno = 0;
    end_pieces(printer, sum, signature_pieces(rows[WHITE].signature));
    for (enum side side = WHITE; side <= BLACK; side++) {
        if (!printer->options->totals)
            statistics_row(printer, &rows[side]);
        add_row(sum, &rows[side]);
    }
    return ferror(stream) ? fail_output(failure, errno) : EXIT_CODE_OK;
}

enum exit_code statistics_print(const struct plan *plan, const struct folder *folder,
                                const struct statistics_options *options, struct failure *failure) {
    struct statistics_printer printer = {.options = options};
    struct statistics_row sum = no_rows();
    statistics_begin(&printer);
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_step *step = &plan->steps[i];
        struct statistics_row rows[2];
        if (step->tables == 0)
            continue;
        enum exit_code code = rows_of_step(step, folder, options, rows, failure);
        if (code == EXIT_CODE_OK)
            code = print_step(&printer, &sum, rows, failure);
        if (code != EXIT_CODE_OK)
            return code;
    }
    end_pieces(&printer, &sum, 0);
    statistics_end(&printer);
    return EXIT_CODE_OK;
}
