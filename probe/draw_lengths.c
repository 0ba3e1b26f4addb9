#include "draw_lengths.h"
#include "draw_state.h"
#include <stdlib.h>

enum { SLOTS_LEAST = 1 << 10, SLOTS_MOST = 1 << 17, BOUNDS = 4 };

struct length_slot {
    struct position position;
    uint32_t question;
    uint8_t count;
    uint8_t next; /* to be given up next */
    struct length_bounds bounds[BOUNDS];
    struct draw_clock clocks[BOUNDS];
};

struct draw_lengths {
    size_t slot_count; /* a power of two */
    struct length_slot slots[];
};

struct draw_lengths *draw_lengths_new(size_t memory) {
    size_t count = draw_slots_that_fit(SLOTS_LEAST, SLOTS_MOST, sizeof(struct length_slot), memory);
    struct draw_lengths *lengths = calloc(1, sizeof *lengths + count * sizeof lengths->slots[0]);
    if (lengths != NULL)
        lengths->slot_count = count;
    return lengths;
}

void draw_lengths_free(struct draw_lengths *lengths) {
    free(lengths);
}

static size_t number_of_slot(const struct draw_lengths *lengths, uint32_t question,
                             const struct position *position) {
    uint64_t hash = draw_position_hash(position) + question * UINT64_C(0x9e3779b9);
    return (size_t)hash & (lengths->slot_count - 1);
}

static bool is_about(const struct length_slot *slot, uint32_t question,
                     const struct position *position) {
    return slot->question == question && positions_equal(&slot->position, position);
}

/* Whether no count of the first is greater than in the second. */
static bool counts_no_more(const struct draw_clock *first, const struct draw_clock *second) {
    bool no_more = true;
    for (int i = 0; i < DRAW_COUNTERS_MAX; i++)
        no_more &= first->counts[i] <= second->counts[i];
    return no_more;
}

struct length_bounds draw_lengths_find(const struct draw_lengths *lengths, uint32_t question,
                                       const struct position *position,
                                       const struct draw_clock *clock) {
    const struct length_slot *slot = &lengths->slots[number_of_slot(lengths, question, position)];
    struct length_bounds found = {0, LENGTH_NEVER};
    if (!is_about(slot, question, position))
        return found;
    for (unsigned i = 0; i < slot->count; i++) {
        const struct length_bounds *known = &slot->bounds[i];
        if (known->least > found.least && counts_no_more(&slot->clocks[i], clock))
            found.least = known->least;
        if (known->most < found.most && counts_no_more(clock, &slot->clocks[i]))
            found.most = known->most;
    }
    return found;
}

/* Whether bounds tell nothing that the new ones of a clock do not tell. */
static bool is_told(const struct length_slot *slot, unsigned number, const struct draw_clock *clock,
                    struct length_bounds bounds) {
    const struct length_bounds *old = &slot->bounds[number];
    bool least = old->least == 0 ||
                 (old->least <= bounds.least && counts_no_more(clock, &slot->clocks[number]));
    bool most = old->most == LENGTH_NEVER ||
                (old->most >= bounds.most && counts_no_more(&slot->clocks[number], clock));
    return least && most;
}

void draw_lengths_keep(struct draw_lengths *lengths, uint32_t question,
                       const struct position *position, const struct draw_clock *clock,
                       struct length_bounds bounds) {
    struct length_slot *slot = &lengths->slots[number_of_slot(lengths, question, position)];
    if (!is_about(slot, question, position)) {
        slot->position = *position;
        slot->question = question;
        slot->count = 0;
        slot->next = 0;
    }
    unsigned place = 0;
    while (place < slot->count && !is_told(slot, place, clock, bounds))
        place++;
    if (place == BOUNDS) {
        place = slot->next;
        slot->next = (uint8_t)((place + 1) % BOUNDS);
    } else if (place == slot->count) {
        slot->count++;
    }
    slot->bounds[place] = bounds;
    slot->clocks[place] = *clock;
}
