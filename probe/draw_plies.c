/* draw_plies.c - the length of a win under draw rules.
 *
 * It is at least the DTW, and it is the DTW when no article can fall within so many plies. Else it
 * is searched whether the winner can be done within n plies, for n = DTW, DTW + 2 and so on:
 * positions from which it takes longer without rules, or in which the win does not hold under them,
 * need no look at their moves, which leaves little to search.
 */
#include "draw_plies.h"
#include "draw_state.h"
#include "draw_unit.h"
#include "evaluate.h"
#include <stdlib.h>
#include <string.h>

/* Slots of the memory of the search, and positions that may be looked at. */
enum { SLOTS = 1 << 15, POSITIONS_MAX = 40000, DEPTH_MAX = 300 };

/* What is known of a state: it takes at least `least` plies and at most `most`. */
struct slot {
    struct position position;
    struct draw_clock clock;
    uint16_t least;
    uint16_t most; /* 0 in an empty slot */
};

struct search {
    struct draw_solver *solver;
    const struct draw_forbidden *forbidden;
    struct slot *slots;
    unsigned looked_at;
    finais_error *error;
};

static struct slot *slot_of(const struct search *search, const struct position *position,
                            const struct draw_clock *clock) {
    return &search->slots[draw_state_hash(position, clock) % SLOTS];
}

static bool is_state(const struct slot *slot, const struct position *position,
                     const struct draw_clock *clock) {
    return slot->most != 0 && draw_states_equal(&slot->position, &slot->clock, position, clock);
}

/* Whether no article can fall within so many plies, whatever moves are made. */
static bool no_article_falls(const struct search *search, const struct draw_clock *clock,
                             unsigned plies) {
    const struct draw_rules *rules = &search->solver->rules;
    if (search->forbidden->count > 0)
        return false;
    for (int i = 0; i < rules->article_count; i++) {
        const struct draw_article *article = &rules->articles[i];
        unsigned limit = article->limit;
        if (rules->counters[article->counter].counts == DRAW_COUNTS_PLIES &&
            article->unit != DRAW_UNIT_PLIES)
            limit = 2 * limit - (article->unit == DRAW_UNIT_STRONG_MOVES ? 1 : 0);
        if (clock->counts[article->counter] + plies > limit)
            return false;
    }
    return true;
}

/* DTW of a decided position, as a bound from below; DRAW_STOPPED without tables. */
static enum draw_status find_dtw(struct search *search, const struct position *position, value *v) {
    finais_status status =
        evaluate(search->solver->context, position, METRIC_DTW, v, search->error);
    if (is_missing(status))
        return DRAW_STOPPED;
    return status == FINAIS_OK ? DRAW_DONE : DRAW_FAILED;
}

static enum draw_status ends_within(struct search *search, const struct position *position,
                                    const struct draw_clock *clock, unsigned plies, bool *ends);

/* One move of a position; *ends tells whether the winner is done within `plies` after it. `worth`
 * is what the next position is in theory. */
static enum draw_status try_move(struct search *search, const struct position *position,
                                 const struct draw_clock *clock, const struct move *move,
                                 unsigned plies, bool *ends) {
    const struct rules *game = search->solver->game;
    struct position next = move_apply(game, position, move);
    struct draw_clock after =
        draw_clock_after(&search->solver->rules, game->geometry, position, move, &next, clock);
    value v;
    *ends = false;
    enum draw_status status = find_dtw(search, &next, &v);
    if (status != DRAW_DONE || v == VALUE_DRAW || value_distance(v) > plies)
        return status;
    *ends = value_is_loss(v) && value_distance(v) == 0;
    if (*ends || draw_is_forbidden(search->forbidden, &next) ||
        draw_article_due(&search->solver->rules, game->geometry, &next, &after) != DRAW_NONE)
        return DRAW_DONE;
    return ends_within(search, &next, &after, plies, ends);
}

static enum draw_status try_moves(struct search *search, const struct position *position,
                                  const struct draw_clock *clock, bool wins, unsigned plies,
                                  bool *ends) {
    const struct rules *game = search->solver->game;
    struct move_list *list = malloc(sizeof *list);
    if (list == NULL)
        return DRAW_STOPPED;
    moves_generate(game, position, list);
    enum draw_status status = list->overflow ? DRAW_STOPPED : DRAW_DONE;
    *ends = !wins;
    for (unsigned i = 0; i < list->count && status == DRAW_DONE && *ends != wins; i++) {
        struct position next = move_apply(game, position, &list->moves[i]);
        value v;
        status = find_dtw(search, &next, &v);
        /* The winner passes over moves that give the win away. */
        if (status == DRAW_DONE && (!wins || value_is_loss(v)))
            status = try_move(search, position, clock, &list->moves[i], plies - 1, ends);
    }
    free(list);
    return status;
}

/* Whether the winner is done within `plies`, of which the position needs at least its DTW. */
static enum draw_status ends_within(struct search *search, const struct position *position,
                                    const struct draw_clock *clock, unsigned plies, bool *ends) {
    value v;
    bool holds;
    enum draw_status status = find_dtw(search, position, &v);
    *ends = false;
    if (status != DRAW_DONE || value_distance(v) > plies)
        return status;
    if (no_article_falls(search, clock, value_distance(v))) {
        *ends = true;
        return DRAW_DONE;
    }
    struct slot *slot = slot_of(search, position, clock);
    if (is_state(slot, position, clock) && (plies >= slot->most || plies < slot->least)) {
        *ends = plies >= slot->most;
        return DRAW_DONE;
    }
    if (++search->looked_at > POSITIONS_MAX)
        return DRAW_STOPPED;
    status = draw_solver_holds(search->solver, position, clock, &holds, search->error);
    if (status != DRAW_DONE || !holds)
        return status;
    status = try_moves(search, position, clock, value_is_win(v), plies, ends);
    if (status != DRAW_DONE)
        return status;
    slot = slot_of(search, position, clock);
    if (!is_state(slot, position, clock))
        *slot = (struct slot){*position, *clock, 0, UINT16_MAX};
    if (*ends)
        slot->most = (uint16_t)plies;
    else
        slot->least = (uint16_t)(plies + 1);
    return DRAW_DONE;
}

finais_status draw_plies_find(struct draw_solver *solver, const struct position *position,
                              const struct draw_clock *clock,
                              const struct draw_forbidden *forbidden, int32_t *plies,
                              finais_error *error) {
    finais_error failure;
    value v;
    struct search search = {.solver = solver, .forbidden = forbidden, .error = &failure};
    *plies = FINAIS_NO_DISTANCE;
    enum draw_status status = find_dtw(&search, position, &v);
    if (status == DRAW_DONE && no_article_falls(&search, clock, value_distance(v))) {
        *plies = (int32_t)value_distance(v);
        return FINAIS_OK;
    }
    search.slots = calloc(SLOTS, sizeof *search.slots);
    if (search.slots == NULL)
        return FINAIS_OK; /* not known, for want of memory */
    bool ends = false;
    for (unsigned n = value_distance(v); status == DRAW_DONE && !ends && n < DEPTH_MAX; n += 2) {
        status = ends_within(&search, position, clock, n, &ends);
        if (status == DRAW_DONE && ends)
            *plies = (int32_t)n;
    }
    free(search.slots);
    if (status != DRAW_FAILED)
        return FINAIS_OK;
    if (error != NULL)
        *error = failure;
    return failure.status;
}
