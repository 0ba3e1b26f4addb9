/* draw_both.c - positions and two counters solved together, of one signature.
 *
 * The first counter, which moves of men set back, numbers layers. In a layer a position has a
 * worth: with how many counts of the second counter, from 0 on, the win holds. Most are told by
 * distances: nothing holds when the end of the first count is too far away, and when a capture or
 * promotion is near enough, the winner heads for that. Of the others, the open ones, the worth is
 * found from the moves: of a king, to the next layer; of a man, to layer 0 of another placement of
 * the men, which was solved before. Within a placement layers are solved from the last to the
 * first.
 *
 * The solver of the adjudicator does the same with all counters that rules can have
 * (probe/draw_unit.c); this one shares nothing with it but the rules of the game, and needs no
 * table, since the tally knows what each position is worth with fresh counters. */
#include "draw_both.h"
#include "moves.h"
#include "ranks.h"
#include <stdlib.h>
#include <string.h>

/* A placement of the men. Nodes are its placements of kings, first with White to move. */
struct both_unit {
    uint64_t rank;
    bitboard men[2];
    uint8_t *outcomes;
    uint8_t *deciding;
    uint8_t *conversion;
    uint8_t *base;      /* of open nodes: the best that moves of men are worth */
    uint8_t *layers[2]; /* worths in this layer and the one after, by turns */
    uint8_t *held;      /* layers in which the win holds with the second count the same */
    uint32_t *open;     /* nodes, with the first of their edges */
    uint32_t *first_edge;
    uint32_t open_count;
    uint32_t *edges;
    size_t edge_count;
    size_t edge_capacity;
};

struct both_solver {
    const struct draw_tally *tally;
    const struct index_layout *layout;
    unsigned first;
    unsigned second;
    uint32_t half;     /* nodes of one side to move */
    uint8_t *fresh[2]; /* worths in layer 0, by side to move and index */
    struct both_unit unit;
    struct draw_both *found;
};

/* ---- What distances tell ----------------------------------------------------------------------
 */

/* Of a position whose game is over before the ply that reaches it is counted. */
static unsigned worth_of_end(const struct both_solver *solver) {
    return solver->second + 1;
}

static unsigned before_ply(unsigned worth) {
    return worth > 0 ? worth - 1 : 0;
}

static bool is_open(const struct both_solver *solver, uint32_t node, unsigned layer) {
    const struct both_unit *unit = &solver->unit;
    return unit->outcomes[node] != KEPT_DRAW && layer + unit->deciding[node] <= solver->first &&
           layer + unit->conversion[node] > solver->first;
}

/* Of a node that is not open. */
static uint8_t worth_by_distance(const struct both_solver *solver, uint32_t node, unsigned layer) {
    const struct both_unit *unit = &solver->unit;
    unsigned conversion = unit->conversion[node];
    if (unit->outcomes[node] == KEPT_DRAW)
        return 0;
    if (conversion == 0)
        return (uint8_t)worth_of_end(solver);
    if (layer + unit->deciding[node] > solver->first || conversion > solver->second)
        return 0;
    return (uint8_t)(solver->second + 1 - conversion);
}

/* ---- Moves ------------------------------------------------------------------------------------
 */

static bool keep_edge(struct both_unit *unit, uint32_t node) {
    if (unit->edge_count == unit->edge_capacity) {
        size_t capacity = 2 * unit->edge_capacity + 1024;
        uint32_t *edges = realloc(unit->edges, capacity * sizeof *edges);
        if (edges == NULL)
            return false;
        unit->edges = edges;
        unit->edge_capacity = capacity;
    }
    unit->edges[unit->edge_count++] = node;
    return true;
}

