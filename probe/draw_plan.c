#include "draw_plan.h"

/* ---- Which counters matter ------------------------------------------------------------------- */

static bool refers_to(const struct draw_article *article, int counter) {
    return article->counter == counter || article->needs == counter;
}

static bool any_article(const struct draw_rules *rules, int counter) {
    for (int i = 0; i < rules->article_count; i++)
        if (refers_to(&rules->articles[i], counter))
            return true;
    return false;
}

static bool article_here(const struct draw_rules *rules, int counter, struct signature signature) {
    for (int i = 0; i < rules->article_count; i++)
        if (refers_to(&rules->articles[i], counter) &&
            draw_material_fits(&rules->articles[i].material, signature))
            return true;
    return false;
}

/* A counter matters where an article refers to it, and where it can be carried to such a balance.
 */
static bool counter_matters(const struct draw_rules *rules, int counter,
                            struct signature signature) {
    const struct draw_counter *c = &rules->counters[counter];
    if (article_here(rules, counter, signature))
        return true;
    /* Without an article in force such a counter stands at 0. */
    if (c->by_article || !any_article(rules, counter))
        return false;
    if ((c->resets & DRAW_RESET_CAPTURE) == 0)
        return true;
    if ((c->resets & (DRAW_RESET_PROMOTION | DRAW_RESET_MAN)) != 0)
        return false;
    for (enum side side = WHITE; side <= BLACK; side++) {
        struct signature next = signature;
        if (signature.men[side] == 0)
            continue;
        next.men[side]--;
        next.kings[side]++;
        if (counter_matters(rules, counter, next))
            return true;
    }
    return false;
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static unsigned plies_of_limit(const struct draw_rules *rules, const struct draw_article *article,
                               bool least) {
    if (rules->counters[article->counter].counts != DRAW_COUNTS_PLIES ||
        article->unit == DRAW_UNIT_PLIES)
        return article->limit;
    return 2 * article->limit - (least && article->unit == DRAW_UNIT_STRONG_MOVES ? 1 : 0);
}

static void find_limits(struct draw_plan *plan, const struct draw_rules *rules, int counter) {
    uint32_t least = UINT32_MAX;
    uint32_t sure = UINT32_MAX;
    uint32_t greatest = 0;
    for (int i = 0; i < rules->article_count; i++) {
        const struct draw_article *article = &rules->articles[i];
        if (article->counter != counter || !draw_material_fits(&article->material, plan->signature))
            continue;
        uint32_t low = plies_of_limit(rules, article, true);
        uint32_t high = plies_of_limit(rules, article, false);
        least = low < least ? low : least;
        greatest = high > greatest ? high : greatest;
        if (!article->on_road && article->needs == DRAW_NONE && high < sure)
            sure = high;
    }
    plan->least_limit[counter] = least;
    /* Of articles that stand back for each other the greatest limit may be the one that counts. */
    plan->sure_limit[counter] = sure != UINT32_MAX && rules->first_fits ? greatest : sure;
}

/* Counts above this one mean the same. */
static unsigned greatest_count(const struct draw_plan *plan, const struct draw_rules *rules,
                               int counter) {
    unsigned greatest = 0;
    for (int i = 0; i < rules->article_count; i++) {
        const struct draw_article *article = &rules->articles[i];
        unsigned limit = plies_of_limit(rules, article, false);
        (void)plan;
        if (article->counter == counter && limit > greatest)
            greatest = limit;
        if (article->needs == counter && article->needs_count > greatest)
            greatest = article->needs_count;
    }
    return greatest;
}

/* ---- Moves that set everything back ---------------------------------------------------------- */

/* Whether `kind` sets back a counter where it matters after a move from `before` to `after`. */
static bool clears(const struct draw_rules *rules, int counter, unsigned kind,
                   struct signature before, struct signature after) {
    const struct draw_counter *c = &rules->counters[counter];
    if (!c->by_article)
        return (c->resets & kind) != 0;
    for (int i = 0; i < rules->article_count; i++) {
        const struct draw_article *article = &rules->articles[i];
        unsigned kinds = kind;
        if (!draw_material_fits(&article->material, after))
            continue;
        if ((kind & DRAW_RESET_CAPTURE) != 0 &&
            signature_pieces(before) > article->material.pieces.most)
            kinds |= DRAW_RESET_CAPTURE_IN;
        if ((article->resets & kinds) == 0)
            return false;
    }
    return true;
}

static bool all_clear(const struct draw_plan *plan, const struct draw_rules *rules,
                      struct signature after) {
    bool captures = signature_pieces(after) < signature_pieces(plan->signature);
    unsigned kind = captures ? DRAW_RESET_CAPTURE : DRAW_RESET_PROMOTION | DRAW_RESET_MAN;
    for (int i = 0; i < rules->counter_count; i++)
        if (counter_matters(rules, i, after) && !clears(rules, i, kind, plan->signature, after))
            return false;
    return true;
}

static void find_clear_moves(struct draw_plan *plan, const struct draw_rules *rules) {
    enum { SUCCESSORS_MAX = 512 };
    struct signature successors[SUCCESSORS_MAX];
    size_t count = signature_successors(plan->signature, successors, SUCCESSORS_MAX);
    plan->captures_clear = count <= SUCCESSORS_MAX;
    plan->promotions_clear = count <= SUCCESSORS_MAX;
    for (size_t i = 0; i < count && i < SUCCESSORS_MAX; i++) {
        bool captures = signature_pieces(successors[i]) < signature_pieces(plan->signature);
        bool clear = all_clear(plan, rules, successors[i]);
        if (captures)
            plan->captures_clear &= clear;
        else
            plan->promotions_clear &= clear;
    }
}

bool draw_counter_resets_at_man_moves(const struct draw_rules *rules, int counter,
                                      struct signature signature) {
    return clears(rules, counter, DRAW_RESET_MAN, signature, signature);
}

/* ---- The plan -------------------------------------------------------------------------------- */

/* Counters about the road count slowly; of two that count plies, one that moves of men set back
 * makes the fewest layers. */
static void choose_roles(struct draw_plan *plan, const struct draw_rules *rules) {
    int plies[2] = {DRAW_NONE, DRAW_NONE};
    int road = DRAW_NONE;
    for (int i = 0; i < rules->counter_count; i++) {
        bool counts_plies = rules->counters[i].counts == DRAW_COUNTS_PLIES;
        if (!plan->matters[i])
            continue;
        if ((counts_plies && plies[1] != DRAW_NONE) || (!counts_plies && road != DRAW_NONE))
            plan->unsolved = "the rules have more counters in this balance than can be solved";
        else if (!counts_plies)
            road = i;
        else
            plies[plies[0] != DRAW_NONE] = i;
    }
    bool swap = plies[1] != DRAW_NONE &&
                draw_counter_resets_at_man_moves(rules, plies[1], plan->signature) &&
                !draw_counter_resets_at_man_moves(rules, plies[0], plan->signature);
    plan->layer = plies[swap ? 1 : 0];
    plan->threshold = plies[swap ? 0 : 1] != DRAW_NONE ? plies[swap ? 0 : 1] : road;
    plan->vector = plan->threshold == road ? DRAW_NONE : road;
}

/* A counter of plies that an article in force sets back stands at 0 where none is; that is seen to
 * only where it goes for all positions of a balance alike. */
static bool in_force_everywhere(const struct draw_plan *plan, const struct draw_rules *rules,
                                int counter) {
    if (!rules->counters[counter].by_article)
        return true;
    for (int i = 0; i < rules->article_count; i++) {
        const struct draw_article *article = &rules->articles[i];
        if (!article->on_road && article->needs == DRAW_NONE &&
            draw_material_fits(&article->material, plan->signature))
            return true;
    }
    return false;
}

static void find_sizes(struct draw_plan *plan, const struct draw_rules *rules) {
    if (plan->layer != DRAW_NONE) {
        uint32_t limit = plan->sure_limit[plan->layer];
        if (limit > PLAN_LAYERS_MAX)
            plan->unsolved = "no article ends the counting in this balance for certain";
        else
            plan->layers = limit;
    }
    if (plan->threshold != DRAW_NONE)
        plan->threshold_most = greatest_count(plan, rules, plan->threshold);
    if (plan->vector != DRAW_NONE)
        plan->vector_most = PLAN_VECTOR_MAX - 1; /* a whole number of words */
    if (plan->threshold_most > PLAN_THRESHOLD_MAX ||
        (plan->vector != DRAW_NONE &&
         greatest_count(plan, rules, plan->vector) > plan->vector_most))
        plan->unsolved = "the limits of the rules are too high to be solved in this balance";
}

void draw_plan_make(struct draw_plan *plan, const struct draw_rules *rules,
                    struct signature signature) {
    *plan = (struct draw_plan){.signature = signature,
                               .has_men = signature.men[WHITE] + signature.men[BLACK] > 0};
    for (int i = 0; i < rules->counter_count; i++) {
        plan->matters[i] = counter_matters(rules, i, signature);
        find_limits(plan, rules, i);
    }
    find_clear_moves(plan, rules);
    choose_roles(plan, rules);
    for (int i = 0; i < rules->counter_count; i++)
        if (plan->matters[i] && !in_force_everywhere(plan, rules, i))
            plan->unsolved = "whether an article counts depends on more than the balance";
    find_sizes(plan, rules);
}

struct draw_clock draw_plan_normal(const struct draw_plan *plan, const struct draw_clock *clock) {
    struct draw_clock normal = *clock;
    for (int i = 0; i < DRAW_COUNTERS_MAX; i++)
        if (!plan->matters[i])
            normal.counts[i] = 0;
    return normal;
}
