/*
 * Solves endings by the definitions: the value of a position follows from the values of its
 * successors, so recompute every position until nothing changes.
 *
 * Everything starts as a draw. In every pass wins and losses can only be added, and distances of
 * known ones can only shrink, so the passes come to an end; a draw that is left at the end is one
 * that neither side can turn into a win.
 */
#include "reference.h"

#include "reference_ending.h"
#include "reference_graph.h"

#include <stdlib.h>

struct reference_solver {
    reference_ending_list list;
    reference_value *values; /* one for every slot of `list` */
};

static const reference_value draw = {0, REFERENCE_NO_DISTANCE, REFERENCE_NO_DISTANCE};
static const reference_value lost_already = {-1, 0, 0};

static int16_t smaller(int16_t a, int16_t b) {
    return a < b ? a : b;
}

static int16_t larger(int16_t a, int16_t b) {
    return a > b ? a : b;
}

/*
 * What a move is worth to the player who makes it. A move that leaves the ending is a capture or
 * a promotion, at which DTC stops counting; after any other move the plies of the successor follow.
 */
static reference_value value_of_move(const reference_value *successor, bool leaves_ending) {
    if (successor->wdl == 0) {
        return draw;
    }
    return (reference_value){
        .wdl = (int8_t)-successor->wdl,
        .dtw = (int16_t)(successor->dtw + 1),
        .dtc = (int16_t)(leaves_ending ? 1 : successor->dtc + 1),
    };
}

/* The better of two moves; each distance is the best on its own, maybe by different moves. */
static reference_value better_move(reference_value a, reference_value b) {
    if (a.wdl != b.wdl) {
        return a.wdl > b.wdl ? a : b;
    }
    if (a.wdl > 0) {
        return (reference_value){1, smaller(a.dtw, b.dtw), smaller(a.dtc, b.dtc)};
    }
    if (a.wdl < 0) {
        return (reference_value){-1, larger(a.dtw, b.dtw), larger(a.dtc, b.dtc)};
    }
    return draw;
}

static reference_value value_from_successors(const reference_value *values,
                                             const reference_ending *ending,
                                             const uint32_t *successors, size_t count) {
    reference_value best = lost_already; /* no move: the worst there is, any move is better */

    for (size_t i = 0; i < count; i++) {
        size_t slot = successors[i];
        bool leaves_ending =
            slot < ending->first_slot || slot >= ending->first_slot + ending->slot_count;
        reference_value move = value_of_move(&values[slot], leaves_ending);

        best = i == 0 ? move : better_move(best, move);
    }
    return best;
}

static bool same_value(reference_value a, reference_value b) {
    return a.wdl == b.wdl && a.dtw == b.dtw && a.dtc == b.dtc;
}

/* Recomputes every position of an ending once. Returns whether any value changed. */
static bool pass_over_ending(reference_value *values, const reference_ending *ending,
                             const reference_graph *graph) {
    bool changed = false;

    for (size_t i = 0; i < graph->position_count; i++) {
        size_t first = graph->first_successor[i];
        size_t count = graph->first_successor[i + 1] - first;
        reference_value *value = &values[graph->slots[i]];
        reference_value now =
            value_from_successors(values, ending, &graph->successors[first], count);

        if (!same_value(now, *value)) {
            *value = now;
            changed = true;
        }
    }
    return changed;
}

static reference_status solve_ending(reference_solver *solver, const reference_ending *ending) {
    reference_graph graph;
    reference_status status = reference_graph_build(&solver->list, ending, &graph);

    if (status == REFERENCE_OK) {
        while (pass_over_ending(solver->values, ending, &graph)) {
        }
    }
    reference_graph_free(&graph);
    return status;
}

reference_status reference_solver_create(int pieces, reference_solver **solver) {
    *solver = NULL;
    if (pieces < 2 || pieces > REFERENCE_MAXIMUM_PIECES) {
        return REFERENCE_NOT_COVERED;
    }
    reference_solver *created = calloc(1, sizeof *created);
    if (created == NULL) {
        return REFERENCE_OUT_OF_MEMORY;
    }
    reference_list_endings(pieces, &created->list);
    created->values = malloc(created->list.slot_count * sizeof *created->values);
    if (created->values == NULL) {
        reference_solver_free(created);
        return REFERENCE_OUT_OF_MEMORY;
    }
    for (size_t slot = 0; slot < created->list.slot_count; slot++) {
        created->values[slot] = draw;
    }
    created->values[REFERENCE_NO_PIECES_SLOT] = lost_already;
    for (int i = 0; i < created->list.count; i++) {
        reference_status status = solve_ending(created, &created->list.endings[i]);

        if (status != REFERENCE_OK) {
            reference_solver_free(created);
            return status;
        }
    }
    *solver = created;
    return REFERENCE_OK;
}

void reference_solver_free(reference_solver *solver) {
    if (solver != NULL) {
        free(solver->values);
        free(solver);
    }
}

reference_status reference_solver_value(const reference_solver *solver, uint64_t white,
                                        uint64_t black, uint64_t kings, int side,
                                        reference_value *value) {
    reference_position position;
    size_t slot = 0;
    reference_status status = reference_position_from_sets(white, black, kings, side, &position);

    if (status == REFERENCE_OK) {
        status = reference_find_slot(&solver->list, &position, &slot);
    }
    if (status == REFERENCE_OK) {
        *value = solver->values[slot];
    }
    return status;
}

reference_status reference_solver_visit(const reference_solver *solver,
                                        const reference_signature *signature,
                                        reference_visitor *visitor, void *context) {
    const reference_ending *ending = reference_find_ending(&solver->list, signature);

    if (ending == NULL) {
        return REFERENCE_NOT_COVERED;
    }
    for (size_t i = 0; i < ending->slot_count; i++) {
        size_t slot = ending->first_slot + i;
        reference_position position;
        uint64_t white = 0;
        uint64_t black = 0;
        uint64_t kings = 0;

        if (!reference_position_of_slot(&solver->list, ending, slot, &position)) {
            continue;
        }
        reference_position_to_sets(&position, &white, &black, &kings);
        if (!visitor(context, white, black, kings, position.side, &solver->values[slot])) {
            break;
        }
    }
    return REFERENCE_OK;
}
