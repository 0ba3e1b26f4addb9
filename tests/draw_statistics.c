/* draw_statistics.c - how much draw rules leave of the wins, by signature: for docs/results.
 *
 *     draw-statistics TABLES PIECES RULES [SIGNATURE...]
 *
 * Writes a row for each signature of up to so many pieces, or of those only that are named, and
 * each side to move, from positions and counters solved together. The clock is that of the field H
 * of a FEN: every counter of plies has the same count, those about the road are at 0. Columns:
 * decided positions that have a legal move; how many of them are drawn with H 0; the fewest plies
 * to spare, which is the greatest H with which the closest of the others still holds, and an
 * example; all counts H below the limit, over all these positions; how many of these counts make a
 * draw of the win; positions that could not be solved. */
#include "draw_facts.h"
#include "draw_unit.h"
#include "evaluate.h"
#include "fen.h"
#include "rules_argument.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    unsigned limits[4]; /* of the signature at hand, by side to move and lone king on the road */
    bool limit_known[4];
};

static void stop(const char *why) {
    fprintf(stderr, "draw-statistics: %s\n", why);
    exit(3);
}

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

/* How high a count H is without drawing the position as it stands, by what that depends on. */
static unsigned limit_here(struct statistics *s, const struct position *position) {
    unsigned class = (position->side_to_move == WHITE ? 0u : 2u) +
                     (draw_lone_king_on_road(&geometry_8x8, position) ? 1u : 0u);
    if (!s->limit_known[class])
        s->limits[class] = limit_of(draw_solver_rules(s->solver), position);
    s->limit_known[class] = true;
    return s->limits[class];
}

/* Whether the win holds with all counters of plies at `count`. */
static bool holds(const struct statistics *s, const struct draw_unit *unit, uint32_t node,
                  unsigned count) {
    const struct draw_plan *plan = &unit->balance->plan;
    unsigned layer = plan->layer != DRAW_NONE ? count : 0;
    if (layer >= unit->kept)
        return false;
    unsigned threshold = count < plan->threshold_most ? count : plan->threshold_most;
    if (plan->threshold == DRAW_NONE ||
        draw_solver_rules(s->solver)->counters[plan->threshold].counts != DRAW_COUNTS_PLIES)
        threshold = 0;
    return draw_unit_value(unit, layer, node, 0) > threshold;
}

static void add_node(struct statistics *s, const struct draw_unit *unit, uint32_t node,
                     const struct position *position, struct row *row) {
    finais_error error;
    value v = VALUE_WIN;
    bool fresh = holds(s, unit, node, 0);
    if (!moves_must_capture(&rules_brazilian, position) &&
        !moves_any_quiet(&rules_brazilian, position))
        return;
    if (!fresh && evaluate(s->context, position, METRIC_WDL, &v, &error) != FINAIS_OK)
        stop(error.message);
    if (v == VALUE_DRAW)
        return;
    unsigned limit = limit_here(s, position);
    unsigned low = 0; /* with counts below it holds */
    while (low < limit && holds(s, unit, node, low))
        low++;
    row->decided++;
    row->drawn_fresh += !fresh;
    row->states += limit;
    row->drawn_states += limit - low;
    if (fresh && limit > 0 && low - 1 < row->spare) {
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

static void count_unit(struct statistics *s, const struct index_layout *layout, uint64_t rank,
                       struct row rows[2]) {
    const struct draw_unit *unit = NULL;
    finais_error error;
    bitboard white;
    bitboard black;
    enum draw_status status = draw_solver_unit(s->solver, layout->signature, rank, &unit, &error);
    if (status == DRAW_FAILED)
        stop(error.message);
    if (status == DRAW_STOPPED) {
        rows[WHITE].unsolved += layout->king_placements;
        rows[BLACK].unsolved += layout->king_placements;
        return;
    }
    man_placement(layout, rank, &white, &black);
    for (uint32_t node = 0; node < unit->nodes; node++) {
        enum side side = node < unit->nodes / 2 ? WHITE : BLACK;
        bitboard kings[2];
        king_placement(layout, white | black, node % (unit->nodes / 2), &kings[WHITE],
                       &kings[BLACK]);
        struct position position = {.white = white | kings[WHITE],
                                    .black = black | kings[BLACK],
                                    .kings = kings[WHITE] | kings[BLACK],
                                    .side_to_move = side};
        add_node(s, unit, node, &position, &rows[side]);
    }
}

static void count_signature(struct statistics *s, struct signature signature) {
    struct index_layout layout;
    char name[SIGNATURE_NAME_SIZE];
    struct row rows[2] = {{.spare = UINT32_MAX}, {.spare = UINT32_MAX}};
    signature_name(signature, name);
    if (!index_layout_init(&layout, &geometry_8x8, signature))
        return;
    memset(s->limit_known, 0, sizeof s->limit_known);
    for (uint64_t rank = 0; rank < layout.positions / layout.king_placements; rank++)
        count_unit(s, &layout, rank, rows);
    for (enum side side = WHITE; side <= BLACK; side++)
        if (side == WHITE || !signature_is_own_mirror(signature))
            write_row(draw_solver_rules(s->solver)->name, name, side, &rows[side]);
}

/* Without names all are. */
static bool is_wanted(struct signature signature, int count, char **names) {
    char name[SIGNATURE_NAME_SIZE];
    signature_name(signature, name);
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return count == 0;
}

int main(int argc, char **argv) {
    static struct statistics s;
    struct draw_rules rules;
    finais *handle = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    const char *directories[] = {argc >= 4 ? argv[1] : "."};
    options.directories = directories;
    options.directory_count = 1;
    if (argc < 4 || !rules_of_argument(argv[3], &rules) ||
        finais_open(&handle, &options, NULL) != FINAIS_OK ||
        finais_context_new(&s.context, handle, NULL) != FINAIS_OK)
        return 2;
    s.solver = draw_solver_new(s.context, &rules, draw_facts_of(rules.name), (size_t)1 << 31);
    if (s.solver == NULL)
        return 2;
    printf("rules\tsignature\tside_to_move\tdecided\tdrawn_fresh\tspare\ttightest\tstates\t"
           "drawn_states\tunsolved\n");
    for (unsigned pieces = 2; pieces <= (unsigned)atoi(argv[2]); pieces++) {
        struct signature list[64];
        size_t count = signatures_of_pieces(pieces, rules_brazilian.pieces_per_side, list, 64);
        for (size_t i = 0; i < count; i++)
            if (is_wanted(list[i], argc - 4, argv + 4))
                count_signature(&s, list[i]);
    }
    draw_solver_free(s.solver);
    finais_context_free(s.context);
    finais_close(handle);
    return 0;
}
