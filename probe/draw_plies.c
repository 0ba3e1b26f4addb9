/* draw_plies.c - the length of a win under draw rules.
 *
 * It is at least the DTW, and it is the DTW when no article can fall within so many plies. Else it
 * is searched whether the winner can be done within n plies, for n = DTW, DTW + 2 and so on,
 * passing over positions from which it takes longer without rules. A few positions most often
 * suffice. When they do not, solvers are asked as well: positions in which the win does not hold
 * are passed over, and so are those in which it holds with the moves of the shortest DTW alone.
 */
#include "draw_plies.h"
#include "draw_state.h"
#include "draw_unit.h"
#include "evaluate.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* Positions that may be looked at without asking solvers, and with it, and slots of the memory.
     */
    POSITIONS_QUICK = 1000,
    POSITIONS_MAX = 400000,
    POSITIONS_FORBIDDEN = 20000,
    SLOTS_QUICK = 1 << 11,
    SLOTS_MAX = 1 << 18,
    /* Positions that solvers may solve. */
    WORK_MAX = 4000000,
    DEPTH_MAX = 300,
    MOVES_MAX = 128
};

/* What is known of a state: it takes at least `least` plies and at most `most`. */
struct slot {
    struct position position;
    struct draw_clock clock;
    uint16_t least;
    uint16_t most; /* 0 in an empty slot */
};

struct search {
    struct draw_solver *solver;
    struct draw_solver *hasty;
    const struct draw_forbidden *forbidden;
    unsigned forbidden_least; /* the least DTW of the forbidden positions that the winner has won */
    struct slot *slots;
    size_t slot_count;
    unsigned looked_at;
    unsigned look_at_most;
    bool solves; /* lets solvers solve; else they tell what they know */
    finais_error *error;
};

/* A state with its DTW. */
struct step {
    struct position position;
    struct draw_clock clock;
    value dtw;
};

static struct slot *slot_of(const struct search *search, const struct step *step) {
    return &search->slots[draw_state_hash(&step->position, &step->clock) % search->slot_count];
}

static bool is_state(const struct slot *slot, const struct step *step) {
    return slot->most != 0 &&
           draw_states_equal(&slot->position, &slot->clock, &step->position, &step->clock);
}

/* DTW of a decided position; DRAW_STOPPED without tables. */
static enum draw_status find_dtw(struct search *search, struct step *step) {
    finais_status status =
        evaluate(search->solver->context, &step->position, METRIC_DTW, &step->dtw, search->error);
    if (is_missing(status))
        return DRAW_STOPPED;
    return status == FINAIS_OK ? DRAW_DONE : DRAW_FAILED;
}

/* Whether no forbidden position can come up while each ply makes the DTW less. */
static bool is_past_forbidden(const struct search *search, const struct step *step) {
    return value_distance(step->dtw) <= search->forbidden_least;
}

/* Whether the DTW stands, since no article can fall before the end. */
static bool is_free(const struct search *search, const struct step *step) {
    return is_past_forbidden(search, step) &&
           draw_solver_none_falls(search->solver, &step->position, &step->clock,
                                  value_distance(step->dtw));
}

/* The moves of a step that may be done within `plies`, ordered so that the one comes first that
 * tells soonest: for the winner the shortest, for the loser the longest. */
static enum draw_status find_steps(struct search *search, const struct step *from, unsigned plies,
                                   struct step *steps, unsigned *count) {
    const struct rules *game = search->solver->game;
    bool wins = value_is_win(from->dtw);
    struct move_list *list = malloc(sizeof *list);
    enum draw_status status = DRAW_STOPPED;
    *count = 0;
    if (list != NULL) {
        moves_generate(game, &from->position, list);
        status = list->overflow || list->count > MOVES_MAX ? DRAW_STOPPED : DRAW_DONE;
    }
    for (unsigned i = 0; status == DRAW_DONE && i < list->count; i++) {
        struct step next = {.position = move_apply(game, &from->position, &list->moves[i])};
        status = find_dtw(search, &next);
        unsigned distance = value_distance(next.dtw);
        if (status != DRAW_DONE || (wins && (!value_is_loss(next.dtw) || distance >= plies)))
            continue;
        next.clock = draw_clock_after(&search->solver->rules, game->geometry, &from->position,
                                      &list->moves[i], &next.position, &from->clock);
        unsigned place = (*count)++;
        for (; place > 0; place--) {
            unsigned before = value_distance(steps[place - 1].dtw);
            if (wins ? before <= distance : before >= distance)
                break;
            steps[place] = steps[place - 1];
        }
        steps[place] = next;
    }
    free(list);
    return status;
}

