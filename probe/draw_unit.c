/* draw_unit.c - one placement of the men: all placements of the kings, both sides to move, and all
 * counts.
 *
 * A node is a placement of the kings with a side to move. Its value in a layer is a vector of
 * thresholds (see draw_plan.h): for the side that wins in theory, up to which count of the
 * thresholds' counter the win holds. A move of a king leads to another node, one layer on; that
 * makes the edges. Every other move leads to another unit, and is an exit; what it is worth is
 * asked of the solver. Layers are solved from the last, in which every game is drawn, to the first.
 * The side that wins takes the maximum over its moves, the other the minimum.
 *
 * Where no counter counts plies there is one layer, repeated until nothing changes.
 */
#include "draw_unit.h"
#include <stdlib.h>
#include <string.h>

enum node_kind {
    NODE_DRAWN,    /* in theory, or forbidden */
    NODE_TERMINAL, /* no legal move */
    NODE_WINS,     /* in theory, for the side to move */
    NODE_LOSES,
    NODE_WINS_BY_EXITS, /* no edges are needed */
    NODE_LOSES_BY_EXITS
};

/* A move out of the unit whose worth depends on the layer. */
struct unit_exit {
    uint32_t node;
    struct position before;
    struct position after;
    struct move move;
};

struct unit_graph {
    struct draw_solver *solver;
    struct draw_unit *unit;
    const struct draw_plan *plan;
    bitboard men[2];
    uint8_t *kinds;
    uint8_t *classes; /* side to move * 2 + lone king on the road */
    uint8_t *base; /* by node and vector: the worth of the exits that do not depend on the layer */
    uint32_t *first_edge;
    uint32_t *edges;
    size_t edge_count;
    size_t edge_capacity;
    struct unit_exit *exits;
    size_t exit_count;
    size_t exit_capacity;
    struct move_list *list; /* scratch */
    finais_error *error;
};

static bool has_edges(enum node_kind kind) {
    return kind == NODE_WINS || kind == NODE_LOSES;
}

static bool mover_wins(enum node_kind kind) {
    return kind == NODE_WINS || kind == NODE_WINS_BY_EXITS;
}

/* ---- Where a state is drawn as it stands ----------------------------------------------------- */

static struct draw_clock clock_of(const struct draw_plan *plan, unsigned layer, unsigned threshold,
                                  unsigned vector) {
    struct draw_clock clock = {{0}};
    if (plan->layer != DRAW_NONE)
        clock.counts[plan->layer] = (uint16_t)layer;
    if (plan->threshold != DRAW_NONE)
        clock.counts[plan->threshold] = (uint16_t)threshold;
    if (plan->vector != DRAW_NONE)
        clock.counts[plan->vector] = (uint16_t)vector;
    return clock;
}

static uint8_t *caps_of(const struct draw_balance *balance, unsigned class, unsigned layer) {
    const struct draw_plan *plan = &balance->plan;
    return balance->caps + ((size_t) class * (plan->layers + 1) + layer) * (plan->vector_most + 1);
}

/* Positions of a class are drawn by the same counts: those of `position`. */
static enum draw_status make_caps(struct unit_graph *graph, unsigned class,
                                  const struct position *position) {
    struct draw_balance *balance = graph->unit->balance;
    const struct draw_plan *plan = graph->plan;
    if (balance->caps == NULL) {
        size_t count = (size_t)4 * (plan->layers + 1) * (plan->vector_most + 1);
        balance->caps = draw_solver_take(graph->solver, count, 1);
        if (balance->caps == NULL)
            return DRAW_STOPPED;
    }
    for (unsigned layer = 0; layer <= plan->layers; layer++)
        for (unsigned v = 0; v <= plan->vector_most; v++) {
            unsigned threshold = 0;
            for (; threshold <= plan->threshold_most; threshold++) {
                struct draw_clock clock = clock_of(plan, layer, threshold, v);
                if (draw_article_due(&graph->solver->rules, graph->solver->game->geometry, position,
                                     &clock) != DRAW_NONE)
                    break;
            }
            caps_of(balance, class, layer)[v] =
                threshold > plan->threshold_most ? UNIT_ALWAYS : (uint8_t)threshold;
        }
    balance->caps_made[class] = true;
    return DRAW_DONE;
}

