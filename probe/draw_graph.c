#include "draw_graph.h"
#include <stdlib.h>
#include <string.h>

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

enum draw_status draw_graph_combine_exit(struct unit_graph *graph, const struct unit_exit *out,
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
    return draw_graph_combine_exit(graph, &out, plan_after, 0,
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
    if (status != DRAW_DONE || v == VALUE_DRAW || draw_is_forbidden(forbidden, position))
        return status;
    bool wins = value_is_win(v);
    bool captures = moves_must_capture(game, position);
    if (!wins && !captures && !moves_any_quiet(game, position)) {
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

/* ---- All of it ------------------------------------------------------------------------------- */

enum draw_status draw_graph_make(struct unit_graph *graph, const struct draw_forbidden *forbidden) {
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
