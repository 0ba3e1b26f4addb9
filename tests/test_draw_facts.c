/* With fresh counters every win holds under the built-in draw rules: what the library takes for
 * granted (probe/draw_facts.c) is solved here, without taking it for granted.
 *
 *     test-draw_facts TABLES PIECES */
#include "check.h"
#include "draw_facts.h"
#include "draw_text.h"
#include "evaluate.h"
#include <stdlib.h>

static void check_position(struct draw_solver *solver, const struct position *position,
                           struct draw_clock clock, unsigned long *wins) {
    enum draw_answer answer = DRAW_UNDECIDED;
    const char *reason;
    finais_error error = {.message = ""};
    CHECK_EQUAL(draw_solver_ask(solver, position, &clock, NULL, &answer, &reason, &error),
                FINAIS_OK);
    CHECK_EQUAL(answer, DRAW_HOLDS);
    ++*wins;
}

/* A counter of plies after which the lone king stood on the road begins at 1 where it does. */
static struct draw_clock road_clock(const struct draw_rules *rules,
                                    const struct position *position) {
    struct draw_clock clock = {{0}};
    for (int i = 0; i < rules->counter_count; i++)
        if (rules->counters[i].counts == DRAW_COUNTS_ROAD_PLIES &&
            draw_lone_king_on_road(&geometry_8x8, position))
            clock.counts[i] = 1;
    return clock;
}

static void check_signature(finais_context *context, struct draw_solver *solver,
                            struct signature signature) {
    struct index_layout layout;
    unsigned long wins = 0;
    char name[SIGNATURE_NAME_SIZE];
    CHECK(index_layout_init(&layout, &geometry_8x8, signature));
    for (enum side side = WHITE; side <= BLACK; side++)
        for (uint64_t index = 0; index < layout.positions; index++) {
            struct position position = position_of_index(&layout, index, side);
            value v;
            if (!CHECK_EQUAL(evaluate(context, &position, METRIC_WDL, &v, NULL), FINAIS_OK))
                return;
            if (v != VALUE_DRAW)
                check_position(solver, &position, road_clock(draw_solver_rules(solver), &position),
                               &wins);
        }
    signature_name(signature, name);
    printf("%s: %lu wins and losses\n", name, wins);
}

static void check_rules(finais_context *context, const char *name, unsigned pieces) {
    struct draw_rules rules;
    if (!CHECK(draw_rules_named(name, &rules)))
        return;
    struct draw_solver *solver = draw_solver_new(context, &rules, NULL, (size_t)1 << 30);
    if (!CHECK(solver != NULL))
        return;
    printf("%s\n", name);
    for (unsigned n = 2; n <= pieces; n++) {
        struct signature list[64];
        size_t count = signatures_of_pieces(n, rules_brazilian.pieces_per_side, list, 64);
        for (size_t i = 0; i < count; i++)
            check_signature(context, solver, list[i]);
    }
    draw_solver_free(solver);
}

int main(int argc, char **argv) {
    const char *directories[] = {argc == 3 ? argv[1] : "."};
    unsigned pieces = argc == 3 ? (unsigned)atoi(argv[2]) : 0;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    finais *handle = NULL;
    finais_context *context = NULL;
    options.directories = directories;
    options.directory_count = 1;
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    if (CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK))
        for (unsigned i = 0; draw_profile_name(i) != NULL; i++) {
            const struct draw_facts *facts = draw_facts_of(draw_profile_name(i));
            CHECK(facts != NULL && facts->exceptions == NULL && facts->pieces >= pieces);
            check_rules(context, draw_profile_name(i), pieces);
        }
    finais_context_free(context);
    finais_close(handle);
    return check_report();
}
