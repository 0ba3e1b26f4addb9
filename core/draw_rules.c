#include "draw_rules.h"
#include <string.h>

/* ---- Material -------------------------------------------------------------------------------- */

int draw_strong_side(struct signature signature) {
    unsigned white = signature_side_pieces(signature, WHITE);
    unsigned black = signature_side_pieces(signature, BLACK);
    if (white == black) {
        white = signature.kings[WHITE];
        black = signature.kings[BLACK];
    }
    return white > black ? WHITE : black > white ? BLACK : -1;
}

bool draw_lone_king_on_road(const struct geometry *geometry, const struct position *position) {
    int strong = draw_strong_side(signature_of_position(position));
    if (strong < 0)
        return false;
    bitboard weak = position_pieces(position, other_side((enum side)strong));
    return count_squares(weak) == 1 && (weak & position->kings) != 0 &&
           ((position->white | position->black) & geometry->main_road) == weak;
}

static bool in_range(struct draw_range range, unsigned number) {
    return number >= range.least && number <= range.most;
}

bool draw_material_fits(const struct draw_material *material, struct signature signature) {
    int found = draw_strong_side(signature);
    enum side strong = found < 0 ? WHITE : (enum side)found;
    enum side weak = other_side(strong);
    return in_range(material->pieces, signature_pieces(signature)) &&
           in_range(material->strong_pieces, signature_side_pieces(signature, strong)) &&
           in_range(material->strong_kings, signature.kings[strong]) &&
           in_range(material->strong_men, signature.men[strong]) &&
           in_range(material->weak_pieces, signature_side_pieces(signature, weak)) &&
           in_range(material->weak_kings, signature.kings[weak]) &&
           in_range(material->weak_men, signature.men[weak]);
}

/* ---- Articles -------------------------------------------------------------------------------- */

bool draw_article_fits(const struct draw_rules *rules, int article, const struct geometry *geometry,
                       const struct position *position, const struct draw_clock *clock) {
    const struct draw_article *a = &rules->articles[article];
    return draw_material_fits(&a->material, signature_of_position(position)) &&
           (a->needs == DRAW_NONE || clock->counts[a->needs] >= a->needs_count) &&
           (!a->on_road || draw_lone_king_on_road(geometry, position));
}

unsigned draw_article_count(const struct draw_rules *rules, int article,
                            const struct position *position, const struct draw_clock *clock) {
    const struct draw_article *a = &rules->articles[article];
    unsigned count = clock->counts[a->counter];
    if (rules->counters[a->counter].counts != DRAW_COUNTS_PLIES || a->unit == DRAW_UNIT_PLIES)
        return count;
    if (a->unit == DRAW_UNIT_MOVES)
        return count / 2;
    /* Sides alternate: of `count` plies the side that has just moved made the odd one. */
    int strong = draw_strong_side(signature_of_position(position));
    return strong == (int)position->side_to_move ? count / 2 : (count + 1) / 2;
}

int draw_article_due(const struct draw_rules *rules, const struct geometry *geometry,
                     const struct position *position, const struct draw_clock *clock) {
    for (int i = 0; i < rules->article_count; i++) {
        if (!draw_article_fits(rules, i, geometry, position, clock))
            continue;
        if (draw_article_count(rules, i, position, clock) >= rules->articles[i].limit)
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
    struct signature signature = signature_of_position(position);
    if (before && draw_strong_side(signature) != (int)position->side_to_move)
        return 0;
    return draw_material_fits(&counter->material, signature) &&
           draw_lone_king_on_road(event->geometry, position);
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
    for (int i = 0; i < rules->article_count; i++)
        if (draw_article_fits(rules, i, event->geometry, event->after, clock))
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
