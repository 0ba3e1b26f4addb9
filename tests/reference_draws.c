#include "reference_draws.h"
#include "reference_ending.h"
#include <stdlib.h>
#include <string.h>

enum {
    MAIN_MAX = 80,
    KINGS_MAX = 30, /* 7.2.5 */
    ROAD_FMJD = 5,
    ROAD_SERVER = 10,
    MEN_MAX = 4
};

typedef struct {
    road_set win;
    road_set loss;
} outcome;

/* What the rules look at in a position. */
typedef struct {
    int men[2];
    int kings[2];
    int side;
    bool lone_king_on_road; /* of the weaker side, alone there */
} facts;

typedef struct {
    const reference_ending *ending;
    outcome *entries; /* by slot of the ending and main count; of states with no king plies */
} solved_ending;

/* A move, as counters see it, to a position of the same placement of the men or to another. */
typedef struct {
    bool inside;
    uint32_t target; /* number in the unit, or slot in `other` */
    const solved_ending *other;
    bool main_resets;
    bool road_resets;
    bool road_counts;
    road_set road_after; /* the set of the one count that a reset leaves */
} edge;

typedef struct {
    uint64_t white;
    uint64_t black;
    uint64_t kings;
    size_t slot; /* in its ending */
    facts facts;
    size_t first_edge;
    size_t edge_count;
} node;

typedef struct {
    draws_rules rules;
    reference_ending_list list;
    solved_ending solved[REFERENCE_MAXIMUM_ENDINGS];
    /* The unit at hand. */
    node *nodes;
    size_t node_count;
    uint32_t *number_of_slot; /* of the ending at hand */
    edge *edges;
    size_t edge_count;
    size_t edge_capacity;
    outcome *layers[2]; /* by node and king plies */
    draws_visitor *visit;
    void *context;
} solver;

/* ---- Rules, as docs/rules.md has them -------------------------------------------------------- */

static int pieces(const facts *f, int side) {
    return f->men[side] + f->kings[side];
}

static bool both_have_kings(const facts *f) {
    return f->kings[0] > 0 && f->kings[1] > 0;
}

/* The stronger side, or -1. */
static int stronger(const facts *f) {
    int white = pieces(f, 0);
    int black = pieces(f, 1);
    if (white == black) {
        white = f->kings[0];
        black = f->kings[1];
    }
    return white > black ? 0 : black > white ? 1 : -1;
}

static bool is_lone_king(const facts *f, int side) {
    return f->men[side] == 0 && f->kings[side] == 1;
}

/* Three pieces, at least one a king, against one king. */
static bool is_three_against_one(const facts *f) {
    int strong = stronger(f);
    return strong >= 0 && pieces(f, strong) == 3 && f->kings[strong] > 0 &&
           is_lone_king(f, 1 - strong);
}

static bool is_kings_against_one(const facts *f) {
    int strong = stronger(f);
    return strong >= 0 && f->kings[strong] >= 3 && f->men[strong] == 0 &&
           is_lone_king(f, 1 - strong);
}

/* Moves that the stronger side has made in so many plies; either side's where they are equal. */
static int strong_moves(const facts *f, int plies) {
    return stronger(f) == f->side ? plies / 2 : (plies + 1) / 2;
}

static bool is_drawn_fmjd(const facts *f, draws_clock clock) {
    int all = pieces(f, 0) + pieces(f, 1);
    if (is_kings_against_one(f) && strong_moves(f, clock.main) >= 15)
        return true;
    if (clock.kings >= 30)
        return true;
    if (both_have_kings(f) && (all == 4 || all == 5) && clock.main >= 60)
        return true;
    if (is_three_against_one(f) && clock.road >= 5)
        return true;
    return both_have_kings(f) && all <= 3 && strong_moves(f, clock.main) >= 5;
}

static bool is_drawn_server(const facts *f, draws_clock clock) {
    int all = pieces(f, 0) + pieces(f, 1);
    if (!both_have_kings(f))
        return false;
    if (all <= 3)
        return clock.main >= 10;
    if (is_three_against_one(f) && f->lone_king_on_road)
        return clock.main >= (clock.road >= 10 ? 10 : 30);
    if (is_kings_against_one(f))
        return clock.main >= 30;
    return clock.main >= 60;
}