/* ---- Exits ----------------------------------------------------------------------------------- */

static struct draw_clock clock_after(const struct unit_graph *graph, const struct unit_exit *out,
                                     const struct draw_plan *plan_after, unsigned layer,
                                     unsigned threshold, unsigned vector) {
    struct draw_clock clock = clock_of(graph->plan, layer, threshold, vector);
    clock = draw_clock_after(&graph->solver->rules, graph->solver->game->geometry, &out->before,
                             &out->move, &out->after, &clock);
    return draw_plan_normal(plan_after, &clock);
}

static bool same_clock(struct draw_clock a, struct draw_clock b) {
    return memcmp(a.counts, b.counts, sizeof a.counts) == 0;
}

/* Whether the win holds after the exit, with such a clock. */
static enum draw_status exit_holds(struct unit_graph *graph, const struct unit_exit *out,
                                   const struct draw_clock *clock, bool *holds) {
    if (draw_article_due(&graph->solver->rules, graph->solver->game->geometry, &out->after,
                         clock) != DRAW_NONE) {
        moves_generate(graph->solver->game, &out->after, graph->list);
        *holds = graph->list->count == 0;
        return DRAW_DONE;
    }
    return draw_solver_holds(graph->solver, &out->after, clock, holds, graph->error);
}

/* Whether the win holds after the exit, from a state before it. */
static enum draw_status state_holds(struct unit_graph *graph, const struct unit_exit *out,
                                    const struct draw_plan *plan_after, unsigned layer,
                                    unsigned threshold, unsigned vector, bool *holds) {
    struct draw_clock clock = clock_after(graph, out, plan_after, layer, threshold, vector);
    return exit_holds(graph, out, &clock, holds);
}

/* The threshold for one entry of the vector. More is never better, so it can be searched for, below
 * `most`: the threshold of the entry before, which it most often equals. */
static enum draw_status exit_threshold(struct unit_graph *graph, const struct unit_exit *out,
                                       const struct draw_plan *plan_after, unsigned layer,
                                       unsigned vector, unsigned *threshold) {
    unsigned low = 0; /* the win holds for counts below */
    unsigned high = *threshold;
    unsigned last = graph->plan->threshold_most;
    bool same = last == 0 || same_clock(clock_after(graph, out, plan_after, layer, 0, vector),
                                        clock_after(graph, out, plan_after, layer, last, vector));
    for (bool first = true; low < high; first = false) {
        unsigned middle = first ? high - 1 : (low + high - 1) / 2;
        bool holds = false;
        enum draw_status status =
            state_holds(graph, out, plan_after, layer, middle, vector, &holds);
        if (status != DRAW_DONE)
            return status;
        if (holds)
            low = middle + 1;
        else
            high = same ? 0 : middle;
    }
    *threshold = low;
    return DRAW_DONE;
}

static enum draw_status combine_exit(struct unit_graph *graph, const struct unit_exit *out,
                                     const struct draw_plan *plan_after, unsigned layer,
                                     uint8_t *worths) {
    bool wins = mover_wins((enum node_kind)graph->kinds[out->node]);
    unsigned most = graph->plan->threshold_most + 1;
    unsigned threshold = most;
    for (unsigned v = 0; v < graph->unit->vectors; v++) {
        if (wins ? worths[v] == UNIT_ALWAYS : worths[v] == UNIT_NEVER)
            continue;
        enum draw_status status =
            threshold == 0 ? DRAW_DONE
                           : exit_threshold(graph, out, plan_after, layer, v, &threshold);
        if (status != DRAW_DONE)
            return status;
        uint8_t worth = threshold == most ? UNIT_ALWAYS : (uint8_t)threshold;
        if (wins ? worth > worths[v] : worth < worths[v])
            worths[v] = worth;
    }
    return DRAW_DONE;
}

