#include "position_visits.h"
#include "position_walk.h"

/* Positions that one task looks at. */
enum { RANGE_POSITIONS = 1 << 13 };

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

bool visit_positions(const struct judge *judge, unsigned threads, struct visit_progress *state,
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
