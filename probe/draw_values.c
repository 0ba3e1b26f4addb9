#include "draw_values.h"
#include "draw_state.h"
#include "evaluate.h"
#include <stdlib.h>

/* On boards with more squares nothing is remembered. */
enum { SQUARES_MAX = 32 };

enum { SLOTS_LEAST = 1 << 10, SLOTS_MOST = 1 << 19, METRIC_NUMBERS = METRIC_DTC + 1 };

/* The position that was asked for last of those that share a slot. */
struct values_slot {
    uint32_t white;
    uint32_t black;
    uint32_t kings;
    uint8_t side_to_move;
    uint8_t known; /* bits by metric */
    value values[METRIC_NUMBERS];
};

struct draw_values {
    size_t slot_count; /* a power of two */
    struct values_slot slots[];
};

struct draw_values *draw_values_new(size_t memory) {
    size_t count = draw_slots_that_fit(SLOTS_LEAST, SLOTS_MOST, sizeof(struct values_slot), memory);
    struct draw_values *values = calloc(1, sizeof *values + count * sizeof values->slots[0]);
    if (values != NULL)
        values->slot_count = count;
    return values;
}

void draw_values_free(struct draw_values *values) {
    free(values);
}

static struct values_slot *slot_of(struct draw_values *values, const struct position *position) {
    return &values->slots[(size_t)draw_position_hash(position) & (values->slot_count - 1)];
}

static bool is_about(const struct values_slot *slot, const struct position *position) {
    return slot->white == position->white && slot->black == position->black &&
           slot->kings == position->kings && slot->side_to_move == position->side_to_move;
}

static void keep(struct values_slot *slot, const struct position *position, enum metric metric,
                 value v) {
    if (!is_about(slot, position))
        *slot = (struct values_slot){.white = (uint32_t)position->white,
                                     .black = (uint32_t)position->black,
                                     .kings = (uint32_t)position->kings,
                                     .side_to_move = (uint8_t)position->side_to_move};
    slot->values[metric] = v;
    slot->values[METRIC_WDL] = value_without_distance(v);
    slot->known |= (uint8_t)(1u << metric | 1u << METRIC_WDL);
}

finais_status draw_values_find(struct draw_values *values, finais_context *context,
                               const struct position *position, enum metric metric, value *v,
                               finais_error *error) {
    if (context->handle->catalogue.rules->geometry->squares > SQUARES_MAX)
        return evaluate(context, position, metric, v, error);
    struct values_slot *slot = slot_of(values, position);
    if (is_about(slot, position) && (slot->known >> metric & 1) != 0) {
        *v = slot->values[metric];
        return FINAIS_OK;
    }
    finais_status status = evaluate(context, position, metric, v, error);
    if (status == FINAIS_OK)
        keep(slot, position, metric, *v);
    return status;
}
