/* Most quiet moves lead to positions of the same signature, those of kings even to the same
 * placement of the men, whose positions lie together in the table. So the rank of the men is worked
 * out once, and a king's move costs the rank of the kings alone. Moves after which the opponent has
 * to capture, or which promote, lead to other tables: they come last, when no other move wins. */
#include "quiet.h"
#include "evaluate.h"
#include "leaves.h"
#include "ranks.h"
#include "stored.h"

enum { PUT_OFF_MAX = 64 };

struct quiet_search {
    finais_context *context;
    const struct rules *rules;
    const struct slot_layout *slots;
    const struct table *table;
    int32_t number;
    enum metric metric;
    unsigned depth;
    struct bounds bounds;
    finais_error *error;
    struct position position; /* turned so that the positions after its moves are canonical */
    bitboard men;
    uint64_t man_rank;
    struct choice choice;
    unsigned put_off_count;
    struct position put_off[PUT_OFF_MAX]; /* positions after moves that are looked at last */
};

static bool is_over(const struct quiet_search *search) {
    return choice_is_made(&search->choice, search->metric, search->bounds);
}

/* A move that leads to a position of any kind. */
static finais_status add_any(struct quiet_search *search, const struct position *after,
                             bool promotes) {
    bool converts = promotes && search->metric == METRIC_DTC;
    value v;
    struct bounds bounds =
        converts ? bounds_of_all() : bounds_after_move(search->bounds, search->choice.best);
    finais_status status =
        evaluate_at(search->context, after, converts ? METRIC_WDL : search->metric, search->depth,
                    bounds, &v, search->error);
    if (status != FINAIS_OK)
        return status;
    choice_add(&search->choice, converts ? outcome_by_conversion(value_of_move(v, METRIC_WDL))
                                         : value_of_move(v, search->metric));
    return FINAIS_OK;
}

/* A move that leads to a position of the same signature; `slot` is that of `after`. */
static finais_status add_stored(struct quiet_search *search, const struct position *after,
                                uint64_t slot) {
    if (moves_must_capture(search->rules, after)) {
        if (search->put_off_count == PUT_OFF_MAX)
            return add_any(search, after, false);
        search->put_off[search->put_off_count++] = *after;
        return FINAIS_OK;
    }
    value v;
    finais_status status = stored_value(search->context, search->table, search->number,
                                        after->side_to_move, slot, &v, search->error);
    if (status != FINAIS_OK)
        return status;
    if (search->metric == METRIC_WDL)
        v = value_without_distance(v);
    choice_add(&search->choice, value_of_move(v, search->metric));
    return FINAIS_OK;
}

/* The position after a move of the piece on `from`; `kings` are those after it. */
static struct position after_move(const struct quiet_search *search, bitboard from, bitboard to,
                                  bitboard kings) {
    struct position after = search->position;
    bitboard both = from | to;
    if (after.side_to_move == WHITE)
        after.white ^= both;
    else
        after.black ^= both;
    after.kings = kings;
    after.side_to_move = other_side(after.side_to_move);
    return after;
}

static finais_status try_kings(struct quiet_search *search) {
    const struct position *position = &search->position;
    bitboard own = position_pieces(position, position->side_to_move);
    finais_status status = FINAIS_OK;
    for (bitboard kings = own & position->kings; kings != 0; kings = without_lowest(kings)) {
        unsigned square = lowest_square(kings);
        bitboard from = square_bit(square);
        bitboard targets = moves_quiet_targets(search->rules, position, square);
        for (; targets != 0; targets = without_lowest(targets)) {
            bitboard to = targets & (0 - targets);
            struct position after = after_move(search, from, to, position->kings ^ from ^ to);
            uint64_t slot = slot_of_kings(search->slots, search->man_rank, search->men,
                                          after.white & after.kings, after.black & after.kings);
            status = add_stored(search, &after, slot);
            if (status != FINAIS_OK || is_over(search))
                return status;
        }
    }
    return status;
}

/* Moves of men to the squares in `among`: all but those that promote, or those that do. */
static finais_status try_men(struct quiet_search *search, bool promote) {
    const struct position *position = &search->position;
    bitboard own = position_pieces(position, position->side_to_move);
    bitboard row = search->rules->geometry->promotion_row[position->side_to_move];
    finais_status status = FINAIS_OK;
    for (bitboard men = own & search->men; men != 0; men = without_lowest(men)) {
        unsigned square = lowest_square(men);
        bitboard from = square_bit(square);
        bitboard targets =
            moves_quiet_targets(search->rules, position, square) & (promote ? row : ~row);
        for (; targets != 0; targets = without_lowest(targets)) {
            bitboard to = targets & (0 - targets);
            struct position after =
                after_move(search, from, to, position->kings | (promote ? to : 0));
            status = promote ? add_any(search, &after, true)
                             : add_stored(search, &after, slot_of_position(search->slots, &after));
            if (status != FINAIS_OK || is_over(search))
                return status;
        }
    }
    return status;
}

static finais_status try_put_off(struct quiet_search *search) {
    finais_status status = FINAIS_OK;
    for (unsigned i = 0; status == FINAIS_OK && i < search->put_off_count && !is_over(search); i++)
        status = add_any(search, &search->put_off[i], false);
    return status;
}

finais_status value_by_quiet_moves(finais_context *context, const struct found_signature *found,
                                   const struct table *table, int32_t number,
                                   const struct position *canonical, enum metric metric,
                                   unsigned depth, struct bounds bounds, value *v,
                                   finais_error *error) {
    if (context->leaves != NULL && metric == METRIC_WDL)
        return leaves_refuse_search(context->leaves);
    struct quiet_search search;
    search.context = context;
    search.rules = context->handle->catalogue.rules;
    search.slots = &found->slots;
    search.table = table;
    search.number = number;
    search.metric = metric;
    search.depth = depth;
    search.bounds = bounds;
    search.error = error;
    search.position = signature_is_own_mirror(found->layout.signature)
                          ? position_mirror(search.rules->geometry, canonical)
                          : *canonical;
    search.men = (search.position.white | search.position.black) & ~search.position.kings;
    search.man_rank = man_rank(&found->layout, search.position.white & search.men,
                               search.position.black & search.men);
    search.choice = choice_start(context->leaves != NULL);
    search.put_off_count = 0;
    finais_status status = try_kings(&search);
    if (status == FINAIS_OK && !is_over(&search))
        status = try_men(&search, false);
    if (status == FINAIS_OK && !is_over(&search))
        status = try_men(&search, true);
    if (status == FINAIS_OK && !is_over(&search))
        status = try_put_off(&search);
    if (context->leaves != NULL)
        outline_note_choice(&context->leaves->outline, search.choice.count);
    if (status == FINAIS_OK)
        *v = search.choice.best;
    return status;
}
