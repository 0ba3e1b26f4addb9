/* The value finder finds what lookup_value() finds, for every move of every position; and the
 * squares of moves_quiet_targets() are those of the quiet moves. */
#include "check.h"
#include "moves.h"
#include "solved.h"
#include "value_finder.h"
#include <stdlib.h>

static void check_value(struct value_finder *finder, const struct lookup *lookup,
                        const struct position *position) {
    value expected;
    if (position_pieces(position, position->side_to_move) == 0)
        return;
    const struct finder_place *place = finder_find(finder, position);
    if (!CHECK(place->values != NULL) || !CHECK(lookup_value(lookup, position, &expected)))
        return;
    uint64_t index = finder_index(finder, place, position->white & position->kings,
                                  position->black & position->kings);
    struct position canonical = position_canonical(&geometry_8x8, position);
    CHECK_EQUAL(place->side, canonical.side_to_move);
    CHECK_EQUAL(index, index_of_position(&place->values->layout, &canonical));
    CHECK_EQUAL(finder_value(place, index), expected);
}

static void check_quiet_targets(const struct position *position, const struct move_list *list) {
    bitboard from_list[MAX_SQUARES] = {0};
    for (unsigned i = 0; i < list->count; i++)
        from_list[list->moves[i].from] |= square_bit(list->moves[i].to);
    bitboard own = position_pieces(position, position->side_to_move);
    for (; own != 0; own = without_lowest(own)) {
        unsigned square = lowest_square(own);
        CHECK_EQUAL(moves_quiet_targets(&rules_brazilian, position, square), from_list[square]);
    }
}

static void check_all(const struct values *values, const struct lookup *lookup) {
    struct value_finder finder;
    finder_init(&finder, &geometry_8x8, values, lookup);
    for (unsigned side = 0; side < values->sides; side++)
        for (uint64_t i = 0; i < values->layout.positions; i += 1 + i % 3) {
            struct move_list list;
            struct position position = position_of_index(&values->layout, i, (enum side)side);
            check_value(&finder, lookup, &position);
            moves_generate(&rules_brazilian, &position, &list);
            for (unsigned m = 0; m < list.count; m++) {
                struct position after = move_apply(&rules_brazilian, &position, &list.moves[m]);
                check_value(&finder, lookup, &after);
            }
            if (!moves_must_capture(&rules_brazilian, &position))
                check_quiet_targets(&position, &list);
        }
}

int main(void) {
    struct solved wdl;
    CHECK(solve_endings(&wdl, METRIC_WDL, 3, NULL));
    for (unsigned i = 0; i < wdl.count; i++)
        check_all(wdl.values[i], wdl.lookup);
    solved_free(&wdl);
    return check_report();
}
