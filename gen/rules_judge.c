#include "rules_judge.h"

bool worth_of_captures(const struct judge *judge, struct value_finder *finder,
                       const struct position *position, value *v) {
    struct best_move best = no_move(judge->own->metric);
    struct move_list list;
    bool more = true;
    moves_generate(judge->rules, position, &list);
    for (unsigned i = 0; more && i < list.count; i++) {
        struct position next = move_apply(judge->rules, position, &list.moves[i]);
        struct after after = {.converts = true};
        if (position_pieces(&next, next.side_to_move) == 0)
            best = (struct best_move){best.metric, value_win_in(1), true};
        else if (!find_after(finder, &next, &after))
            return false;
        else
            more = take_move(&best, &after);
    }
    *v = value_of_best(&best);
    return !list.overflow;
}
