#include "successor.h"

/* DTC ends at a conversion, so what it needs of the successor is who wins. */
static bool successor_value(const struct successor_source *source, const struct position *after,
                            bool converts, value *v) {
    const struct lookup *lookup =
        source->metric == METRIC_DTC && converts ? source->outcomes : source->successors;
    if (converts)
        return lookup_value(lookup, after, v);
    struct position canonical = position_canonical(source->rules->geometry, after);
    *v = values_get(source->own, canonical.side_to_move,
                    index_of_position(&source->own->layout, &canonical));
    return true;
}

bool worth_add(const struct successor_source *source, const struct position *after, bool converts,
               struct move_worth *worth) {
    value v;
    if (!successor_value(source, after, converts, &v))
        return false;
    bool counts_one = source->metric == METRIC_WDL || (source->metric == METRIC_DTC && converts);
    unsigned distance = counts_one ? 1 : value_distance(v) + 1;
    if (value_is_loss(v)) {
        if (worth->quickest_win == 0 || distance < worth->quickest_win)
            worth->quickest_win = distance;
    } else if (value_is_win(v)) {
        if (distance > worth->slowest_loss)
            worth->slowest_loss = distance;
    } else {
        worth->draws = true;
    }
    return true;
}

value worth_value(const struct move_worth *worth) {
    if (worth->quickest_win > 0)
        return value_win_in(worth->quickest_win);
    return worth->draws ? VALUE_DRAW : value_loss_in(worth->slowest_loss);
}

bool capture_value(const struct successor_source *source, const struct position *position,
                   value *v) {
    struct move_list list;
    struct move_worth worth = {0, 0, false};
    moves_generate(source->rules, position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct position after = move_apply(source->rules, position, &list.moves[i]);
        if (!worth_add(source, &after, true, &worth))
            return false;
    }
    *v = worth_value(&worth);
    return true;
}

value value_in_metric(enum metric metric, value v) {
    return metric == METRIC_WDL ? value_without_distance(v) : v;
}
