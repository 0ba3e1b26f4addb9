#include "draw_rules.h"
#include <string.h>

/* ---- Material -------------------------------------------------------------------------------- */

/* What material is told by. Searches ask for it at every move, so it is counted once for all that
 * is asked about a position. */
struct pieces {
    int strong; /* side, or -1 */
    unsigned all;
    unsigned strong_all;
    unsigned strong_kings;
    unsigned strong_men;
    unsigned weak_all;
    unsigned weak_kings;
    unsigned weak_men;
};

static struct pieces pieces_of(struct signature signature) {
    unsigned white = (unsigned)signature.men[WHITE] + signature.kings[WHITE];
    unsigned black = (unsigned)signature.men[BLACK] + signature.kings[BLACK];
    unsigned more_white = white != black ? white : signature.kings[WHITE];
    unsigned more_black = white != black ? black : signature.kings[BLACK];
    bool turned = more_black > more_white;
    return (struct pieces){.strong = more_white == more_black ? -1
                                     : turned                 ? BLACK
                                                              : WHITE,
                           .all = white + black,
                           .strong_all = turned ? black : white,
                           .strong_kings = signature.kings[turned ? BLACK : WHITE],
                           .strong_men = signature.men[turned ? BLACK : WHITE],
                           .weak_all = turned ? white : black,
                           .weak_kings = signature.kings[turned ? WHITE : BLACK],
                           .weak_men = signature.men[turned ? WHITE : BLACK]};
}

static struct pieces pieces_on(const struct position *position) {
    return pieces_of(signature_of_position(position));
}

int draw_strong_side(struct signature signature) {
    return pieces_of(signature).strong;
}

bool draw_lone_king_on_road(const struct geometry *geometry, const struct position *position) {
    bitboard on_road = (position->white | position->black) & geometry->main_road;
    /* Most often that is not one king. */
    if ((on_road & position->kings) == 0 || without_lowest(on_road) != 0)
        return false;
    int strong = pieces_on(position).strong;
    return strong >= 0 && position_pieces(position, other_side((enum side)strong)) == on_road;
}

static bool in_range(struct draw_range range, unsigned number) {
    return number >= range.least && number <= range.most;
}

static bool fits(const struct draw_material *material, const struct pieces *pieces) {
    return in_range(material->pieces, pieces->all) &&
           in_range(material->strong_pieces, pieces->strong_all) &&
           in_range(material->strong_kings, pieces->strong_kings) &&
           in_range(material->strong_men, pieces->strong_men) &&
           in_range(material->weak_pieces, pieces->weak_all) &&
           in_range(material->weak_kings, pieces->weak_kings) &&
           in_range(material->weak_men, pieces->weak_men);
}

bool draw_material_fits(const struct draw_material *material, struct signature signature) {
    struct pieces pieces = pieces_of(signature);
    return fits(material, &pieces);
}

/* ---- Articles -------------------------------------------------------------------------------- */

static bool article_fits(const struct draw_article *a, const struct geometry *geometry,
                         const struct position *position, const struct pieces *pieces,
                         const struct draw_clock *clock) {
    return fits(&a->material, pieces) &&
           (a->needs == DRAW_NONE || clock->counts[a->needs] >= a->needs_count) &&
           (!a->on_road || draw_lone_king_on_road(geometry, position));
}

bool draw_article_fits(const struct draw_rules *rules, int article, const struct geometry *geometry,
                       const struct position *position, const struct draw_clock *clock) {
    struct pieces pieces = pieces_on(position);
    return article_fits(&rules->articles[article], geometry, position, &pieces, clock);
}

static unsigned article_count(const struct draw_rules *rules, const struct draw_article *a,
                              enum side side_to_move, const struct pieces *pieces,
                              const struct draw_clock *clock) {
    unsigned count = clock->counts[a->counter];
    if (rules->counters[a->counter].counts != DRAW_COUNTS_PLIES || a->unit == DRAW_UNIT_PLIES)
        return count;
    if (a->unit == DRAW_UNIT_MOVES)
        return count / 2;
    /* Sides alternate: of `count` plies the side that has just moved made the odd one. */
    return pieces->strong == (int)side_to_move ? count / 2 : (count + 1) / 2;
}

unsigned draw_article_count(const struct draw_rules *rules, int article,
                            const struct position *position, const struct draw_clock *clock) {
    struct pieces pieces = pieces_on(position);
    return article_count(rules, &rules->articles[article], position->side_to_move, &pieces, clock);
}

