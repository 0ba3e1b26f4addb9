/* outline.h - how the outcomes of positions follow from values that are still to be fetched.
 *
 * A list of steps for a stack of outcomes: the next value fetched is put on it; or an outcome that
 * needs no table; or the best of the moves to the uppermost outcomes takes their place. So
 * positions need not be gone through again when the values are there.
 */
#ifndef PROBE_OUTLINE_H
#define PROBE_OUTLINE_H

#include "value.h"
#include <stddef.h>

struct outline {
    uint8_t *steps; /* NULL: nothing is noted */
    size_t count;
    size_t capacity;
    size_t next; /* step that is taken next */
    bool full;   /* a step could not be noted */
};

void outline_note_fetched(struct outline *outline);
void outline_note_known(struct outline *outline, value outcome);
void outline_note_choice(struct outline *outline, unsigned moves);
void outline_note_end(struct outline *outline); /* of a position */

/* Takes the steps of the next position, with the values fetched for it. Tells its outcome, and
 * whether that was a choice between moves. False when one of the values is `not_fetched`. */
bool outline_take(struct outline *outline, const value *values, value not_fetched, value *outcome,
                  bool *has_moves);

#endif
