/* Checks perft.tsv, and the moves and values of rules_cases.tsv. */
#include "test_reference.h"

#include "reference_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns: position, counting, depth, nodes. */
void check_perft_row(test_run *run, const char *file, const data_row *row) {
    reference_position position;
    char outcome[100];

    if (row->count != 4 || !reference_read_position(row->fields[0], &position)) {
        check(run, false, file, row->fields[0], "unreadable");
        return;
    }
    bool by_path = strcmp(row->fields[1], "by-path") == 0;
    uint64_t expected = strtoull(row->fields[3], NULL, 10);
    if (expected > run->nodes) {
        run->left_out++;
        return;
    }
    uint64_t nodes = 0;
    reference_status status =
        reference_perft(&position, atoi(row->fields[2]),
                        by_path ? REFERENCE_COUNT_BY_PATH : REFERENCE_COUNT_DISTINCT, &nodes);
    snprintf(outcome, sizeof outcome, "%s depth %s: %" PRIu64 " nodes, expected %s", row->fields[1],
             row->fields[2], nodes, row->fields[3]);
    check(run, status == REFERENCE_OK && nodes == expected, file, row->fields[0], outcome);
}

/* The enemies on the straight lines between the squares of a move written in full. */
static uint64_t pieces_passed_over(const reference_position *position,
                                   const reference_written_move *written) {
    uint64_t white = 0;
    uint64_t black = 0;
    uint64_t kings = 0;
    uint64_t passed = 0;

    reference_position_to_sets(position, &white, &black, &kings);
    uint64_t enemies = position->side == REFERENCE_WHITE ? black : white;
    for (int i = 1; i < written->square_count; i++) {
        int row = reference_square_row(written->squares[i - 1]);
        int column = reference_square_column(written->squares[i - 1]);
        int last_row = reference_square_row(written->squares[i]);
        int row_step = last_row > row ? 1 : -1;
        int column_step = reference_square_column(written->squares[i]) > column ? 1 : -1;

        for (; row != last_row; row += row_step, column += column_step) {
            passed |= enemies & (UINT64_C(1) << reference_square_at(row, column));
        }
    }
    return passed;
}

/* A move written short says nothing about the captured pieces, one written in full says all. */
static bool is_written_as(const reference_position *position, const reference_move *move,
                          const reference_written_move *written) {
    int last = written->square_count - 1;

    return move->from == written->squares[0] && move->to == written->squares[last] &&
           (last == 1 || move->captured == pieces_passed_over(position, written));
}

/* Every written move has to fit exactly one legal move, and there must be no further ones. */
static bool moves_are(const reference_position *position, const char *expected) {
    reference_move_list list;
    int written_count = 0;

    if (reference_list_moves(position, &list) != REFERENCE_OK) {
        return false;
    }
    for (const char *text = expected; text != NULL; written_count++) {
        reference_written_move written;
        int fitting = 0;

        if (!reference_read_move(text, &written)) {
            return false;
        }
        for (int i = 0; i < list.count; i++) {
            fitting += is_written_as(position, &list.moves[i], &written) ? 1 : 0;
        }
        if (fitting != 1) {
            return false;
        }
        text = strchr(text, ' ');
        text = text == NULL ? NULL : text + 1;
    }
    return written_count == list.count;
}

static int count_bits(uint64_t set) {
    int count = 0;

    for (; set != 0; set >>= 1) {
        count += (int)(set & 1);
    }
    return count;
}

static void check_value_case(test_run *run, const char *file, const data_row *row,
                             const reference_position *position) {
    static const char *const names[] = {"loss", "draw", "win"};
    reference_value value = {0, 0, 0};
    uint64_t white = 0;
    uint64_t black = 0;
    uint64_t kings = 0;
    char outcome[100];

    reference_position_to_sets(position, &white, &black, &kings);
    if (count_bits(white | black) > run->pieces) {
        run->left_out++;
        return;
    }
    reference_status status =
        reference_solver_value(run->solver, white, black, kings, position->side, &value);
    snprintf(outcome, sizeof outcome, "%s dtw %d dtc %d", names[value.wdl + 1], value.dtw,
             value.dtc);
    check(run, status == REFERENCE_OK && strcmp(outcome, row->fields[3]) == 0, file, row->fields[0],
          outcome);
}

/* Columns: id, kind, input, expected, why. */
void check_rules_row(test_run *run, const char *file, const data_row *row) {
    reference_position position;
    bool is_moves_case = row->count == 5 && strcmp(row->fields[1], "moves") == 0;
    bool is_value_case = row->count == 5 && strcmp(row->fields[1], "value") == 0;

    if (!is_moves_case && !is_value_case) {
        return; /* notation and tables: not the business of the reference solver */
    }
    if (!reference_read_position(row->fields[2], &position)) {
        check(run, false, file, row->fields[0], "unreadable");
    } else if (is_moves_case) {
        check(run, moves_are(&position, row->fields[3]), file, row->fields[0],
              "other moves than expected");
    } else {
        check_value_case(run, file, row, &position);
    }
}
