/* The adjudicator against a plain solver of positions and counters (reference_draws.h): every
 * position of an ending and every state of the clock, by bounds and search, and by solving alone.
 *
 *     test-draws TABLES STEP SIGNATURE...
 *
 * Of the placements of the men every STEP-th is compared. */
#include "check.h"
#include "draw_facts.h"
#include "draw_text.h"
#include "evaluate.h"
#include "fen.h"
#include "reference_draws.h"
#include <stdlib.h>

struct comparison {
    finais_context *context;
    struct draw_solver *solvers[2]; /* as it is used, and without bounds */
    int counters[3];                /* of main, kings and road; DRAW_NONE where there is none */
    unsigned long states;
    unsigned long drawn; /* wins in theory that are none under the rules */
    unsigned long different;
};

static void set(struct draw_clock *clock, int counter, int count) {
    if (counter != DRAW_NONE)
        clock->counts[counter] = (uint16_t)count;
}

static int answer_of(struct comparison *comparison, struct draw_solver *solver,
                     const struct position *position, const struct draw_clock *clock) {
    enum draw_answer answer = DRAW_UNDECIDED;
    const char *reason;
    value v;
    if (evaluate(comparison->context, position, METRIC_WDL, &v, NULL) != FINAIS_OK)
        return 9;
    if (v == VALUE_DRAW)
        return 0;
    if (draw_solver_ask(solver, position, clock, NULL, &answer, &reason, NULL) != FINAIS_OK ||
        answer == DRAW_UNDECIDED)
        return 9;
    comparison->drawn += answer == DRAW_FALLS;
    return answer == DRAW_FALLS ? 0 : value_is_win(v) ? 1 : -1;
}

static void compare(void *context, uint64_t white, uint64_t black, uint64_t kings, int side,
                    draws_clock clock, int expected) {
    struct comparison *comparison = context;
    struct position position = {white, black, kings, side == REFERENCE_WHITE ? WHITE : BLACK};
    struct draw_clock counts = {{0}};
    set(&counts, comparison->counters[0], clock.main);
    set(&counts, comparison->counters[1], clock.kings);
    set(&counts, comparison->counters[2], clock.road);
    for (int i = 0; i < 2; i++) {
        int found = answer_of(comparison, comparison->solvers[i], &position, &counts);
        comparison->states++;
        if (found == expected || comparison->different++ >= 20)
            continue;
        char fen[FEN_SIZE];
        fen_write_position(&rules_brazilian, NOTATION_ALGEBRAIC, &position, fen, sizeof fen);
        printf("%s main %d kings %d road %d: %d, expected %d\n", fen, clock.main, clock.kings,
               clock.road, found, expected);
    }
}

static void compare_signature(finais_context *context, const char *rules_name, draws_rules rules,
                              const char *name, size_t step) {
    struct comparison comparison = {.context = context};
    struct draw_rules draw_rules;
    struct signature signature;
    CHECK(draw_rules_named(rules_name, &draw_rules));
    if (!CHECK(signature_parse(name, rules_brazilian.pieces_per_side, &signature)))
        return;
    for (int i = 0; i < 2; i++) {
        comparison.solvers[i] =
            draw_solver_new(context, &draw_rules, draw_facts_of(rules_name), (size_t)1 << 31);
        if (!CHECK(comparison.solvers[i] != NULL))
            return;
    }
    draw_solver_without_bounds(comparison.solvers[1]);
    comparison.counters[0] =
        draw_counter_named(&draw_rules, rules == DRAWS_LIDRAUGHTS ? "clock" : "balance",
                           rules == DRAWS_LIDRAUGHTS ? 5 : 7);
    comparison.counters[1] = draw_counter_named(&draw_rules, "kings", 5);
    comparison.counters[2] = draw_counter_named(&draw_rules, "road", 4);
    reference_signature wanted = {signature.men[WHITE], signature.kings[WHITE],
                                  signature.men[BLACK], signature.kings[BLACK]};
    CHECK_EQUAL(reference_draws_solve(rules, &wanted, step, compare, &comparison), REFERENCE_OK);
    printf("%s, %s: %lu answers compared, %lu wins drawn by the rules, %lu different\n", rules_name,
           name, comparison.states, comparison.drawn, comparison.different);
    CHECK(comparison.states > 1000);
    CHECK_EQUAL(comparison.different, 0);
    for (int i = 0; i < 2; i++)
        draw_solver_free(comparison.solvers[i]);
}

int main(int argc, char **argv) {
    const char *directories[] = {argc > 3 ? argv[1] : "."};
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    finais *handle = NULL;
    finais_context *context = NULL;
    options.directories = directories;
    options.directory_count = 1;
    CHECK(argc > 3);
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    if (CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK))
        for (int i = 3; i < argc; i++) {
            size_t step = (size_t)atoi(argv[2]);
            compare_signature(context, "fmjd64", DRAWS_FMJD64, argv[i], step);
            compare_signature(context, "lidraughts", DRAWS_LIDRAUGHTS, argv[i], step);
            compare_signature(context, "moves40", DRAWS_MOVES40, argv[i], step);
        }
    finais_context_free(context);
    finais_close(handle);
    return check_report();
}
