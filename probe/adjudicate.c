/* The adjudicator: values in theory and under draw rules, for a position with its clock. */
#include "clock.h"
#include "draw_plies.h"
#include "evaluate.h"
#include "ranked.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_DEFAULT = 1 << 30 };

struct finais_adjudicator {
    finais_context *context;
    struct draw_solver *solver;
    struct position *forbidden; /* scratch, room for `forbidden_capacity` */
    size_t forbidden_capacity;
};

finais_status finais_adjudicator_new(finais_adjudicator **adjudicator, finais_context *context,
                                     const finais_draw_rules *rules, size_t memory_bytes,
                                     finais_error *error) {
    if (adjudicator == NULL || context == NULL || rules == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_adjudicator_new: NULL");
    finais_adjudicator *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_memory(error, "an adjudicator");
    made->context = context;
    size_t memory = memory_bytes > 0 ? memory_bytes : (size_t)MEMORY_DEFAULT;
    made->solver = draw_solver_new(context, &rules->rules, rules->facts, memory);
    if (made->solver == NULL) {
        finais_adjudicator_free(made);
        return error_memory(error, "an adjudicator");
    }
    *adjudicator = made;
    return FINAIS_OK;
}

void finais_adjudicator_free(finais_adjudicator *adjudicator) {
    if (adjudicator == NULL)
        return;
    draw_solver_free(adjudicator->solver);
    free(adjudicator->forbidden);
    free(adjudicator);
}

/* ---- Under the rules ------------------------------------------------------------------------- */

/* A position to be judged: the one on the clock's board, or one move on. */
struct case_at_hand {
    const finais_clock *clock;
    struct position position;
    struct draw_clock counters;
    bool history_counts; /* positions of the history can still come up again */
};

/* The positions of the history that the rules let no one reach again. The one at hand is left out:
 * who can win need not come back to it. */
static finais_status find_forbidden(finais_adjudicator *adjudicator,
                                    const struct case_at_hand *at_hand,
                                    struct draw_forbidden *forbidden, finais_error *error) {
    const finais_clock *clock = at_hand->clock;
    *forbidden = (struct draw_forbidden){NULL, 0};
    if (!at_hand->history_counts || clock->history_count + 1 < clock->rules.repetitions)
        return FINAIS_OK;
    if (adjudicator->forbidden_capacity < clock->history_count) {
        struct position *room =
            realloc(adjudicator->forbidden, clock->history_count * sizeof *room);
        if (room == NULL)
            return error_memory(error, "the positions of a game");
        adjudicator->forbidden = room;
        adjudicator->forbidden_capacity = clock->history_count;
    }
    size_t count = 0;
    for (size_t i = 0; i < clock->history_count; i++) {
        const struct position *position = &clock->history[i];
        bool here = position->white == at_hand->position.white &&
                    position->black == at_hand->position.black &&
                    position->side_to_move == at_hand->position.side_to_move;
        if (!here && clock_repetitions(clock, position) + 1 >= clock->rules.repetitions)
            adjudicator->forbidden[count++] = *position;
    }
    *forbidden = (struct draw_forbidden){adjudicator->forbidden, count};
    return FINAIS_OK;
}

/* Most wins take no longer under the rules, which is soon shown, and shows that they hold. With
 * forbidden positions the win may be shown by a greater length, else the solver tells. */
static finais_status ask(finais_adjudicator *adjudicator, const struct case_at_hand *at_hand,
                         const struct draw_forbidden *forbidden, enum draw_answer *answer,
                         int32_t *plies, const char **reason, finais_error *error) {
    struct draw_solver *solver = adjudicator->solver;
    const struct position *position = &at_hand->position;
    const struct draw_clock *counters = &at_hand->counters;
    finais_status status =
        draw_plies_find(solver, position, counters, forbidden, false, answer, plies, error);
    if (status != FINAIS_OK || *answer != DRAW_UNDECIDED)
        return status;
    status = draw_solver_ask(solver, position, counters, NULL, answer, reason, error);
    if (status != FINAIS_OK || *answer != DRAW_HOLDS)
        return status;
    enum draw_answer told;
    status = draw_plies_find(solver, position, counters, forbidden, true, &told, plies, error);
    if (status == FINAIS_OK && told == DRAW_UNDECIDED && forbidden->count > 0)
        return draw_solver_ask(solver, position, counters, forbidden, answer, reason, error);
    *answer = told == DRAW_UNDECIDED ? DRAW_HOLDS : told;
    return status;
}

static finais_status judge(finais_adjudicator *adjudicator, const struct case_at_hand *at_hand,
                           const finais_result *theory, const finais_draw *draw, int32_t *rules,
                           int32_t *plies, const char **reason, finais_error *error) {
    *rules = theory->wdl;
    *plies = FINAIS_NO_DISTANCE;
    *reason = NULL;
    if (draw->drawn) {
        *rules = FINAIS_DRAW;
        return FINAIS_OK;
    }
    if (theory->wdl == FINAIS_UNKNOWN)
        *reason = "a table is missing, so the value without draw rules is not known";
    if (theory->wdl == FINAIS_UNKNOWN || theory->wdl == FINAIS_DRAW)
        return FINAIS_OK;
    struct draw_forbidden forbidden;
    enum draw_answer answer = DRAW_HOLDS;
    finais_status status = find_forbidden(adjudicator, at_hand, &forbidden, error);
    if (status == FINAIS_OK && theory->terminal == 0)
        status = ask(adjudicator, at_hand, &forbidden, &answer, plies, reason, error);
    if (status != FINAIS_OK)
        return status;
    if (answer != DRAW_HOLDS)
        *rules = answer == DRAW_FALLS ? FINAIS_DRAW : FINAIS_UNKNOWN;
    else if (theory->terminal != 0)
        *plies = 0;
    return status;
}

/* Missing tables leave the value unknown. */
static finais_status find_theory(finais_context *context, const struct position *position,
                                 finais_result *theory, finais_error *error) {
    const unsigned flags = FINAIS_WANT_ALL | FINAIS_IF_PRESENT;
    finais_status status = evaluate_result(context, position, flags, theory, NULL);
    if (is_missing(status)) {
        *theory = (finais_result){FINAIS_UNKNOWN, FINAIS_NO_DISTANCE, FINAIS_NO_DISTANCE, 0};
        return FINAIS_OK;
    }
    return status == FINAIS_OK ? status : evaluate_result(context, position, flags, theory, error);
}

static finais_status check(const finais_adjudicator *adjudicator, const finais_clock *clock,
                           const void *out, finais_error *error) {
    if (adjudicator == NULL || clock == NULL || out == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_adjudicate: NULL");
    if (clock->handle->catalogue.rules != adjudicator->context->handle->catalogue.rules ||
        !same_draw_rules(&clock->rules, draw_solver_rules(adjudicator->solver)))
        return error_plain(error, FINAIS_INVALID_ARGUMENT,
                           "the clock is not of the rules of the adjudicator");
    adjudicator->context->no_io = false;
    return FINAIS_OK;
}

finais_status finais_adjudicate(finais_adjudicator *adjudicator, const finais_clock *clock,
                                finais_verdict *verdict, finais_error *error) {
    finais_status status = check(adjudicator, clock, verdict, error);
    if (status != FINAIS_OK)
        return status;
    struct case_at_hand at_hand = {.clock = clock,
                                   .position = clock->position,
                                   .counters = clock->counters,
                                   .history_counts = true};
    const char *reason = NULL;
    finais_verdict found = {.draw = finais_clock_draw(clock)};
    status = find_theory(adjudicator->context, &clock->position, &found.theory, error);
    if (status == FINAIS_OK)
        status = judge(adjudicator, &at_hand, &found.theory, &found.draw, &found.rules,
                       &found.plies, &reason, error);
    if (status != FINAIS_OK)
        return status;
    snprintf(found.reason, sizeof found.reason, "%s", reason != NULL ? reason : "");
    *verdict = found;
    return FINAIS_OK;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static finais_result theory_after(const finais_result *before) {
    finais_result after = {.wdl = before->wdl == FINAIS_UNKNOWN ? FINAIS_UNKNOWN : -before->wdl,
                           .dtw = FINAIS_NO_DISTANCE,
                           .dtc = FINAIS_NO_DISTANCE,
                           .terminal = before->terminal};
    if (before->dtw != FINAIS_NO_DISTANCE)
        after.dtw = before->dtw - 1;
    return after;
}

static finais_status judge_move(finais_adjudicator *adjudicator, const finais_clock *clock,
                                const finais_ranked_move *ranked, finais_judged_move *judged,
                                finais_error *error) {
    const struct rules *game = clock->handle->catalogue.rules;
    struct move move = {.captured = ranked->move.captured,
                        .from = ranked->move.from,
                        .to = ranked->move.to,
                        .promotes = ranked->move.promotes != 0};
    struct case_at_hand at_hand = {.clock = clock,
                                   .position = move_apply(game, &clock->position, &move)};
    at_hand.counters = draw_clock_after(&clock->rules, game->geometry, &clock->position, &move,
                                        &at_hand.position, &clock->counters);
    at_hand.history_counts =
        move.captured == 0 && (clock->position.kings & square_bit(move.from)) != 0;
    unsigned times = 1 + (at_hand.history_counts ? clock_repetitions(clock, &at_hand.position) : 0);
    finais_result after = theory_after(&ranked->result);
    const char *reason;
    *judged = (finais_judged_move){.move = ranked->move, .theory = ranked->result};
    if (after.terminal == 0)
        judged->draw =
            draw_of(&clock->rules, game->geometry, &at_hand.position, &at_hand.counters, times);
    finais_status status = judge(adjudicator, &at_hand, &after, &judged->draw, &judged->rules,
                                 &judged->plies, &reason, error);
    if (judged->rules != FINAIS_UNKNOWN)
        judged->rules = -judged->rules;
    if (judged->plies != FINAIS_NO_DISTANCE)
        judged->plies++;
    return status;
}

/* Less is better; moves that are not decided stand before draws. */
static int place_of(const finais_judged_move *move) {
    switch (move->rules) {
    case FINAIS_WIN:
        return 0;
    case FINAIS_UNKNOWN:
        return 1;
    case FINAIS_DRAW:
        return 2;
    default:
        return 3;
    }
}

/* Insertion sort: equal moves keep their order. */
static void sort_judged(finais_judged_list *list) {
    for (size_t i = 1; i < list->count; i++) {
        finais_judged_move move = list->moves[i];
        size_t place = i;
        for (; place > 0 && place_of(&list->moves[place - 1]) > place_of(&move); place--)
            list->moves[place] = list->moves[place - 1];
        list->moves[place] = move;
    }
}

finais_status finais_adjudicate_moves(finais_adjudicator *adjudicator, const finais_clock *clock,
                                      finais_judged_list *list, finais_error *error) {
    finais_status status = check(adjudicator, clock, list, error);
    if (status != FINAIS_OK)
        return status;
    finais_move_list *ranked = malloc(sizeof *ranked);
    if (ranked == NULL)
        return error_memory(error, "a list of moves");
    status = rank_moves(adjudicator->context, &clock->position, FINAIS_WANT_ALL | FINAIS_IF_PRESENT,
                        ranked, error);
    list->count = 0;
    for (size_t i = 0; status == FINAIS_OK && i < ranked->count; i++) {
        status = judge_move(adjudicator, clock, &ranked->moves[i], &list->moves[i], error);
        list->count += status == FINAIS_OK;
    }
    free(ranked);
    if (status == FINAIS_OK)
        sort_judged(list);
    return status;
}
