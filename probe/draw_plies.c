/* draw_plies.c - the length of a win under draw rules.
 *
 * It is at least the DTW, and it is the DTW when no article can fall within so many plies. Else it
 * is searched whether the winner can be done within n plies, for n = DTW, DTW + 2 and so on,
 * passing over positions from which it takes longer without rules. Every position on the way is
 * searched in the same manner, with its own DTW first: that most often is enough, and tells soonest
 * what the winner need not try. What has been found is remembered by position (draw_lengths.h).
 */
#include "draw_plies.h"
#include "draw_unit.h"
#include "draw_values.h"
#include "evaluate.h"
#include <limits.h>
#include <stdlib.h>

/* Positions that are looked at for a question, plies, and moves of a position. */
enum { POSITIONS_MAX = 2000000, DEPTH_MAX = 300, MOVES_MAX = 128 };

struct search {
    struct draw_solver *solver;
    const struct draw_forbidden *forbidden;
    unsigned forbidden_least; /* the least DTW of the forbidden positions that the winner has won */
    uint32_t question;        /* of the memory, with forbidden positions; 0 is that without any */
    unsigned looked_at;
    struct move_list *list; /* scratch */
    finais_error *error;
};

/* A state with its DTW, and what is known of its length. */
struct step {
    struct position position;
    struct draw_clock clock;
    value dtw;
    struct length_bounds bounds;
};

/* DTW of a decided position; DRAW_STOPPED without tables. */
static enum draw_status find_dtw(struct search *search, struct step *step) {
    finais_status status = draw_values_find(search->solver->values, search->solver->context,
                                            &step->position, METRIC_DTW, &step->dtw, search->error);
    if (is_missing(status))
        return DRAW_STOPPED;
    return status == FINAIS_OK ? DRAW_DONE : DRAW_FAILED;
}

/* The same as far as it is a loss within `plies`; else no such loss. */
static enum draw_status find_loss(struct search *search, struct step *step, unsigned plies) {
    finais_status status = draw_values_find_loss(search->solver->values, search->solver->context,
                                                 &step->position, plies, &step->dtw, search->error);
    if (is_missing(status))
        return DRAW_STOPPED;
    return status == FINAIS_OK ? DRAW_DONE : DRAW_FAILED;
}

/* ---- What needs no search -------------------------------------------------------------------- */

/* A win within so many plies passes no forbidden position: from each of them it takes longer. */
static bool is_past_forbidden(const struct search *search, unsigned plies) {
    return plies <= search->forbidden_least;
}

static uint32_t question_of(const struct search *search, unsigned plies) {
    return is_past_forbidden(search, plies) ? 0 : search->question;
}

static bool is_drawn(const struct search *search, const struct step *step, unsigned plies) {
    const struct draw_solver *solver = search->solver;
    return draw_article_due(&solver->rules, solver->game->geometry, &step->position,
                            &step->clock) != DRAW_NONE ||
           (plies >= search->forbidden_least &&
            draw_is_forbidden(search->forbidden, &step->position));
}

/* What is remembered. What takes long takes no less long with forbidden positions. */
static struct length_bounds recall(const struct search *search, const struct step *step,
                                   unsigned plies) {
    const struct draw_lengths *lengths = search->solver->lengths;
    uint32_t question = question_of(search, plies);
    struct length_bounds known =
        draw_lengths_find(lengths, question, &step->position, &step->clock);
    if (question != 0) {
        unsigned least = draw_lengths_find(lengths, 0, &step->position, &step->clock).least;
        known.least = least > known.least ? (uint16_t)least : known.least;
    }
    return known;
}

static void keep(const struct search *search, const struct step *step, unsigned plies) {
    draw_lengths_keep(search->solver->lengths, question_of(search, plies), &step->position,
                      &step->clock, step->bounds);
}

/* Whether distances tell that the win does not hold. */
static enum draw_status look_at_distance(struct search *search, struct step *step, unsigned plies) {
    bool falls = false;
    enum draw_status status = draw_solver_falls(search->solver, &step->position, &step->clock,
                                                value_distance(step->dtw), &falls, search->error);
    if (status == DRAW_DONE && falls)
        step->bounds.least = LENGTH_NEVER;
    if (status == DRAW_DONE)
        keep(search, step, plies);
    return status;
}

