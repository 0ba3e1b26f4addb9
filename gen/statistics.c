#include "statistics.h"
#include "fen.h"
#include "table_loader.h"
#include <inttypes.h>

/* ---- Gathering ------------------------------------------------------------------------------ */

static void take_header(struct statistics_row rows[2], const struct table_header *header) {
    for (enum side side = WHITE; side <= BLACK; side++) {
        struct statistics_row *row = &rows[side];
        const struct table_statistics *statistics = &header->statistics[side];
        row->positions = header->positions;
        row->wins = statistics->wins;
        row->draws = statistics->draws;
        row->losses = statistics->losses;
        row->counted_twice = side == BLACK && header->sides == 1;
        row->has[header->metric] = true;
        row->of[header->metric] = *statistics;
    }
}

static enum exit_code rows_of_step(const struct plan_step *step, const struct folder *folder,
                                   struct statistics_row rows[2], struct failure *failure) {
    for (enum side side = WHITE; side <= BLACK; side++)
        rows[side] = (struct statistics_row){.signature = step->signature, .side = side};
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
        struct table *table;
        if ((step->tables & metric_bit(metric)) == 0)
            continue;
        enum exit_code code = table_of_folder(folder, step->signature, metric, &table, failure);
        if (code != EXIT_CODE_OK)
            return code;
        take_header(rows, &table->header);
        table_close(table);
    }
    return EXIT_CODE_OK;
}

/* ---- Pieces of a row ------------------------------------------------------------------------ */

/* Longest win (or loss) of a metric, false where there is none. */
static bool longest(const struct statistics_row *row, enum metric metric, bool win,
                    uint32_t *plies) {
    const struct table_statistics *statistics = &row->of[metric];
    *plies = win ? statistics->longest_win : statistics->longest_loss;
    return row->has[metric] && (win ? statistics->wins : statistics->losses) > 0;
}

static bool sum(const struct statistics_row *row, enum metric metric, bool win, uint64_t *plies) {
    const struct table_statistics *statistics = &row->of[metric];
    *plies = win ? statistics->sum_win_distances : statistics->sum_loss_distances;
    return row->has[metric];
}

/* A position with the longest win of a metric; false where there is none. */
static bool example(const struct statistics_row *row, const struct rules *rules, enum metric metric,
                    char fen[FEN_SIZE]) {
    struct index_layout layout;
    uint32_t plies;
    if (!longest(row, metric, true, &plies) ||
        !index_layout_init(&layout, rules->geometry, row->signature) ||
        row->of[metric].longest_win_index >= layout.positions)
        return false;
    enum side stored = row->counted_twice ? WHITE : row->side;
    struct position position =
        position_of_index(&layout, row->of[metric].longest_win_index, stored);
    if (row->counted_twice)
        position = position_mirror(rules->geometry, &position);
    fen_write_position(rules, NOTATION_ALGEBRAIC, &position, fen, FEN_SIZE);
    return true;
}

static const char *side_name(enum side side) {
    return side == WHITE ? "white" : "black";
}

/* The order of the distance columns: DTW, DTC of the wins, then of the losses. */
static const struct {
    enum metric metric;
    bool win;
    const char *longest_name;
    const char *sum_name;
} distance_columns[] = {{METRIC_DTW, true, "longest_dtw_win", "sum_dtw_wins"},
                        {METRIC_DTC, true, "longest_dtc_win", "sum_dtc_wins"},
                        {METRIC_DTW, false, "longest_dtw_loss", "sum_dtw_losses"},
                        {METRIC_DTC, false, "longest_dtc_loss", "sum_dtc_losses"}};
enum { DISTANCE_COLUMNS = sizeof distance_columns / sizeof distance_columns[0] };

/* ---- TSV ------------------------------------------------------------------------------------ */

static void tsv_headline(FILE *stream) {
    fputs("signature\twm\twk\tbm\tbk\tside_to_move\tpositions\twins\tdraws\tlosses", stream);
    for (unsigned i = 0; i < DISTANCE_COLUMNS; i++)
        fprintf(stream, "\t%s", distance_columns[i].longest_name);
    for (unsigned i = 0; i < DISTANCE_COLUMNS; i++)
        fprintf(stream, "\t%s", distance_columns[i].sum_name);
    fputc('\n', stream);
}

static void tsv_number(FILE *stream, bool exists, uint64_t number) {
    if (exists)
        fprintf(stream, "\t%" PRIu64, number);
    else
        fputs("\t-", stream);
}

