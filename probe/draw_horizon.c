#include "draw_horizon.h"

/* ---- Articles to come ------------------------------------------------------------------------ */

static uint32_t articles_about(const struct draw_rules *rules, struct signature signature) {
    uint32_t articles = 0;
    for (int i = 0; i < rules->article_count; i++)
        if (draw_material_fits(&rules->articles[i].material, signature))
            articles |= UINT32_C(1) << i;
    return articles;
}

/* What one side can have later, step by step from what it has: men become fewer, and kings grow by
 * no more than men are gone. False after the last. */
static bool next_side(struct signature *later, const struct signature *now, enum side side) {
    unsigned men = now->men[side];
    unsigned pieces = men + now->kings[side];
    if (later->kings[side] + later->men[side] < pieces) {
        later->kings[side]++;
        return true;
    }
    if (later->men[side] == 0)
        return false;
    later->men[side]--;
    later->kings[side] = 0;
    return true;
}

static void first_of_side(struct signature *later, const struct signature *now, enum side side) {
    later->men[side] = now->men[side];
    later->kings[side] = 0;
}

uint32_t draw_articles_to_come(const struct draw_rules *rules, struct signature signature) {
    uint32_t articles = 0;
    struct signature later = signature;
    first_of_side(&later, &signature, WHITE);
    do {
        first_of_side(&later, &signature, BLACK);
        do {
            if (!signature_equal(later, signature))
                articles |= articles_about(rules, later);
        } while (next_side(&later, &signature, BLACK));
    } while (next_side(&later, &signature, WHITE));
    return articles;
}

/* ---- Whether one can fall -------------------------------------------------------------------- */

/* Plies, of so many, that a counter counts at most. */
static unsigned most_counted(const struct draw_counter *counter, unsigned plies) {
    return counter->counts == DRAW_COUNTS_ROAD_MOVES ? (plies + 1) / 2 : plies;
}

/* After `plies` plies in this balance. */
static bool falls_here(const struct draw_rules *rules, int article, const struct position *position,
                       const struct draw_clock *clock, unsigned plies) {
    int counter = rules->articles[article].counter;
    struct position after = *position;
    struct draw_clock counts = *clock;
    if (plies % 2 != 0)
        after.side_to_move = other_side(after.side_to_move);
    unsigned count = clock->counts[counter] + most_counted(&rules->counters[counter], plies);
    counts.counts[counter] = (uint16_t)(count < DRAW_COUNT_MAX ? count : DRAW_COUNT_MAX);
    return draw_article_count(rules, article, &after, &counts) >= rules->articles[article].limit;
}

/* In a balance to come, of which it is not known who moves first. A counter that captures and
 * promotions set back begins anew with the ply that leads there. */
static bool falls_later(const struct draw_rules *rules, int article, const struct draw_clock *clock,
                        unsigned plies) {
    const struct draw_article *a = &rules->articles[article];
    const struct draw_counter *counter = &rules->counters[a->counter];
    bool anew = !counter->by_article && counter->counts != DRAW_COUNTS_ROAD_PLIES &&
                (counter->resets & DRAW_RESET_CAPTURE) != 0 &&
                (counter->resets & (DRAW_RESET_PROMOTION | DRAW_RESET_MAN)) != 0;
    unsigned count = anew ? most_counted(counter, plies > 0 ? plies - 1 : 0)
                          : clock->counts[a->counter] + most_counted(counter, plies);
    unsigned limit = a->limit;
    if (counter->counts == DRAW_COUNTS_PLIES && a->unit != DRAW_UNIT_PLIES)
        limit = 2 * limit - (a->unit == DRAW_UNIT_STRONG_MOVES ? 1 : 0);
    return plies > 0 && count >= limit;
}

bool draw_none_falls(const struct draw_rules *rules, uint32_t to_come,
                     const struct position *position, const struct draw_clock *clock,
                     unsigned plies) {
    unsigned counted = plies > 0 ? plies - 1 : 0;
    uint32_t here = articles_about(rules, signature_of_position(position));
    for (int i = 0; i < rules->article_count; i++) {
        uint32_t bit = UINT32_C(1) << i;
        if ((here & bit) != 0 && falls_here(rules, i, position, clock, counted))
            return false;
        if ((to_come & bit) != 0 && falls_later(rules, i, clock, counted))
            return false;
    }
    return true;
}
