#include "verify_rules.h"
#include "moves.h"
#include "position_walk.h"
#include "rules_worth.h"
#include "value_finder.h"
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

/* The position after a move: where its value lies. */
struct after {
    const struct finder_place *place;
    uint64_t index;
    bool converts; /* the move captures or promotes */
};

/* Looks at the position after a move; false when no more moves are wanted. */
typedef bool after_visitor(void *context, const struct after *after);

/* Finds the position after a move. False when its values are not in memory. */
static inline bool find_after(struct value_finder *finder, const struct position *position,
                              struct after *after) {
    bitboard kings = position->kings;
    after->place = finder_find(finder, position);
    if (after->place->values == NULL)
        return false;
    after->index =
        finder_index(finder, after->place, position->white & kings, position->black & kings);
    return true;
}

/* Quiet moves of a king: the men, and so the place, stay the same. */
static inline bool visit_king_moves(const struct judge *judge, struct value_finder *finder,
                                    const struct position *position,
                                    const struct finder_place *place, unsigned from,
                                    after_visitor *visit, void *context) {
    bitboard white = position->white & position->kings;
    bitboard black = position->black & position->kings;
    bitboard *own = position->side_to_move == WHITE ? &white : &black;
    bitboard others = *own & ~square_bit(from);
    bitboard targets = moves_quiet_targets(judge->rules, position, from);
    for (; targets != 0; targets = without_lowest(targets)) {
        *own = others | square_bit(lowest_square(targets));
        struct after after = {place, finder_index(finder, place, white, black), false};
        if (!visit(context, &after))
            return false;
    }
    return true;
}

/* Quiet moves of a man. *found becomes false when values are not in memory. */
static inline bool visit_man_moves(const struct judge *judge, struct value_finder *finder,
                                   const struct position *position, unsigned from,
                                   after_visitor *visit, void *context, bool *found) {
    enum side side = position->side_to_move;
    bitboard targets = moves_quiet_targets(judge->rules, position, from);
    for (; targets != 0; targets = without_lowest(targets)) {
        unsigned to = lowest_square(targets);
        struct move move = {
            .from = (uint8_t)from,
            .to = (uint8_t)to,
            .promotes = (square_bit(to) & judge->rules->geometry->promotion_row[side]) != 0};
        struct position next = move_apply(judge->rules, position, &move);
        struct after after = {.converts = move.promotes};
        *found = find_after(finder, &next, &after) && *found;
        if (*found && !visit(context, &after))
            return false;
    }
    return true;
}

/* Visits the positions after the moves of a position in which nothing can be taken. False when
 * values are not in memory. */
static inline bool visit_quiet_moves(const struct judge *judge, struct value_finder *finder,
                                     const struct position *position, after_visitor *visit,
                                     void *context) {
    bool found = true;
    bool more = true;
    bitboard own = position_pieces(position, position->side_to_move);
    /* Men first: they are soon done, and what they win need not be looked for among king moves. */
    for (bitboard men = own & ~position->kings; more && men != 0; men = without_lowest(men))
        more = visit_man_moves(judge, finder, position, lowest_square(men), visit, context, &found);
    struct position moved = *position;
    moved.side_to_move = other_side(position->side_to_move);
    bitboard kings = own & position->kings;
    const struct finder_place *place = kings != 0 ? finder_find(finder, &moved) : NULL;
    for (; more && kings != 0; kings = without_lowest(kings))
        more =
            visit_king_moves(judge, finder, position, place, lowest_square(kings), visit, context);
    return found;
}

struct best_move {
    enum metric metric;
    value worth;
    bool any;
};

/* Without distance nothing is better than a win, so the other moves need not be looked at. */
static inline bool take_move(void *context, const struct after *after) {
    struct best_move *best = context;
    value worth =
        worth_of_move(best->metric, after->converts, finder_value(after->place, after->index));
    if (!best->any || worth_is_better(worth, best->worth))
        best->worth = worth;
    best->any = true;
    return best->metric != METRIC_WDL || !value_is_win(worth);
}

static value value_of_best(const struct best_move *best) {
    if (best->metric == METRIC_WDL)
        return value_without_distance(best->worth);
    return best->worth;
}

