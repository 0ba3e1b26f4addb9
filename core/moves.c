#include "moves_internal.h"

/* A variant without an entry here has no rules value either, so the search always ends. */
static const struct move_generator *generator_of(const struct rules *rules) {
    switch (rules->variant) {
    case VARIANT_BRAZILIAN:
        break;
    }
    return &moves_brazilian;
}

void moves_generate(const struct rules *rules, const struct position *position,
                    struct move_list *list) {
    generator_of(rules)->generate(position, list);
}

bitboard moves_capturers(const struct rules *rules, const struct position *position) {
    return generator_of(rules)->capturers(position);
}

bool moves_must_capture(const struct rules *rules, const struct position *position) {
    return moves_capturers(rules, position) != 0;
}

void moves_captures_by(const struct rules *rules, const struct position *position,
                       bitboard capturers, struct move_list *list) {
    generator_of(rules)->captures_by(position, capturers, list);
}

bitboard moves_quiet_targets(const struct rules *rules, const struct position *position,
                             unsigned square) {
    return generator_of(rules)->quiet_targets(position, square);
}

bool moves_any_quiet(const struct rules *rules, const struct position *position) {
    bitboard own = position_pieces(position, position->side_to_move);
    for (; own != 0; own = without_lowest(own))
        if (moves_quiet_targets(rules, position, lowest_square(own)) != 0)
            return true;
    return false;
}

void visit_capture_paths(const struct rules *rules, const struct position *position,
                         capture_visitor *visit, void *context) {
    generator_of(rules)->visit(position, visit, context);
}

struct position move_apply(const struct rules *rules, const struct position *position,
                           const struct move *move) {
    (void)rules;
    struct position after = *position;
    bitboard from = square_bit(move->from);
    bitboard to = square_bit(move->to);
    bool was_king = (position->kings & from) != 0;
    bitboard *own = position->side_to_move == WHITE ? &after.white : &after.black;
    *own = (*own & ~from) | to;
    after.white &= ~(position->side_to_move == WHITE ? 0 : move->captured);
    after.black &= ~(position->side_to_move == BLACK ? 0 : move->captured);
    after.kings &= ~(from | move->captured);
    if (was_king || move->promotes)
        after.kings |= to;
    after.side_to_move = other_side(position->side_to_move);
    return after;
}

bool perft(const struct rules *rules, const struct position *position, unsigned depth,
           uint64_t *nodes) {
    struct move_list list;
    if (depth == 0) {
        *nodes = 1;
        return true;
    }
    moves_generate(rules, position, &list);
    *nodes = list.count;
    if (list.overflow)
        return false;
    if (depth == 1)
        return true;
    *nodes = 0;
    for (unsigned i = 0; i < list.count; i++) {
        struct position after = move_apply(rules, position, &list.moves[i]);
        uint64_t below;
        if (!perft(rules, &after, depth - 1, &below))
            return false;
        *nodes += below;
    }
    return true;
}

struct path_count {
    const struct rules *rules;
    const struct position *position;
    unsigned depth;
    uint64_t nodes;
};

static bool count_path(void *context, const struct capture_path *path) {
    struct path_count *count = context;
    const struct rules *rules = count->rules;
    unsigned to = path->squares[path->captures - 1];
    bool is_king = (count->position->kings & square_bit(path->from)) != 0;
    bitboard row = rules->geometry->promotion_row[count->position->side_to_move];
    bool crowned = rules->last_row_in_capture == LAST_ROW_PROMOTES && (path->visited & row) != 0;
    struct move move = {.captured = path->captured,
                        .from = path->from,
                        .to = (uint8_t)to,
                        .promotes = !is_king && (crowned || (square_bit(to) & row) != 0)};
    struct position after = move_apply(rules, count->position, &move);
    count->nodes += perft_by_path(rules, &after, count->depth - 1);
    return true;
}

uint64_t perft_by_path(const struct rules *rules, const struct position *position, unsigned depth) {
    if (depth == 0)
        return 1;
    struct path_count count = {rules, position, depth, 0};
    if (moves_must_capture(rules, position)) {
        visit_capture_paths(rules, position, count_path, &count);
        return count.nodes;
    }
    struct move_list list;
    moves_generate(rules, position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct position after = move_apply(rules, position, &list.moves[i]);
        count.nodes += perft_by_path(rules, &after, depth - 1);
    }
    return count.nodes;
}
