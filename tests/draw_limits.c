/* draw_limits.c - how much draw rules leave of the wins where counts of plies decide: for
 * docs/results.
 *
 *     draw-limits PIECES RULES...
 *
 * Solves all endings of up to so many pieces in memory, first without draw rules, then for each of
 * the rules (built in, or a file) with those wins cut out that do not hold with fresh counters,
 * each placement of the men before those that lead to it. A win holds when the plies to the next
 * move that sets the counter back, and after which it still holds, are within the limit. Of
 * signatures of which it is known (probe/draw_facts.c) that every win holds nothing is cut.
 *
 * Writes a row for each signature of exactly so many pieces and each side to move, with the columns
 * of draw_statistics.c. Rules may have two counters: one that moves of men set back as well, which
 * is the one that decides, and one that they do not. Mostly it can be shown that the second cannot
 * draw what the first does not (draw_balance.c); else all counts of both are solved (draw_both.c).
 * Signatures in which the second draws a win with fresh counters are named on standard error: the
 * rows of those that lead to them are not right then. Counters of moves on the main road are
 * refused, and others that captures and promotions do not set back. */
#include "block_solver.h"
#include "draw_both.h"
#include "draw_facts.h"
#include "draw_tally.h"
#include "fen.h"
#include "rules_argument.h"
#include <inttypes.h>
#include <stdlib.h>

enum { SIGNATURES_MAX = 256 };

static void stop(const char *why) {
    fprintf(stderr, "draw-limits: %s\n", why);
    exit(3);
}

/* ---- Rules ------------------------------------------------------------------------------------
 */

/* How draw rules count in a signature. */
struct limits {
    unsigned plies;     /* limit of the counter that decides; 0 when none counts */
    bool men_end_count; /* moves of men set it back as well */
    unsigned second;    /* limit of the second counter, 0 without one */
    unsigned states[2]; /* counts H that do not draw a position as it stands, by side to move */
    bool even;          /* both counters draw whoever is to move */
};

/* The greatest clock that does not draw the positions of a signature, and one more. */
static unsigned states_of(const struct draw_rules *rules, const struct index_layout *layout,
                          enum side side) {
    struct position position = position_of_index(layout, 0, side);
    for (unsigned count = 1; count <= 2 * DRAW_LIMIT_MAX; count++) {
        struct draw_clock clock = {{0}};
        for (int i = 0; i < rules->counter_count; i++)
            clock.counts[i] = (uint16_t)count;
        if (draw_article_due(rules, &geometry_8x8, &position, &clock) != DRAW_NONE)
            return count;
    }
    return 0;
}

static struct limits limits_of(const struct draw_rules *rules, const struct index_layout *layout) {
    struct draw_plan plan;
    draw_plan_make(&plan, rules, layout->signature);
    for (int i = 0; i < rules->counter_count; i++)
        if (plan.matters[i] && rules->counters[i].counts != DRAW_COUNTS_PLIES)
            stop("the rules count moves on the main road");
    if (plan.unsolved != NULL || !plan.captures_clear || !plan.promotions_clear)
        stop("plies to captures and promotions do not decide");
    if (plan.layer == DRAW_NONE)
        return (struct limits){.plies = 0};
    bool second = plan.has_men && plan.threshold != DRAW_NONE; /* else both are set back together */
    bool even = plan.least_limit[plan.layer] == plan.sure_limit[plan.layer];
    if (second)
        even &= plan.least_limit[plan.threshold] == plan.sure_limit[plan.threshold];
    return (struct limits){
        .plies = plan.layers,
        .men_end_count = draw_counter_resets_at_man_moves(rules, plan.layer, layout->signature),
        .second = second ? plan.least_limit[plan.threshold] : 0,
        .states = {states_of(rules, layout, WHITE), states_of(rules, layout, BLACK)},
        .even = even};
}

static bool loses_no_win(const struct draw_rules *rules, struct signature signature) {
    const struct draw_facts *facts = draw_facts_of(rules->name);
    char name[SIGNATURE_NAME_SIZE];
    if (facts == NULL || signature_pieces(signature) > facts->pieces)
        return false;
    signature_name(signature, name);
    for (const char *const *at = facts->exceptions; at != NULL && *at != NULL; at++)
        if (strcmp(*at, name) == 0)
            return false;
    return true;
}

/* ---- Rows -------------------------------------------------------------------------------------
 */

/* What the second counter, if there is one, may draw. */
struct second_counter {
    bool draws_none; /* whatever both stand at */
    struct draw_both both;
};

struct row {
    const struct draw_rules *rules;
    const struct draw_tally *tally;
    const struct second_counter *second;
    struct limits limits;
    enum side side;
    uint64_t decided;
};

