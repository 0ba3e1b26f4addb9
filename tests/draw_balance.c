/* The other part of draw_tally.h: how long wins stay in their balance.
 *
 * The count that decides ends with moves of men; the second one goes on. A winner who goes the
 * shortest way to the end of the count keeps within the first limit. How many plies that takes to a
 * capture or promotion, from one end of a count to the next, is found from the successors. As soon
 * as a conversion is near enough not to reach the first limit, the winner heads for that. Other
 * ways may be shorter: what is found is an upper bound. */
#include "draw_tally.h"
#include "moves.h"
#include <stdlib.h>

struct walk {
    const struct draw_tally *tally;
    unsigned soon;
    uint8_t *ends[2]; /* plies to the conversion on the shortest way to the end of the count, by
                         side to move and index; 0: not known yet */
};

enum { END_MOST = 254 };

static unsigned plies_to_conversion(struct walk *walk, const struct position *position, bool fresh);

/* What a move leads to: plies to the conversion; false when it is not one that the winner takes. */
static bool look_ahead(struct walk *walk, const struct position *position, const struct move *move,
                       unsigned deciding, bool wins, unsigned *plies) {
    const struct draw_tally *tally = walk->tally;
    bool man = (position->kings & square_bit(move->from)) == 0;
    struct position after = move_apply(&rules_brazilian, position, move);
    if (move->promotes || move->captured != 0) {
        *plies = 0; /* the winner has no such move: the conversion would not be far away */
        return !wins;
    }
    after = position_canonical(&geometry_8x8, &after);
    const struct kept_plies *kept = &tally->kept[after.side_to_move];
    uint64_t index = index_of_position(&tally->layout, &after);
    unsigned expected = man ? deciding : kept->deciding[index] + 1u;
    if (wins && (kept->outcome[index] != KEPT_LOSS || expected != deciding))
        return false;
    *plies = plies_to_conversion(walk, &after, man);
    return true;
}

/* The winner takes the least, the loser the most. */
static unsigned find_end(struct walk *walk, const struct position *position, unsigned deciding,
                         bool wins) {
    unsigned end = wins ? END_MOST : 0;
    struct move_list *list = malloc(sizeof *list);
    if (list == NULL)
        return END_MOST;
    moves_generate(&rules_brazilian, position, list);
    for (unsigned i = 0; i < list->count; i++) {
        unsigned plies;
        if (look_ahead(walk, position, &list->moves[i], deciding, wins, &plies) &&
            (wins ? plies + 1 < end : plies + 1 > end))
            end = plies + 1;
    }
    free(list);
    return end < END_MOST ? end : END_MOST;
}

/* Of a decided position. With a fresh counter a conversion that is near is the way to go; else one
 * that is the end of the count. */
static unsigned plies_to_conversion(struct walk *walk, const struct position *position,
                                    bool fresh) {
    enum side side = position->side_to_move;
    const struct kept_plies *kept = &walk->tally->kept[side];
    uint64_t index = index_of_position(&walk->tally->layout, position);
    unsigned deciding = kept->deciding[index];
    if (kept->conversion[index] <= (fresh ? walk->soon : deciding))
        return kept->conversion[index];
    uint8_t *end = &walk->ends[side][index];
    if (*end == 0)
        *end = (uint8_t)find_end(walk, position, deciding, kept->outcome[index] == KEPT_WIN);
    return *end;
}

unsigned draw_tally_longest_balance(const struct draw_tally *tally, unsigned soon) {
    struct walk walk = {.tally = tally, .soon = soon};
    unsigned longest = soon;
    for (unsigned side = 0; side < tally->sides; side++) {
        walk.ends[side] = calloc((size_t)tally->layout.positions, 1);
        if (walk.ends[side] == NULL)
            longest = END_MOST;
    }
    for (unsigned side = 0; side < tally->sides && longest < END_MOST; side++)
        for (uint64_t index = 0; index < tally->layout.positions; index++) {
            if (tally->kept[side].outcome[index] == KEPT_DRAW ||
                tally->kept[side].conversion[index] <= soon)
                continue;
            struct position position = position_of_index(&tally->layout, index, (enum side)side);
            unsigned plies = plies_to_conversion(&walk, &position, true);
            longest = plies > longest ? plies : longest;
        }
    free(walk.ends[WHITE]);
    free(walk.ends[BLACK]);
    return longest;
}
