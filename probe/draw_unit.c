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
#include "draw_graph.h"
#include <stdlib.h>
#include <string.h>

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
        enum draw_status status =
            plan_after == NULL ? DRAW_STOPPED
                               : draw_graph_combine_exit(graph, out, plan_after, number,
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
        status = draw_graph_make(&graph, forbidden);
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
