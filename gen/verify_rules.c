#include "verify_rules.h"
#include "moves.h"
#include "position_walk.h"
#include "rules_worth.h"
#include <stdlib.h>
#include <string.h>

/* Positions that one task looks at. */
enum { RANGE_POSITIONS = 1 << 13 };

struct judge {
    const struct rules *rules;
    const struct values *own;
    const struct lookup *others;
};

/* ---- What a position is worth --------------------------------------------------------------- */

/* The value of the position after a move. False when it is not in memory. */
static bool value_after(const struct judge *judge, const struct position *after, bool converts,
                        value *v) {
    if (position_pieces(after, after->side_to_move) == 0) {
        *v = value_loss_in(0);
        return true;
    }
    struct position canonical = position_canonical(judge->rules->geometry, after);
    const struct values *values =
        converts ? lookup_find(judge->others, signature_of_position(&canonical)) : judge->own;
    if (values == NULL)
        return false;
    *v = values_get(values, canonical.side_to_move, index_of_position(&values->layout, &canonical));
    return true;
}

/* The value of a position from those of its successors. */
static bool worth_by_rules(const struct judge *judge, const struct position *position, value *v) {
    struct move_list list;
    value best = value_loss_in(0);
    moves_generate(judge->rules, position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        const struct move *move = &list.moves[i];
        bool converts = move->captured != 0 || move->promotes;
        struct position after = move_apply(judge->rules, position, move);
        value child;
        if (!value_after(judge, &after, converts, &child))
            return false;
        value worth = worth_of_move(judge->own->metric, converts, child);
        if (i == 0 || worth_is_better(worth, best))
            best = worth;
    }
    *v = judge->own->metric == METRIC_WDL ? value_without_distance(best) : best;
    return !list.overflow;
}

/* ---- Going through all positions in parallel ------------------------------------------------ */

/* Looks at one position; called by several threads at once. */
typedef bool position_visitor(void *context, const struct judge *judge, uint64_t index,
                              const struct position *position);

struct visit_progress {
    solve_progress *progress; /* may be NULL */
    void *context;
    bool counts; /* else positions are visited again and `done` stays */
    uint64_t done;
    bool stopped;
};

static void count_done(struct visit_progress *state, uint64_t positions) {
#pragma omp critical(verify_progress)
    {
        state->done += state->counts ? positions : 0;
        if (state->progress != NULL && !state->progress(state->context, state->done)) {
#pragma omp atomic write
            state->stopped = true;
        }
    }
}

static bool is_stopped(struct visit_progress *state) {
    bool stopped;
#pragma omp atomic read
    stopped = state->stopped;
    return stopped;
}

/* Whether a position is to be visited at all. */
typedef bool position_filter(const void *context, const struct judge *judge, enum side side,
                             uint64_t index);

static bool visit_range(const struct judge *judge, enum side side, uint64_t first, uint64_t end,
                        position_filter *wanted, position_visitor *visit, void *context) {
    bool fine = true;
    bool in_step = false; /* the walk stands at the index before */
    struct position_walk walk;
    for (uint64_t index = first; index < end; index++) {
        if (wanted != NULL && !wanted(context, judge, side, index)) {
            in_step = false;
            continue;
        }
        if (in_step)
            position_walk_next(&walk);
        else
            walk = position_walk_start(&judge->own->layout, side, index);
        in_step = true;
        fine = visit(context, judge, index, &walk.position) && fine;
    }
    return fine;
}

/* Visits the positions that are wanted, all of them with NULL. False when the visitor returned
 * false anywhere. */
static bool visit_all(const struct judge *judge, unsigned threads, struct visit_progress *state,
                      position_filter *wanted, position_visitor *visit, void *context) {
    bool fine = true;
    uint64_t positions = judge->own->layout.positions;
    uint64_t ranges = (positions + RANGE_POSITIONS - 1) / RANGE_POSITIONS;
#pragma omp parallel for schedule(dynamic) num_threads((int)threads) reduction(&& : fine)
    for (uint64_t range = 0; range < ranges * judge->own->sides; range++) {
        if (is_stopped(state))
            continue;
        enum side side = range < ranges ? WHITE : BLACK;
        uint64_t first = range % ranges * RANGE_POSITIONS;
        uint64_t end = positions - first < RANGE_POSITIONS ? positions : first + RANGE_POSITIONS;
        fine = visit_range(judge, side, first, end, wanted, visit, context) && fine;
        count_done(state, end - first);
    }
    return fine;
}

/* ---- Captures ------------------------------------------------------------------------------- */

static bool complete_position(void *context, const struct judge *judge, uint64_t index,
                              const struct position *position) {
    struct values *values = context;
    value v;
    if (!moves_must_capture(judge->rules, position))
        return true;
    if (!worth_by_rules(judge, position, &v))
        return false;
    values_set(values, position->side_to_move, index, v);
    return true;
}

