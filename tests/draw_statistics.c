/* draw_statistics.c - how much draw rules leave of the wins, by signature: for docs/results.
 *
 *     draw-statistics TABLES PIECES RULES
 *
 * Writes a row for each signature of up to so many pieces and each side to move. The clock is that
 * of the field H of a FEN: every counter of plies has the same count, those about the road are at
 * 0. Columns: decided positions that have a legal move; how many of them are drawn with H 0; the
 * fewest plies to spare, which is the greatest H with which the closest of the others still holds,
 * and an example; all counts H below the limit, over all these positions; how many of these counts
 * make a draw of the win; decided positions that could not be solved. */
#include "draw_facts.h"
#include "draw_text.h"
#include "evaluate.h"
#include "fen.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct row {
    uint64_t decided;
    uint64_t drawn_fresh;
    uint64_t states;
    uint64_t drawn_states;
    uint64_t unsolved;
    unsigned spare;
    struct position tightest;
};

struct statistics {
    finais_context *context;
    struct draw_solver *solver;
    struct move_list list;
};

static struct draw_clock clock_of(const struct draw_rules *rules, unsigned count) {
    struct draw_clock clock = {{0}};
    for (int i = 0; i < rules->counter_count; i++)
        if (rules->counters[i].counts == DRAW_COUNTS_PLIES)
            clock.counts[i] = (uint16_t)count;
    return clock;
}

/* The smallest count at which the position is drawn as it stands, 0 when it never is. */
static unsigned limit_of(const struct draw_rules *rules, const struct position *position) {
    for (unsigned count = 0; count <= 2 * DRAW_LIMIT_MAX; count++) {
        struct draw_clock clock = clock_of(rules, count);
        if (draw_article_due(rules, &geometry_8x8, position, &clock) != DRAW_NONE)
            return count;
    }
    return 0;
}

static enum draw_answer ask(const struct statistics *s, const struct position *position,
                            unsigned count) {
    enum draw_answer answer = DRAW_UNDECIDED;
    const char *reason;
    struct draw_clock clock = clock_of(draw_solver_rules(s->solver), count);
    if (draw_solver_ask(s->solver, position, &clock, NULL, &answer, &reason, NULL) != FINAIS_OK)
        return DRAW_UNDECIDED;
    return answer;
}

static void add_position(struct statistics *s, const struct position *position, struct row *row) {
    value v;
    moves_generate(&rules_brazilian, position, &s->list);
    if (s->list.count == 0)
        return;
    finais_error error;
    if (evaluate(s->context, position, METRIC_WDL, &v, &error) != FINAIS_OK) {
        fprintf(stderr, "draw-statistics: %s\n", error.message);
        exit(3);
    }
    if (v == VALUE_DRAW)
        return;
    row->decided++;
    unsigned limit = limit_of(draw_solver_rules(s->solver), position);
    enum draw_answer fresh = ask(s, position, 0);
    if (fresh == DRAW_UNDECIDED) {
        row->unsolved++;
        return;
    }
    unsigned low = 0; /* with counts below it holds */
    unsigned high = fresh == DRAW_FALLS ? 0 : limit;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (ask(s, position, middle) == DRAW_HOLDS)
            low = middle + 1;
        else
            high = middle;
    }
    row->states += limit;
    row->drawn_states += limit - low;
    row->drawn_fresh += fresh == DRAW_FALLS;
    if (fresh == DRAW_HOLDS && limit > 0 && low - 1 < row->spare) {
        row->spare = low - 1;
        row->tightest = *position;
    }
}

static void write_row(const char *rules, const char *name, enum side side, const struct row *row) {
    char fen[FEN_SIZE] = "-";
    char spare[16] = "-";
    if (row->spare != UINT32_MAX) {
        fen_write_position(&rules_brazilian, NOTATION_ALGEBRAIC, &row->tightest, fen, sizeof fen);
        snprintf(spare, sizeof spare, "%u", row->spare);
    }
    printf("%s\t%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n",
           rules, name, side == WHITE ? "white" : "black", row->decided, row->drawn_fresh, spare,
           fen, row->states, row->drawn_states, row->unsolved);
    fflush(stdout);
}

static void count_signature(struct statistics *s, struct signature signature) {
    struct index_layout layout;
    char name[SIGNATURE_NAME_SIZE];
    signature_name(signature, name);
    if (!index_layout_init(&layout, &geometry_8x8, signature))
        return;
    for (enum side side = WHITE; side <= BLACK; side++) {
        struct row row = {.spare = UINT32_MAX};
        if (side == BLACK && signature_is_own_mirror(signature))
            break;
        for (uint64_t index = 0; index < layout.positions; index++) {
            struct position position = position_of_index(&layout, index, side);
            add_position(s, &position, &row);
        }
        write_row(draw_solver_rules(s->solver)->name, name, side, &row);
    }
}

int main(int argc, char **argv) {
    static struct statistics s;
    struct draw_rules rules;
    finais *handle = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    const char *directories[] = {argc == 4 ? argv[1] : "."};
    options.directories = directories;
    options.directory_count = 1;
    if (argc != 4 || !draw_rules_named(argv[3], &rules) ||
        finais_open(&handle, &options, NULL) != FINAIS_OK ||
        finais_context_new(&s.context, handle, NULL) != FINAIS_OK)
        return 2;
    s.solver = draw_solver_new(s.context, &rules, draw_facts_of(argv[3]), (size_t)1 << 31);
    if (s.solver == NULL)
        return 2;
    printf("rules\tsignature\tside_to_move\tdecided\tdrawn_fresh\tspare\ttightest\tstates\t"
           "drawn_states\tunsolved\n");
    for (unsigned pieces = 2; pieces <= (unsigned)atoi(argv[2]); pieces++) {
        struct signature list[64];
        size_t count = signatures_of_pieces(pieces, rules_brazilian.pieces_per_side, list, 64);
        for (size_t i = 0; i < count; i++)
            count_signature(&s, list[i]);
    }
    draw_solver_free(s.solver);
    finais_context_free(s.context);
    finais_close(handle);
    return 0;
}
