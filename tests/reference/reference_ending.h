/*
 * Where the reference solver keeps the value of a position. Internal to reference_*.c.
 *
 * The sets of squares that so many pieces of one kind may stand on are numbered as if the other
 * kinds were not there: the set of the rising squares s1, s2, s3 ... is number
 * choose(s1, 1) + choose(s2, 2) + choose(s3, 3) + ... The numbers of the white men, white kings,
 * black men and black kings are the digits of one number, and the side to move is its last bit.
 * Some numbers belong to no position (two pieces on one square, a man on its promotion row); these
 * slots are simply never used.
 *
 * All endings together form one array of slots. Slot 0 stands for every position whose side to
 * move has no piece left.
 */
#ifndef FINAIS_TESTS_REFERENCE_ENDING_H
#define FINAIS_TESTS_REFERENCE_ENDING_H

#include "reference.h"

#include <stddef.h>

enum {
    REFERENCE_NO_PIECES_SLOT = 0,
    REFERENCE_MAXIMUM_ENDINGS = 160, /* of up to REFERENCE_MAXIMUM_PIECES_IN_ONE pieces: 155 */
    REFERENCE_MAXIMUM_KIND = REFERENCE_MAXIMUM_PIECES_IN_ONE - 1
};

typedef struct {
    reference_signature signature;
    size_t first_slot;
    size_t slot_count;
} reference_ending;

/* Endings in the order in which they can be solved: after everything their moves lead to. */
typedef struct {
    /* choose[n][k]: the sets of k out of n squares */
    size_t choose[REFERENCE_SQUARES + 1][REFERENCE_MAXIMUM_KIND + 1];
    int count;
    size_t slot_count; /* slot 0 and the slots of all endings */
    reference_ending endings[REFERENCE_MAXIMUM_ENDINGS];
} reference_ending_list;

/* Lists all endings of 2..pieces pieces with at least one piece a side. */
void reference_list_endings(int pieces, reference_ending_list *list);

/* Lists one ending and those its captures and promotions lead to, however many: it is the last. */
void reference_list_endings_of(const reference_signature *signature, reference_ending_list *list);

/* NULL if the ending is not in the list. */
const reference_ending *reference_find_ending(const reference_ending_list *list,
                                              const reference_signature *signature);

/* The slot of a position. REFERENCE_NOT_COVERED if its ending is not in the list. */
reference_status reference_find_slot(const reference_ending_list *list,
                                     const reference_position *position, size_t *slot);

/* The position of a slot of this ending; false if the slot belongs to none. */
bool reference_position_of_slot(const reference_ending_list *list, const reference_ending *ending,
                                size_t slot, reference_position *position);

#endif
