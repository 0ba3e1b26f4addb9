/* Verification by the rules finds what is wrong, and nothing else. */
#include "check.h"
#include "moves.h"
#include "solved.h"
#include "verify_rules.h"
#include <stdlib.h>

static struct offenders judged(const struct values *values, const struct lookup *others,
                               unsigned threads) {
    struct offenders offenders;
    CHECK_EQUAL(verify_by_rules(values, others, threads, NULL, NULL, &offenders), SOLVE_OK);
    return offenders;
}

/* Completing by the rules gives the solver's values back, whatever stood there. */
static void check_completion(const struct values *values, const struct lookup *others,
                             const struct lookup *outcomes) {
    struct values *copy =
        values_allocate(&rules_brazilian, values->layout.signature, values->metric);
    uint64_t spoilt = 0;
    uint64_t different = 0;
    for (unsigned side = 0; side < values->sides; side++)
        for (uint64_t i = 0; i < values->layout.positions; i++) {
            struct position position = position_of_index(&values->layout, i, (enum side)side);
            bool capture = moves_must_capture(&rules_brazilian, &position);
            value v = values_get(values, (enum side)side, i);
            spoilt += capture;
            values_set(copy, (enum side)side, i, capture ? (v == 0 ? 1 : 0) : v);
        }
    CHECK(spoilt > 0);
    CHECK_EQUAL(complete_by_rules(copy, others, outcomes, 2), SOLVE_OK);
    for (unsigned side = 0; side < values->sides; side++)
        for (uint64_t i = 0; i < values->layout.positions; i++)
            different +=
                values_get(copy, (enum side)side, i) != values_get(values, (enum side)side, i);
    CHECK_EQUAL(different, 0);
    values_free(copy);
}

/* The position itself and at most some of its predecessors are offenders. */
static void check_planted(struct values *values, const struct lookup *others, enum side side,
                          uint64_t index, value planted) {
    value right = values_get(values, side, index);
    values_set(values, side, index, planted);
    struct offenders offenders = judged(values, others, 2);
    bool found = false;
    for (uint64_t i = 0; i < offenders.count && i < OFFENDERS_MAX; i++) {
        const struct offender *offender = &offenders.first[i];
        if (offender->side == side && offender->index == index) {
            found = true;
            CHECK_EQUAL(offender->stored, planted);
            CHECK_EQUAL(offender->expected, right);
        }
    }
    CHECK(offenders.count > 0);
    CHECK(found || offenders.count > OFFENDERS_MAX);
    values_set(values, side, index, right);
}

/* Every other value at a few positions that are stored. */
static void check_planting(struct values *values, const struct lookup *others) {
    unsigned planted = 0;
    for (uint64_t i = 0; i < values->layout.positions && planted < 12;
         i += values->layout.positions / 40 + 1) {
        struct position position = position_of_index(&values->layout, i, WHITE);
        value right = values_get(values, WHITE, i);
        if (moves_must_capture(&rules_brazilian, &position))
            continue;
        for (value v = VALUE_DRAW; v <= VALUE_WIN; v++)
            if (v != right) {
                check_planted(values, others, WHITE, i, v);
                planted++;
            }
    }
    CHECK(planted >= 12);
}

/* Whether what is claimed for a position agrees with the claims for its successors: a loss after a
 * claimed win, nothing but wins after a claimed loss. */
static bool claim_holds(const struct values *claims, const struct lookup *others, enum side side,
                        uint64_t index) {
    struct move_list list;
    bool win = value_is_win(values_get(claims, side, index));
    struct position position = position_of_index(&claims->layout, index, side);
    moves_generate(&rules_brazilian, &position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        value v;
        struct position after = move_apply(&rules_brazilian, &position, &list.moves[i]);
        if (list.moves[i].captured != 0 || list.moves[i].promotes)
            CHECK(lookup_value(others, &after, &v));
        else
            v = values_get(claims, after.side_to_move, index_of_position(&claims->layout, &after));
        if (win && value_is_loss(v))
            return true;
        if (!win && !value_is_win(v))
            return false;
    }
    return !win;
}

/* Claims that every draw is a win of White, and gives up claims until all the others agree. What
 * is left are wins and losses that support each other without ever ending the game. */
static void check_circle(const struct values *right, const struct lookup *others) {
    struct values *claims = values_allocate(&rules_brazilian, right->layout.signature, METRIC_WDL);
    uint64_t false_claims = 0;
    for (enum side side = WHITE; side <= BLACK; side++)
        for (uint64_t i = 0; i < right->layout.positions; i++) {
            value v = values_get(right, side, i);
            value claim = side == WHITE ? VALUE_WIN : VALUE_LOSS;
            values_set(claims, side, i, v == VALUE_DRAW ? claim : v);
        }
    for (bool changed = true; changed;) {
        changed = false;
        false_claims = 0;
        for (enum side side = WHITE; side <= BLACK; side++)
            for (uint64_t i = 0; i < right->layout.positions; i++) {
                if (values_get(right, side, i) == values_get(claims, side, i))
                    continue;
                false_claims++;
                if (claim_holds(claims, others, side, i))
                    continue;
                values_set(claims, side, i, VALUE_DRAW);
                changed = true;
            }
    }
    CHECK(false_claims > 1000);
    struct offenders offenders = judged(claims, others, 2);
    CHECK_EQUAL(offenders.count, false_claims);
    CHECK(offenders.first[0].unsupported);
    values_free(claims);
}

static bool stop_soon(void *context, uint64_t positions_done) {
    (void)context;
    return positions_done == 0;
}

int main(void) {
    struct solved wdl;
    struct solved dtw;
    struct solved dtc;
    struct offenders offenders;
    CHECK(solve_endings(&wdl, METRIC_WDL, 3, NULL));
    CHECK(solve_endings(&dtw, METRIC_DTW, 3, NULL));
    CHECK(solve_endings(&dtc, METRIC_DTC, 3, wdl.lookup));
    for (unsigned i = 0; i < wdl.count; i++) {
        CHECK_EQUAL(judged(wdl.values[i], wdl.lookup, 1 + i % 3).count, 0);
        CHECK_EQUAL(judged(dtw.values[i], dtw.lookup, 1 + i % 3).count, 0);
        CHECK_EQUAL(judged(dtc.values[i], wdl.lookup, 1 + i % 3).count, 0);
        check_completion(wdl.values[i], wdl.lookup, NULL);
        check_completion(dtw.values[i], dtw.lookup, NULL);
        check_completion(dtc.values[i], dtw.lookup, dtw.lookup);
    }
    check_planting(solved_find(&wdl, "KMvM"), wdl.lookup);
    check_planting(solved_find(&dtw, "KMvM"), dtw.lookup);
    check_planting(solved_find(&dtc, "MMvK"), wdl.lookup);
    check_circle(solved_find(&wdl, "KKvK"), wdl.lookup);
    CHECK_EQUAL(
        verify_by_rules(solved_find(&wdl, "KKvK"), wdl.lookup, 2, stop_soon, NULL, &offenders),
        SOLVE_STOPPED);
    struct lookup *empty = lookup_new(&rules_brazilian, METRIC_WDL);
    CHECK_EQUAL(verify_by_rules(solved_find(&wdl, "KMvK"), empty, 2, NULL, NULL, &offenders),
                SOLVE_MISSING);
    free(empty);
    solved_free(&wdl);
    solved_free(&dtw);
    solved_free(&dtc);
    return check_report();
}
