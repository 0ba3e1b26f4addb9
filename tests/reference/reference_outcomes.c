/*
 * Solves one ending by the definitions, win, draw or loss only: a position is won if a move leads
 * to a lost one, and lost if every move leads to a won one, or there is no move. Positions are gone
 * through again until nothing changes; what is undecided then is a draw.
 *
 * To save time, a position is not looked at in every pass. When one is found to be won or lost,
 * those from which a move may have led to it are marked, and the next pass looks at the marked ones
 * alone. Nothing rests on the marks: at the end every undecided position is looked at again, and
 * only when that changes nothing is the ending solved.
 *
 * Threads share a pass. A value is set once and follows from values set before, whatever the order
 * in which that happens, so the result doesn't depend on it.
 */
#include "reference.h"

#include "reference_ending.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The value of a slot, and a mark beside it. */
enum { UNDECIDED = 0, LOSS = 1, DRAW = 2, WIN = 3, VALUE = 3, MARK = 4 };

typedef _Atomic uint8_t slot_value;

struct reference_outcomes {
    reference_ending_list list;
    slot_value *values; /* one for every slot of `list` */
};

/* What a pass looks at. */
typedef enum { MARKED_POSITIONS, UNDECIDED_POSITIONS } pass_range;

reference_status reference_outcomes_create(const reference_signature *signature,
                                           reference_outcomes **outcomes) {
    int white = signature->white_men + signature->white_kings;
    int black = signature->black_men + signature->black_kings;

    *outcomes = NULL;
    if (white < 1 || black < 1 || white + black > REFERENCE_MAXIMUM_PIECES_IN_ONE) {
        return REFERENCE_NOT_COVERED;
    }
    reference_outcomes *created = calloc(1, sizeof *created);
    if (created == NULL) {
        return REFERENCE_OUT_OF_MEMORY;
    }
    reference_list_endings_of(signature, &created->list);
    created->values = calloc(created->list.slot_count, sizeof *created->values);
    if (created->values == NULL) {
        reference_outcomes_free(created);
        return REFERENCE_OUT_OF_MEMORY;
    }
    created->values[REFERENCE_NO_PIECES_SLOT] = LOSS;
    *outcomes = created;
    return REFERENCE_OK;
}

void reference_outcomes_free(reference_outcomes *outcomes) {
    if (outcomes != NULL) {
        free(outcomes->values);
        free(outcomes);
    }
}

int reference_outcomes_count(const reference_outcomes *outcomes) {
    return outcomes->list.count;
}

reference_signature reference_outcomes_signature(const reference_outcomes *outcomes, int number) {
    return outcomes->list.endings[number].signature;
}

/* The value of a position as far as those of its successors tell. */
static reference_status value_from_moves(const reference_outcomes *outcomes,
                                         const reference_position *position, int *value) {
    reference_move_list moves;
    reference_status status = reference_list_moves(position, &moves);
    bool any_undecided = false;
    bool any_draw = false;

    for (int i = 0; i < moves.count && status == REFERENCE_OK; i++) {
        reference_position next = *position;
        size_t slot = 0;

        reference_make_move(&next, &moves.moves[i]);
        status = reference_find_slot(&outcomes->list, &next, &slot);
        int successor = outcomes->values[slot] & VALUE;
        if (successor == LOSS) {
            *value = WIN;
            return status;
        }
        any_undecided = any_undecided || successor == UNDECIDED;
        any_draw = any_draw || successor == DRAW;
    }
    *value = any_undecided ? UNDECIDED : any_draw ? DRAW : LOSS;
    return status;
}

/* Marks the positions from which a move may lead to this one within the ending. */
static reference_status mark_predecessors(reference_outcomes *outcomes,
                                          const reference_position *position) {
    reference_move_list retreats;
    reference_status status = reference_list_retreats(position, &retreats);

    for (int i = 0; i < retreats.count && status == REFERENCE_OK; i++) {
        reference_position before = *position;
        size_t slot = 0;

        reference_take_back(&before, &retreats.moves[i]);
        status = reference_find_slot(&outcomes->list, &before, &slot);
        if (status == REFERENCE_OK && outcomes->values[slot] == UNDECIDED) {
            outcomes->values[slot] |= MARK;
        }
    }
    return status;
}

/* Looks at one position. *decided is set when it is found to be won or lost. */
static reference_status look_at(reference_outcomes *outcomes, const reference_position *position,
                                size_t slot, bool *decided) {
    int value = UNDECIDED;

    /* First: a successor that is decided from now on marks it again. */
    outcomes->values[slot] &= (uint8_t)~MARK;
    reference_status status = value_from_moves(outcomes, position, &value);
    if (status != REFERENCE_OK || value == UNDECIDED) {
        return status;
    }
    outcomes->values[slot] |= (uint8_t)value;
    if (value == DRAW) {
        return REFERENCE_OK; /* its predecessors gain nothing: they are draws unless decided */
    }
    *decided = true;
    return mark_predecessors(outcomes, position);
}

/* Goes through the positions of an ending once. *changed tells whether any was won or lost. */
static reference_status pass_over_ending(reference_outcomes *outcomes,
                                         const reference_ending *ending, pass_range range,
                                         bool *changed) {
    _Atomic int failure = REFERENCE_OK;
    bool decided = false;

#pragma omp parallel for schedule(dynamic, 4096) reduction(|| : decided)
    for (size_t i = 0; i < ending->slot_count; i++) {
        size_t slot = ending->first_slot + i;
        uint8_t value = outcomes->values[slot];
        reference_position position;

        if ((value & VALUE) == UNDECIDED && (range == UNDECIDED_POSITIONS || value == MARK) &&
            reference_position_of_slot(&outcomes->list, ending, slot, &position)) {
            reference_status status = look_at(outcomes, &position, slot, &decided);

            if (status != REFERENCE_OK) {
                failure = (int)status;
            }
        }
    }
    *changed = decided;
    return (reference_status)failure;
}

reference_status reference_outcomes_solve(reference_outcomes *outcomes, int number, int *passes) {
    const reference_ending *ending = &outcomes->list.endings[number];
    pass_range range = UNDECIDED_POSITIONS;
    bool solved = false;
    int done = 0;

    while (!solved) {
        bool changed = false;
        reference_status status = pass_over_ending(outcomes, ending, range, &changed);

        if (status != REFERENCE_OK) {
            return status;
        }
        done++;
        solved = !changed && range == UNDECIDED_POSITIONS;
        range = changed ? MARKED_POSITIONS : UNDECIDED_POSITIONS;
    }
    for (size_t i = 0; i < ending->slot_count; i++) {
        slot_value *value = &outcomes->values[ending->first_slot + i];

        if ((*value & VALUE) == UNDECIDED) {
            *value = DRAW;
        }
    }
    if (passes != NULL) {
        *passes = done;
    }
    return REFERENCE_OK;
}

void reference_outcomes_visit(const reference_outcomes *outcomes, int number,
                              reference_outcome_visitor *visitor, void *context) {
    const reference_ending *ending = &outcomes->list.endings[number];
    bool going_on = true;

    for (size_t i = 0; i < ending->slot_count && going_on; i++) {
        size_t slot = ending->first_slot + i;
        reference_position position;
        uint64_t white = 0;
        uint64_t black = 0;
        uint64_t kings = 0;

        if (reference_position_of_slot(&outcomes->list, ending, slot, &position)) {
            reference_position_to_sets(&position, &white, &black, &kings);
            going_on = visitor(context, white, black, kings, position.side,
                               (outcomes->values[slot] & VALUE) - DRAW);
        }
    }
}
