/* The printing half of statistics.h: the columns, each written once, and their three forms. */
#include "statistics.h"
#include <inttypes.h>

/* ---- Columns -------------------------------------------------------------------------------- */

enum column_kind { COUNT, LONGEST, SUM, SHARE, EXAMPLE, HASH };

enum outcome { WINS, DRAWS, LOSSES, CAPTURES, POSITIONS };

/* In the order of TSV. */
static const struct column {
    const char *name;
    enum column_kind kind;
    enum outcome of;
    enum metric metric;
} columns[] = {
    {"positions", COUNT, POSITIONS, METRIC_WDL},
    {"wins", COUNT, WINS, METRIC_WDL},
    {"draws", COUNT, DRAWS, METRIC_WDL},
    {"losses", COUNT, LOSSES, METRIC_WDL},
    {"longest_dtw_win", LONGEST, WINS, METRIC_DTW},
    {"longest_dtc_win", LONGEST, WINS, METRIC_DTC},
    {"longest_dtw_loss", LONGEST, LOSSES, METRIC_DTW},
    {"longest_dtc_loss", LONGEST, LOSSES, METRIC_DTC},
    {"sum_dtw_wins", SUM, WINS, METRIC_DTW},
    {"sum_dtc_wins", SUM, WINS, METRIC_DTC},
    {"sum_dtw_losses", SUM, LOSSES, METRIC_DTW},
    {"sum_dtc_losses", SUM, LOSSES, METRIC_DTC},
    {"captures", COUNT, CAPTURES, METRIC_WDL},
    {"win_share", SHARE, WINS, METRIC_WDL},
    {"draw_share", SHARE, DRAWS, METRIC_WDL},
    {"loss_share", SHARE, LOSSES, METRIC_WDL},
    {"capture_share", SHARE, CAPTURES, METRIC_WDL},
    {"longest_dtw_win_fen", EXAMPLE, WINS, METRIC_DTW},
    {"longest_dtc_win_fen", EXAMPLE, WINS, METRIC_DTC},
    {"wdl_sha256", HASH, POSITIONS, METRIC_WDL},
    {"dtw_sha256", HASH, POSITIONS, METRIC_DTW},
    {"dtc_sha256", HASH, POSITIONS, METRIC_DTC},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* Sums come from many tables. */
static bool is_told(const struct statistics_printer *printer, const struct column *column) {
    return column->kind != HASH || !printer->options->totals;
}

static bool count(const struct statistics_row *row, enum outcome of, uint64_t *positions) {
    *positions = of == WINS       ? row->wins
                 : of == DRAWS    ? row->draws
                 : of == LOSSES   ? row->losses
                 : of == CAPTURES ? row->captures
                                  : row->positions;
    return of != CAPTURES || row->has_captures;
}

/* Longest win (or loss) of a metric, false where there is none. */
static bool longest(const struct statistics_row *row, enum metric metric, bool win,
                    uint64_t *plies) {
    const struct table_statistics *statistics = &row->of[metric];
    *plies = win ? statistics->longest_win : statistics->longest_loss;
    return row->has[metric] && (win ? statistics->wins : statistics->losses) > 0;
}

/* A column that is a whole number; false where there is none. */
static bool number(const struct statistics_row *row, const struct column *column, uint64_t *found) {
    bool win = column->of == WINS;
    const struct table_statistics *statistics = &row->of[column->metric];
    switch (column->kind) {
    case COUNT:
        return count(row, column->of, found);
    case LONGEST:
        return longest(row, column->metric, win, found);
    default:
        *found = win ? statistics->sum_win_distances : statistics->sum_loss_distances;
        return row->has[column->metric];
    }
}

/* Of all positions, 0 to 1; false where it is not known. */
static bool share(const struct statistics_row *row, enum outcome of, double *found) {
    uint64_t positions;
    bool known = count(row, of, &positions);
    *found = row->positions == 0 ? 0 : (double)positions / (double)row->positions;
    return known;
}

/* ---- For programs --------------------------------------------------------------------------- */

/* What stands before and after a text, and where there is nothing. */
struct marks {
    const char *quote;
    const char *none;
};

static const struct marks tsv_marks = {"", "-"};
static const struct marks json_marks = {"\"", "null"};

static void print_hash(FILE *stream, const struct marks *marks, const uint8_t *hash) {
    fputs(marks->quote, stream);
    for (size_t i = 0; i < TABLE_HASH_BYTES; i++)
        fprintf(stream, "%02x", hash[i]);
    fputs(marks->quote, stream);
}

static void print_column(FILE *stream, const struct marks *marks, const struct statistics_row *row,
                         const struct column *column) {
    uint64_t whole;
    double part;
    const char *fen = row->longest_win_fen[column->metric];
    switch (column->kind) {
    case SHARE:
        if (share(row, column->of, &part))
            fprintf(stream, "%.6f", part);
        else
            fputs(marks->none, stream);
        break;
    case EXAMPLE:
        if (longest(row, column->metric, true, &whole) && fen[0] != '\0')
            fprintf(stream, "%s%s%s", marks->quote, fen, marks->quote);
        else
            fputs(marks->none, stream);
        break;
    case HASH:
        if (row->has[column->metric])
            print_hash(stream, marks, row->hash[column->metric]);
        else
            fputs(marks->none, stream);
        break;
    default:
        if (number(row, column, &whole))
            fprintf(stream, "%" PRIu64, whole);
        else
            fputs(marks->none, stream);
    }
}

static const char *side_name(enum side side) {
    return side == WHITE ? "white" : "black";
}

static void tsv_headline(const struct statistics_printer *printer) {
    FILE *stream = printer->options->stream;
    fputs(printer->options->totals ? "pieces\tsignatures"
                                   : "signature\twm\twk\tbm\tbk\tside_to_move",
          stream);
    for (unsigned i = 0; i < COLUMNS; i++)
        if (is_told(printer, &columns[i]))
            fprintf(stream, "\t%s", columns[i].name);
    fputc('\n', stream);
}

static void tsv_row(const struct statistics_printer *printer, const struct statistics_row *row) {
    FILE *stream = printer->options->stream;
    const struct signature *s = &row->signature;
    char name[SIGNATURE_NAME_SIZE];
    signature_name(*s, name);
    if (printer->options->totals)
        fprintf(stream, "%u\t%u", signature_pieces(*s), row->signatures);
    else
        fprintf(stream, "%s\t%u\t%u\t%u\t%u\t%s", name, s->men[WHITE], s->kings[WHITE],
                s->men[BLACK], s->kings[BLACK], side_name(row->side));
    for (unsigned i = 0; i < COLUMNS; i++)
        if (is_told(printer, &columns[i])) {
            fputc('\t', stream);
            print_column(stream, &tsv_marks, row, &columns[i]);
        }
    fputc('\n', stream);
}

static void json_row(const struct statistics_printer *printer, const struct statistics_row *row) {
    FILE *stream = printer->options->stream;
    char name[SIGNATURE_NAME_SIZE];
    signature_name(row->signature, name);
    fputs(printer->rows == 0 ? "[\n" : ",\n", stream);
    if (printer->options->totals)
        fprintf(stream, "{\"pieces\":%u,\"signatures\":%u", signature_pieces(row->signature),
                row->signatures);
    else
        fprintf(stream, "{\"signature\":\"%s\",\"side_to_move\":\"%s\"", name,
                side_name(row->side));
    for (unsigned i = 0; i < COLUMNS; i++)
        if (is_told(printer, &columns[i])) {
            fprintf(stream, ",\"%s\":", columns[i].name);
            print_column(stream, &json_marks, row, &columns[i]);
        }
    fputc('}', stream);
}

/* ---- For persons ---------------------------------------------------------------------------- */

static const enum outcome text_outcomes[] = {WINS, DRAWS, LOSSES, CAPTURES};
enum { TEXT_OUTCOMES = sizeof text_outcomes / sizeof text_outcomes[0] };

static void text_headline(FILE *stream) {
    fprintf(stream, "%-12s %-5s %12s %19s %19s %19s %19s  %s\n", "signature", "moves", "positions",
            "wins", "draws", "losses", "captures", "longest win in plies, for example");
}

static void text_row(FILE *stream, const struct statistics_row *row) {
    bool any = false;
    fprintf(stream, " %12" PRIu64, row->positions);
    for (unsigned i = 0; i < TEXT_OUTCOMES; i++) {
        uint64_t positions;
        double part;
        if (count(row, text_outcomes[i], &positions) && share(row, text_outcomes[i], &part))
            fprintf(stream, " %12" PRIu64 " %5.1f%%", positions, 100 * part);
        else
            fprintf(stream, " %12s %6s", "-", "");
    }
    for (enum metric metric = METRIC_DTW; metric <= METRIC_DTC; metric++) {
        uint64_t plies;
        if (!longest(row, metric, true, &plies) || row->longest_win_fen[metric][0] == '\0')
            continue;
        fprintf(stream, "%s%s %" PRIu64 " %s", any ? "; " : "  ", metric_name(metric), plies,
                row->longest_win_fen[metric]);
        any = true;
    }
    fputc('\n', stream);
}

/* ---- Any form ------------------------------------------------------------------------------- */

void statistics_begin(struct statistics_printer *printer) {
    if (printer->options->form == STATISTICS_TEXT)
        text_headline(printer->options->stream);
    else if (printer->options->form == STATISTICS_TSV)
        tsv_headline(printer);
}

void statistics_row(struct statistics_printer *printer, const struct statistics_row *row) {
    if (printer->options->form == STATISTICS_JSON) {
        json_row(printer, row);
    } else if (printer->options->form == STATISTICS_TSV) {
        tsv_row(printer, row);
    } else {
        char name[SIGNATURE_NAME_SIZE];
        signature_name(row->signature, name);
        fprintf(printer->options->stream, "%-12s %-5s", name, side_name(row->side));
        text_row(printer->options->stream, row);
    }
    printer->rows++;
}

void statistics_total(struct statistics_printer *printer, const struct statistics_row *sum) {
    if (printer->options->form != STATISTICS_TEXT) {
        statistics_row(printer, sum);
        return;
    }
    fprintf(printer->options->stream, "%2u pieces in all  ", signature_pieces(sum->signature));
    text_row(printer->options->stream, sum);
    printer->rows++;
}

void statistics_end(struct statistics_printer *printer) {
    if (printer->options->form == STATISTICS_JSON)
        fputs(printer->rows == 0 ? "[]\n" : "\n]\n", printer->options->stream);
}