/* Where the tally has a position: where both sides have the same pieces, with White to move. */
static uint64_t kept_index(const struct both_solver *solver, const struct position *position,
                           const struct kept_plies **kept) {
    const struct draw_tally *tally = solver->tally;
    bool turned = tally->sides == 1 && position->side_to_move == BLACK;
    struct position seen = position_mirror_if(&geometry_8x8, position, turned);
    *kept = &tally->kept[seen.side_to_move];
    return index_of_position(solver->layout, &seen);
}

/* Takes in what a move of a man is worth, which does not promote. */
static void take_man_move(struct both_solver *solver, uint32_t node, const struct position *after) {
    const struct kept_plies *kept;
    uint8_t *base = &solver->unit.base[node];
    bool wins = solver->unit.outcomes[node] == KEPT_WIN;
    uint64_t index = index_of_position(solver->layout, after);
    unsigned worth = before_ply(solver->fresh[after->side_to_move][index]);
    uint64_t at = kept_index(solver, after, &kept);
    if (wins ? kept->outcome[at] == KEPT_LOSS && worth > *base : worth < *base)
        *base = (uint8_t)worth;
}

static bool keep_king_move(struct both_solver *solver, uint32_t node,
                           const struct position *after) {
    struct both_unit *unit = &solver->unit;
    uint64_t rank = king_rank(solver->layout, unit->men[WHITE] | unit->men[BLACK],
                              after->white & after->kings, after->black & after->kings);
    uint32_t target = (uint32_t)rank + (after->side_to_move == WHITE ? 0 : solver->half);
    bool passed_over = unit->outcomes[node] == KEPT_WIN && unit->outcomes[target] != KEPT_LOSS;
    return passed_over || keep_edge(unit, target);
}

/* The moves of an open node, none of which is a capture. It has no promotion that wins, and those
 * of the side that loses lose whatever is counted. */
static bool open_node(struct both_solver *solver, uint32_t node, const struct position *position) {
    struct both_unit *unit = &solver->unit;
    enum side side = position->side_to_move;
    unit->base[node] = unit->outcomes[node] == KEPT_WIN ? 0 : (uint8_t)solver->second;
    unit->open[unit->open_count] = node;
    unit->first_edge[unit->open_count++] = (uint32_t)unit->edge_count;
    for (bitboard own = position_pieces(position, side); own != 0; own = without_lowest(own)) {
        unsigned from = lowest_square(own);
        bool king = (position->kings & square_bit(from)) != 0;
        bitboard targets = moves_quiet_targets(&rules_brazilian, position, from);
        if (!king)
            targets &= ~geometry_8x8.promotion_row[side];
        for (; targets != 0; targets = without_lowest(targets)) {
            struct move move = {.from = (uint8_t)from, .to = (uint8_t)lowest_square(targets)};
            struct position after = move_apply(&rules_brazilian, position, &move);
            if (!king)
                take_man_move(solver, node, &after);
            else if (!keep_king_move(solver, node, &after))
                return false;
        }
    }
    return true;
}

/* Which nodes are open in some layer, with their moves. */
static bool open_nodes(struct both_solver *solver) {
    struct both_unit *unit = &solver->unit;
    bitboard men = unit->men[WHITE] | unit->men[BLACK];
    unit->open_count = 0;
    unit->edge_count = 0;
    for (enum side side = WHITE; side <= BLACK; side++) {
        bitboard kings[2];
        king_placement(solver->layout, men, 0, &kings[WHITE], &kings[BLACK]);
        for (uint32_t rank = 0; rank < solver->half; rank++) {
            uint32_t node = rank + (side == WHITE ? 0 : solver->half);
            struct position position = {.white = unit->men[WHITE] | kings[WHITE],
                                        .black = unit->men[BLACK] | kings[BLACK],
                                        .kings = kings[WHITE] | kings[BLACK],
                                        .side_to_move = side};
            /* Open from the layer on in which the conversion is too far away. */
            unsigned conversion = unit->conversion[node];
            unsigned from = conversion <= solver->first ? solver->first + 1 - conversion : 0;
            if (is_open(solver, node, from) && !open_node(solver, node, &position))
                return false;
            if (rank + 1 < solver->half)
                king_placement_next(solver->layout, men, &kings[WHITE], &kings[BLACK]);
        }
    }
    unit->first_edge[unit->open_count] = (uint32_t)unit->edge_count;
    return unit->edge_count <= UINT32_MAX;
}