/* Of so many counts a win holds that is so many plies from the end of the count. An article that
 * counts moves of the stronger side draws a ply earlier where the other is to move. */
static unsigned counts_that_hold(const struct row *row, unsigned plies) {
    const unsigned *states = row->limits.states;
    enum side last = plies % 2 == 1 ? row->side : other_side(row->side); /* to move in the end */
    unsigned hold = states[row->side];
    if (states[last] + 1 < hold + plies)
        hold = states[last] + 1 > plies ? states[last] + 1 - plies : 0;
    if (plies > 1 && states[other_side(last)] + 2 < hold + plies)
        hold = states[other_side(last)] + 2 > plies ? states[other_side(last)] + 2 - plies : 0;
    return hold;
}

struct row_states {
    uint64_t drawn;
    unsigned spare; /* DRAW_NO_SPARE when no win holds */
    uint64_t tightest;
};

/* By the counter that decides. */
static struct row_states states_by_plies(const struct row *row) {
    const struct draw_count *count = &row->tally->counts[row->side];
    unsigned all = row->limits.states[row->side];
    struct row_states states = {.spare = DRAW_NO_SPARE};
    for (unsigned plies = 1; plies < PLIES_MAX; plies++) {
        unsigned hold = counts_that_hold(row, plies);
        if (count->by_plies[plies] == 0)
            continue;
        if (hold == 0)
            stop("a limit falls with fresh counters that does not decide");
        states.drawn += count->by_plies[plies] * (all - hold);
        if (hold - 1 < states.spare) {
            states.spare = hold - 1;
            states.tightest = count->example[plies];
        }
    }
    return states;
}

static struct row_states states_of_row(const struct row *row) {
    const struct draw_both *both = &row->second->both;
    if (row->second->draws_none)
        return states_by_plies(row);
    return (struct row_states){.drawn = both->drawn[row->side],
                               .spare = both->spare[row->side],
                               .tightest = both->tightest[row->side]};
}

static void write_states(const struct row *row) {
    uint64_t cut = row->decided - draw_count_all(&row->tally->counts[row->side]);
    unsigned all = row->limits.states[row->side];
    struct row_states states = states_of_row(row);
    if (states.spare == DRAW_NO_SPARE) {
        printf("\t-\t-");
    } else {
        char fen[FEN_SIZE];
        struct position position =
            position_of_index(&row->tally->layout, states.tightest, row->side);
        fen_write_position(&rules_brazilian, NOTATION_ALGEBRAIC, &position, fen, sizeof fen);
        printf("\t%u\t%s", states.spare, fen);
    }
    printf("\t%" PRIu64 "\t%" PRIu64, row->decided * all, cut * all + states.drawn);
}

static void write_row(const struct row *row) {
    uint64_t held = draw_count_all(&row->tally->counts[row->side]);
    char name[SIGNATURE_NAME_SIZE];
    signature_name(row->tally->layout.signature, name);
    printf("%s\t%s\t%s\t%" PRIu64 "\t%" PRIu64, row->rules->name, name,
           row->side == WHITE ? "white" : "black", row->decided,
           row->decided - held + row->second->both.fresh[row->side]);
    if (row->limits.plies > 0)
        write_states(row);
    else
        printf("\t-\t-\t0\t0");
    puts("\t0"); /* nothing is left unsolved */
    fflush(stdout);
}

static struct second_counter look_at_second(const struct draw_tally *tally,
                                            const struct limits *limits) {
    struct second_counter second = {.draws_none = true};
    if (!tally->keeps)
        return second;
    unsigned longest = draw_tally_longest_balance(tally, limits->plies);
    /* Whatever counts they begin with: they are below the limit when a man moves on. */
    second.draws_none = longest + limits->plies <= limits->second;
    if (second.draws_none)
        return second;
    if (!limits->even)
        stop("who is to move matters to two counters");
    if (!draw_both_find(tally, limits->plies, limits->second, &second.both))
        stop("memory is short");
    return second;
}

static void warn(struct signature signature, const struct second_counter *second) {
    uint64_t fresh = second->both.fresh[WHITE] + second->both.fresh[BLACK];
    char name[SIGNATURE_NAME_SIZE];
    signature_name(signature, name);
    if (fresh > 0)
        fprintf(stderr, "draw-limits: %s: %" PRIu64 " positions that the second counter draws\n",
                name, fresh);
}

static void write_rows(const struct draw_rules *rules, const struct draw_tally *tally,
                       const struct limits *limits, const uint64_t decided[2],
                       const struct second_counter *second) {
    struct row row = {.rules = rules, .tally = tally, .second = second, .limits = *limits};
    for (unsigned side = 0; side < tally->sides; side++) {
        row.side = (enum side)side;
        row.decided = decided[side];
        write_row(&row);
    }
}

