#include "draw_search.h"
#include "draw_state.h"
#include "evaluate.h"
#include <stdlib.h>
#include <string.h>

/* Positions that are looked at, and answers that are remembered. */
enum { POSITIONS_MAX = 1200, SLOTS = 2048, MOVES_MAX = 128, DEPTH_MAX = 120 };

struct search_slot {
    struct position position;
    struct draw_clock clock;
    bool used;
    enum draw_answer answer;
};

struct search {
    struct draw_solver *solver;
    unsigned looked_at;
    struct search_slot *slots;
    struct move_list *list;
    finais_error *error;
};

/* A move that is tried, with what is known of the position after it. */
struct candidate {
    struct position position;
    struct draw_clock clock;
    unsigned dtc;
};

static struct search_slot *slot_of(const struct search *search, const struct position *position,
                                   const struct draw_clock *clock) {
    return &search->slots[draw_state_hash(position, clock) % SLOTS];
}

static bool is_state(const struct search_slot *slot, const struct position *position,
                     const struct draw_clock *clock) {
    return slot->used && draw_states_equal(&slot->position, &slot->clock, position, clock);
}

/* The moves worth trying: those that keep the win for the winner, all for the loser. For the winner
 * those that convert soonest come first, for the loser those that put it off longest. False when
 * there are too many, or a distance is missing. */
static enum draw_status find_candidates(struct search *search, const struct position *position,
                                        const struct draw_clock *clock, bool wins,
                                        struct candidate *candidates, unsigned *count) {
    struct draw_solver *solver = search->solver;
    moves_generate(solver->game, position, search->list);
    *count = 0;
    if (search->list->overflow || search->list->count > MOVES_MAX)
        return DRAW_STOPPED;
    for (unsigned i = 0; i < search->list->count; i++) {
        const struct move *move = &search->list->moves[i];
        struct candidate here = {.position = move_apply(solver->game, position, move)};
        value v;
        finais_status status =
            evaluate(solver->context, &here.position, METRIC_DTC, &v, search->error);
        if (status != FINAIS_OK)
            return is_missing(status) ? DRAW_STOPPED : DRAW_FAILED;
        if (wins && !value_is_loss(v))
            continue;
        here.clock = draw_clock_after(&solver->rules, solver->game->geometry, position, move,
                                      &here.position, clock);
        here.dtc = move_converts(move) ? 0 : value_distance(v);
        unsigned place = (*count)++;
        for (; place > 0 &&
               (wins ? candidates[place - 1].dtc > here.dtc : candidates[place - 1].dtc < here.dtc);
             place--)
            candidates[place] = candidates[place - 1];
        candidates[place] = here;
    }
    return DRAW_DONE;
}

static enum draw_status search_position(struct search *search, const struct position *position,
                                        const struct draw_clock *clock, unsigned depth,
                                        enum draw_answer *answer);

/* The answer for a position after a move: it may be drawn as it stands, or the end of the game. */
static enum draw_status search_candidate(struct search *search, const struct candidate *candidate,
                                         unsigned depth, enum draw_answer *answer) {
    struct draw_solver *solver = search->solver;
    if (draw_article_due(&solver->rules, solver->game->geometry, &candidate->position,
                         &candidate->clock) == DRAW_NONE)
        return search_position(search, &candidate->position, &candidate->clock, depth, answer);
    moves_generate(solver->game, &candidate->position, search->list);
    *answer = search->list->count == 0 ? DRAW_HOLDS : DRAW_FALLS;
    return DRAW_DONE;
}

static enum draw_status search_moves(struct search *search, const struct position *position,
                                     const struct draw_clock *clock, unsigned depth,
                                     enum draw_answer *answer) {
    value v;
    unsigned count;
    enum draw_status status = draw_solver_theory(search->solver, position, &v, search->error);
    if (status != DRAW_DONE)
        return status;
    bool wins = value_is_win(v);
    struct candidate *candidates = malloc(MOVES_MAX * sizeof *candidates);
    if (candidates == NULL)
        return DRAW_STOPPED;
    status = find_candidates(search, position, clock, wins, candidates, &count);
    *answer = wins ? DRAW_FALLS : DRAW_HOLDS;
    for (unsigned i = 0; status == DRAW_DONE && i < count; i++) {
        enum draw_answer found = DRAW_UNDECIDED;
        status = search_candidate(search, &candidates[i], depth, &found);
        if (status == DRAW_DONE && found != *answer) {
            *answer = found;
            break;
        }
    }
    free(candidates);
    return status;
}

static enum draw_status search_position(struct search *search, const struct position *position,
                                        const struct draw_clock *clock, unsigned depth,
                                        enum draw_answer *answer) {
    enum draw_status status =
        draw_solver_bound(search->solver, position, clock, answer, search->error);
    if (status != DRAW_DONE || *answer != DRAW_UNDECIDED)
        return status;
    struct search_slot *slot = slot_of(search, position, clock);
    if (is_state(slot, position, clock)) {
        *answer = slot->answer;
        return DRAW_DONE;
    }
    if (++search->looked_at > POSITIONS_MAX || depth > DEPTH_MAX)
        return DRAW_STOPPED;
    status = search_moves(search, position, clock, depth + 1, answer);
    if (status == DRAW_DONE)
        *slot = (struct search_slot){*position, *clock, true, *answer};
    return status;
}

enum draw_status draw_search(struct draw_solver *solver, const struct position *position,
                             const struct draw_clock *clock, unsigned *looked_at,
                             enum draw_answer *answer, finais_error *error) {
    struct search search = {.solver = solver, .error = error};
    search.slots = calloc(SLOTS, sizeof *search.slots);
    search.list = malloc(sizeof *search.list);
    enum draw_status status = DRAW_STOPPED;
    if (search.slots != NULL && search.list != NULL)
        status = search_position(&search, position, clock, 0, answer);
    free(search.slots);
    free(search.list);
    *looked_at = search.looked_at;
    if (status == DRAW_STOPPED) {
        *answer = DRAW_UNDECIDED;
        return DRAW_DONE;
    }
    return status;
}
