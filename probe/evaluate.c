#include "evaluate.h"
#include "missing.h"

/* ---- Quiet positions ------------------------------------------------------------------------- */

/* Reads and unpacks a block that is not in the cache. */
static finais_status fetch_block(finais_context *context, const struct table *table, int32_t number,
                                 uint64_t block, const uint8_t **bytes, finais_error *error) {
    if (context->no_io)
        return error_table(error, FINAIS_NOT_IN_MEMORY, table->name, (int64_t)block,
                           "block %llu of table %s is not in memory", (unsigned long long)block,
                           table->name);
    uint8_t *room = block_cache_reserve(context->cache, table->block_bytes);
    if (room == NULL)
        return error_memory(error, "a block");
    finais_status status = table_read_block(table, &context->reader, block, room, error);
    if (status != FINAIS_OK)
        return status;
    block_cache_keep(context->cache, (uint32_t)number, block);
    *bytes = room;
    return FINAIS_OK;
}

static finais_status find_table(finais_context *context, int32_t number, const struct table **table,
                                finais_error *error) {
    *table = handle_peek(context->handle, number);
    if (*table != NULL)
        return FINAIS_OK;
    if (context->no_io) {
        const char *name = context->handle->catalogue.tables[number].name;
        return error_table(error, FINAIS_NOT_IN_MEMORY, name, ERROR_NO_BLOCK,
                           "table %s is not in memory", name);
    }
    return handle_open_table(context->handle, number, table, error);
}

/* The value that a table holds for a canonical position. */
static finais_status stored_value(finais_context *context, int32_t number, enum side side,
                                  uint64_t index, value *v, finais_error *error) {
    const struct table *table;
    finais_status status = find_table(context, number, &table, error);
    if (status != FINAIS_OK)
        return status;
    unsigned bits = table->header.value_bits;
    uint64_t block = 0;
    if (table->loaded[side] != NULL) {
        *v = packed_get(table->loaded[side], bits, index);
    } else {
        uint32_t place;
        block = table_block_of(table, side, index, &place);
        const uint8_t *bytes = block_cache_find(context->cache, (uint32_t)number, block);
        if (bytes == NULL)
            status = fetch_block(context, table, number, block, &bytes, error);
        if (status != FINAIS_OK)
            return status;
        *v = packed_get(bytes, bits, place);
    }
    if (bits == 2 && *v > VALUE_WIN)
        return error_table(error, FINAIS_TABLE_CORRUPT, table->name, (int64_t)block,
                           "table %s holds a value that is none", table->name);
    return FINAIS_OK;
}

/* A position that no table tells of. One without a legal move needs none. `depth` is the number of
 * captures that led to it. */
static finais_status evaluate_unstored(finais_context *context, const struct position *canonical,
                                       enum metric metric, unsigned depth, value *v,
                                       finais_error *error) {
    const struct catalogue *catalogue = &context->handle->catalogue;
    struct move_list *list = &context->lists[depth];
    moves_generate(catalogue->rules, canonical, list);
    if (list->count == 0) {
        *v = value_loss_in(0);
        return FINAIS_OK;
    }
    struct table_identity identity = {
        .rules = catalogue->rules, .signature = signature_of_position(canonical), .metric = metric};
    unsigned pieces = signature_pieces(identity.signature);
    return catalogue->largest != 0 && pieces > catalogue->largest
               ? missing_pieces(catalogue, pieces, depth > 0, error)
               : missing_table(catalogue, &identity, error);
}

static finais_status evaluate_quiet(finais_context *context, const struct position *position,
                                    enum metric metric, unsigned depth, value *v,
                                    finais_error *error) {
    const struct catalogue *catalogue = &context->handle->catalogue;
    struct position canonical = position_canonical(catalogue->rules->geometry, position);
    const struct found_signature *found =
        catalogue_find(catalogue, signature_of_position(&canonical));
    int32_t number = found == NULL ? NO_TABLE : found->table[metric];
    if (number == NO_TABLE && metric == METRIC_WDL && found != NULL)
        number = found->table[METRIC_DTW] != NO_TABLE ? found->table[METRIC_DTW]
                                                      : found->table[METRIC_DTC];
    if (number == NO_TABLE)
        return evaluate_unstored(context, &canonical, metric, depth, v, error);
    uint64_t index = index_of_position(&found->layout, &canonical);
    finais_status status = stored_value(context, number, canonical.side_to_move, index, v, error);
    if (status == FINAIS_OK && metric == METRIC_WDL)
        *v = value_without_distance(*v);
    return status;
}