int draw_article_due(const struct draw_rules *rules, const struct geometry *geometry,
                     const struct position *position, const struct draw_clock *clock) {
    struct pieces pieces = pieces_on(position);
    for (int i = 0; i < rules->article_count; i++) {
        const struct draw_article *a = &rules->articles[i];
        bool low = clock->counts[a->counter] < a->limit; /* in no unit is it more */
        if ((low && !rules->first_fits) || !article_fits(a, geometry, position, &pieces, clock))
            continue;
        if (!low && article_count(rules, a, position->side_to_move, &pieces, clock) >= a->limit)
            return i;
        if (rules->first_fits)
            return DRAW_NONE;
    }
    return DRAW_NONE;
}

int draw_counter_named(const struct draw_rules *rules, const char *name, size_t length) {
    for (int i = 0; i < rules->counter_count; i++)
        if (strlen(rules->counters[i].name) == length &&
            memcmp(rules->counters[i].name, name, length) == 0)
            return i;
    return DRAW_NONE;
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* One move, as counters see it. */
struct draw_event {
    const struct geometry *geometry;
    const struct position *before;
    const struct position *after;
    unsigned kinds; /* DRAW_RESET_ bits, without DRAW_RESET_CAPTURE_IN */
};

static unsigned kinds_of_move(const struct position *before, const struct move *move,
                              const struct position *after) {
    unsigned kinds = move->captured != 0 ? DRAW_RESET_CAPTURE : 0;
    if ((before->kings & square_bit(move->from)) == 0)
        kinds |= DRAW_RESET_MAN;
    if (move->promotes) {
        kinds |= DRAW_RESET_PROMOTION;
        if (count_squares(position_pieces(after, before->side_to_move) & after->kings) == 1)
            kinds |= DRAW_RESET_FIRST_KING;
    }
    return kinds;
}

static unsigned increment(const struct draw_counter *counter, const struct draw_event *event) {
    if (counter->counts == DRAW_COUNTS_PLIES)
        return 1;
    bool before = counter->counts == DRAW_COUNTS_ROAD_MOVES;
    const struct position *position = before ? event->before : event->after;
    if (!draw_lone_king_on_road(event->geometry, position))
        return 0;
    struct pieces pieces = pieces_on(position);
    if (before && pieces.strong != (int)position->side_to_move)
        return 0;
    return fits(&counter->material, &pieces);
}

static uint16_t count_move(const struct draw_counter *counter, const struct draw_event *event,
                           bool resets, unsigned count) {
    /* The move that sets a counter back is not counted; but what stands on the board after it is.
     */
    if (resets)
        return counter->counts == DRAW_COUNTS_ROAD_PLIES ? (uint16_t)increment(counter, event) : 0;
    count += increment(counter, event);
    return (uint16_t)(count < DRAW_COUNT_MAX ? count : DRAW_COUNT_MAX);
}

static int first_fitting(const struct draw_rules *rules, const struct draw_event *event,
                         const struct draw_clock *clock) {
    struct pieces pieces = pieces_on(event->after);
    for (int i = 0; i < rules->article_count; i++)
        if (article_fits(&rules->articles[i], event->geometry, event->after, &pieces, clock))
            return i;
    return DRAW_NONE;
}

/* The resets of a counter that the article in force has a say in. */
static bool article_resets(const struct draw_rules *rules, const struct draw_event *event,
                           const struct draw_clock *clock) {
    int article = first_fitting(rules, event, clock);
    if (article == DRAW_NONE)
        return true;
    const struct draw_article *a = &rules->articles[article];
    bool captured_in =
        (event->kinds & DRAW_RESET_CAPTURE) != 0 &&
        signature_pieces(signature_of_position(event->before)) > a->material.pieces.most;
    unsigned kinds = event->kinds | (captured_in ? DRAW_RESET_CAPTURE_IN : 0);
    return (a->resets & kinds) != 0;
}

struct draw_clock draw_clock_after(const struct draw_rules *rules, const struct geometry *geometry,
                                   const struct position *before, const struct move *move,
                                   const struct position *after, const struct draw_clock *clock) {
    struct draw_event event = {.geometry = geometry,
                               .before = before,
                               .after = after,
                               .kinds = kinds_of_move(before, move, after)};
    struct draw_clock next = *clock;
    for (int i = 0; i < rules->counter_count; i++) {
        const struct draw_counter *counter = &rules->counters[i];
        if (!counter->by_article)
            next.counts[i] =
                count_move(counter, &event, (counter->resets & event.kinds) != 0, clock->counts[i]);
    }
    /* Which article is in force may depend on the counters above. */
    for (int i = 0; i < rules->counter_count; i++) {
        const struct draw_counter *counter = &rules->counters[i];
        if (counter->by_article)
            next.counts[i] =
                count_move(counter, &event, article_resets(rules, &event, &next), clock->counts[i]);
    }
    return next;
}
