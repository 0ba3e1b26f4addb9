/* The other half of solver.h: values that table files leave out. */
#include "solver.h"
#include "successor.h"

/* Completes the king placements of one placement of the men for one side to move. */
static bool complete_placement(struct values *values, const struct successor_source *source,
                               enum side side, uint64_t rank) {
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
        value v;
        if (!moves_must_capture(source->rules, &position))
            continue;
        if (!capture_value(source, &position, &v))
            return false;
        values_set(values, side, rank * layout->king_placements + king,
                   value_in_metric(source->metric, v));
    }
    return true;
}

enum solve_status complete_captures(struct values *values, const struct lookup *successors,
                                    const struct lookup *outcomes, unsigned threads) {
    struct successor_source source = {successors->rules, values->metric, values, successors,
                                      outcomes};
    bool found = true;
    for (unsigned side = 0; side < values->sides; side++) {
#pragma omp parallel for schedule(dynamic, 16) num_threads((int)threads) reduction(&& : found)
        for (uint64_t rank = 0; rank < values->layout.man_placements; rank++)
            found = complete_placement(values, &source, (enum side)side, rank) && found;
    }
    return found ? SOLVE_OK : SOLVE_MISSING;
}