/* ---- Solving ----------------------------------------------------------------------------------
 */

/* All signatures, solved in one way. */
struct run {
    const struct draw_rules *rules; /* NULL for none */
    struct block_lookup *lookup;
    struct blocks *blocks[SIGNATURES_MAX];
    size_t count;
};

static struct distances *distances_for(const struct blocks *blocks, bool men_end_count,
                                       unsigned cut) {
    struct distances *distances = distances_allocate(blocks, METRIC_DTC);
    if (distances == NULL)
        stop("memory is short");
    distances->men_end_count = men_end_count;
    distances->cuts = cut > 0;
    if (cut > 0)
        distances->longest = cut;
    return distances;
}

static void solve(struct run *run, struct signature signature, const struct limits *limits,
                  struct draw_tally *tally) {
    struct outcome_sink sink = draw_tally_sink(tally);
    struct distance_set set = {{NULL}};
    struct blocks *blocks = blocks_allocate(&rules_brazilian, signature);
    if (blocks == NULL || run->count == SIGNATURES_MAX)
        stop("memory is short");
    bool sure = run->rules == NULL || loses_no_win(run->rules, signature);
    unsigned cut = sure ? 0 : limits->plies;
    if (limits->men_end_count)
        set.of[DISTANCES_DTW] = distances_for(blocks, true, cut);
    if (!limits->men_end_count || tally->keeps)
        set.of[DISTANCES_DTC] = distances_for(blocks, false, limits->men_end_count ? 0 : cut);
    if (solve_blocks(blocks, &set, &sink, run->lookup, kernel_find(NULL), 1, NULL, NULL) !=
        SOLVE_OK)
        stop("a signature cannot be solved");
    for (unsigned i = 0; i < DISTANCE_METRICS; i++)
        distances_free(set.of[i]);
    run->blocks[run->count++] = blocks;
}

/* Solves one signature; `decided` is found without rules, and read with them. */
static void run_signature(struct run *run, struct signature signature, bool told,
                          uint64_t decided[2]) {
    struct index_layout layout;
    struct draw_tally *tally = malloc(sizeof *tally);
    struct limits limits = {.plies = 0};
    if (tally == NULL || !index_layout_init(&layout, &geometry_8x8, signature))
        stop("memory is short");
    if (run->rules != NULL && (told || !loses_no_win(run->rules, signature)))
        limits = limits_of(run->rules, &layout);
    bool keeps = limits.men_end_count && limits.second > 0;
    if (!draw_tally_make(tally, &layout, limits.men_end_count ? DISTANCES_DTW : DISTANCES_DTC,
                         keeps))
        stop("memory is short");
    solve(run, signature, &limits, tally);
    for (unsigned side = 0; side < tally->sides && run->rules == NULL; side++)
        decided[side] = draw_count_all(&tally->counts[side]);
    struct second_counter second = look_at_second(tally, &limits);
    if (run->rules != NULL && told)
        write_rows(run->rules, tally, &limits, decided, &second);
    warn(signature, &second);
    draw_tally_clear(tally);
    free(tally);
}

static void run_rules(const struct draw_rules *rules, unsigned pieces,
                      uint64_t decided[SIGNATURES_MAX][2]) {
    struct run run = {.rules = rules, .lookup = calloc(1, sizeof(struct block_lookup))};
    if (run.lookup == NULL)
        stop("memory is short");
    for (unsigned n = 2; n <= pieces; n++) {
        struct signature list[SIGNATURES_MAX];
        size_t count =
            signatures_of_pieces(n, rules_brazilian.pieces_per_side, list, SIGNATURES_MAX);
        for (size_t i = 0; i < count; i++)
            run_signature(&run, list[i], n == pieces, decided[i]);
    }
    while (run.count > 0)
        blocks_free(run.blocks[--run.count]);
    free(run.lookup);
}

int main(int argc, char **argv) {
    static uint64_t decided[SIGNATURES_MAX][2];
    static struct draw_rules rules;
    unsigned pieces = argc >= 3 ? (unsigned)atoi(argv[1]) : 0;
    if (pieces < 2 || pieces > 7)
        return 2;
    printf("rules\tsignature\tside_to_move\tdecided\tdrawn_fresh\tspare\ttightest\tstates\t"
           "drawn_states\tunsolved\n");
    run_rules(NULL, pieces, decided);
    for (int i = 2; i < argc; i++) {
        if (!rules_of_argument(argv[i], &rules))
            return 2;
        run_rules(&rules, pieces, decided);
    }
    return 0;
}
