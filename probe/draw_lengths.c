#include "draw_lengths.h"
#include "draw_state.h"
#include "large_memory.h"
#include <stdlib.h>

enum { SLOTS_LEAST = 1 << 10, SLOTS_MOST = 1 << 20, BOUNDS = 3 };

struct length_slot {
    uint32_t white;
    uint32_t black;
    uint32_t kings;
    uint32_t question;
    uint8_t side_to_move;
    uint8_t count;
    uint8_t next; /* to be given up next */
    struct length_bounds bounds[BOUNDS];
    struct draw_clock clocks[BOUNDS];
};

struct draw_lengths {
    size_t slot_count; /* a power of two */
    struct length_slot slots[];
};

static size_t bytes_of(size_t slot_count) {
    return sizeof(struct draw_lengths) + slot_count * sizeof(struct length_slot);
}

struct draw_lengths *draw_lengths_new(size_t memory) {
    size_t count = draw_slots_that_fit(SLOTS_LEAST, SLOTS_MOST, sizeof(struct length_slot), memory);
    struct draw_lengths *lengths = large_allocate(bytes_of(count));
    if (lengths != NULL)
        lengths->slot_count = count;
    return lengths;
}

void draw_lengths_free(struct draw_lengths *lengths) {
    if (lengths != NULL)
        large_free(lengths, bytes_of(lengths->slot_count));
}

static size_t number_of_slot(const struct draw_lengths *lengths, uint32_t question,
                             const struct position *position) {
    uint64_t hash = draw_position_hash(position) + question * UINT64_C(0x9e3779b9);
    return (size_t)hash & (lengths->slot_count - 1);
}

void draw_lengths_expect(const struct draw_lengths *lengths, const struct position *position) {
    __builtin_prefetch(&lengths->slots[number_of_slot(lengths, 0, position)]);
}

static bool is_about(const struct length_slot *slot, uint32_t question,
                     const struct position *position) {
    return slot->white == position->white && slot->black == position->black &&
           slot->kings == position->kings && slot->question == question &&
           slot->side_to_move == position->side_to_move;
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
    if (((position->white | position->black) >> DRAW_SQUARES_MAX) != 0)
        return;
    if (!is_about(slot, question, position)) {
        slot->white = (uint32_t)position->white;
        slot->black = (uint32_t)position->black;
        slot->kings = (uint32_t)position->kings;
        slot->question = question;
        slot->side_to_move = (uint8_t)position->side_to_move;
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