static enum draw_status ends_within(struct search *search, const struct step *step, unsigned plies,
                                    bool *ends);

static enum draw_status try_steps(struct search *search, const struct step *from, unsigned plies,
                                  bool *ends) {
    const struct draw_solver *solver = search->solver;
    bool wins = value_is_win(from->dtw);
    unsigned count = 0;
    struct step *steps = malloc(MOVES_MAX * sizeof *steps);
    enum draw_status status =
        steps != NULL ? find_steps(search, from, plies, steps, &count) : DRAW_STOPPED;
    *ends = !wins;
    for (unsigned i = 0; i < count && status == DRAW_DONE && *ends != wins; i++) {
        const struct step *next = &steps[i];
        if (value_distance(next->dtw) == 0)
            *ends = true;
        else if (draw_is_forbidden(search->forbidden, &next->position) ||
                 draw_article_due(&solver->rules, solver->game->geometry, &next->position,
                                  &next->clock) != DRAW_NONE)
            *ends = false;
        else
            status = ends_within(search, next, plies - 1, ends);
    }
    free(steps);
    return status;
}

/* What a solver tells. One that is stopped will not be asked to solve again. */
static enum draw_status ask_solver(struct search *search, struct draw_solver *solver,
                                   const struct step *step, enum draw_answer *answer) {
    enum draw_status status =
        draw_solver_bound(solver, &step->position, &step->clock, answer, search->error);
    if (status != DRAW_DONE || *answer != DRAW_UNDECIDED || !search->solves)
        return status == DRAW_FAILED ? DRAW_FAILED : DRAW_DONE;
    bool holds = false;
    status = draw_solver_holds(solver, &step->position, &step->clock, &holds, search->error);
    search->solves = status != DRAW_STOPPED;
    if (status == DRAW_DONE)
        *answer = holds ? DRAW_HOLDS : DRAW_FALLS;
    return status == DRAW_FAILED ? DRAW_FAILED : DRAW_DONE;
}

/* What the solvers tell, as bounds in `slot`. */
static enum draw_status ask_solvers(struct search *search, const struct step *step,
                                    struct slot *slot) {
    enum draw_answer holds = DRAW_UNDECIDED;
    enum draw_answer hastily = DRAW_UNDECIDED;
    enum draw_status status = DRAW_DONE;
    if (is_past_forbidden(search, step))
        status = ask_solver(search, search->hasty, step, &hastily);
    if (status == DRAW_DONE && hastily != DRAW_HOLDS)
        status = ask_solver(search, search->solver, step, &holds);
    if (holds == DRAW_FALLS)
        slot->least = UINT16_MAX;
    else if (hastily == DRAW_HOLDS)
        slot->most = (uint16_t)value_distance(step->dtw);
    return status;
}

/* Whether the winner is done within `plies`, which are no fewer than the DTW. */
static enum draw_status ends_within(struct search *search, const struct step *step, unsigned plies,
                                    bool *ends) {
    struct slot known = {step->position, step->clock, 0, UINT16_MAX};
    struct slot *slot = slot_of(search, step);
    enum draw_status status = DRAW_DONE;
    *ends = is_free(search, step);
    if (*ends)
        return DRAW_DONE;
    if (is_state(slot, step))
        known = *slot;
    else
        status = ask_solvers(search, step, &known);
    if (status == DRAW_DONE && (plies >= known.most || plies < known.least)) {
        *ends = plies >= known.most;
    } else if (status == DRAW_DONE) {
        if (++search->looked_at > search->look_at_most)
            return DRAW_STOPPED;
        status = try_steps(search, step, plies, ends);
        if (*ends)
            known.most = (uint16_t)plies;
        else
            known.least = (uint16_t)(plies + 1);
    }
    if (status == DRAW_DONE)
        *slot = known;
    return status;
}

