/* Lists the positions of one ending and where the moves of each lead. */
#include "reference_graph.h"

#include <stdlib.h>
#include <string.h>

static reference_status append_successor(reference_graph *graph, size_t slot) {
    if (graph->successor_count == graph->successor_capacity) {
        size_t capacity = graph->successor_capacity * 2 + 1024;
        uint32_t *grown = realloc(graph->successors, capacity * sizeof *grown);

        if (grown == NULL) {
            return REFERENCE_OUT_OF_MEMORY;
        }
        graph->successors = grown;
        graph->successor_capacity = capacity;
    }
    graph->successors[graph->successor_count++] = (uint32_t)slot;
    return REFERENCE_OK;
}

static reference_status append_position(const reference_ending_list *list,
                                        const reference_position *position, size_t slot,
                                        reference_graph *graph) {
    reference_move_list moves;
    reference_status status = reference_list_moves(position, &moves);

    for (int i = 0; i < moves.count && status == REFERENCE_OK; i++) {
        reference_position next = *position;
        size_t next_slot = 0;

        reference_make_move(&next, &moves.moves[i]);
        status = reference_find_slot(list, &next, &next_slot);
        if (status == REFERENCE_OK) {
            status = append_successor(graph, next_slot);
        }
    }
    graph->slots[graph->position_count++] = (uint32_t)slot;
    graph->first_successor[graph->position_count] = graph->successor_count;
    return status;
}

reference_status reference_graph_build(const reference_ending_list *list,
                                       const reference_ending *ending, reference_graph *graph) {
    reference_status status = REFERENCE_OK;

    memset(graph, 0, sizeof *graph);
    graph->slots = malloc(ending->slot_count * sizeof *graph->slots);
    graph->first_successor = malloc((ending->slot_count + 1) * sizeof *graph->first_successor);
    if (graph->slots == NULL || graph->first_successor == NULL) {
        return REFERENCE_OUT_OF_MEMORY;
    }
    graph->first_successor[0] = 0;
    for (size_t i = 0; i < ending->slot_count && status == REFERENCE_OK; i++) {
        reference_position position;
        size_t slot = ending->first_slot + i;

        if (reference_position_of_slot(list, ending, slot, &position)) {
            status = append_position(list, &position, slot, graph);
        }
    }
    return status;
}

void reference_graph_free(reference_graph *graph) {
    free(graph->first_successor);
    free(graph->slots);
    free(graph->successors);
}