static bool is_drawn(draws_rules rules, const facts *f, draws_clock clock) {
    switch (rules) {
    case DRAWS_FMJD64:
        return is_drawn_fmjd(f, clock);
    case DRAWS_LIDRAUGHTS:
        return is_drawn_server(f, clock);
    case DRAWS_MOVES40:
        break;
    }
    return clock.main >= 80;
}

static int main_limit(draws_rules rules) {
    return rules == DRAWS_MOVES40 ? 80 : 60;
}

static int road_most(draws_rules rules) {
    return rules == DRAWS_FMJD64 ? ROAD_FMJD : rules == DRAWS_LIDRAUGHTS ? ROAD_SERVER : 0;
}

static road_set all_roads(draws_rules rules) {
    return (road_set)((1u << (road_most(rules) + 1)) - 1);
}

static bool server_clock_resets(const facts *before, const facts *after, bool captures,
                                bool promotes, bool first_king) {
    int all = pieces(after, 0) + pieces(after, 1);
    int all_before = pieces(before, 0) + pieces(before, 1);
    if (!both_have_kings(after))
        return true;
    if (all <= 3)
        return first_king || (captures && all_before >= 4);
    if (is_three_against_one(after) && after->lone_king_on_road)
        return captures || first_king;
    return captures || promotes;
}

static void fill_in_counting(draws_rules rules, const facts *before, const facts *after,
                             const reference_move *move, edge *e) {
    bool captures = move->captured_count > 0;
    bool first_king = move->promotes && after->kings[before->side] == 1;
    e->road_after = 1;
    if (rules == DRAWS_LIDRAUGHTS) {
        bool counts = is_three_against_one(after) && after->lone_king_on_road;
        e->main_resets = server_clock_resets(before, after, captures, move->promotes, first_king);
        e->road_resets = captures || first_king;
        e->road_counts = counts;
        e->road_after = counts ? 2 : 1;
        return;
    }
    e->main_resets = captures || move->promotes;
    e->road_resets = e->main_resets;
    e->road_counts = rules == DRAWS_FMJD64 && is_three_against_one(before) &&
                     before->lone_king_on_road && stronger(before) == before->side;
}

/* ---- Positions ------------------------------------------------------------------------------- */

static facts facts_of(const reference_position *position, uint64_t white, uint64_t black,
                      uint64_t kings) {
    facts f = {.side = position->side};
    uint64_t road = 0;
    for (int i = 0; i < 8; i++)
        road |= UINT64_C(1) << reference_square_at(7 - i, i);
    f.men[0] = __builtin_popcountll(white & ~kings);
    f.kings[0] = __builtin_popcountll(white & kings);
    f.men[1] = __builtin_popcountll(black & ~kings);
    f.kings[1] = __builtin_popcountll(black & kings);
    int strong = stronger(&f);
    uint64_t weak = strong == 0 ? black : white;
    f.lone_king_on_road =
        strong >= 0 && is_lone_king(&f, 1 - strong) && ((white | black) & road) == weak;
    return f;
}

static reference_status add_edge(solver *s, const edge *e) {
    if (s->edge_count == s->edge_capacity) {
        size_t capacity = 2 * s->edge_capacity + 4096;
        edge *grown = realloc(s->edges, capacity * sizeof *grown);
        if (grown == NULL)
            return REFERENCE_OUT_OF_MEMORY;
        s->edges = grown;
        s->edge_capacity = capacity;
    }
    s->edges[s->edge_count++] = *e;
    return REFERENCE_OK;
}

static const solved_ending *ending_of_slot(const solver *s, size_t slot) {
    for (int i = 0; i < s->list.count; i++) {
        const reference_ending *ending = &s->list.endings[i];
        if (slot >= ending->first_slot && slot < ending->first_slot + ending->slot_count)
            return &s->solved[i];
    }
    return NULL;
}

