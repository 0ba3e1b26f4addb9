#include "verify_rules.h"
#include "format.h"
#include "verify_support.h"
#include <string.h>

/* ---- Captures ------------------------------------------------------------------------------- */

/* Notes, where a value leaves a bit for it, that the side to move has to capture. */
static bool complete_position(void *context, const struct judge *judge, struct value_finder *finder,
                              uint64_t index, const struct position *position) {
    struct values *values = context;
    value v;
    if (!moves_must_capture(judge->rules, position))
        return true;
    if (!worth_of_captures(judge, finder, position, &v))
        return false;
    if (values->bytes == 1)
        v |= VALUES_MUST_CAPTURE;
    values_set(values, position->side_to_move, index, v);
    return true;
}

/* When that is done for all positions: those of a side to move that no file tells. */
static bool complete_untold(void *context, const struct judge *judge, struct value_finder *finder,
                            uint64_t index, const struct position *position) {
    struct values *values = context;
    struct best_move best = no_move(values->metric);
    if (judge_must_capture(judge, index, position))
        return true;
    if (!visit_quiet_moves(judge, finder, position, take_move, &best))
        return false;
    values_set(values, position->side_to_move, index, value_of_best(&best));
    return true;
}

static bool is_untold(const void *context, const struct judge *judge, enum side side,
                      uint64_t index) {
    (void)context;
    (void)index;
    return (judge->own->told & stored_bit(side)) == 0;
}

enum solve_status complete_by_rules(struct values *values, const struct lookup *others,
                                    const struct lookup *outcomes, unsigned threads) {
    struct judge judge = {others->rules, values, outcomes != NULL ? outcomes : others};
    struct visit_progress state = {.counts = false};
    if (!visit_positions(&judge, threads, &state, NULL, complete_position, values))
        return SOLVE_MISSING;
    values->captures_marked = values->bytes == 1;
    return visit_positions(&judge, threads, &state, is_untold, complete_untold, values)
               ? SOLVE_OK
               : SOLVE_MISSING;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static bool comes_before(const struct offender *a, const struct offender *b) {
    return a->side != b->side ? a->side < b->side : a->index < b->index;
}

static void add_offender(struct offenders *offenders, struct offender offender) {
#pragma omp critical(verify_offenders)
    {
        size_t place = offenders->count < OFFENDERS_MAX ? (size_t)offenders->count : OFFENDERS_MAX;
        offenders->count++;
        for (; place > 0 && comes_before(&offender, &offenders->first[place - 1]); place--)
            if (place < OFFENDERS_MAX)
                offenders->first[place] = offenders->first[place - 1];
        if (place < OFFENDERS_MAX)
            offenders->first[place] = offender;
    }
}

struct comparison {
    struct offenders *offenders;
    struct support *support; /* NULL for distances */
};

/* The best move, and whether all that was looked at for it is supported from outside. */
struct supported_move {
    struct best_move best;
    const struct values *own;
    bool supported;
};

/* The moves that matter are the win, which ends the search, and all moves of a loss. */
static inline bool take_supported_move(void *context, const struct after *after) {
    struct supported_move *found = context;
    bool outside =
        after->converts ||
        (found->own->captures_marked &&
         (found->own->data[after->place->side][after->index] & VALUES_MUST_CAPTURE) != 0);
    bool more = take_move(&found->best, after);
    found->supported = more ? found->supported && outside : outside;
    return more;
}

static bool compare_outcome(const struct comparison *comparison, const struct judge *judge,
                            struct value_finder *finder, uint64_t index,
                            const struct position *position, value *expected) {
    struct supported_move found = {no_move(METRIC_WDL), judge->own, true};
    if (!visit_quiet_moves(judge, finder, position, take_supported_move, &found))
        return false;
    *expected = value_of_best(&found.best);
    if (found.supported && *expected != VALUE_DRAW &&
        *expected == values_get(judge->own, position->side_to_move, index))
        support_add(comparison->support, finder, index, position);
    return true;
}

static bool compare_distance(const struct judge *judge, struct value_finder *finder,
                             const struct position *position, value *expected) {
    struct best_move best = no_move(judge->own->metric);
    bool found = visit_quiet_moves(judge, finder, position, take_move, &best);
    *expected = value_of_best(&best);
    return found;
}

static bool compare_position(void *context, const struct judge *judge, struct value_finder *finder,
                             uint64_t index, const struct position *position) {
    const struct comparison *comparison = context;
    value expected;
    /* A file stores nothing for these; complete_by_rules() has just found their values. */
    if (judge_must_capture(judge, index, position))
        return true;
    bool found = comparison->support != NULL
                     ? compare_outcome(comparison, judge, finder, index, position, &expected)
                     : compare_distance(judge, finder, position, &expected);
    enum side side = position->side_to_move;
    value stored = values_get(judge->own, side, index);
    if (found && stored != expected)
        add_offender(comparison->offenders,
                     (struct offender){side, index, stored, expected, false});
    return found;
}

/* ---- Both -----------------------------------------------------------------------------------
 */

static bool add_unsupported(void *context, const struct judge *judge, struct value_finder *finder,
                            uint64_t index, const struct position *position) {
    enum side side = position->side_to_move;
    (void)finder;
    add_offender(
        ((struct comparison *)context)->offenders,
        (struct offender){side, index, values_get(judge->own, side, index), VALUE_DRAW, true});
    return true;
}

static bool is_without_support(const void *context, const struct judge *judge, enum side side,
                               uint64_t index) {
    return is_unsupported(((const struct comparison *)context)->support, judge, side, index);
}

/* With wrong values about, what they support is not worth asking. */
static void check_support(struct comparison *comparison, const struct judge *judge,
                          unsigned threads, struct visit_progress *state) {
    if (state->stopped || comparison->offenders->count > 0)
        return;
    support_complete(comparison->support, threads, state);
    if (!state->stopped)
        visit_positions(judge, threads, state, is_without_support, add_unsupported, comparison);
}

enum solve_status verify_by_rules(const struct values *values, const struct lookup *others,
                                  unsigned threads, solve_progress *progress,
                                  void *progress_context, struct offenders *offenders) {
    struct judge judge = {others->rules, values, others};
    struct visit_progress state = {progress, progress_context, true, 0, false};
    struct support support = {0};
    bool has_support = values->metric == METRIC_WDL;
    struct comparison comparison = {offenders, has_support ? &support : NULL};
    enum solve_status status = SOLVE_OK;
    memset(offenders, 0, sizeof *offenders);
    if (has_support && !support_make(&support, &judge))
        status = SOLVE_NO_MEMORY;
    else if (!visit_positions(&judge, threads, &state, NULL, compare_position, &comparison))
        status = SOLVE_MISSING;
    else if (has_support)
        check_support(&comparison, &judge, threads, &state);
    support_clear(&support);
    return status == SOLVE_OK && state.stopped ? SOLVE_STOPPED : status;
}