static bool depends_on_layer(const struct unit_graph *graph, const struct unit_exit *out,
                             const struct draw_plan *plan_after) {
    const struct draw_plan *plan = graph->plan;
    for (unsigned most = 0; most <= 1; most++) {
        unsigned threshold = most * plan->threshold_most;
        unsigned vector = most * plan->vector_most;
        if (!same_clock(clock_after(graph, out, plan_after, 0, threshold, vector),
                        clock_after(graph, out, plan_after, plan->layers, threshold, vector)))
            return true;
    }
    return false;
}

static bool keep_exit(struct unit_graph *graph, const struct unit_exit *out) {
    if (graph->exit_count == graph->exit_capacity) {
        size_t capacity = 2 * graph->exit_capacity + 64;
        struct unit_exit *exits = draw_solver_take(graph->solver, capacity, sizeof *exits);
        if (exits == NULL)
            return false;
        if (graph->exit_count > 0)
            memcpy(exits, graph->exits, graph->exit_count * sizeof *exits);
        draw_solver_release(graph->solver, graph->exits, graph->exit_capacity, sizeof *exits);
        graph->exits = exits;
        graph->exit_capacity = capacity;
    }
    graph->exits[graph->exit_count++] = *out;
    return true;
}

static enum draw_status add_exit(struct unit_graph *graph, uint32_t node,
                                 const struct position *before, const struct move *move) {
    struct unit_exit out = {.node = node,
                            .before = *before,
                            .after = move_apply(graph->solver->game, before, move),
                            .move = *move};
    bool wins = mover_wins((enum node_kind)graph->kinds[node]);
    value v;
    enum draw_status status =
        wins ? draw_solver_theory(graph->solver, &out.after, &v, graph->error) : DRAW_DONE;
    if (status != DRAW_DONE || (wins && !value_is_loss(v)))
        return status;
    const struct draw_plan *plan_after = draw_solver_plan(graph->solver, &out.after);
    if (plan_after == NULL)
        return DRAW_STOPPED;
    if (depends_on_layer(graph, &out, plan_after))
        return keep_exit(graph, &out) ? DRAW_DONE : DRAW_STOPPED;
    return combine_exit(graph, &out, plan_after, 0,
                        graph->base + (size_t)node * graph->unit->vectors);
}

static enum draw_status add_captures(struct unit_graph *graph, uint32_t node,
                                     const struct position *position) {
    struct move_list *list = malloc(sizeof *list);
    enum draw_status status = DRAW_DONE;
    if (list == NULL) {
        graph->solver->reason = "there is not enough memory";
        return DRAW_STOPPED;
    }
    moves_generate(graph->solver->game, position, list);
    for (unsigned i = 0; i < list->count && status == DRAW_DONE; i++)
        status = add_exit(graph, node, position, &list->moves[i]);
    free(list);
    return status;
}