enum solve_status complete_by_rules(struct values *values, const struct lookup *others,
                                    const struct lookup *outcomes, unsigned threads) {
    struct judge judge = {others->rules, values, outcomes != NULL ? outcomes : others};
    struct visit_progress state = {.counts = false};
    return visit_all(&judge, threads, &state, NULL, complete_position, values) ? SOLVE_OK
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

static bool compare_position(void *context, const struct judge *judge, uint64_t index,
                             const struct position *position) {
    value expected;
    /* A file stores nothing for these; complete_by_rules() has just found their values. */
    if (moves_must_capture(judge->rules, position))
        return true;
    if (!worth_by_rules(judge, position, &expected))
        return false;
    enum side side = position->side_to_move;
    value stored = values_get(judge->own, side, index);
    if (stored != expected)
        add_offender(context, (struct offender){side, index, stored, expected, false});
    return true;
}

/* ---- Wins and losses without distance: no circles ------------------------------------------- */

/* One byte a position: 1 when its win or loss is supported from outside of circles. */
struct support {
    uint8_t *of[2];
    struct offenders *offenders; /* NULL while support spreads, then where to report */
    bool changed;
};

static bool is_supported(const struct support *support, const struct position *canonical,
                         const struct values *own) {
    uint64_t index = index_of_position(&own->layout, canonical);
    return __atomic_load_n(&support->of[canonical->side_to_move][index], __ATOMIC_RELAXED) != 0;
}

/* Whether a win has a supported loss after it, or all that a loss has after it is supported. */
static bool supported_by_moves(const struct judge *judge, const struct support *support,
                               const struct position *position, bool win) {
    struct move_list list;
    moves_generate(judge->rules, position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        const struct move *move = &list.moves[i];
        bool converts = move->captured != 0 || move->promotes;
        struct position after = move_apply(judge->rules, position, move);
        struct position canonical = position_canonical(judge->rules->geometry, &after);
        value child;
        bool known = value_after(judge, &after, converts, &child) &&
                     (converts || is_supported(support, &canonical, judge->own));
        if (win && known && value_is_loss(child))
            return true;
        if (!win && !known)
            return false;
    }
    return !win;
}

/* A win or loss that is not supported yet. */
static bool is_open(const void *context, const struct judge *judge, enum side side,
                    uint64_t index) {
    const struct support *support = context;
    return values_get(judge->own, side, index) != VALUE_DRAW &&
           __atomic_load_n(&support->of[side][index], __ATOMIC_RELAXED) == 0;
}

static bool support_position(void *context, const struct judge *judge, uint64_t index,
                             const struct position *position) {
    struct support *support = context;
    enum side side = position->side_to_move;
    value v = values_get(judge->own, side, index);
    if (support->offenders != NULL) {
        add_offender(support->offenders, (struct offender){side, index, v, VALUE_DRAW, true});
        return true;
    }
    if (supported_by_moves(judge, support, position, value_is_win(v))) {
        __atomic_store_n(&support->of[side][index], 1, __ATOMIC_RELAXED);
        __atomic_store_n(&support->changed, true, __ATOMIC_RELAXED);
    }
    return true;
}

static enum solve_status check_support(const struct judge *judge, unsigned threads,
                                       struct visit_progress *state, struct offenders *offenders) {
    struct support support = {{NULL, NULL}, NULL, true};
    size_t positions = (size_t)judge->own->layout.positions;
    bool fine = true;
    for (unsigned side = 0; side < judge->own->sides; side++) {
        support.of[side] = calloc(positions, 1);
        fine = fine && support.of[side] != NULL;
    }
    state->counts = false;
    while (fine && support.changed && !state->stopped) {
        support.changed = false;
        visit_all(judge, threads, state, is_open, support_position, &support);
    }
    support.offenders = offenders;
    if (fine && !state->stopped)
        visit_all(judge, threads, state, is_open, support_position, &support);
    free(support.of[0]);
    free(support.of[1]);
    return fine ? SOLVE_OK : SOLVE_NO_MEMORY;
}

enum solve_status verify_by_rules(const struct values *values, const struct lookup *others,
                                  unsigned threads, solve_progress *progress,
                                  void *progress_context, struct offenders *offenders) {
    struct judge judge = {others->rules, values, others};
    struct visit_progress state = {progress, progress_context, true, 0, false};
    memset(offenders, 0, sizeof *offenders);
    if (!visit_all(&judge, threads, &state, NULL, compare_position, offenders))
        return SOLVE_MISSING;
    enum solve_status status = SOLVE_OK;
    /* With wrong values about, what they support is not worth asking. */
    if (values->metric == METRIC_WDL && !state.stopped && offenders->count == 0)
        status = check_support(&judge, threads, &state, offenders);
    return state.stopped ? SOLVE_STOPPED : status;
}
