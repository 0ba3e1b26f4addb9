/* Checks the totals of every ending: brazilian_counts_4.tsv. */
#include "test_reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Indexed by wdl + 1. Longest is REFERENCE_NO_DISTANCE where there is no such position. */
typedef struct {
    int side;
    uint64_t positions;
    uint64_t count[3];
    int longest_dtw[3];
    int longest_dtc[3];
    uint64_t sum_dtw[3];
    uint64_t sum_dtc[3];
} ending_totals;

static bool add_to_totals(void *context, uint64_t white, uint64_t black, uint64_t kings, int side,
                          const reference_value *value) {
    ending_totals *totals = context;
    int kind = value->wdl + 1;

    (void)white;
    (void)black;
    (void)kings;
    if (side != totals->side) {
        return true;
    }
    totals->positions++;
    totals->count[kind]++;
    if (value->wdl != 0) {
        totals->sum_dtw[kind] += (uint64_t)value->dtw;
        totals->sum_dtc[kind] += (uint64_t)value->dtc;
        if (value->dtw > totals->longest_dtw[kind]) {
            totals->longest_dtw[kind] = value->dtw;
        }
        if (value->dtc > totals->longest_dtc[kind]) {
            totals->longest_dtc[kind] = value->dtc;
        }
    }
    return true;
}

/* A distance as the data file writes it: "-" where there is none. */
static const char *distance_text(int distance, char text[12]) {
    if (distance == REFERENCE_NO_DISTANCE) {
        return "-";
    }
    snprintf(text, 12, "%d", distance);
    return text;
}

/* Writes the totals in the columns "positions" to "sum_dtc_losses" of the data file. */
static void totals_to_text(const ending_totals *totals, char *text, size_t size) {
    char longest[4][12];

    snprintf(text, size,
             "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %s %s %s %s %" PRIu64 " %" PRIu64
             " %" PRIu64 " %" PRIu64,
             totals->positions, totals->count[2], totals->count[1], totals->count[0],
             distance_text(totals->longest_dtw[2], longest[0]),
             distance_text(totals->longest_dtc[2], longest[1]),
             distance_text(totals->longest_dtw[0], longest[2]),
             distance_text(totals->longest_dtc[0], longest[3]), totals->sum_dtw[2],
             totals->sum_dtc[2], totals->sum_dtw[0], totals->sum_dtc[0]);
}

void check_counts_row(test_run *run, const char *file, const data_row *row) {
    enum { FIRST_TOTAL = 6, FIELDS = 18 };
    char expected[MAXIMUM_LINE] = ""; /* no longer than the row it is copied from */
    char found[MAXIMUM_LINE];
    char outcome[3 * MAXIMUM_LINE];

    if (row->count != FIELDS) {
        check(run, false, file, row->fields[0], "unreadable");
        return;
    }
    reference_signature signature = {atoi(row->fields[1]), atoi(row->fields[2]),
                                     atoi(row->fields[3]), atoi(row->fields[4])};
    if (signature.white_men + signature.white_kings + signature.black_men + signature.black_kings >
        run->pieces) {
        run->left_out++;
        return;
    }
    ending_totals totals = {
        .side = strcmp(row->fields[5], "white") == 0 ? REFERENCE_WHITE : REFERENCE_BLACK,
        .longest_dtw = {-1, -1, -1},
        .longest_dtc = {-1, -1, -1},
    };
    reference_status status =
        reference_solver_visit(run->solver, &signature, add_to_totals, &totals);
    totals_to_text(&totals, found, sizeof found);
    for (int i = FIRST_TOTAL; i < row->count; i++) {
        strcat(expected, i == FIRST_TOTAL ? "" : " ");
        strcat(expected, row->fields[i]);
    }
    snprintf(outcome, sizeof outcome, "%s to move: found %s, expected %s", row->fields[5], found,
             expected);
    check(run, status == REFERENCE_OK && strcmp(found, expected) == 0, file, row->fields[0],
          outcome);
}