static enum draw_status add_man_moves(struct unit_graph *graph, uint32_t node,
                                      const struct position *position) {
    const struct rules *game = graph->solver->game;
    bitboard men = graph->men[position->side_to_move];
    bitboard row = game->geometry->promotion_row[position->side_to_move];
    for (; men != 0; men = without_lowest(men)) {
        unsigned from = lowest_square(men);
        bitboard targets = moves_quiet_targets(game, position, from);
        for (; targets != 0; targets = without_lowest(targets)) {
            unsigned to = lowest_square(targets);
            struct move move = {
                .from = (uint8_t)from, .to = (uint8_t)to, .promotes = (square_bit(to) & row) != 0};
            enum draw_status status = add_exit(graph, node, position, &move);
            if (status != DRAW_DONE)
                return status;
        }
    }
    return DRAW_DONE;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static bool can_move(const struct rules *game, const struct position *position) {
    bitboard own = position_pieces(position, position->side_to_move);
    for (; own != 0; own = without_lowest(own))
        if (moves_quiet_targets(game, position, lowest_square(own)) != 0)
            return true;
    return false;
}

static bool is_forbidden(const struct draw_forbidden *forbidden, const struct position *position) {
    for (size_t i = 0; forbidden != NULL && i < forbidden->count; i++) {
        const struct position *other = &forbidden->positions[i];
        if (other->white == position->white && other->black == position->black &&
            other->kings == position->kings && other->side_to_move == position->side_to_move)
            return true;
    }
    return false;
}

static enum draw_status add_node(struct unit_graph *graph, uint32_t node,
                                 const struct position *position,
                                 const struct draw_forbidden *forbidden) {
    const struct rules *game = graph->solver->game;
    unsigned class = (position->side_to_move == WHITE ? 0u : 2u) +
                     (draw_lone_king_on_road(game->geometry, position) ? 1u : 0u);
    value v;
    enum draw_status status = draw_solver_theory(graph->solver, position, &v, graph->error);
    graph->classes[node] = (uint8_t) class;
    if (status == DRAW_DONE && !graph->unit->balance->caps_made[class])
        status = make_caps(graph, class, position);
    if (status != DRAW_DONE || v == VALUE_DRAW || is_forbidden(forbidden, position))
        return status;
    bool wins = value_is_win(v);
    bool captures = moves_must_capture(game, position);
    if (!wins && !captures && !can_move(game, position)) {
        graph->kinds[node] = NODE_TERMINAL;
        return DRAW_DONE;
    }
    graph->kinds[node] = captures ? wins ? NODE_WINS_BY_EXITS : NODE_LOSES_BY_EXITS
                         : wins   ? NODE_WINS
                                  : NODE_LOSES;
    bool settled = captures && graph->plan->captures_clear &&
                   graph->unit->balance->successors_clean && !graph->solver->without_bounds;
    memset(graph->base + (size_t)node * graph->unit->vectors,
           wins && !settled ? UNIT_NEVER : UNIT_ALWAYS, graph->unit->vectors);
    if (settled)
        return DRAW_DONE;
    return captures ? add_captures(graph, node, position) : add_man_moves(graph, node, position);
}

/* A winner's node whose exits win whatever the counters say needs no edges; nor does a loser's node
 * with an exit that always draws. */
static void close_settled(struct unit_graph *graph, uint32_t node) {
    const uint8_t *base = graph->base + (size_t)node * graph->unit->vectors;
    uint8_t settled = graph->kinds[node] == NODE_WINS ? UNIT_ALWAYS : UNIT_NEVER;
    for (unsigned v = 0; v < graph->unit->vectors; v++)
        if (base[v] != settled)
            return;
    graph->kinds[node] = graph->kinds[node] == NODE_WINS ? NODE_WINS_BY_EXITS : NODE_LOSES_BY_EXITS;
}

/* Calls for every node, in their order; the first outcome other than DRAW_DONE ends it. */
typedef enum draw_status node_visitor(struct unit_graph *graph, uint32_t node,
                                      const struct position *position,
                                      const struct draw_forbidden *forbidden);

static enum draw_status visit_nodes(struct unit_graph *graph, node_visitor *visit,
                                    const struct draw_forbidden *forbidden) {
    const struct index_layout *layout = &graph->unit->balance->layout;
    bitboard men = graph->men[WHITE] | graph->men[BLACK];
    uint32_t half = graph->unit->nodes / 2;
    for (enum side side = WHITE; side <= BLACK; side++) {
        bitboard kings[2];
        king_placement(layout, men, 0, &kings[WHITE], &kings[BLACK]);
        for (uint32_t rank = 0; rank < half; rank++) {
            struct position position = {.white = graph->men[WHITE] | kings[WHITE],
                                        .black = graph->men[BLACK] | kings[BLACK],
                                        .kings = kings[WHITE] | kings[BLACK],
                                        .side_to_move = side};
            uint32_t node = rank + (side == WHITE ? 0 : half);
            enum draw_status status = visit(graph, node, &position, forbidden);
            if (status != DRAW_DONE)
                return status;
            if (rank + 1 < half)
                king_placement_next(layout, men, &kings[WHITE], &kings[BLACK]);
        }
    }
    return DRAW_DONE;
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static bool keep_edge(struct unit_graph *graph, uint32_t target) {
    if (graph->edge_count == graph->edge_capacity) {
        size_t capacity = 2 * graph->edge_capacity + 1024;
        uint32_t *edges = draw_solver_take(graph->solver, capacity, sizeof *edges);
        if (edges == NULL)
            return false;
        if (graph->edge_count > 0)
            memcpy(edges, graph->edges, graph->edge_count * sizeof *edges);
        draw_solver_release(graph->solver, graph->edges, graph->edge_capacity, sizeof *edges);
        graph->edges = edges;
        graph->edge_capacity = capacity;
    }
    graph->edges[graph->edge_count++] = target;
    return true;
}

static enum draw_status add_edges(struct unit_graph *graph, uint32_t node,
                                  const struct position *position,
                                  const struct draw_forbidden *forbidden) {
    (void)forbidden;
    bitboard men = graph->men[WHITE] | graph->men[BLACK];
    enum side side = position->side_to_move;
    bool wins = graph->kinds[node] == NODE_WINS;
    graph->first_edge[node] = (uint32_t)graph->edge_count;
    if (!has_edges((enum node_kind)graph->kinds[node]))
        return DRAW_DONE;
    bitboard kings = position_pieces(position, side) & position->kings;
    for (; kings != 0; kings = without_lowest(kings)) {
        unsigned from = lowest_square(kings);
        bitboard targets = moves_quiet_targets(graph->solver->game, position, from);
        for (; targets != 0; targets = without_lowest(targets)) {
            bitboard change = square_bit(from) | square_bit(lowest_square(targets));
            struct position after = *position;
            after.kings ^= change;
            after.white ^= side == WHITE ? change : 0;
            after.black ^= side == BLACK ? change : 0;
            after.side_to_move = other_side(side);
            uint32_t target = draw_unit_node(graph->unit, men, &after);
            enum node_kind kind = (enum node_kind)graph->kinds[target];
            /* The winner passes over what does not win for it. */
            if (wins && (kind == NODE_DRAWN || mover_wins(kind)))
                continue;
            if (!keep_edge(graph, target))
                return DRAW_STOPPED;
        }
    }
    return DRAW_DONE;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

/* How much a counter grows with a move from a node (before) or to one (after). */
static unsigned grows_before(const struct unit_graph *graph, int counter, unsigned class) {
    if (counter == DRAW_NONE)
        return 0;
    const struct draw_counter *c = &graph->solver->rules.counters[counter];
    if (c->counts == DRAW_COUNTS_PLIES)
        return 1;
    int strong = draw_strong_side(graph->plan->signature);
    enum side mover = class >= 2 ? BLACK : WHITE;
    return c->counts == DRAW_COUNTS_ROAD_MOVES && (class & 1) != 0 && strong == (int)mover &&
           draw_material_fits(&c->material, graph->plan->signature);
}

static unsigned grows_after(const struct unit_graph *graph, int counter, unsigned class) {
    if (counter == DRAW_NONE)
        return 0;
    const struct draw_counter *c = &graph->solver->rules.counters[counter];
    return c->counts == DRAW_COUNTS_ROAD_PLIES && (class & 1) != 0 &&
           draw_material_fits(&c->material, graph->plan->signature);
}

/* Worth before the counters have grown by so much, from the worth after it. */
static void shrink(const struct unit_graph *graph, uint8_t *worths, unsigned threshold_growth,
                   unsigned vector_growth) {
    unsigned vectors = graph->unit->vectors;
    if (vector_growth > 0)
        for (unsigned v = 0; v + 1 < vectors; v++)
            worths[v] = worths[v + 1];
    if (threshold_growth > 0)
        for (unsigned v = 0; v < vectors; v++)
            if (worths[v] != UNIT_ALWAYS && worths[v] > 0)
                worths[v]--;
}

struct class_growth {
    unsigned threshold_before;
    unsigned vector_before;
    unsigned threshold_after;
    unsigned vector_after;
};

/* What nodes are worth to those who move to them; `arrivals` may be `layer` itself. */
static const uint8_t *find_arrivals(const struct unit_graph *graph,
                                    const struct class_growth growth[4], const uint8_t *layer,
                                    uint8_t *arrivals) {
    const struct draw_unit *unit = graph->unit;
    bool grows = false;
    for (int i = 0; i < 4; i++)
        grows |= growth[i].threshold_after + growth[i].vector_after > 0;
    if (!grows)
        return layer;
    memcpy(arrivals, layer, (size_t)unit->nodes * unit->vectors);
    for (uint32_t node = 0; node < unit->nodes; node++) {
        const struct class_growth *g = &growth[graph->classes[node]];
        shrink(graph, arrivals + (size_t)node * unit->vectors, g->threshold_after, g->vector_after);
    }
    return arrivals;
}

/* The maximum or minimum over all edges of a node. With `vectors` known to the compiler this is a
 * handful of instructions an edge. */
static inline void combine_edges(const struct unit_graph *graph, uint32_t node, bool wins,
                                 const uint8_t *arrivals, unsigned vectors, uint8_t *worths) {
    for (uint32_t e = graph->first_edge[node]; e < graph->first_edge[node + 1]; e++) {
        const uint8_t *other = arrivals + (size_t)graph->edges[e] * vectors;
        for (unsigned v = 0; v < vectors; v++)
            if (wins ? other[v] > worths[v] : other[v] < worths[v])
                worths[v] = other[v];
        /* Of a vector the last entry is the least, and the first the greatest. */
        if (wins ? worths[vectors - 1] == UNIT_ALWAYS : worths[0] == UNIT_NEVER)
            return;
    }
}

static void combine_node(const struct unit_graph *graph, const struct class_growth growth[4],
                         uint32_t node, const uint8_t *arrivals, uint8_t *worths) {
    const struct draw_unit *unit = graph->unit;
    const uint8_t *base = graph->base + (size_t)node * unit->vectors;
    bool wins = mover_wins((enum node_kind)graph->kinds[node]);
    memset(worths, wins ? UNIT_NEVER : UNIT_ALWAYS, unit->vectors);
    if (unit->vectors == 1)
        combine_edges(graph, node, wins, arrivals, 1, worths);
    else if (unit->vectors == PLAN_VECTOR_MAX)
        combine_edges(graph, node, wins, arrivals, PLAN_VECTOR_MAX, worths);
    else
        combine_edges(graph, node, wins, arrivals, unit->vectors, worths);
    const struct class_growth *g = &growth[graph->classes[node]];
    shrink(graph, worths, g->threshold_before, g->vector_before);
    for (unsigned v = 0; v < unit->vectors; v++)
        if (wins ? base[v] > worths[v] : base[v] < worths[v])
            worths[v] = base[v];
}

static void cap(const struct unit_graph *graph, uint32_t node, unsigned layer, uint8_t *worths) {
    const uint8_t *caps = caps_of(graph->unit->balance, graph->classes[node], layer);
    for (unsigned v = 0; v < graph->unit->vectors; v++)
        if (caps[v] < worths[v])
            worths[v] = caps[v];
}

static void begin_layer(const struct unit_graph *graph, uint8_t *layer) {
    const struct draw_unit *unit = graph->unit;
    for (uint32_t node = 0; node < unit->nodes; node++)
        memset(layer + (size_t)node * unit->vectors,
               graph->kinds[node] == NODE_TERMINAL ? UNIT_ALWAYS : UNIT_NEVER, unit->vectors);
}

/* The last exit of a node comes before its cap, so caps are a pass of their own. */
static enum draw_status solve_layer(struct unit_graph *graph, const struct class_growth growth[4],
                                    unsigned number, const uint8_t *arrivals, uint8_t *layer) {
    const struct draw_unit *unit = graph->unit;
    for (uint32_t node = 0; node < unit->nodes; node++) {
        enum node_kind kind = (enum node_kind)graph->kinds[node];
        uint8_t *worths = layer + (size_t)node * unit->vectors;
        if (kind == NODE_DRAWN || kind == NODE_TERMINAL)
            memset(worths, kind == NODE_DRAWN ? UNIT_NEVER : UNIT_ALWAYS, unit->vectors);
        else
            combine_node(graph, growth, node, arrivals, worths);
    }
    for (size_t i = 0; i < graph->exit_count; i++) {
        const struct unit_exit *out = &graph->exits[i];
        const struct draw_plan *plan_after = draw_solver_plan(graph->solver, &out->after);
        enum draw_status status = plan_after == NULL
                                      ? DRAW_STOPPED
                                      : combine_exit(graph, out, plan_after, number,
                                                     layer + (size_t)out->node * unit->vectors);
        if (status != DRAW_DONE)
            return status;
    }
    for (uint32_t node = 0; node < unit->nodes; node++)
        if (graph->kinds[node] != NODE_TERMINAL)
            cap(graph, node, number, layer + (size_t)node * unit->vectors);
    return DRAW_DONE;
}

/* All layers into `values`, or, in two of them by turns, the first. */
static enum draw_status solve_layers(struct unit_graph *graph, const struct class_growth growth[4],
                                     unsigned keep, uint8_t *values, uint8_t *rolling[2],
                                     uint8_t *scratch) {
    size_t bytes = (size_t)graph->unit->nodes * graph->unit->vectors;
    unsigned layers = graph->plan->layers;
    uint8_t *next = rolling[layers % 2];
    begin_layer(graph, next);
    for (unsigned i = layers; i-- > 0;) {
        uint8_t *layer = i < keep ? values + i * bytes : rolling[i % 2];
        const uint8_t *arrivals = find_arrivals(graph, growth, next, scratch);
        enum draw_status status = solve_layer(graph, growth, i, arrivals, layer);
        if (status != DRAW_DONE)
            return status;
        next = layer;
    }
    return DRAW_DONE;
}

static enum draw_status solve_for_ever(struct unit_graph *graph,
                                       const struct class_growth growth[4], uint8_t *values,
                                       uint8_t *rolling[2], uint8_t *scratch) {
    size_t bytes = (size_t)graph->unit->nodes * graph->unit->vectors;
    begin_layer(graph, rolling[0]);
    for (unsigned i = 0;; i++) {
        const uint8_t *arrivals = find_arrivals(graph, growth, rolling[i % 2], scratch);
        enum draw_status status = solve_layer(graph, growth, 0, arrivals, rolling[(i + 1) % 2]);
        if (status != DRAW_DONE)
            return status;
        if (memcmp(rolling[0], rolling[1], bytes) == 0)
            break;
    }
    memcpy(values, rolling[0], bytes);
    return DRAW_DONE;
}

static enum draw_status solve_graph(struct unit_graph *graph, unsigned keep) {
    struct draw_unit *unit = graph->unit;
    struct draw_solver *solver = graph->solver;
    struct class_growth growth[4];
    for (unsigned class = 0; class < 4; class ++)
        growth[class] = (struct class_growth){
            .threshold_before = grows_before(graph, graph->plan->threshold, class),
            .vector_before = grows_before(graph, graph->plan->vector, class),
            .threshold_after = grows_after(graph, graph->plan->threshold, class),
            .vector_after = grows_after(graph, graph->plan->vector, class)};
    uint8_t *values = draw_solver_take(solver, (size_t)keep * unit->nodes, unit->vectors);
    uint8_t *rolling[2] = {draw_solver_take(solver, unit->nodes, unit->vectors),
                           draw_solver_take(solver, unit->nodes, unit->vectors)};
    uint8_t *scratch = draw_solver_take(solver, unit->nodes, unit->vectors);
    enum draw_status status = DRAW_STOPPED;
    if (values != NULL && rolling[0] != NULL && rolling[1] != NULL && scratch != NULL)
        status = graph->plan->layers > 0
                     ? solve_layers(graph, growth, keep, values, rolling, scratch)
                     : solve_for_ever(graph, growth, values, rolling, scratch);
    draw_solver_release(solver, scratch, unit->nodes, unit->vectors);
    draw_solver_release(solver, rolling[0], unit->nodes, unit->vectors);
    draw_solver_release(solver, rolling[1], unit->nodes, unit->vectors);
    if (status == DRAW_DONE) {
        unit->values = values;
        unit->kept = keep;
    } else {
        draw_solver_release(solver, values, (size_t)keep * unit->nodes, unit->vectors);
    }
    return status;
}

static enum draw_status make_graph(struct unit_graph *graph,
                                   const struct draw_forbidden *forbidden) {
    struct draw_unit *unit = graph->unit;
    enum draw_status status = visit_nodes(graph, add_node, forbidden);
    for (uint32_t node = 0; status == DRAW_DONE && node < unit->nodes; node++)
        if (has_edges((enum node_kind)graph->kinds[node]))
            close_settled(graph, node);
    if (status == DRAW_DONE)
        status = visit_nodes(graph, add_edges, NULL);
    if (status == DRAW_DONE)
        graph->first_edge[unit->nodes] = (uint32_t)graph->edge_count;
    return status;
}

enum draw_status draw_unit_solve(struct draw_solver *solver, struct draw_unit *unit, unsigned keep,
                                 const struct draw_forbidden *forbidden, finais_error *error) {
    struct unit_graph graph = {
        .solver = solver, .unit = unit, .plan = &unit->balance->plan, .error = error};
    size_t nodes = unit->nodes;
    man_placement(&unit->balance->layout, unit->man_rank, &graph.men[WHITE], &graph.men[BLACK]);
    graph.kinds = draw_solver_take(solver, nodes, 1);
    graph.classes = draw_solver_take(solver, nodes, 1);
    graph.base = draw_solver_take(solver, nodes, unit->vectors);
    graph.first_edge = draw_solver_take(solver, nodes + 1, sizeof(uint32_t));
    graph.list = draw_solver_take(solver, 1, sizeof *graph.list);
    enum draw_status status = DRAW_STOPPED;
    if (graph.kinds != NULL && graph.classes != NULL && graph.base != NULL &&
        graph.first_edge != NULL && graph.list != NULL)
        status = make_graph(&graph, forbidden);
    if (status == DRAW_DONE)
        status = solve_graph(&graph, keep);
    draw_solver_release(solver, graph.kinds, nodes, 1);
    draw_solver_release(solver, graph.classes, nodes, 1);
    draw_solver_release(solver, graph.base, nodes, unit->vectors);
    draw_solver_release(solver, graph.first_edge, nodes + 1, sizeof(uint32_t));
    draw_solver_release(solver, graph.list, 1, sizeof *graph.list);
    draw_solver_release(solver, graph.edges, graph.edge_capacity, sizeof *graph.edges);
    draw_solver_release(solver, graph.exits, graph.exit_capacity, sizeof *graph.exits);
    return status;
}
