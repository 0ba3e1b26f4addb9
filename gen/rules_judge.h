/* rules_judge.h - what the moves of a position say about its value, by the rules alone, with the
 * values of all successors in memory. For verification; shares nothing with the solver.
 */
#ifndef GEN_RULES_JUDGE_H
#define GEN_RULES_JUDGE_H

#include "moves.h"
#include "rules_worth.h"
#include "value_finder.h"

struct judge {
    const struct rules *rules;
    const struct values *own;    /* of the signature that is judged */
    const struct lookup *others; /* of those that captures and promotions lead to */
};

/* The position after a move: where its value lies. */
struct after {
    const struct finder_place *place;
    uint64_t index;
    bool converts; /* the move captures or promotes */
};

/* Looks at the position after a move; false when no more moves are wanted. */
typedef bool after_visitor(void *context, const struct after *after);

/* Finds the position after a move. False when its values are not in memory. */
static inline bool find_after(struct value_finder *finder, const struct position *position,
                              struct after *after) {
    bitboard kings = position->kings;
    after->place = finder_find(finder, position);
    if (after->place->values == NULL)
        return false;
    after->index =
        finder_index(finder, after->place, position->white & kings, position->black & kings);
    return true;
}

/* Quiet moves of a king: the men, and so the place, stay the same. */
static inline bool visit_king_moves(const struct judge *judge, struct value_finder *finder,
                                    const struct position *position,
                                    const struct finder_place *place, unsigned from,
                                    after_visitor *visit, void *context) {
    bitboard white = position->white & position->kings;
    bitboard black = position->black & position->kings;
    bitboard *own = position->side_to_move == WHITE ? &white : &black;
    bitboard others = *own & ~square_bit(from);
    bitboard targets = moves_quiet_targets(judge->rules, position, from);
    for (; targets != 0; targets = without_lowest(targets)) {
        *own = others | square_bit(lowest_square(targets));
        struct after after = {place, finder_index(finder, place, white, black), false};
        if (!visit(context, &after))
            return false;
    }
    return true;
}

/* Quiet moves of a man. *found becomes false when values are not in memory. */
static inline bool visit_man_moves(const struct judge *judge, struct value_finder *finder,
                                   const struct position *position, unsigned from,
                                   after_visitor *visit, void *context, bool *found) {
    enum side side = position->side_to_move;
    bitboard targets = moves_quiet_targets(judge->rules, position, from);
    for (; targets != 0; targets = without_lowest(targets)) {
        unsigned to = lowest_square(targets);
        struct move move = {
            .from = (uint8_t)from,
            .to = (uint8_t)to,
            .promotes = (square_bit(to) & judge->rules->geometry->promotion_row[side]) != 0};
        struct position next = move_apply(judge->rules, position, &move);
        struct after after = {.converts = move.promotes};
        *found = find_after(finder, &next, &after) && *found;
        if (*found && !visit(context, &after))
            return false;
    }
    return true;
}

/* Visits the positions after the moves of a position in which nothing can be taken. False when
 * values are not in memory. */
static inline bool visit_quiet_moves(const struct judge *judge, struct value_finder *finder,
                                     const struct position *position, after_visitor *visit,
                                     void *context) {
    bool found = true;
    bool more = true;
    bitboard own = position_pieces(position, position->side_to_move);
    /* Men first: they are soon done, and what they win need not be looked for among king moves. */
    for (bitboard men = own & ~position->kings; more && men != 0; men = without_lowest(men))
        more = visit_man_moves(judge, finder, position, lowest_square(men), visit, context, &found);
    struct position moved = *position;
    moved.side_to_move = other_side(position->side_to_move);
    bitboard kings = own & position->kings;
    const struct finder_place *place = kings != 0 ? finder_find(finder, &moved) : NULL;
    for (; more && kings != 0; kings = without_lowest(kings))
        more =
            visit_king_moves(judge, finder, position, place, lowest_square(kings), visit, context);
    return found;
}

/* The best of the moves seen so far. */
struct best_move {
    enum metric metric;
    value worth;
    bool any;
};

/* An after_visitor. Without distance nothing is better than a win, so it ends the search. */
static inline bool take_move(void *context, const struct after *after) {
    struct best_move *best = context;
    value worth =
        worth_of_move(best->metric, after->converts, finder_value(after->place, after->index));
    if (!best->any || worth_is_better(worth, best->worth))
        best->worth = worth;
    best->any = true;
    return best->metric != METRIC_WDL || !value_is_win(worth);
}

/* What no move at all is worth: a loss. */
static inline struct best_move no_move(enum metric metric) {
    return (struct best_move){metric, value_loss_in(0), false};
}

static inline value value_of_best(const struct best_move *best) {
    if (best->metric == METRIC_WDL)
        return value_without_distance(best->worth);
    return best->worth;
}

/* The value of a position in which the side to move has to capture. False when values are not in
 * memory. */
bool worth_of_captures(const struct judge *judge, struct value_finder *finder,
                       const struct position *position, value *v);

/* Whether the side to move has to capture: as complete_by_rules() noted, or else by looking. */
static inline bool judge_must_capture(const struct judge *judge, uint64_t index,
                                      const struct position *position) {
    if (judge->own->captures_marked)
        return (judge->own->data[position->side_to_move][index] & VALUES_MUST_CAPTURE) != 0;
    return moves_must_capture(judge->rules, position);
}

#endif