/* ---- Layers -----------------------------------------------------------------------------------
 */

static uint8_t worth_by_moves(const struct both_solver *solver, uint32_t number,
                              const uint8_t *after) {
    const struct both_unit *unit = &solver->unit;
    uint32_t node = unit->open[number];
    bool wins = unit->outcomes[node] == KEPT_WIN;
    unsigned worth = unit->base[node];
    for (uint32_t e = unit->first_edge[number]; e < unit->first_edge[number + 1]; e++) {
        unsigned other = before_ply(after[unit->edges[e]]);
        if (wins ? other > worth : other < worth)
            worth = other;
    }
    return (uint8_t)worth;
}

static void solve_layer(struct both_solver *solver, unsigned layer) {
    struct both_unit *unit = &solver->unit;
    uint8_t *worths = unit->layers[layer % 2];
    const uint8_t *after = unit->layers[(layer + 1) % 2];
    for (uint32_t node = 0; node < 2 * solver->half; node++)
        worths[node] = worth_by_distance(solver, node, layer);
    for (uint32_t number = 0; number < unit->open_count && layer < solver->first; number++)
        if (is_open(solver, unit->open[number], layer))
            worths[unit->open[number]] = worth_by_moves(solver, number, after);
    for (uint32_t node = 0; node < 2 * solver->half && layer < solver->first; node++)
        unit->held[node] = (uint8_t)(unit->held[node] + (worths[node] > layer));
}

/* ---- Placements of the men --------------------------------------------------------------------
 */

/* What the tally has of a position with Black to move, where both sides have the same pieces. */
static void recall_mirrored(struct both_solver *solver, uint32_t rank) {
    struct both_unit *unit = &solver->unit;
    const struct kept_plies *kept;
    struct position position =
        position_of_index(solver->layout, unit->rank * solver->half + rank, BLACK);
    uint64_t index = kept_index(solver, &position, &kept);
    unit->outcomes[solver->half + rank] = kept->outcome[index];
    unit->deciding[solver->half + rank] = kept->deciding[index];
    unit->conversion[solver->half + rank] = kept->conversion[index];
}

static void recall_nodes(struct both_solver *solver) {
    struct both_unit *unit = &solver->unit;
    uint64_t first = unit->rank * solver->half;
    for (unsigned side = 0; side < solver->tally->sides; side++) {
        const struct kept_plies *kept = &solver->tally->kept[side];
        size_t at = (size_t)side * solver->half;
        memcpy(unit->outcomes + at, kept->outcome + first, solver->half);
        memcpy(unit->deciding + at, kept->deciding + first, solver->half);
        memcpy(unit->conversion + at, kept->conversion + first, solver->half);
    }
    for (uint32_t rank = 0; rank < solver->half && solver->tally->sides == 1; rank++)
        recall_mirrored(solver, rank);
}

static void count_nodes(struct both_solver *solver) {
    const struct both_unit *unit = &solver->unit;
    struct draw_both *found = solver->found;
    for (uint32_t node = 0; node < solver->tally->sides * solver->half; node++) {
        unsigned side = node < solver->half ? WHITE : BLACK;
        uint64_t index = unit->rank * solver->half + node % solver->half;
        unsigned held = unit->held[node];
        if (unit->outcomes[node] == KEPT_DRAW || unit->conversion[node] == 0)
            continue;
        found->fresh[side] += held == 0;
        found->drawn[side] += solver->first - held;
        if (held == 0 || held - 1 > found->spare[side] ||
            (held - 1 == found->spare[side] && index > found->tightest[side]))
            continue;
        found->spare[side] = held - 1;
        found->tightest[side] = index;
    }
}