static void tsv_row(FILE *stream, const struct statistics_row *row) {
    char name[SIGNATURE_NAME_SIZE];
    const struct signature *s = &row->signature;
    signature_name(*s, name);
    fprintf(stream, "%s\t%u\t%u\t%u\t%u\t%s", name, s->men[WHITE], s->kings[WHITE], s->men[BLACK],
            s->kings[BLACK], side_name(row->side));
    fprintf(stream, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, row->positions, row->wins,
            row->draws, row->losses);
    for (unsigned i = 0; i < DISTANCE_COLUMNS; i++) {
        uint32_t plies;
        bool exists = longest(row, distance_columns[i].metric, distance_columns[i].win, &plies);
        tsv_number(stream, exists, plies);
    }
    for (unsigned i = 0; i < DISTANCE_COLUMNS; i++) {
        uint64_t plies;
        bool exists = sum(row, distance_columns[i].metric, distance_columns[i].win, &plies);
        tsv_number(stream, exists, plies);
    }
    fputc('\n', stream);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_row(FILE *stream, const struct rules *rules, const struct statistics_row *row,
                     bool first) {
    char name[SIGNATURE_NAME_SIZE];
    char fen[FEN_SIZE];
    signature_name(row->signature, name);
    fprintf(stream, "%s{\"signature\":\"%s\",\"side_to_move\":\"%s\"", first ? "[\n" : ",\n", name,
            side_name(row->side));
    fprintf(stream,
            ",\"positions\":%" PRIu64 ",\"wins\":%" PRIu64 ",\"draws\":%" PRIu64
            ",\"losses\":%" PRIu64,
            row->positions, row->wins, row->draws, row->losses);
    for (unsigned i = 0; i < DISTANCE_COLUMNS; i++) {
        uint32_t plies;
        if (longest(row, distance_columns[i].metric, distance_columns[i].win, &plies))
            fprintf(stream, ",\"%s\":%" PRIu32, distance_columns[i].longest_name, plies);
        else
            fprintf(stream, ",\"%s\":null", distance_columns[i].longest_name);
    }
    for (unsigned i = 0; i < DISTANCE_COLUMNS; i++) {
        uint64_t plies;
        if (sum(row, distance_columns[i].metric, distance_columns[i].win, &plies))
            fprintf(stream, ",\"%s\":%" PRIu64, distance_columns[i].sum_name, plies);
        else
            fprintf(stream, ",\"%s\":null", distance_columns[i].sum_name);
    }
    for (enum metric metric = METRIC_DTW; metric <= METRIC_DTC; metric++)
        if (example(row, rules, metric, fen))
            fprintf(stream, ",\"longest_%s_win_fen\":\"%s\"", metric_name(metric), fen);
        else
            fprintf(stream, ",\"longest_%s_win_fen\":null", metric_name(metric));
    fputc('}', stream);
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void text_headline(FILE *stream) {
    fprintf(stream, "%-12s %-5s %13s %13s %13s %13s  %s\n", "signature", "moves", "positions",
            "wins", "draws", "losses", "longest win in plies, for example");
}

static void text_row(FILE *stream, const struct rules *rules, const struct statistics_row *row) {
    char name[SIGNATURE_NAME_SIZE];
    char fen[FEN_SIZE];
    uint32_t plies;
    bool any = false;
    signature_name(row->signature, name);
    fprintf(stream, "%-12s %-5s %13" PRIu64 " %13" PRIu64 " %13" PRIu64 " %13" PRIu64, name,
            side_name(row->side), row->positions, row->wins, row->draws, row->losses);
    for (enum metric metric = METRIC_DTW; metric <= METRIC_DTC; metric++)
        if (longest(row, metric, true, &plies) && example(row, rules, metric, fen)) {
            fprintf(stream, "%s%s %" PRIu32 " %s", any ? "; " : "  ", metric_name(metric), plies,
                    fen);
            any = true;
        }
    fputc('\n', stream);
}

struct totals {
    uint64_t positions;
    uint64_t wins;
    uint64_t draws;
    uint64_t losses;
};

static void totals_add(struct totals *totals, const struct statistics_row *row) {
    if (row->counted_twice)
        return;
    totals->positions += row->positions;
    totals->wins += row->wins;
    totals->draws += row->draws;
    totals->losses += row->losses;
}

static void text_totals(FILE *stream, unsigned pieces, const struct totals *totals) {
    if (totals->positions > 0)
        fprintf(stream,
                "%2u pieces in all   %13" PRIu64 " %13" PRIu64 " %13" PRIu64 " %13" PRIu64 "\n",
                pieces, totals->positions, totals->wins, totals->draws, totals->losses);
}

/* ---- All rows ------------------------------------------------------------------------------- */

struct printer {
    enum statistics_form form;
    FILE *stream;
    const struct rules *rules;
    struct totals totals;
    unsigned pieces;
    bool first;
};

static void print_row(struct printer *printer, const struct statistics_row *row) {
    unsigned pieces = signature_pieces(row->signature);
    if (printer->form == STATISTICS_JSON) {
        json_row(printer->stream, printer->rules, row, printer->first);
    } else if (printer->form == STATISTICS_TSV) {
        tsv_row(printer->stream, row);
    } else {
        if (pieces != printer->pieces) {
            text_totals(printer->stream, printer->pieces, &printer->totals);
            printer->totals = (struct totals){0};
        }
        text_row(printer->stream, printer->rules, row);
        totals_add(&printer->totals, row);
    }
    printer->pieces = pieces;
    printer->first = false;
}

enum exit_code statistics_print(const struct plan *plan, const struct folder *folder,
                                enum statistics_form form, FILE *stream, struct failure *failure) {
    struct printer printer = {.form = form, .stream = stream, .rules = plan->rules, .first = true};
    if (form == STATISTICS_TEXT)
        text_headline(stream);
    else if (form == STATISTICS_TSV)
        tsv_headline(stream);
    for (size_t i = 0; i < plan->count; i++) {
        struct statistics_row rows[2];
        if (plan->steps[i].tables == 0)
            continue;
        enum exit_code code = rows_of_step(&plan->steps[i], folder, rows, failure);
        if (code != EXIT_CODE_OK)
            return code;
        print_row(&printer, &rows[WHITE]);
        print_row(&printer, &rows[BLACK]);
    }
    if (form == STATISTICS_TEXT)
        text_totals(stream, printer.pieces, &printer.totals);
    else if (form == STATISTICS_JSON)
        fputs(printer.first ? "[]\n" : "\n]\n", stream);
    return EXIT_CODE_OK;
}
