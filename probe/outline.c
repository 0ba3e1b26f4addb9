#include "outline.h"
#include "choice.h"

/* Numbers of steps: KNOWN is followed by those of other outcomes, CHOICE by those of more moves. */
enum { FETCHED, END, KNOWN, CHOICE = KNOWN + 3, MOVES_MAX = 255 - CHOICE };

enum { STACK_MAX = 1024 };

static void note(struct outline *outline, unsigned step) {
    if (outline->steps == NULL)
        return;
    outline->full = outline->full || outline->count == outline->capacity;
    if (!outline->full)
        outline->steps[outline->count++] = (uint8_t)step;
}

void outline_note_fetched(struct outline *outline) {
    note(outline, FETCHED);
}

void outline_note_known(struct outline *outline, value outcome) {
    note(outline, KNOWN + value_without_distance(outcome));
}

void outline_note_choice(struct outline *outline, unsigned moves) {
    outline->full = outline->full || moves > MOVES_MAX;
    note(outline, CHOICE + moves);
}

void outline_note_end(struct outline *outline) {
    note(outline, END);
}

/* The best of moves to positions with these outcomes. */
static value choose(const value *outcomes, unsigned moves) {
    struct choice choice = choice_start(false);
    for (unsigned i = 0; i < moves; i++)
        choice_add(&choice, value_of_move(outcomes[i], METRIC_WDL));
    return value_without_distance(choice.best);
}

bool outline_take(struct outline *outline, const value *values, value not_fetched, value *outcome,
                  bool *has_moves) {
    value stack[STACK_MAX];
    unsigned height = 0;
    bool known = true;
    *has_moves = false;
    for (unsigned step; (step = outline->steps[outline->next++]) != END;) {
        value v = (value)(step - KNOWN);
        if (!known)
            continue;
        if (step == FETCHED) {
            v = *values++;
            known = v != not_fetched && height < STACK_MAX - 1;
        } else if (step >= CHOICE) {
            height -= step - CHOICE;
            v = choose(&stack[height], step - CHOICE);
        }
        *has_moves = step > CHOICE;
        stack[height++] = value_without_distance(v);
        known = known && height < STACK_MAX;
    }
    *outcome = known ? stack[0] : VALUE_DRAW;
    return known;
}