/* ---- Captures -------------------------------------------------------------------------------- */

static finais_status evaluate_at(finais_context *context, const struct position *position,
                                 enum metric metric, unsigned depth, value *v, finais_error *error);

/* Greater is better for the player who has the choice: wins, the shortest first, draws, losses, the
 * longest first. */
static int preference(value v) {
    if (value_is_win(v))
        return 2 * DISTANCE_MAX - (int)value_distance(v);
    return value_is_loss(v) ? (int)value_distance(v) - 2 * DISTANCE_MAX : 0;
}

/* The value of a move that leads to a position worth `after` to the opponent. */
static value value_of_move(value after, enum metric metric) {
    unsigned plies = metric == METRIC_WDL ? 0 : value_distance(after) + 1;
    if (value_is_loss(after))
        return metric == METRIC_WDL ? VALUE_WIN : value_win_in(plies);
    return after == VALUE_DRAW ? VALUE_DRAW : value_loss_in(plies);
}

/* Best over all captures; `metric` is METRIC_WDL or METRIC_DTW. */
static finais_status best_capture(finais_context *context, const struct position *position,
                                  enum metric metric, unsigned depth, value *v,
                                  finais_error *error) {
    const struct rules *rules = context->handle->catalogue.rules;
    struct move_list *list = &context->lists[depth];
    moves_generate(rules, position, list);
    if (list->overflow)
        return error_plain(error, FINAIS_TOO_MANY_MOVES, "the position has too many legal moves");
    value best = value_loss_in(0);
    for (unsigned i = 0; i < list->count; i++) {
        struct position next = move_apply(rules, position, &list->moves[i]);
        value after;
        finais_status status = evaluate_at(context, &next, metric, depth + 1, &after, error);
        if (status != FINAIS_OK)
            return status;
        value here = value_of_move(after, metric);
        if (i == 0 || preference(here) > preference(best))
            best = here;
        if (metric == METRIC_WDL && best == VALUE_WIN)
            break;
    }
    *v = best;
    return FINAIS_OK;
}

/* A capture is a conversion, so a decided position with one has DTC 1. */
static finais_status evaluate_capture(finais_context *context, const struct position *position,
                                      enum metric metric, unsigned depth, value *v,
                                      finais_error *error) {
    if (metric != METRIC_DTC)
        return best_capture(context, position, metric, depth, v, error);
    finais_status status = best_capture(context, position, METRIC_WDL, depth, v, error);
    if (status == FINAIS_OK && *v != VALUE_DRAW)
        *v = value_is_win(*v) ? value_win_in(1) : value_loss_in(1);
    return status;
}

/* ---- All positions --------------------------------------------------------------------------- */

/* The opponent has nothing left: any move ends the game. */
static value value_against_nobody(finais_context *context, const struct position *position,
                                  unsigned depth) {
    struct move_list *list = &context->lists[depth];
    moves_generate(context->handle->catalogue.rules, position, list);
    return list->count > 0 ? value_win_in(1) : value_loss_in(0);
}

static finais_status evaluate_at(finais_context *context, const struct position *position,
                                 enum metric metric, unsigned depth, value *v,
                                 finais_error *error) {
    if (position_pieces(position, position->side_to_move) == 0) {
        *v = value_loss_in(0);
        return FINAIS_OK;
    }
    if (position_pieces(position, other_side(position->side_to_move)) == 0) {
        *v = value_against_nobody(context, position, depth);
        return FINAIS_OK;
    }
    if (moves_must_capture(context->handle->catalogue.rules, position))
        return evaluate_capture(context, position, metric, depth, v, error);
    return evaluate_quiet(context, position, metric, depth, v, error);
}

finais_status evaluate(finais_context *context, const struct position *position, enum metric metric,
                       value *v, finais_error *error) {
    return evaluate_at(context, position, metric, 0, v, error);
}
