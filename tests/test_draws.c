/* The adjudicator against a plain solver of positions and counters (reference_draws.h): every
 * position of an ending and every state of the clock.
 *
 *     test-draws TABLES STEP SIGNATURE...
 *
 * All states are compared with what positions and counters solved together tell; of the positions
 * every STEP-th, with all its states, also with the answers to questions one by one, by bounds and
 * search. */
#include "check.h"
#include "draw_facts.h"
#include "draw_text.h"
#include "draw_unit.h"
#include "evaluate.h"
#include "fen.h"
#include "ranks.h"
#include "reference_draws.h"
#include <stdlib.h>

enum { NODES_MAX = 1 << 19 };

/* A position of the placement of the men at hand, as the adjudicator sees it. */
struct known_node {
    struct position position;
    const struct draw_unit *unit;
    uint32_t node;
    int theory; /* +1, 0 or -1 for the side to move, 9 unknown */
    bool over;  /* no legal move */
};

struct comparison {
    finais_context *context;
    struct draw_solver *asked;   /* as it is used */
    struct draw_solver *solving; /* without bounds */
    const struct index_layout *layout;
    struct signature signature;
    size_t step;
    int counters[3]; /* of main, kings and road; DRAW_NONE where there is none */
    struct known_node *nodes;
    unsigned long states;
    unsigned long asked_states;
    unsigned long drawn; /* wins in theory that are none under the rules */
    unsigned long different;
};

static void set(struct draw_clock *clock, int counter, int count) {
    if (counter != DRAW_NONE)
        clock->counts[counter] = (uint16_t)count;
}

static int theory_of(const struct comparison *comparison, const struct position *position) {
    value v;
    if (evaluate(comparison->context, position, METRIC_WDL, &v, NULL) != FINAIS_OK)
        return 9;
    return v == VALUE_DRAW ? 0 : value_is_win(v) ? 1 : -1;
}

static const struct known_node *find_node(struct comparison *comparison,
                                          const draws_position *position) {
    struct known_node *known = &comparison->nodes[position->number];
    struct position here = {position->white, position->black, position->kings,
                            position->side == REFERENCE_WHITE ? WHITE : BLACK};
    if (known->unit != NULL && positions_equal(&known->position, &here))
        return known;
    bitboard men = (here.white | here.black) & ~here.kings;
    finais_error error;
    *known = (struct known_node){.position = here, .theory = theory_of(comparison, &here)};
    known->over =
        !moves_must_capture(&rules_brazilian, &here) && !moves_any_quiet(&rules_brazilian, &here);
    uint64_t rank = man_rank(comparison->layout, here.white & men, here.black & men);
    if (draw_solver_unit(comparison->solving, comparison->signature, rank, &known->unit, &error) !=
        DRAW_DONE) {
        known->unit = NULL;
        return NULL;
    }
    known->node = draw_unit_node(known->unit, men, &here);
    return known;
}

static unsigned count_of(const struct draw_clock *clock, int counter) {
    return counter == DRAW_NONE ? 0 : clock->counts[counter];
}

/* What the positions and counters solved together tell. */
static int solved_value(const struct known_node *known, const struct draw_clock *clock) {
    const struct draw_plan *plan = &known->unit->balance->plan;
    unsigned layer = count_of(clock, plan->layer);
    if (known->theory == 0)
        return 0;
    /* Beyond the last layer only the end of the game is no draw. */
    if (layer >= plan->layers && plan->layers > 0)
        return known->over ? known->theory : 0;
    uint8_t holds_below =
        draw_unit_value(known->unit, layer, known->node, count_of(clock, plan->vector));
    return holds_below > count_of(clock, plan->threshold) ? known->theory : 0;
}

static int asked_value(struct comparison *comparison, const struct known_node *known,
                       const struct draw_clock *clock) {
    enum draw_answer answer = DRAW_UNDECIDED;
    const char *reason;
    comparison->asked_states++;
    if (known->theory == 0)
        return 0;
    if (draw_solver_ask(comparison->asked, &known->position, clock, NULL, &answer, &reason, NULL) !=
            FINAIS_OK ||
        answer == DRAW_UNDECIDED)
        return 9;
    return answer == DRAW_FALLS ? 0 : known->theory;
}