/* Whether both positions have their men on the same squares. */
static bool same_men(const node *n, uint64_t white, uint64_t black, uint64_t kings) {
    return (n->white & ~n->kings) == (white & ~kings) && (n->black & ~n->kings) == (black & ~kings);
}

static reference_status add_move(solver *s, const solved_ending *here, const node *n,
                                 const reference_position *position, const reference_move *move) {
    reference_position next = *position;
    uint64_t white;
    uint64_t black;
    uint64_t kings;
    size_t slot;
    edge e = {.inside = false};
    reference_make_move(&next, move);
    reference_position_to_sets(&next, &white, &black, &kings);
    reference_status status = reference_find_slot(&s->list, &next, &slot);
    if (status != REFERENCE_OK)
        return status;
    facts after = facts_of(&next, white, black, kings);
    fill_in_counting(s->rules, &n->facts, &after, move, &e);
    e.other = ending_of_slot(s, slot); /* NULL: the opponent has no piece left */
    e.inside = e.other == here && same_men(n, white, black, kings);
    if (e.other != NULL)
        slot -= e.other->ending->first_slot;
    e.target = e.inside ? s->number_of_slot[slot] : (uint32_t)slot;
    return add_edge(s, &e);
}

static reference_status add_moves(solver *s, const solved_ending *here, node *n) {
    reference_position position;
    static reference_move_list moves;
    reference_status status =
        reference_position_from_sets(n->white, n->black, n->kings, n->facts.side, &position);
    if (status == REFERENCE_OK)
        status = reference_list_moves(&position, &moves);
    n->first_edge = s->edge_count;
    for (int i = 0; status == REFERENCE_OK && i < moves.count; i++)
        status = add_move(s, here, n, &position, &moves.moves[i]);
    n->edge_count = s->edge_count - n->first_edge;
    return status;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* The road counts before a move for which the count after it is in the set. */
static road_set roads_before(draws_rules rules, const edge *e, road_set after) {
    road_set all = all_roads(rules);
    road_set last = (road_set)(1u << road_most(rules));
    if (e->road_resets)
        return (after & e->road_after) != 0 ? all : 0;
    if (!e->road_counts)
        return after;
    return (road_set)(((after >> 1) | (after & last)) & all);
}

static outcome outcome_after(const solver *s, const edge *e, draws_clock clock,
                             const outcome *next_layer) {
    outcome lost = {0, all_roads(s->rules)};
    outcome after;
    if (e->other == NULL)
        after = lost;
    else if (e->inside)
        after = next_layer[(size_t)e->target * (KINGS_MAX + 1) +
                           (size_t)(s->rules == DRAWS_FMJD64 ? clock.kings + 1 : 0)];
    else
        after = e->other->entries[(size_t)e->target * (MAIN_MAX + 1) +
                                  (size_t)(e->main_resets ? 0 : clock.main + 1)];
    return (outcome){roads_before(s->rules, e, after.win), roads_before(s->rules, e, after.loss)};
}

static road_set drawn_roads(const solver *s, const node *n, draws_clock clock) {
    road_set drawn = 0;
    for (int road = 0; road <= road_most(s->rules); road++) {
        clock.road = road;
        if (is_drawn(s->rules, &n->facts, clock))
            drawn = (road_set)(drawn | 1u << road);
    }
    return drawn;
}

/* The value of all road counts of a position with the other counters, but for those that are drawn
 * as they stand. */
static outcome value_of(const solver *s, const node *n, draws_clock clock, road_set drawn,
                        const outcome *next_layer) {
    road_set all = all_roads(s->rules);
    outcome value = {0, all};
    for (size_t i = 0; i < n->edge_count; i++) {
        outcome after = outcome_after(s, &s->edges[n->first_edge + i], clock, next_layer);
        value.win |= after.loss;
        value.loss &= after.win;
    }
    value.win = (road_set)(value.win & ~drawn);
    value.loss = (road_set)(value.loss & ~drawn);
    return value;
}

static void visit_state(const solver *s, const node *n, draws_clock clock, road_set drawn,
                        outcome value) {
    draws_position position = {n->white, n->black, n->kings, n->facts.side, (size_t)(n - s->nodes)};
    draws_values values = {drawn, value.win, value.loss, road_most(s->rules)};
    s->visit(s->context, &position, clock, &values);
}

/* ---- Units ----------------------------------------------------------------------------------- */

static void keep_entry(const solved_ending *here, const node *n, int main, outcome value) {
    here->entries[n->slot * (MAIN_MAX + 1) + (size_t)main] = value;
}

/* King plies that a state can have: as many as the balance is old, where there are no men. */
static bool is_possible(const solver *s, const node *n, draws_clock clock) {
    bool men = n->facts.men[0] + n->facts.men[1] > 0;
    if (s->rules != DRAWS_FMJD64)
        return clock.kings == 0;
    return men ? clock.kings <= clock.main : clock.kings == clock.main;
}

static void solve_layers(solver *s, const solved_ending *here, bool visits) {
    int limit = main_limit(s->rules);
    size_t size = s->node_count * (KINGS_MAX + 1) * sizeof(outcome);
    memset(s->layers[limit % 2], 0, size);
    for (size_t i = 0; i < s->node_count; i++) {
        outcome lost = {0, all_roads(s->rules)};
        if (s->nodes[i].edge_count > 0)
            continue;
        for (int k = 0; k <= KINGS_MAX; k++)
            s->layers[limit % 2][i * (KINGS_MAX + 1) + (size_t)k] = lost;
        keep_entry(here, &s->nodes[i], limit, lost);
    }
    for (int main = limit - 1; main >= 0; main--) {
        const outcome *next = s->layers[(main + 1) % 2];
        outcome *layer = s->layers[main % 2];
        memset(layer, 0, size);
        for (size_t i = 0; i < s->node_count; i++)
            for (int kings = 0; kings <= KINGS_MAX; kings++) {
                const node *n = &s->nodes[i];
                draws_clock clock = {main, kings, 0};
                outcome *value = &layer[i * (KINGS_MAX + 1) + (size_t)kings];
                bool possible = kings < KINGS_MAX && is_possible(s, n, clock);
                road_set drawn = 0;
                if (n->edge_count == 0) {
                    value->loss = all_roads(s->rules);
                } else if (possible) {
                    drawn = drawn_roads(s, n, clock);
                    *value = value_of(s, n, clock, drawn, next);
                }
                if (possible && kings == 0)
                    keep_entry(here, n, main, *value);
                if (possible && visits)
                    visit_state(s, n, clock, drawn, *value);
            }
    }
}

/* No article counts here: values of unlimited play, found by repetition. */
static void solve_for_ever(solver *s, const solved_ending *here) {
    outcome *values = s->layers[0];
    bool changed = true;
    memset(values, 0, s->node_count * (KINGS_MAX + 1) * sizeof(outcome));
    while (changed) {
        changed = false;
        for (size_t i = 0; i < s->node_count; i++) {
            outcome *value = &values[i * (KINGS_MAX + 1)];
            for (int k = 0; k <= 1; k++) /* moves of a king lead to one ply by kings at most */
                values[i * (KINGS_MAX + 1) + (size_t)k] = *value;
            outcome found = value_of(s, &s->nodes[i], (draws_clock){0, 0, 0}, 0, values);
            changed |= found.win != value->win || found.loss != value->loss;
            for (int k = 0; k <= 1; k++)
                values[i * (KINGS_MAX + 1) + (size_t)k] = found;
            for (int main = 0; main <= MAIN_MAX; main++)
                keep_entry(here, &s->nodes[i], main, found);
        }
    }
}

static reference_status solve_unit(solver *s, const solved_ending *here, bool visits) {
    reference_status status = REFERENCE_OK;
    s->edge_count = 0;
    for (size_t i = 0; i < s->node_count && status == REFERENCE_OK; i++)
        status = add_moves(s, here, &s->nodes[i]);
    for (int i = 0; i < 2 && status == REFERENCE_OK; i++) {
        free(s->layers[i]);
        s->layers[i] = malloc(s->node_count * (KINGS_MAX + 1) * sizeof(outcome));
        if (s->layers[i] == NULL)
            status = REFERENCE_OUT_OF_MEMORY;
    }
    if (status != REFERENCE_OK)
        return status;
    if (s->rules != DRAWS_MOVES40 && !both_have_kings(&s->nodes[0].facts))
        solve_for_ever(s, here);
    else
        solve_layers(s, here, visits);
    return REFERENCE_OK;
}

/* ---- Endings --------------------------------------------------------------------------------- */

static int advancement(const node *n) {
    int sum = 0;
    for (int square = 0; square < REFERENCE_SQUARES; square++) {
        uint64_t bit = UINT64_C(1) << square;
        if ((n->white & ~n->kings & bit) != 0)
            sum += 7 - reference_square_row(square);
        if ((n->black & ~n->kings & bit) != 0)
            sum += reference_square_row(square);
    }
    return sum;
}

/* The most advanced first; those of one placement of the men together. */
static int compare_nodes(const void *left, const void *right) {
    const node *a = left;
    const node *b = right;
    int by_advancement = advancement(b) - advancement(a);
    if (by_advancement != 0)
        return by_advancement;
    uint64_t keys[][2] = {{a->white & ~a->kings, b->white & ~b->kings},
                          {a->black & ~a->kings, b->black & ~b->kings},
                          {a->slot, b->slot}};
    for (int i = 0; i < 3; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

static node *list_nodes(const solver *s, const reference_ending *ending, size_t *count) {
    node *nodes = malloc(ending->slot_count * sizeof *nodes);
    *count = 0;
    for (size_t slot = 0; nodes != NULL && slot < ending->slot_count; slot++) {
        reference_position position;
        if (!reference_position_of_slot(&s->list, ending, ending->first_slot + slot, &position))
            continue;
        node *n = &nodes[(*count)++];
        *n = (node){.slot = slot};
        reference_position_to_sets(&position, &n->white, &n->black, &n->kings);
        n->facts = facts_of(&position, n->white, n->black, n->kings);
    }
    if (nodes != NULL)
        qsort(nodes, *count, sizeof *nodes, compare_nodes);
    return nodes;
}

static reference_status solve_ending(solver *s, solved_ending *here, bool visits) {
    size_t count;
    const reference_ending *ending = here->ending;
    node *nodes = list_nodes(s, ending, &count);
    here->entries = calloc(ending->slot_count * (MAIN_MAX + 1), sizeof *here->entries);
    s->number_of_slot = malloc(ending->slot_count * sizeof *s->number_of_slot);
    reference_status status = nodes != NULL && here->entries != NULL && s->number_of_slot != NULL
                                  ? REFERENCE_OK
                                  : REFERENCE_OUT_OF_MEMORY;
    for (size_t first = 0; status == REFERENCE_OK && first < count;) {
        size_t end = first;
        while (end < count &&
               same_men(&nodes[first], nodes[end].white, nodes[end].black, nodes[end].kings)) {
            s->number_of_slot[nodes[end].slot] = (uint32_t)(end - first);
            end++;
        }
        s->nodes = nodes + first;
        s->node_count = end - first;
        status = solve_unit(s, here, visits);
        first = end;
    }
    free(nodes);
    free(s->number_of_slot);
    return status;
}

reference_status reference_draws_solve(draws_rules rules, const reference_signature *signature,
                                       draws_visitor *visit, void *context) {
    solver *s = calloc(1, sizeof *s);
    reference_status status = REFERENCE_OK;
    if (s == NULL)
        return REFERENCE_OUT_OF_MEMORY;
    s->rules = rules;
    s->visit = visit;
    s->context = context;
    reference_list_endings_of(signature, &s->list);
    for (int i = 0; i < s->list.count; i++)
        s->solved[i].ending = &s->list.endings[i];
    for (int i = 0; i < s->list.count && status == REFERENCE_OK; i++)
        status = solve_ending(s, &s->solved[i], i == s->list.count - 1);
    for (int i = 0; i < s->list.count; i++)
        free(s->solved[i].entries);
    free(s->edges);
    free(s->layers[0]);
    free(s->layers[1]);
    free(s);
    return status;
}
