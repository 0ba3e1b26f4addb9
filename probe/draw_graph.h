/* draw_graph.h - one placement of the men as a graph of nodes, edges and exits: inside draw_unit.c,
 * which tells what they are, and draw_graph.c, which makes it.
 */
#ifndef PROBE_DRAW_GRAPH_H
#define PROBE_DRAW_GRAPH_H

#include "draw_unit.h"

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

static inline bool has_edges(enum node_kind kind) {
    return kind == NODE_WINS || kind == NODE_LOSES;
}

static inline bool mover_wins(enum node_kind kind) {
    return kind == NODE_WINS || kind == NODE_WINS_BY_EXITS;
}

/* By vector: the threshold from which on the positions of a class are drawn where they stand, in a
 * layer. */
static inline uint8_t *caps_of(const struct draw_balance *balance, unsigned class, unsigned layer) {
    const struct draw_plan *plan = &balance->plan;
    return balance->caps + ((size_t) class * (plan->layers + 1) + layer) * (plan->vector_most + 1);
}

/* Fills in a graph of which the arrays by node are there. */
enum draw_status draw_graph_make(struct unit_graph *graph, const struct draw_forbidden *forbidden);

/* Takes what an exit is worth in a layer, by vector, into what its node is worth: the maximum for
 * the side that wins, the minimum for the other. */
enum draw_status draw_graph_combine_exit(struct unit_graph *graph, const struct unit_exit *out,
                                         const struct draw_plan *plan_after, unsigned layer,
                                         uint8_t *worths);

#endif
