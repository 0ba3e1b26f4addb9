#include "draw_search.h"
#include "evaluate.h"
#include <stdlib.h>
#include <string.h>

/* Positions that are looked at for a question, moves of a position, and plies. */
enum { POSITIONS_MAX = 400000, MOVES_MAX = 128, DEPTH_MAX = 120 };

struct search {
    struct draw_solver *solver;
    unsigned looked_at;
    struct move_list *list;
    finais_error *error;
};

/* A move that is tried, with what is known of the position after it. */
struct candidate {
    struct position position;
    struct draw_clock clock;
    unsigned dtc;
};

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
        finais_status status = draw_values_find(solver->values, solver->context, &here.position,
                                                METRIC_DTC, &v, search->error);
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

/* What is known of a state without a search. */
static enum draw_status look_up(struct search *search, const struct position *position,
                                const struct draw_clock *clock, enum draw_answer *answer) {
    struct draw_solver *solver = search->solver;
    struct length_bounds known = draw_lengths_find(solver->lengths, 0, position, clock);
    *answer = known.least == LENGTH_NEVER  ? DRAW_FALLS
              : known.most != LENGTH_NEVER ? DRAW_HOLDS
                                           : DRAW_UNDECIDED;
    if (*answer != DRAW_UNDECIDED)
        return DRAW_DONE;
    return draw_solver_bound(solver, position, clock, answer, search->error);
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

/* Whether it is known of one of the candidates that it changes the answer. */
static enum draw_status try_known(struct search *search, const struct candidate *candidates,
                                  unsigned count, enum draw_answer *answer) {
    const struct draw_solver *solver = search->solver;
    enum draw_answer wanted = *answer == DRAW_HOLDS ? DRAW_FALLS : DRAW_HOLDS;
    enum draw_status status = DRAW_DONE;
    for (unsigned i = 0; i < count && status == DRAW_DONE && *answer != wanted; i++) {
        const struct candidate *c = &candidates[i];
        enum draw_answer found = DRAW_UNDECIDED;
        if (draw_article_due(&solver->rules, solver->game->geometry, &c->position, &c->clock) ==
            DRAW_NONE)
            status = look_up(search, &c->position, &c->clock, &found);
        if (status == DRAW_DONE && found == wanted)
            *answer = wanted;
    }
    return status;
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
    if (status == DRAW_DONE)
        status = try_known(search, candidates, count, answer);
    bool told = *answer == (wins ? DRAW_HOLDS : DRAW_FALLS);
    for (unsigned i = 0; status == DRAW_DONE && i < count && !told; i++) {
        enum draw_answer found = DRAW_UNDECIDED;
        status = search_candidate(search, &candidates[i], depth, &found);
        told = status == DRAW_DONE && found != *answer;
        *answer = told ? found : *answer;
    }
    free(candidates);
    return status;
}

static enum draw_status search_position(struct search *search, const struct position *position,
                                        const struct draw_clock *clock, unsigned depth,
                                        enum draw_answer *answer) {
    enum draw_status status = look_up(search, position, clock, answer);
    if (status != DRAW_DONE || *answer != DRAW_UNDECIDED)
        return status;
    if (++search->looked_at > POSITIONS_MAX || depth > DEPTH_MAX)
        return DRAW_STOPPED;
    status = search_moves(search, position, clock, depth + 1, answer);
    struct length_bounds found = {LENGTH_NEVER, LENGTH_NEVER};
    if (*answer == DRAW_HOLDS)
        found = (struct length_bounds){0, LENGTH_SOME};
    if (status == DRAW_DONE)
        draw_lengths_keep(search->solver->lengths, 0, position, clock, found);
    return status;
}

enum draw_status draw_search(struct draw_solver *solver, const struct position *position,
                             const struct draw_clock *clock, unsigned *looked_at,
                             enum draw_answer *answer, finais_error *error) {
    struct search search = {.solver = solver, .error = error};
    search.list = malloc(sizeof *search.list);
    enum draw_status status = DRAW_STOPPED;
    if (search.list != NULL)
        status = search_position(&search, position, clock, 0, answer);
    free(search.list);
    *looked_at = search.looked_at;
    if (status == DRAW_STOPPED) {
        *answer = DRAW_UNDECIDED;
        return DRAW_DONE;
    }
    return status;
}
