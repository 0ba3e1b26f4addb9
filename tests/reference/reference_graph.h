/* The moves of one ending, generated once and kept. Internal to reference_*.c. */
#ifndef FINAIS_TESTS_REFERENCE_GRAPH_H
#define FINAIS_TESTS_REFERENCE_GRAPH_H

#include "reference_ending.h"

/*
 * Position number i stands in slot slots[i]; its moves lead to the slots
 * successors[first_successor[i]] up to successors[first_successor[i + 1]], that one excluded.
 */
typedef struct {
    size_t position_count;
    size_t successor_count;
    size_t successor_capacity;
    size_t *first_successor;
    uint32_t *slots; /* 32 bits hold the slots of REFERENCE_MAXIMUM_PIECES pieces */
    uint32_t *successors;
} reference_graph;

/*
 * Lists the positions and moves of `ending`. The caller frees the graph, whatever is returned.
 * Errors: REFERENCE_OUT_OF_MEMORY and those of reference_list_moves and reference_find_slot.
 */
reference_status reference_graph_build(const reference_ending_list *list,
                                       const reference_ending *ending, reference_graph *graph);

void reference_graph_free(reference_graph *graph);

#endif
