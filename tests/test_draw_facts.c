/* With fresh counters every win holds under the built-in draw rules: what the library takes for
 * granted (probe/draw_facts.c) is solved here, without taking it for granted.
 *
 *     test-draw_facts TABLES PIECES */
#include "check.h"
#include "draw_facts.h"
#include "draw_text.h"
#include "evaluate.h"
#include <stdlib.h>
#include <string.h>

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

/* ---- Proved so far --------------------------------------------------------------------------- */

enum { SIGNATURES_MAX = 256 };

struct proof {
    finais *handle;
    finais_context *context;
    struct draw_rules rules;
    const struct draw_facts *claimed;
    /* The facts so far: all signatures, but for those that are not proved yet. */
    struct draw_facts facts;
    size_t open_count;
    char names[SIGNATURES_MAX][SIGNATURE_NAME_SIZE];
    const char *open[SIGNATURES_MAX + 1];
};

static bool is_open(const struct proof *proof, const char *name) {
    for (size_t i = 0; i < proof->open_count; i++)
        if (strcmp(proof->open[i], name) == 0)
            return true;
    return false;
}

static void close_one(struct proof *proof, const char *name) {
    size_t kept = 0;
    for (size_t i = 0; i < proof->open_count; i++)
        if (strcmp(proof->open[i], name) != 0)
            proof->open[kept++] = proof->open[i];
    proof->open_count = kept;
    proof->open[kept] = NULL;
}

static bool is_exception(const struct proof *proof, const char *name) {
    for (const char *const *at = proof->claimed->exceptions; at != NULL && *at != NULL; at++)
        if (strcmp(*at, name) == 0)
            return true;
    return false;
}

/* The longest distance to a conversion of any position of a signature, -1 without a table. */
static int longest_dtc(const struct proof *proof, const char *name) {
    char table[FINAIS_TABLE_NAME_SIZE];
    finais_table_statistics statistics;
    int longest = 0;
    snprintf(table, sizeof table, "brazilian/%s.dtc", name);
    if (finais_table_statistics_of(proof->handle, table, &statistics, NULL) != FINAIS_OK)
        return -1;
    for (int i = 0; i < 2; i++) {
        const finais_side_statistics *side = &statistics.sides[i];
        longest = side->longest_win > longest ? side->longest_win : longest;
        longest = side->longest_loss > longest ? side->longest_loss : longest;
    }
    return longest;
}

static bool is_proved_by_distance(const struct proof *proof, struct signature signature) {
    struct draw_plan plan;
    struct signature successors[SIGNATURES_MAX];
    char name[SIGNATURE_NAME_SIZE];
    signature_name(signature, name);
    int plies = longest_dtc(proof, name);
    draw_plan_make(&plan, &proof->rules, signature);
    size_t count = signature_successors(signature, successors, SIGNATURES_MAX);
    if (plies < 0 || !plan.captures_clear || !plan.promotions_clear || count > SIGNATURES_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        signature_name(successors[i], name);
        if (is_open(proof, name))
            return false;
    }
    for (int i = 0; i < proof->rules.counter_count; i++) {
        unsigned begin = proof->rules.counters[i].counts == DRAW_COUNTS_ROAD_PLIES ? 1 : 0;
        if (plan.matters[i] && begin + (unsigned)plies > plan.least_limit[i])
            return false;
    }
    return true;
}

static void prove(struct proof *proof, struct signature signature) {
    char name[SIGNATURE_NAME_SIZE];
    signature_name(signature, name);
    if (is_exception(proof, name))
        return;
    if (is_proved_by_distance(proof, signature)) {
        CHECK(true);
        printf("%s: by distance\n", name);
    } else {
        struct draw_solver *solver =
            draw_solver_new(proof->context, &proof->rules, &proof->facts, (size_t)1 << 30);
        if (CHECK(solver != NULL))
            check_signature(proof->context, solver, signature);
        draw_solver_free(solver);
    }
    close_one(proof, name);
}

static void check_rules(struct proof *proof, const char *name, unsigned pieces) {
    struct signature list[SIGNATURES_MAX];
    size_t count = 0;
    proof->claimed = draw_facts_of(name);
    if (!CHECK(draw_rules_named(name, &proof->rules)) || !CHECK(proof->claimed != NULL))
        return;
    printf("%s\n", name);
    if (proof->claimed->pieces < pieces)
        pieces = proof->claimed->pieces;
    for (unsigned n = 2; n <= pieces; n++)
        count += signatures_of_pieces(n, rules_brazilian.pieces_per_side, list + count,
                                      SIGNATURES_MAX - count);
    for (size_t i = 0; i < count; i++) {
        signature_name(list[i], proof->names[i]);
        proof->open[i] = proof->names[i];
    }
    proof->open_count = count;
    proof->open[count] = NULL;
    proof->facts = (struct draw_facts){.pieces = pieces, .exceptions = proof->open};
    for (size_t i = 0; i < count; i++)
        prove(proof, list[i]);
}

int main(int argc, char **argv) {
    const char *directories[] = {argc == 3 ? argv[1] : "."};
    unsigned pieces = argc == 3 ? (unsigned)atoi(argv[2]) : 0;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    static struct proof proof;
    options.directories = directories;
    options.directory_count = 1;
    CHECK(pieces >= 2 && pieces <= 5);
    CHECK_EQUAL(finais_open(&proof.handle, &options, NULL), FINAIS_OK);
    if (CHECK_EQUAL(finais_context_new(&proof.context, proof.handle, NULL), FINAIS_OK))
        for (unsigned i = 0; draw_profile_name(i) != NULL; i++)
            check_rules(&proof, draw_profile_name(i), pieces);
    finais_context_free(proof.context);
    finais_close(proof.handle);
    return check_report();
}