static bool solve_unit(struct both_solver *solver, uint64_t rank) {
    struct both_unit *unit = &solver->unit;
    unit->rank = rank;
    man_placement(solver->layout, rank, &unit->men[WHITE], &unit->men[BLACK]);
    recall_nodes(solver);
    memset(unit->held, 0, 2 * (size_t)solver->half);
    if (!open_nodes(solver))
        return false;
    for (unsigned layer = solver->first + 1; layer-- > 0;)
        solve_layer(solver, layer);
    for (unsigned side = 0; side < 2; side++)
        memcpy(solver->fresh[side] + rank * solver->half,
               unit->layers[0] + (size_t)side * solver->half, solver->half);
    count_nodes(solver);
    return true;
}

/* Rows that all men have before them: each of their moves makes them fewer. */
static unsigned rows_to_go(const struct index_layout *layout, uint64_t rank) {
    enum { ROW = 4, LAST = 7 };
    unsigned rows = 0;
    bitboard white;
    bitboard black;
    man_placement(layout, rank, &white, &black);
    for (; white != 0; white = without_lowest(white))
        rows += lowest_square(white) / ROW;
    for (; black != 0; black = without_lowest(black))
        rows += LAST - lowest_square(black) / ROW;
    return rows;
}

static bool solve_all(struct both_solver *solver) {
    enum { ROWS_MAX = 7 * 24 };
    for (unsigned rows = 0; rows <= ROWS_MAX; rows++)
        for (uint64_t rank = 0; rank < solver->layout->man_placements; rank++)
            if (rows_to_go(solver->layout, rank) == rows && !solve_unit(solver, rank))
                return false;
    return true;
}

/* ---- Memory -----------------------------------------------------------------------------------
 */

static bool make_unit(struct both_unit *unit, size_t nodes) {
    unit->outcomes = malloc(nodes);
    unit->deciding = malloc(nodes);
    unit->conversion = malloc(nodes);
    unit->base = malloc(nodes);
    unit->layers[0] = malloc(nodes);
    unit->layers[1] = malloc(nodes);
    unit->held = malloc(nodes);
    unit->open = malloc(nodes * sizeof *unit->open);
    unit->first_edge = malloc((nodes + 1) * sizeof *unit->first_edge);
    return unit->outcomes != NULL && unit->deciding != NULL && unit->conversion != NULL &&
           unit->base != NULL && unit->layers[0] != NULL && unit->layers[1] != NULL &&
           unit->held != NULL && unit->open != NULL && unit->first_edge != NULL;
}

static void clear_unit(struct both_unit *unit) {
    free(unit->outcomes);
    free(unit->deciding);
    free(unit->conversion);
    free(unit->base);
    free(unit->layers[0]);
    free(unit->layers[1]);
    free(unit->held);
    free(unit->open);
    free(unit->first_edge);
    free(unit->edges);
}

bool draw_both_find(const struct draw_tally *tally, unsigned first, unsigned second,
                    struct draw_both *both) {
    const struct index_layout *layout = &tally->layout;
    struct both_solver solver = {.tally = tally,
                                 .layout = layout,
                                 .first = first,
                                 .second = second,
                                 .half = (uint32_t)layout->king_placements,
                                 .found = both};
    *both = (struct draw_both){.spare = {DRAW_NO_SPARE, DRAW_NO_SPARE}};
    solver.fresh[WHITE] = malloc((size_t)layout->positions);
    solver.fresh[BLACK] = malloc((size_t)layout->positions);
    bool solved = make_unit(&solver.unit, 2 * (size_t)layout->king_placements) &&
                  solver.fresh[WHITE] != NULL && solver.fresh[BLACK] != NULL && solve_all(&solver);
    clear_unit(&solver.unit);
    free(solver.fresh[WHITE]);
    free(solver.fresh[BLACK]);
    return solved;
}
