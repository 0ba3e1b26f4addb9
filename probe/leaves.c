#include "leaves.h"
#include "stored.h"
#include <stdlib.h>
#include <string.h>

enum {
    LEAVES_EACH = 4, /* of a position, more than the mean */
    STEPS_EACH = 3,  /* of an outline, for a value */
    LEAVES_MIN = 1 << 12,
    LEAVES_MAX = 1 << 22
};

bool leaves_init(struct leaves *leaves, size_t count, size_t bytes, bool outcomes) {
    size_t each = 2 * sizeof(struct leaf) + sizeof(value);
    size_t capacity = count < LEAVES_MAX / LEAVES_EACH ? LEAVES_EACH * count : (size_t)LEAVES_MAX;
    if (capacity > bytes / each)
        capacity = bytes / each;
    if (capacity < LEAVES_MIN)
        capacity = LEAVES_MIN;
    *leaves = (struct leaves){.capacity = capacity};
    leaves->list = malloc(capacity * sizeof *leaves->list);
    leaves->scratch = malloc(capacity * sizeof *leaves->scratch);
    leaves->values = malloc(capacity * sizeof *leaves->values);
    leaves->outline.capacity = STEPS_EACH * capacity;
    leaves->outline.steps = outcomes ? malloc(leaves->outline.capacity) : NULL;
    return leaves->list != NULL && leaves->scratch != NULL && leaves->values != NULL &&
           (!outcomes || leaves->outline.steps != NULL);
}

void leaves_free(struct leaves *leaves) {
    free(leaves->list);
    free(leaves->scratch);
    free(leaves->values);
    free(leaves->outline.steps);
}

void leaves_clear(struct leaves *leaves) {
    leaves->answering = false;
    leaves->count = 0;
    leaves->next = 0;
    leaves->outline.count = 0;
    leaves->outline.next = 0;
}

/* ---- Keys --------------------------------------------------------------------------------------
 */

enum { INDEX_BITS = 43, TABLE_SHIFT = INDEX_BITS + 1 };

static uint64_t key_of(int32_t table, enum side side, uint64_t index) {
    return (uint64_t)table << TABLE_SHIFT | (uint64_t)(side == BLACK) << INDEX_BITS | index;
}

/* Sorts by digits, from the lowest to the highest, those that are the same in all keys left out.
 * The very lowest does not matter: it is a place in a block. */
void leaves_sort(struct leaves *leaves) {
    enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, PLACE_BITS = 10 };
    uint64_t differences = 0;
    for (size_t i = 1; i < leaves->count; i++)
        differences |= leaves->list[i].key ^ leaves->list[0].key;
    for (unsigned shift = PLACE_BITS; shift < 64; shift += DIGIT_BITS) {
        size_t starts[DIGITS + 1] = {0};
        if ((differences >> shift & (DIGITS - 1)) == 0)
            continue;
        for (size_t i = 0; i < leaves->count; i++)
            starts[(leaves->list[i].key >> shift & (DIGITS - 1)) + 1]++;
        for (unsigned digit = 0; digit < DIGITS; digit++)
            starts[digit + 1] += starts[digit];
        for (size_t i = 0; i < leaves->count; i++)
            leaves->scratch[starts[leaves->list[i].key >> shift & (DIGITS - 1)]++] =
                leaves->list[i];
        struct leaf *sorted = leaves->scratch;
        leaves->scratch = leaves->list;
        leaves->list = sorted;
    }
}

/* ---- Values ------------------------------------------------------------------------------------
 */

static finais_status give_up(struct leaves *leaves) {
    leaves->given_up = true;
    return FINAIS_NO_MEMORY;
}

finais_status leaves_refuse_search(struct leaves *leaves) {
    leaves->searches = true;
    return give_up(leaves);
}

void leaves_note_position(struct leaves *leaves, uint32_t number, int32_t table, enum side side,
                          uint64_t index) {
    leaves->list[leaves->count++] =
        (struct leaf){.key = key_of(table, side, index), .number = number};
}

finais_status leaves_value(struct leaves *leaves, int32_t table, enum side side, uint64_t index,
                           value *v) {
    if (leaves->answering) {
        *v = leaves->values[leaves->next++];
        return *v == NOT_FETCHED ? give_up(leaves) : FINAIS_OK;
    }
    leaves->full = leaves->count == leaves->capacity;
    if (leaves->full || index >> INDEX_BITS != 0)
        return give_up(leaves);
    leaves->list[leaves->count] =
        (struct leaf){.key = key_of(table, side, index), .number = (uint32_t)leaves->count};
    leaves->count++;
    outline_note_fetched(&leaves->outline);
    *v = VALUE_DRAW;
    return FINAIS_OK;
}

static finais_status fetch(finais_context *context, const struct leaf *leaf, value *v) {
    int32_t number = (int32_t)(leaf->key >> TABLE_SHIFT);
    enum side side = (leaf->key >> INDEX_BITS & 1) != 0 ? BLACK : WHITE;
    uint64_t index = leaf->key & ((UINT64_C(1) << INDEX_BITS) - 1);
    const struct table *table;
    finais_status status = stored_table(context, number, &table, NULL);
    return status == FINAIS_OK ? stored_value(context, table, number, side, index, v, NULL)
                               : status;
}

void leaves_fetch(struct leaves *leaves, finais_context *context) {
    leaves_sort(leaves);
    for (size_t i = 0; i < leaves->count; i++) {
        value *v = &leaves->values[leaves->list[i].number];
        if (fetch(context, &leaves->list[i], v) != FINAIS_OK)
            *v = NOT_FETCHED;
    }
    leaves->answering = true;
    leaves->next = 0;
}
