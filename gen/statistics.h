/* statistics.h - what is counted of each ending: from the headers of the tables of a folder and,
 * for captures, without them (capture_count.h). */
#ifndef GEN_STATISTICS_H
#define GEN_STATISTICS_H

#include "fen.h"
#include "folder.h"
#include "format.h"
#include "plan.h"
#include <stdio.h>

/* One signature and side to move; or the sum of several. */
struct statistics_row {
    struct signature signature; /* of a sum that of its last part */
    unsigned signatures;        /* 1, or those of a sum */
    enum side side;             /* to move; of a sum both */
    bool counted_twice;         /* Black to move of a signature that is its own mirror */
    uint64_t positions;
    uint64_t wins;
    uint64_t draws;
    uint64_t losses;
    bool has_captures; /* they were counted */
    uint64_t captures; /* positions in which the side to move has to capture */
    /* By metric, where there is a table (of a sum: all tables): what it says; a position with the
     * longest win, "" when there is none; the content hash (not of a sum). */
    bool has[METRIC_DTC + 1];
    struct table_statistics of[METRIC_DTC + 1];
    char longest_win_fen[METRIC_DTC + 1][FEN_SIZE];
    uint8_t hash[METRIC_DTC + 1][TABLE_HASH_BYTES];
};

enum statistics_form { STATISTICS_TEXT, STATISTICS_TSV, STATISTICS_JSON };

struct statistics_options {
    enum statistics_form form;
    bool captures; /* are counted */
    bool totals;   /* a row for each number of pieces, and no others */
    unsigned threads;
    FILE *stream;
};

/* Prints two rows for each signature of a plan (table_walk.h) that has any tables, or their sums.
 * EXIT_CODE_INTERRUPTED when a signal asks to stop. */
enum exit_code statistics_print(const struct plan *plan, const struct folder *folder,
                                const struct statistics_options *options, struct failure *failure);

/* Reads the histograms of a plan's DTW and DTC tables and prints, for each and each side to move, a
 * row for each value that occurs: how many positions have it. */
enum exit_code histograms_print(const struct plan *plan, const struct folder *folder,
                                enum statistics_form form, FILE *stream, struct failure *failure);

/* ---- Printing rows (statistics_rows.c) ------------------------------------------------------ */

/* Where printing stands. */
struct statistics_printer {
    const struct statistics_options *options;
    uint64_t rows; /* printed so far */
};

void statistics_begin(struct statistics_printer *printer);
void statistics_row(struct statistics_printer *printer, const struct statistics_row *row);
void statistics_total(struct statistics_printer *printer, const struct statistics_row *sum);
void statistics_end(struct statistics_printer *printer);

#endif
