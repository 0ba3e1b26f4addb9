#include "draw_values.h"
#include "choice.h"
#include "draw_state.h"
#include "evaluate.h"
#include "large_memory.h"
#include <stdlib.h>

enum { SLOTS_LEAST = 1 << 10, SLOTS_MOST = 1 << 21, METRIC_NUMBERS = METRIC_DTC + 1 };

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

static size_t bytes_of(size_t slot_count) {
    return sizeof(struct draw_values) + slot_count * sizeof(struct values_slot);
}

struct draw_values *draw_values_new(size_t memory) {
    size_t count = draw_slots_that_fit(SLOTS_LEAST, SLOTS_MOST, sizeof(struct values_slot), memory);
    struct draw_values *values = large_allocate(bytes_of(count));
    if (values != NULL)
        values->slot_count = count;
    return values;
}

void draw_values_free(struct draw_values *values) {
    if (values != NULL)
        large_free(values, bytes_of(values->slot_count));
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

static bool recall(const struct values_slot *slot, const struct position *position,
                   enum metric metric, value *v) {
    bool known = is_about(slot, position) && (slot->known >> metric & 1) != 0;
    if (known)
        *v = slot->values[metric];
    return known;
}

/* ---- Distances by moves -----------------------------------------------------------------------
 */

/* Of a side to move that has to capture, or that no table stores, a distance comes from the
 * positions after its moves, which will be asked for again: they are remembered, which evaluate()
 * would not do. */
struct by_moves {
    struct draw_values *values;
    finais_context *context;
    enum metric metric;
    unsigned longest_loss; /* whether it is a loss within so many plies is all that is asked for */
    struct choice choice;
    finais_error *error;
};

/* Whether a position that is stored somewhere is one of those. */
static bool is_told_by_moves(const struct by_moves *search, const struct place *place) {
    int32_t number = place->found->table[search->metric];
    if (number == NO_TABLE)
        return false;
    const struct table *table = handle_peek(search->context->handle, number);
    return table != NULL && !header_stores(&table->header, place->canonical.side_to_move);
}

/* Whether it is no loss within so many plies, whatever the moves are that are left. */
static bool is_refuted(const struct by_moves *search) {
    value best = search->choice.best;
    return search->choice.count > 0 &&
           (!value_is_loss(best) || value_distance(best) > search->longest_loss) &&
           search->longest_loss < DISTANCE_MAX;
}

static finais_status add_move(struct by_moves *search, const struct position *position,
                              const struct move *move) {
    const struct rules *rules = search->context->handle->catalogue.rules;
    struct position after = move_apply(rules, position, move);
    bool converts = search->metric == METRIC_DTC && move_converts(move);
    enum metric metric = converts ? METRIC_WDL : search->metric;
    value v;
    finais_status status =
        draw_values_find(search->values, search->context, &after, metric, &v, search->error);
    value here = status == FINAIS_OK ? value_of_move(v, metric) : VALUE_DRAW;
    if (status == FINAIS_OK)
        choice_add(&search->choice, converts ? outcome_by_conversion(here) : here);
    return status;
}

/* False when there are too many captures, or too little memory for them. They follow each other,
 * each with a list of its own. */
static bool add_captures(struct by_moves *search, const struct position *position,
                         bitboard capturers, finais_status *status) {
    struct move_list *list = malloc(sizeof *list);
    if (list == NULL)
        return false;
    moves_captures_by(search->context->handle->catalogue.rules, position, capturers, list);
    bool listed = !list->overflow;
    for (unsigned i = 0; listed && i < list->count && *status == FINAIS_OK && !is_refuted(search);
         i++)
        *status = add_move(search, position, &list->moves[i]);
    free(list);
    return listed;
}

static finais_status add_moves_of(struct by_moves *search, const struct position *position,
                                  unsigned square) {
    const struct rules *rules = search->context->handle->catalogue.rules;
    bool king = (position->kings & square_bit(square)) != 0;
    bitboard row = rules->geometry->promotion_row[position->side_to_move];
    bitboard targets = moves_quiet_targets(rules, position, square);
    finais_status status = FINAIS_OK;
    struct move move = {.from = (uint8_t)square};
    for (bitboard rest = targets; rest != 0; rest = without_lowest(rest)) {
        move.to = (uint8_t)lowest_square(rest);
        move.promotes = !king && (row & square_bit(move.to)) != 0;
        struct position after = move_apply(rules, position, &move);
        __builtin_prefetch(slot_of(search->values, &after));
    }
    for (; targets != 0 && status == FINAIS_OK && !is_refuted(search);
         targets = without_lowest(targets)) {
        move.to = (uint8_t)lowest_square(targets);
        move.promotes = !king && (row & square_bit(move.to)) != 0;
        status = add_move(search, position, &move);
    }
    return status;
}

/* Of a position without captures. */
static finais_status add_quiet_moves(struct by_moves *search, const struct position *position) {
    finais_status status = FINAIS_OK;
    bitboard own = position_pieces(position, position->side_to_move);
    for (; own != 0 && status == FINAIS_OK && !is_refuted(search); own = without_lowest(own))
        status = add_moves_of(search, position, lowest_square(own));
    return status;
}

/* False when the position is to be evaluated in another way. */
static bool find_by_moves(struct by_moves *search, const struct position *position,
                          enum place_kind kind, const struct place *place, finais_status *status) {
    search->choice = choice_start(false);
    if (kind == PLACE_CAPTURE)
        return add_captures(search, position, place->capturers, status);
    if (kind != PLACE_STORED || !is_told_by_moves(search, place))
        return false;
    *status = add_quiet_moves(search, position);
    return true;
}

/* ---- Questions --------------------------------------------------------------------------------
 */

/* What is only known not to be a loss within `longest_loss` plies is not remembered. */
static finais_status find_anew(struct draw_values *values, finais_context *context,
                               const struct position *position, enum metric metric,
                               unsigned longest_loss, value *v, finais_error *error) {
    struct by_moves search = {.values = values,
                              .context = context,
                              .metric = metric,
                              .longest_loss = longest_loss,
                              .error = error};
    const struct catalogue *catalogue = &context->handle->catalogue;
    struct place place;
    enum place_kind kind = catalogue->find_place(catalogue, position, &place);
    finais_status status = FINAIS_OK;
    if (metric != METRIC_WDL && find_by_moves(&search, position, kind, &place, &status))
        *v = search.choice.best;
    else
        status =
            evaluate_placed(context, position, kind, &place, metric, 0, bounds_of_all(), v, error);
    if (status == FINAIS_OK && !is_refuted(&search))
        keep(slot_of(values, position), position, metric, *v);
    return status;
}

static finais_status find(struct draw_values *values, finais_context *context,
                          const struct position *position, enum metric metric,
                          unsigned longest_loss, value *v, finais_error *error) {
    if (context->handle->catalogue.rules->geometry->squares > DRAW_SQUARES_MAX)
        return evaluate(context, position, metric, v, error);
    if (recall(slot_of(values, position), position, metric, v))
        return FINAIS_OK;
    return find_anew(values, context, position, metric, longest_loss, v, error);
}

void draw_values_expect(struct draw_values *values, const struct position *position) {
    __builtin_prefetch(slot_of(values, position));
}

finais_status draw_values_find(struct draw_values *values, finais_context *context,
                               const struct position *position, enum metric metric, value *v,
                               finais_error *error) {
    return find(values, context, position, metric, DISTANCE_MAX, v, error);
}

finais_status draw_values_find_loss(struct draw_values *values, finais_context *context,
                                    const struct position *position, unsigned plies, value *v,
                                    finais_error *error) {
    return find(values, context, position, METRIC_DTW, plies, v, error);
}
