/* Cases written out here: what moves leave behind, and what the solver refuses. */
#include "test_reference.h"

#include "reference_text.h"

#include <string.h>

static void check_only_move(test_run *run, const char *before, const char *after) {
    reference_position position;
    reference_position expected;
    reference_move_list list;

    bool same = reference_read_position(before, &position) &&
                reference_read_position(after, &expected) &&
                reference_list_moves(&position, &list) == REFERENCE_OK && list.count == 1;
    if (same) {
        reference_make_move(&position, &list.moves[0]);
        same = memcmp(position.squares, expected.squares, sizeof position.squares) == 0 &&
               position.side == expected.side;
    }
    check(run, same, __FILE__, before, "the only move does not lead to what it should");
}

void check_moves_made(test_run *run) {
    /* Ends on the last row: a king. Passes through it: still a man. */
    check_only_move(run, "W:Wh6:Bg7,c5,d2", "B:WKf8:Bc5,d2");
    check_only_move(run, "W:Wh6,g1:Ba7,e7,g7,b6,a5,Kg5,d4", "B:Wd6,g1:Ba7,b6,a5,Kg5,d4");
    /* The same for Black. */
    check_only_move(run, "B:Wb2,f4,e7:Ba3", "W:Wf4,e7:BKc1");
    check_only_move(run, "B:Wb2,d2,h6:Ba3", "W:Wh6:Be3");
    /* A man takes backward. */
    check_only_move(run, "W:Wc5:Bd4", "B:We3:B");
    /* A man steps forward only, and becomes a king on the last row. */
    check_only_move(run, "W:Wh6:Bf8", "B:Wg7:Bf8");
    check_only_move(run, "B:Wa3,b4:Bh2", "W:Wa3,b4:BKg1");
}

void check_values_refused(test_run *run) {
    const uint64_t top_left = 1;
    const uint64_t bottom_right = UINT64_C(1) << 31;
    reference_value value = {7, 7, 7};

    reference_status man_on_promotion_row =
        reference_solver_value(run->solver, top_left, bottom_right, bottom_right, 0, &value);
    reference_status no_such_side = reference_solver_value(run->solver, top_left, bottom_right,
                                                           top_left | bottom_right, 2, &value);
    reference_status nobody_to_play =
        reference_solver_value(run->solver, top_left, 0, top_left, 0, &value);
    reference_status too_many = reference_solver_value(run->solver, top_left, 0xfff0, 1, 0, &value);
    bool refused = man_on_promotion_row == REFERENCE_ILLEGAL_POSITION &&
                   no_such_side == REFERENCE_ILLEGAL_POSITION &&
                   nobody_to_play == REFERENCE_NOT_COVERED && too_many == REFERENCE_NOT_COVERED;
    check(run, refused && value.wdl == 7 && value.dtw == 7 && value.dtc == 7, __FILE__, "refused",
          "a value outside the endings was not refused");
}