/* The value of a position without captures. */
static bool worth_of_quiet(const struct judge *judge, struct value_finder *finder,
                           const struct position *position, value *v) {
    struct best_move best = {judge->own->metric, value_loss_in(0), false};
    bool found = visit_quiet_moves(judge, finder, position, take_move, &best);
    *v = value_of_best(&best);
    return found;
}

/* The value of a position in which the side to move has to capture. */
static bool worth_of_captures(const struct judge *judge, struct value_finder *finder,
                              const struct position *position, value *v) {
    struct best_move best = {judge->own->metric, value_loss_in(0), false};
    struct move_list list;
    bool more = true;
    moves_generate(judge->rules, position, &list);
    for (unsigned i = 0; more && i < list.count; i++) {
        struct position next = move_apply(judge->rules, position, &list.moves[i]);
        struct after after = {.converts = true};
        if (position_pieces(&next, next.side_to_move) == 0)
            best = (struct best_move){best.metric, value_win_in(1), true};
        else if (!find_after(finder, &next, &after))
            return false;
        else
            more = take_move(&best, &after);
    }
    *v = value_of_best(&best);
    return !list.overflow;
}

/* ---- Going through all positions in parallel ------------------------------------------------ */

/* Looks at one position; called by several threads at once. */
typedef bool position_visitor(void *context, const struct judge *judge, struct value_finder *finder,
                              uint64_t index, const struct position *position);

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
    struct value_finder finder;
    finder_init(&finder, judge->rules->geometry, judge->own, judge->others);
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
        fine = visit(context, judge, &finder, index, &walk.position) && fine;
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

enum solve_status complete_by_rules(struct values *values, const struct lookup *others,
                                    const struct lookup *outcomes, unsigned threads) {
    struct judge judge = {others->rules, values, outcomes != NULL ? outcomes : others};
    struct visit_progress state = {.counts = false};
    if (!visit_all(&judge, threads, &state, NULL, complete_position, values))
        return SOLVE_MISSING;
    values->captures_marked = values->bytes == 1;
    return SOLVE_OK;
}

/* Whether the side to move has to capture: as noted, or else by looking. */
static bool must_capture(const struct judge *judge, uint64_t index,
                         const struct position *position) {
    if (judge->own->captures_marked)
        return (judge->own->data[position->side_to_move][index] & VALUES_MUST_CAPTURE) != 0;
    return moves_must_capture(judge->rules, position);
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

static bool compare_position(void *context, const struct judge *judge, struct value_finder *finder,
                             uint64_t index, const struct position *position) {
    value expected;
    /* A file stores nothing for these; complete_by_rules() has just found their values. */
    if (must_capture(judge, index, position))
        return true;
    if (!worth_of_quiet(judge, finder, position, &expected))
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

static bool is_supported(const struct support *support, enum side side, uint64_t index) {
    return __atomic_load_n(&support->of[side][index], __ATOMIC_RELAXED) != 0;
}

/* What the moves of a win or loss say about its support. */
struct support_search {
    const struct support *support;
    bool win;
    bool supported;
};

/* A win needs one supported loss after it, a loss nothing but supported positions. */
static inline bool take_support(void *context, const struct after *after) {
    struct support_search *search = context;
    bool known = after->converts || is_supported(search->support, after->place->side, after->index);
    if (search->win) {
        search->supported = known && value_is_loss(finder_value(after->place, after->index));
        return !search->supported;
    }
    search->supported = known;
    return known;
}

/* A win or loss that is not supported yet. */
static bool is_open(const void *context, const struct judge *judge, enum side side,
                    uint64_t index) {
    const struct support *support = context;
    return values_get(judge->own, side, index) != VALUE_DRAW && !is_supported(support, side, index);
}

/* Captures end the signature, so the values after them are supported. */
static bool support_position(void *context, const struct judge *judge, struct value_finder *finder,
                             uint64_t index, const struct position *position) {
    struct support *support = context;
    enum side side = position->side_to_move;
    value v = values_get(judge->own, side, index);
    struct support_search search = {support, value_is_win(v), value_is_loss(v)};
    if (support->offenders != NULL) {
        add_offender(support->offenders, (struct offender){side, index, v, VALUE_DRAW, true});
        return true;
    }
    if (must_capture(judge, index, position))
        search.supported = true;
    else if (!visit_quiet_moves(judge, finder, position, take_support, &search))
        return false;
    if (search.supported) {
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