/* A search of its own memory: from `*plies` on, which stay at the number where it stopped. */
static enum draw_status search_from(struct search *search, const struct step *root,
                                    unsigned positions, size_t slots, unsigned *plies) {
    bool ends = false;
    enum draw_status status = DRAW_DONE;
    search->looked_at = 0;
    search->look_at_most = positions;
    search->slot_count = slots;
    search->slots = calloc(slots, sizeof *search->slots);
    if (search->slots == NULL)
        return DRAW_STOPPED;
    while (status == DRAW_DONE && !ends) {
        status = *plies < DEPTH_MAX ? ends_within(search, root, *plies, &ends) : DRAW_STOPPED;
        *plies += status == DRAW_DONE && !ends ? 2 : 0;
    }
    free(search->slots);
    return status;
}

/* The side that wins. */
static enum side winner_of(const struct step *step) {
    enum side mover = step->position.side_to_move;
    return value_is_win(step->dtw) ? mover : other_side(mover);
}

static enum draw_status look_at_forbidden(struct search *search, const struct step *root) {
    enum draw_status status = DRAW_DONE;
    search->forbidden_least = UINT_MAX;
    for (size_t i = 0; i < search->forbidden->count && status == DRAW_DONE; i++) {
        struct step step = {.position = search->forbidden->positions[i]};
        status = find_dtw(search, &step);
        if (status == DRAW_DONE && step.dtw != VALUE_DRAW && winner_of(&step) == winner_of(root) &&
            value_distance(step.dtw) < search->forbidden_least)
            search->forbidden_least = value_distance(step.dtw);
    }
    return status;
}

/* First quickly, then with all that solvers can tell. */
static enum draw_status find_plies(struct search *search, const struct step *root,
                                   unsigned *plies) {
    enum draw_status status = DRAW_STOPPED;
    if (draw_solver_may_search(search->hasty, &root->position, 0)) {
        status = search_from(search, root, POSITIONS_QUICK, SLOTS_QUICK, plies);
        draw_solver_may_search(search->hasty, &root->position, search->looked_at);
    }
    if (status != DRAW_STOPPED)
        return status;
    search->solves = true;
    draw_solver_allow(search->solver, WORK_MAX);
    draw_solver_allow(search->hasty, WORK_MAX);
    bool forbidden = search->forbidden_least != UINT_MAX;
    status = search_from(search, root, forbidden ? POSITIONS_FORBIDDEN : POSITIONS_MAX, SLOTS_MAX,
                         plies);
    draw_solver_allow(search->solver, UINT64_MAX);
    draw_solver_allow(search->hasty, UINT64_MAX);
    return status;
}

finais_status draw_plies_find(struct draw_solver *solver, struct draw_solver *hasty,
                              const struct position *position, const struct draw_clock *clock,
                              const struct draw_forbidden *forbidden, int32_t *plies,
                              finais_error *error) {
    finais_error failure;
    struct search search = {
        .solver = solver, .hasty = hasty, .forbidden = forbidden, .error = &failure};
    struct step root = {.position = *position, .clock = *clock};
    *plies = FINAIS_NO_DISTANCE;
    enum draw_status status = find_dtw(&search, &root);
    unsigned found = status == DRAW_DONE ? value_distance(root.dtw) : 0;
    if (status == DRAW_DONE)
        status = look_at_forbidden(&search, &root);
    if (status == DRAW_DONE && !is_free(&search, &root))
        status = find_plies(&search, &root, &found);
    if (status == DRAW_DONE)
        *plies = (int32_t)found;
    if (status == DRAW_FAILED && error != NULL)
        *error = failure;
    return status == DRAW_FAILED ? failure.status : FINAIS_OK;
}