static void check_state(struct comparison *comparison, const struct known_node *known,
                        const struct draw_clock *clock, int expected, bool asks) {
    int found = solved_value(known, clock);
    if (found == expected && asks)
        found = asked_value(comparison, known, clock);
    comparison->states++;
    comparison->drawn += known->theory != expected;
    if (found == expected || comparison->different++ >= 20)
        return;
    char fen[FEN_SIZE];
    fen_write_position(&rules_brazilian, NOTATION_ALGEBRAIC, &known->position, fen, sizeof fen);
    printf("%s counts %d %d %d: %d, expected %d\n", fen, clock->counts[0], clock->counts[1],
           clock->counts[2], found, expected);
}

static void compare(void *context, const draws_position *position, draws_clock clock,
                    const draws_values *values) {
    struct comparison *comparison = context;
    const struct known_node *known =
        position->number < NODES_MAX ? find_node(comparison, position) : NULL;
    if (known == NULL) {
        comparison->different++;
        return;
    }
    struct draw_clock counts = {{0}};
    set(&counts, comparison->counters[0], clock.main);
    set(&counts, comparison->counters[1], clock.kings);
    bool asks = position->number % comparison->step == 0;
    for (int road = 0; road <= values->road_most; road++) {
        if ((values->drawn >> road & 1) != 0)
            continue;
        set(&counts, comparison->counters[2], road);
        check_state(comparison, known, &counts,
                    (values->win >> road & 1) - (values->loss >> road & 1), asks);
    }
}

static void free_comparison(struct comparison *comparison) {
    draw_solver_free(comparison->asked);
    draw_solver_free(comparison->solving);
    free(comparison->nodes);
}

static void compare_signature(finais_context *context, const char *rules_name, draws_rules rules,
                              const char *name, size_t step) {
    const size_t memory = (size_t)1 << 31;
    struct comparison comparison = {.context = context, .step = step};
    struct draw_rules draw_rules;
    struct index_layout layout;
    CHECK(draw_rules_named(rules_name, &draw_rules));
    if (!CHECK(signature_parse(name, rules_brazilian.pieces_per_side, &comparison.signature)) ||
        !CHECK(index_layout_init(&layout, &geometry_8x8, comparison.signature)))
        return;
    comparison.layout = &layout;
    comparison.asked = draw_solver_new(context, &draw_rules, draw_facts_of(rules_name), memory);
    comparison.solving = draw_solver_new(context, &draw_rules, NULL, memory);
    comparison.nodes = calloc(NODES_MAX, sizeof *comparison.nodes);
    if (CHECK(comparison.asked != NULL && comparison.solving != NULL && comparison.nodes != NULL)) {
        struct signature signature = comparison.signature;
        reference_signature wanted = {signature.men[WHITE], signature.kings[WHITE],
                                      signature.men[BLACK], signature.kings[BLACK]};
        draw_solver_without_bounds(comparison.solving);
        bool server = rules == DRAWS_LIDRAUGHTS;
        comparison.counters[0] =
            draw_counter_named(&draw_rules, server ? "clock" : "balance", server ? 5 : 7);
        comparison.counters[1] = draw_counter_named(&draw_rules, "kings", 5);
        comparison.counters[2] = draw_counter_named(&draw_rules, "road", 4);
        CHECK_EQUAL(reference_draws_solve(rules, &wanted, compare, &comparison), REFERENCE_OK);
        printf("%s, %s: %lu states compared, %lu of them asked for one by one, %lu wins or losses "
               "drawn by the rules, %lu different\n",
               rules_name, name, comparison.states, comparison.asked_states, comparison.drawn,
               comparison.different);
        fflush(stdout);
        CHECK(comparison.states > 1000);
        CHECK(comparison.asked_states > 1000);
        CHECK_EQUAL(comparison.different, 0);
    }
    free_comparison(&comparison);
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