/* Fills in what is known of a step for a win within `plies`, which are no fewer than the DTW. */
static enum draw_status look_up(struct search *search, struct step *step, unsigned plies) {
    unsigned dtw = value_distance(step->dtw);
    step->bounds = (struct length_bounds){(uint16_t)dtw, LENGTH_NEVER};
    if (dtw == 0) {
        step->bounds.most = 0;
    } else if (is_drawn(search, step, plies)) {
        step->bounds.least = LENGTH_NEVER;
    } else if (is_past_forbidden(search, dtw) &&
               draw_solver_none_falls(search->solver, &step->position, &step->clock, dtw)) {
        step->bounds.most = (uint16_t)dtw;
    } else {
        struct length_bounds known = recall(search, step, plies);
        step->bounds.most = known.most;
        if (known.least > dtw)
            step->bounds.least = known.least;
        if (known.least == 0 && known.most == LENGTH_NEVER)
            return look_at_distance(search, step, plies);
    }
    return DRAW_DONE;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* The steps after a step, without their DTW. */
static enum draw_status find_moves(const struct search *search, const struct step *from,
                                   struct step *steps, unsigned *count) {
    const struct draw_solver *solver = search->solver;
    const struct rules *game = solver->game;
    const struct move_list *list = search->list;
    moves_generate(game, &from->position, search->list);
    if (list->overflow || list->count > MOVES_MAX)
        return DRAW_STOPPED;
    for (unsigned i = 0; i < list->count; i++) {
        steps[i].position = move_apply(game, &from->position, &list->moves[i]);
        draw_lengths_expect(solver->lengths, &steps[i].position);
        draw_values_expect(solver->values, &steps[i].position);
        steps[i].clock = draw_clock_after(&solver->rules, game->geometry, &from->position,
                                          &list->moves[i], &steps[i].position, &from->clock);
    }
    *count = list->count;
    return DRAW_DONE;
}

/* What is remembered of a move of the winner: whether it is done with it within `plies`. A player
 * who is to move and loses does so in an even number of plies, one who wins in an odd one. */
static bool winner_is_done(const struct search *search, const struct step *step, unsigned plies) {
    unsigned most = recall(search, step, plies).most;
    return most <= plies && most % 2 == 0 && !is_drawn(search, step, plies);
}

/* What can be told of a move of the loser without its DTW, which is at most `longest`, into the
 * bounds of its step. */
static void tell_of_loser(const struct search *search, struct step *step, unsigned longest,
                          unsigned plies) {
    if (is_drawn(search, step, plies))
        step->bounds = (struct length_bounds){LENGTH_NEVER, LENGTH_NEVER};
    else if (is_past_forbidden(search, longest) &&
             draw_solver_none_falls(search->solver, &step->position, &step->clock, longest))
        step->bounds = (struct length_bounds){0, (uint16_t)longest};
    else
        step->bounds = recall(search, step, plies);
}

/* Leaves those of which it has to be found out whether the winner is done within `plies`. True when
 * one of them tells that the mover has its will: the winner to be done, the loser not to be before
 * `least`. */
static bool tell_known(const struct search *search, const struct step *from, struct step *steps,
                       unsigned *count, unsigned plies, unsigned *least) {
    bool wins = value_is_win(from->dtw);
    unsigned left = 0;
    for (unsigned i = 0; i < *count; i++) {
        if (wins && winner_is_done(search, &steps[i], plies))
            return true;
        if (!wins) {
            tell_of_loser(search, &steps[i], value_distance(from->dtw) - 1, plies);
            *least = steps[i].bounds.least;
            if (*least > plies)
                return true;
        }
        if (wins || steps[i].bounds.most > plies)
            steps[left++] = steps[i];
    }
    *count = left;
    return false;
}

/* Leaves those that may be done within `plies`, ordered so that the one comes first that tells
 * soonest: for the winner the shortest, for the loser the longest. Of the others that win `least`
 * is how long they take at least. */
static enum draw_status order_steps(struct search *search, bool wins, unsigned plies,
                                    struct step *steps, unsigned *count, unsigned *least) {
    unsigned left = 0;
    for (unsigned i = 0; i < *count; i++) {
        struct step next = steps[i];
        enum draw_status status = wins ? find_loss(search, &next, plies) : find_dtw(search, &next);
        unsigned distance = value_distance(next.dtw);
        if (status != DRAW_DONE)
            return status;
        if (wins && !value_is_loss(next.dtw))
            continue;
        if (wins && distance > plies) {
            *least = distance < *least ? distance : *least;
            continue;
        }
        unsigned place = left++;
        for (; place > 0; place--) {
            unsigned before = value_distance(steps[place - 1].dtw);
            if (wins ? before <= distance : before >= distance)
                break;
            steps[place] = steps[place - 1];
        }
        steps[place] = next;
    }
    *count = left;
    return DRAW_DONE;
}

static enum draw_status ends_within(struct search *search, struct step *step, unsigned plies,
                                    bool *ends);

/* Whether it is known of one of the steps that the mover has its will with it: the winner to be
 * done within `plies`, the loser not to be. Then `ends` tells so. */
static enum draw_status try_known(struct search *search, struct step *steps, unsigned count,
                                  unsigned plies, bool wins, bool *ends, unsigned *least) {
    enum draw_status status = DRAW_DONE;
    for (unsigned i = 0; i < count && status == DRAW_DONE && *ends != wins; i++) {
        status = look_up(search, &steps[i], plies);
        const struct length_bounds *bounds = &steps[i].bounds;
        if (status != DRAW_DONE || (wins ? bounds->most > plies : bounds->least <= plies))
            continue;
        *ends = wins;
        if (!wins)
            *least = bounds->least;
    }
    return status;
}

/* Whether the winner is done with a step within `plies`; else it takes `least` at least, which is
 * LENGTH_NEVER when that is known of all that the mover may choose. */
static enum draw_status try_steps(struct search *search, const struct step *from, unsigned plies,
                                  struct step *steps, bool *ends, unsigned *least) {
    bool wins = value_is_win(from->dtw);
    unsigned count = 0;
    enum draw_status status = find_moves(search, from, steps, &count);
    *ends = !wins;
    *least = LENGTH_NEVER;
    if (status == DRAW_DONE && tell_known(search, from, steps, &count, plies - 1, least)) {
        *ends = wins;
        return DRAW_DONE;
    }
    *least = LENGTH_NEVER;
    if (status == DRAW_DONE)
        status = order_steps(search, wins, plies - 1, steps, &count, least);
    if (status == DRAW_DONE)
        status = try_known(search, steps, count, plies - 1, wins, ends, least);
    for (unsigned i = 0; i < count && status == DRAW_DONE && *ends != wins; i++) {
        status = ends_within(search, &steps[i], plies - 1, ends);
        if (!*ends && steps[i].bounds.least < (wins ? *least : UINT_MAX))
            *least = steps[i].bounds.least;
    }
    return status;
}

/* ---- The search ------------------------------------------------------------------------------ */

/* Searches a step that has been looked up, and keeps what is found. */
static enum draw_status search_step(struct search *search, struct step *step, unsigned plies) {
    bool ends = false;
    unsigned least = 0;
    if (++search->looked_at > POSITIONS_MAX)
        return DRAW_STOPPED;
    struct step *steps = malloc(MOVES_MAX * sizeof *steps);
    if (steps == NULL)
        return DRAW_STOPPED;
    enum draw_status status = try_steps(search, step, plies, steps, &ends, &least);
    free(steps);
    if (status != DRAW_DONE)
        return status;
    if (ends)
        step->bounds.most = (uint16_t)plies;
    else if (least >= LENGTH_NEVER)
        step->bounds.least = LENGTH_NEVER;
    else
        step->bounds.least = (uint16_t)(least > plies ? least + 1 : plies + 1);
    keep(search, step, plies);
    return DRAW_DONE;
}

/* Whether the winner is done within `plies`. */
static enum draw_status ends_within(struct search *search, struct step *step, unsigned plies,
                                    bool *ends) {
    enum draw_status status = DRAW_DONE;
    *ends = false;
    for (unsigned n = value_distance(step->dtw); n <= plies && status == DRAW_DONE; n += 2) {
        status = look_up(search, step, n);
        if (status == DRAW_DONE && step->bounds.least <= n && step->bounds.most > n)
            status = search_step(search, step, n);
        *ends = status == DRAW_DONE && step->bounds.most <= n;
        if (*ends || step->bounds.least > plies)
            break;
    }
    return status;
}

/* ---- Questions ------------------------------------------------------------------------------- */

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

static enum draw_status find_plies(struct search *search, struct step *root, bool longer,
                                   bool *ends) {
    enum draw_status status = look_at_forbidden(search, root);
    unsigned most = longer ? DEPTH_MAX : value_distance(root->dtw);
    *ends = false;
    return status == DRAW_DONE ? ends_within(search, root, most, ends) : status;
}

finais_status draw_plies_find(struct draw_solver *solver, const struct position *position,
                              const struct draw_clock *clock,
                              const struct draw_forbidden *forbidden, bool longer,
                              enum draw_answer *answer, int32_t *plies, finais_error *error) {
    finais_error failure;
    struct search search = {.solver = solver,
                            .forbidden = forbidden,
                            .question = ++solver->questions,
                            .error = &failure};
    struct step root = {.position = *position, .clock = *clock};
    bool ends = false;
    *answer = DRAW_UNDECIDED;
    *plies = FINAIS_NO_DISTANCE;
    search.list = malloc(sizeof *search.list);
    enum draw_status status = search.list != NULL ? find_dtw(&search, &root) : DRAW_STOPPED;
    if (status == DRAW_DONE)
        status = find_plies(&search, &root, longer, &ends);
    free(search.list);
    if (status == DRAW_DONE && ends) {
        *answer = DRAW_HOLDS;
        *plies = root.bounds.most;
    } else if (status == DRAW_DONE && root.bounds.least == LENGTH_NEVER) {
        *answer = DRAW_FALLS;
    }
    if (status == DRAW_FAILED && error != NULL)
        *error = failure;
    return status == DRAW_FAILED ? failure.status : FINAIS_OK;
}
