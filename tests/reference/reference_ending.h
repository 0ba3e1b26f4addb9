/*
 * Where the reference solver keeps the value of a position. Internal to reference_*.c.
 *
 * The pieces of a position are put in one order: white men, white kings, black men, black kings,
 * each kind by rising square. Their squares are the digits, base 32, of a number, and the side to
 * move is its last bit. Most numbers belong to no position (squares out of order, two pieces on one
 * square, a man on its promotion row); these slots are simply never used.
 *
 * All endings together form one array of slots. Slot 0 stands for every position whose side to
 * move has no piece left.
 */
#ifndef FINAIS_TESTS_REFERENCE_ENDING_H
#define FINAIS_TESTS_REFERENCE_ENDING_H

#include "reference.h"

#include <stddef.h>

enum { REFERENCE_NO_PIECES_SLOT = 0, REFERENCE_MAXIMUM_ENDINGS = 64 };

typedef struct {
    reference_signature signature;
    size_t first_slot;
    size_t slot_count;
} reference_ending;

/* Endings in the order in which they can be solved: after everything their moves lead to. */
typedef struct {
    int count;
    size_t slot_count; /* slot 0 and the slots of all endings */
    reference_ending endings[REFERENCE_MAXIMUM_ENDINGS];
} reference_ending_list;

/* Lists all endings of 2..pieces pieces with at least one piece a side. */
void reference_list_endings(int pieces, reference_ending_list *list);

/* NULL if the ending is not in the list. */
const reference_ending *reference_find_ending(const reference_ending_list *list,
                                              const reference_signature *signature);

/* The slot of a position. REFERENCE_NOT_COVERED if its ending is not in the list. */
reference_status reference_find_slot(const reference_ending_list *list,
                                     const reference_position *position, size_t *slot);

/* The position of a slot of this ending; false if the slot belongs to none. */
bool reference_position_of_slot(const reference_ending *ending, size_t slot,
                                reference_position *position);

#endif
