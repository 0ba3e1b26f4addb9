/* The other half of solver.h: values that table files leave out. */
#include "format.h"
#include "solver.h"
#include "successor.h"

/* Finds the value of a position that a file leaves out; true also for one that it does not. */
typedef bool position_completer(struct values *values, const struct successor_source *source,
                                const struct position *position, uint64_t index);

static bool complete_capture(struct values *values, const struct successor_source *source,
                             const struct position *position, uint64_t index) {
    value v;
    if (!moves_must_capture(source->rules, position))
        return true;
    if (!capture_value(source, position, &v))
        return false;
    values_set(values, position->side_to_move, index, value_in_metric(source->metric, v));
    return true;
}

/* When the values of the other side to move are complete. */
static bool complete_quiet(struct values *values, const struct successor_source *source,
                           const struct position *position, uint64_t index) {
    struct move_list list;
    struct move_worth worth = {0, 0, false};
    if (moves_must_capture(source->rules, position))
        return true;
    moves_generate(source->rules, position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct position after = move_apply(source->rules, position, &list.moves[i]);
        if (!worth_add(source, &after, list.moves[i].promotes, &worth))
            return false;
    }
    values_set(
        values, position->side_to_move, index,
        value_in_metric(source->metric, list.count == 0 ? value_loss_in(0) : worth_value(&worth)));
    return true;
}

/* Completes the king placements of one placement of the men for one side to move. */
static bool complete_placement(struct values *values, const struct successor_source *source,
                               enum side side, uint64_t rank, position_completer *complete) {
    const struct index_layout *layout = &values->layout;
    bitboard white_men;
    bitboard black_men;
    bitboard white;
    bitboard black;
    man_placement(layout, rank, &white_men, &black_men);
    king_placement(layout, white_men | black_men, 0, &white, &black);
    for (uint64_t king = 0; king < layout->king_placements; king++) {
        if (king > 0)
            king_placement_next(layout, white_men | black_men, &white, &black);
        struct position position = {.white = white_men | white,
                                    .black = black_men | black,
                                    .kings = white | black,
                                    .side_to_move = side};
        if (!complete(values, source, &position, rank * layout->king_placements + king))
            return false;
    }
    return true;
}

static bool complete_side(struct values *values, const struct successor_source *source,
                          enum side side, unsigned threads, position_completer *complete) {
    bool found = true;
#pragma omp parallel for schedule(dynamic, 16) num_threads((int)threads) reduction(&& : found)
    for (uint64_t rank = 0; rank < values->layout.man_placements; rank++)
        found = complete_placement(values, source, side, rank, complete) && found;
    return found;
}

enum solve_status complete_values(struct values *values, const struct lookup *successors,
                                  const struct lookup *outcomes, unsigned threads) {
    struct successor_source source = {successors->rules, values->metric, values, successors,
                                      outcomes};
    bool found = true;
    for (unsigned side = 0; side < values->sides; side++)
        found = complete_side(values, &source, (enum side)side, threads, complete_capture) && found;
    for (unsigned side = 0; found && side < values->sides; side++)
        if ((values->told & stored_bit((enum side)side)) == 0)
            found = complete_side(values, &source, (enum side)side, threads, complete_quiet);
    return found ? SOLVE_OK : SOLVE_MISSING;
}
