#include "verify_support.h"
#include <stdlib.h>

static size_t support_words(const struct index_layout *layout) {
    return (size_t)(layout->positions / 64 + 1);
}

uint64_t support_memory(const struct index_layout *layout, unsigned sides) {
    return sides * support_words(layout) * sizeof(uint64_t);
}

bool support_make(struct support *support, const struct judge *judge) {
    bool made = true;
    *support = (struct support){.judge = judge};
    for (unsigned side = 0; side < judge->own->sides; side++) {
        support->supported[side] = calloc(support_words(&judge->own->layout), sizeof(uint64_t));
        made = made && support->supported[side] != NULL;
    }
    return made;
}

void support_clear(struct support *support) {
    free(support->supported[WHITE]);
    free(support->supported[BLACK]);
}

/* Positions with a capture need no bit where values have a mark for them. */
static inline bool is_supported(const struct support *support, enum side side, uint64_t index) {
    const struct values *own = support->judge->own;
    if (own->captures_marked && (own->data[side][index] & VALUES_MUST_CAPTURE) != 0)
        return true;
    return (__atomic_load_n(&support->supported[side][index / 64], __ATOMIC_SEQ_CST) >>
                (index % 64) &
            1) != 0;
}

/* Whether that is news. Of two threads that set a bit each and then look for the other's, one sees
 * it: both are atomic in one order. */
static bool set_supported(struct support *support, enum side side, uint64_t index) {
    uint64_t bit = UINT64_C(1) << (index % 64);
    return (__atomic_fetch_or(&support->supported[side][index / 64], bit, __ATOMIC_SEQ_CST) &
            bit) == 0;
}

bool is_unsupported(const void *support, const struct judge *judge, enum side side,
                    uint64_t index) {
    return values_get(judge->own, side, index) != VALUE_DRAW && !is_supported(support, side, index);
}

/* ---- Forward ----------------------------------------------------------------------------------
 */

/* What the moves of a win or loss say about its support. */
struct support_search {
    const struct support *support;
    bool win;
    bool supported;
};

/* A win needs one supported loss after it, a loss nothing but supported positions. */
static inline bool take_support(void *context, const struct after *after) {
    struct support_search *search = context;
    bool known = after->converts || is_supported(search->support, after->place->side, after->index);
    if (search->win) {
        search->supported = known && value_is_loss(finder_value(after->place, after->index));
        return !search->supported;
    }
    search->supported = known;
    return known;
}

/* `position` is a win or loss without captures. */
static bool has_support(const struct support *support, struct value_finder *finder,
                        const struct position *position, value v) {
    struct support_search search = {support, value_is_win(v), value_is_loss(v)};
    return visit_quiet_moves(support->judge, finder, position, take_support, &search) &&
           search.supported;
}

/* ---- Backward ---------------------------------------------------------------------------------
 */

/* Supported positions from which support has not spread yet. When there is no room, what a position
 * would have supported is found when all are looked at again. */
enum { WAITING_MAX = 2048 };

struct spreading {
    struct support *support;
    struct value_finder *finder;
    struct {
        struct position position;
        bool win;
    } waiting[WAITING_MAX];
    unsigned count;
};

/* `before` may have led to a position that has become supported: a win when `win`. */
static void try_before(struct spreading *spreading, const struct position *before, bool win) {
    struct support *support = spreading->support;
    struct after place;
    if (!find_after(spreading->finder, before, &place))
        return;
    enum side side = place.place->side;
    value v = finder_value(place.place, place.index);
    if (v == VALUE_DRAW || value_is_win(v) == win || is_supported(support, side, place.index))
        return;
    if (!support->judge->own->captures_marked && moves_must_capture(support->judge->rules, before))
        return;
    /* A loss after it is all that a win needs. */
    if (!value_is_win(v) && !has_support(support, spreading->finder, before, v))
        return;
    if (set_supported(support, side, place.index) && spreading->count < WAITING_MAX) {
        spreading->waiting[spreading->count].position = *before;
        spreading->waiting[spreading->count].win = value_is_win(v);
        spreading->count++;
    }
}

/* The quiet moves that may have led to a position, without promotions. A king goes back as it came;
 * a man goes back the way that men of the side to move go forward. */
static void try_all_before(struct spreading *spreading, const struct position *position, bool win) {
    const struct rules *rules = spreading->support->judge->rules;
    enum side mover = other_side(position->side_to_move);
    bitboard pieces = position_pieces(position, mover);
    for (bitboard rest = pieces; rest != 0; rest = without_lowest(rest)) {
        unsigned to = lowest_square(rest);
        bitboard sources = moves_quiet_targets(rules, position, to);
        for (; sources != 0; sources = without_lowest(sources)) {
            bitboard from = square_bit(lowest_square(sources));
            struct position before = *position;
            bitboard *own = mover == WHITE ? &before.white : &before.black;
            *own = (pieces & ~square_bit(to)) | from;
            if ((position->kings & square_bit(to)) != 0)
                before.kings = (position->kings & ~square_bit(to)) | from;
            before.side_to_move = mover;
            try_before(spreading, &before, win);
        }
    }
}

void support_add(struct support *support, struct value_finder *finder, uint64_t index,
                 const struct position *position) {
    if (!set_supported(support, position->side_to_move, index))
        return;
    value v = values_get(support->judge->own, position->side_to_move, index);
    if (v == VALUE_DRAW)
        return;
    struct spreading spreading;
    spreading.support = support;
    spreading.finder = finder;
    spreading.count = 0;
    try_all_before(&spreading, position, value_is_win(v));
    while (spreading.count > 0) {
        spreading.count--;
        struct position next = spreading.waiting[spreading.count].position;
        try_all_before(&spreading, &next, spreading.waiting[spreading.count].win);
    }
}

/* ---- What is left -----------------------------------------------------------------------------
 */

struct another_look {
    struct support *support;
    bool changed;
};

static bool is_left(const void *context, const struct judge *judge, enum side side,
                    uint64_t index) {
    return is_unsupported(((const struct another_look *)context)->support, judge, side, index);
}

static bool look_again(void *context, const struct judge *judge, struct value_finder *finder,
                       uint64_t index, const struct position *position) {
    struct another_look *look = context;
    value v = values_get(judge->own, position->side_to_move, index);
    if (!judge_must_capture(judge, index, position) &&
        !has_support(look->support, finder, position, v))
        return true;
    support_add(look->support, finder, index, position);
    __atomic_store_n(&look->changed, true, __ATOMIC_RELAXED);
    return true;
}

void support_complete(struct support *support, unsigned threads, struct visit_progress *state) {
    struct another_look look = {support, true};
    state->counts = false;
    while (look.changed && !state->stopped) {
        look.changed = false;
        visit_positions(support->judge, threads, state, is_left, look_again, &look);
    }
}
