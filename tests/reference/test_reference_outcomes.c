/* Checks the solver of one larger ending against the solver of all small ones. */
#include "test_reference.h"

#include <string.h>

typedef struct {
    const reference_solver *solver;
    uint64_t compared;
    uint64_t different;
} outcome_comparison;

static bool compare_outcome(void *context, uint64_t white, uint64_t black, uint64_t kings, int side,
                            int outcome) {
    outcome_comparison *comparison = context;
    reference_value value = {0, 0, 0};

    comparison->compared++;
    if (reference_solver_value(comparison->solver, white, black, kings, side, &value) !=
            REFERENCE_OK ||
        value.wdl != outcome) {
        comparison->different++;
    }
    return true;
}

/* Solves an ending and compares all it leads to: so many positions, both sides to move. */
static void check_ending(test_run *run, const char *name, reference_signature signature,
                         uint64_t positions) {
    outcome_comparison comparison = {run->solver, 0, 0};
    reference_outcomes *outcomes = NULL;
    reference_status status = reference_outcomes_create(&signature, &outcomes);

    if (signature.white_men + signature.white_kings + signature.black_men + signature.black_kings >
        run->pieces) {
        run->left_out++;
    } else {
        for (int i = 0; status == REFERENCE_OK && i < reference_outcomes_count(outcomes); i++) {
            status = reference_outcomes_solve(outcomes, i, NULL);
            if (status == REFERENCE_OK) {
                reference_outcomes_visit(outcomes, i, compare_outcome, &comparison);
            }
        }
        check(run,
              status == REFERENCE_OK && comparison.compared == positions &&
                  comparison.different == 0,
              __FILE__, name, "not the outcomes that the solver of all endings found");
    }
    reference_outcomes_free(outcomes);
}

/* Whether taking back some move leads from `after` to `before`. */
static bool leads_back(const reference_position *after, const reference_position *before) {
    reference_move_list retreats;
    bool found = false;

    if (reference_list_retreats(after, &retreats) != REFERENCE_OK) {
        return false;
    }
    for (int i = 0; i < retreats.count; i++) {
        reference_position there = *after;

        reference_take_back(&there, &retreats.moves[i]);
        found = found || (memcmp(there.squares, before->squares, sizeof there.squares) == 0 &&
                          there.side == before->side);
    }
    return found;
}

typedef struct {
    uint64_t moves;
    uint64_t lost; /* moves that no retreat takes back */
} retreat_count;

/* Takes back every quiet move that doesn't promote. */
static bool count_retreats(void *context, uint64_t white, uint64_t black, uint64_t kings, int side,
                           const reference_value *value) {
    retreat_count *count = context;
    reference_position position;
    reference_move_list list;

    (void)value;
    if (reference_position_from_sets(white, black, kings, side, &position) != REFERENCE_OK ||
        reference_list_moves(&position, &list) != REFERENCE_OK) {
        count->lost++;
        return true;
    }
    for (int i = 0; i < list.count; i++) {
        reference_position next = position;

        if (list.moves[i].captured == 0 && !list.moves[i].promotes) {
            reference_make_move(&next, &list.moves[i]);
            count->moves++;
            count->lost += leads_back(&next, &position) ? 0 : 1;
        }
    }
    return true;
}

static void check_retreats(test_run *run) {
    const reference_signature king_and_man_against_man = {1, 1, 1, 0};
    retreat_count count = {0, 0};
    reference_status status =
        reference_solver_visit(run->solver, &king_and_man_against_man, count_retreats, &count);

    check(run, status == REFERENCE_OK && count.moves > 0 && count.lost == 0, __FILE__, "retreats",
          "a quiet move is not among those that can be taken back");
}

static void check_endings_refused(test_run *run) {
    const reference_signature seven_pieces = {3, 1, 2, 1};
    const reference_signature nobody = {2, 1, 0, 0};
    reference_outcomes *outcomes = NULL;
    bool refused = reference_outcomes_create(&seven_pieces, &outcomes) == REFERENCE_NOT_COVERED &&
                   outcomes == NULL &&
                   reference_outcomes_create(&nobody, &outcomes) == REFERENCE_NOT_COVERED &&
                   outcomes == NULL;

    check(run, refused, __FILE__, "refused", "an ending that can't be solved was not refused");
}

void check_outcomes(test_run *run) {
    check_ending(run, "KMvM", (reference_signature){1, 1, 1, 0}, 160456);
    check_ending(run, "MvMM", (reference_signature){1, 0, 2, 0}, 203008);
    check_ending(run, "KMvKM", (reference_signature){1, 1, 1, 1}, 3578176);
    check_retreats(run);
    check_endings_refused(run);
}
