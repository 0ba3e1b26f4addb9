/* Draw rules and clocks for the public interface. */
#include "clock.h"
#include "draw_plan.h"
#include "draw_text.h"
#include "fen.h"
#include "moves_legal.h"
#include "text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rules ----------------------------------------------------------------------------------- */

static finais_status keep_rules(finais_draw_rules **rules, const struct draw_rules *read,
                                const struct draw_facts *facts, finais_error *error) {
    finais_draw_rules *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_memory(error, "draw rules");
    made->rules = *read;
    made->facts = facts;
    *rules = made;
    return FINAIS_OK;
}

finais_status finais_draw_rules_named(finais_draw_rules **rules, const char *name,
                                      finais_error *error) {
    struct draw_rules read;
    if (rules == NULL || name == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_draw_rules_named: NULL");
    if (!draw_rules_named(name, &read))
        return error_plain(error, FINAIS_BAD_TEXT,
                           "no draw rules are named '%.40s'; there are fmjd64, lidraughts, "
                           "moves40, cbd20, repetition and none",
                           name);
    return keep_rules(rules, &read, draw_facts_of(name), error);
}

finais_status finais_draw_rules_read(finais_draw_rules **rules, const char *text, size_t length,
                                     finais_error *error) {
    struct draw_rules read;
    struct draw_text_error fault;
    if (rules == NULL || (text == NULL && length > 0))
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_draw_rules_read: NULL");
    if (draw_rules_read(text, length, &read, &fault))
        return keep_rules(rules, &read, NULL, error);
    char message[FINAIS_MESSAGE_SIZE];
    struct text out = text_begin(message, sizeof message);
    text_append(&out, "draw rules");
    if (fault.line > 0) {
        text_append(&out, ", line ");
        text_append_number(&out, fault.line);
    }
    if (fault.word_length > 0) {
        text_append(&out, ", ");
        text_append_quoted(&out, text + fault.word_offset, fault.word_length);
    }
    return error_plain(error, FINAIS_BAD_TEXT, "%s: %s", message, fault.what);
}

void finais_draw_rules_free(finais_draw_rules *rules) {
    free(rules);
}

const char *finais_draw_rules_name(const finais_draw_rules *rules) {
    return rules != NULL ? rules->rules.name : "";
}

static bool same_material(const struct draw_material *a, const struct draw_material *b) {
    return memcmp(a, b, sizeof *a) == 0; /* bytes alone, no gaps */
}

bool same_draw_rules(const struct draw_rules *a, const struct draw_rules *b) {
    if (strcmp(a->name, b->name) != 0 || a->repetitions != b->repetitions ||
        a->first_fits != b->first_fits || a->counter_count != b->counter_count ||
        a->article_count != b->article_count)
        return false;
    for (int i = 0; i < a->counter_count; i++) {
        const struct draw_counter *x = &a->counters[i];
        const struct draw_counter *y = &b->counters[i];
        if (x->counts != y->counts || x->by_article != y->by_article || x->resets != y->resets ||
            !same_material(&x->material, &y->material))
            return false;
    }
    for (int i = 0; i < a->article_count; i++) {
        const struct draw_article *x = &a->articles[i];
        const struct draw_article *y = &b->articles[i];
        if (x->counter != y->counter || x->limit != y->limit || x->unit != y->unit ||
            x->on_road != y->on_road || x->needs != y->needs || x->needs_count != y->needs_count ||
            x->resets != y->resets || !same_material(&x->material, &y->material))
            return false;
    }
    return true;
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

static bool remember(finais_clock *clock) {
    if (clock->rules.repetitions == 0)
        return true;
    if (clock->history_count == clock->history_capacity) {
        size_t capacity = 2 * clock->history_capacity + 64;
        struct position *history = realloc(clock->history, capacity * sizeof *history);
        if (history == NULL)
            return false;
        clock->history = history;
        clock->history_capacity = capacity;
    }
    clock->history[clock->history_count++] = clock->position;
    return true;
}

finais_status finais_clock_restart(finais_clock *clock, const finais_position *position,
                                   finais_error *error) {
    struct position imported;
    finais_status status =
        position_import(clock != NULL ? clock->handle : NULL, position, &imported, error);
    if (status != FINAIS_OK)
        return status;
    clock->position = imported;
    clock->counters = (struct draw_clock){{0}};
    clock->history_count = 0;
    return remember(clock) ? FINAIS_OK : error_memory(error, "the positions of a game");
}

finais_status finais_clock_restart_fen(finais_clock *clock, const char *fen,
                                       finais_notation numbers, finais_error *error) {
    finais_position position;
    finais_status status = finais_position_from_fen_numbered(clock != NULL ? clock->handle : NULL,
                                                             fen, numbers, &position, error);
    if (status == FINAIS_OK)
        status = finais_clock_restart(clock, &position, error);
    if (status != FINAIS_OK)
        return status;
    struct fen read;
    struct fen_error ignored;
    enum notation notation =
        numbers == FINAIS_NUMERIC_A1 ? NOTATION_NUMERIC_FROM_A1 : NOTATION_NUMERIC;
    bool good =
        fen_read(clock->handle->catalogue.rules, notation, fen, strlen(fen), &read, &ignored);
    if (!good || !read.has_half_move_clock)
        return FINAIS_OK;
    return finais_clock_set(
        clock, NULL, read.half_move_clock < DRAW_COUNT_MAX ? read.half_move_clock : DRAW_COUNT_MAX,
        error);
}

finais_status finais_clock_new(finais_clock **clock, const finais *handle,
                               const finais_draw_rules *rules, const finais_position *position,
                               finais_error *error) {
    if (clock == NULL || handle == NULL || rules == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_clock_new: NULL");
    finais_clock *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_memory(error, "a clock");
    made->handle = handle;
    made->rules = rules->rules;
    finais_status status = finais_clock_restart(made, position, error);
    if (status == FINAIS_OK)
        *clock = made;
    else
        finais_clock_free(made);
    return status;
}

void finais_clock_free(finais_clock *clock) {
    if (clock != NULL)
        free(clock->history);
    free(clock);
}

finais_status finais_clock_set(finais_clock *clock, const char *counter, unsigned count,
                               finais_error *error) {
    if (clock == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_clock_set: NULL");
    if (count > DRAW_COUNT_MAX)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "a counter cannot be above %d",
                           (int)DRAW_COUNT_MAX);
    if (counter == NULL) {
        for (int i = 0; i < clock->rules.counter_count; i++)
            if (clock->rules.counters[i].counts == DRAW_COUNTS_PLIES)
                clock->counters.counts[i] = (uint16_t)count;
        return FINAIS_OK;
    }
    int number = draw_counter_named(&clock->rules, counter, strlen(counter));
    if (number == DRAW_NONE)
        return error_plain(error, FINAIS_BAD_TEXT, "the draw rules %s have no counter '%.40s'",
                           clock->rules.name, counter);
    clock->counters.counts[number] = (uint16_t)count;
    return FINAIS_OK;
}

finais_status finais_clock_move(finais_clock *clock, const finais_move *move, finais_error *error) {
    if (clock == NULL || move == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_clock_move: NULL");
    struct move legal;
    finais_status status = find_legal_move(clock->handle, &clock->position, move, &legal, error);
    if (status != FINAIS_OK)
        return status;
    const struct rules *game = clock->handle->catalogue.rules;
    struct position after = move_apply(game, &clock->position, &legal);
    bool for_good = legal.captured != 0 || (clock->position.kings & square_bit(legal.from)) == 0;
    clock->counters = draw_clock_after(&clock->rules, game->geometry, &clock->position, &legal,
                                       &after, &clock->counters);
    clock->position = after;
    if (for_good)
        clock->history_count = 0;
    return remember(clock) ? FINAIS_OK : error_memory(error, "the positions of a game");
}

finais_position finais_clock_position(const finais_clock *clock) {
    return clock != NULL ? position_export(&clock->position) : (finais_position){0};
}

bool finais_clock_counter(const finais_clock *clock, size_t index, finais_counter *counter) {
    if (clock == NULL || counter == NULL || index >= (size_t)clock->rules.counter_count)
        return false;
    struct draw_plan plan;
    draw_plan_make(&plan, &clock->rules, signature_of_position(&clock->position));
    *counter = (finais_counter){.name = clock->rules.counters[index].name,
                                .count = clock->counters.counts[index],
                                .matters = plan.matters[index]};
    return true;
}

/* Plies until the count of an article reaches its limit, if every one of them counts. */
static unsigned plies_left(const finais_clock *clock, int article) {
    const struct draw_article *a = &clock->rules.articles[article];
    unsigned plies = 0;
    struct draw_clock counters = clock->counters;
    struct position position = clock->position;
    bool of_road = clock->rules.counters[a->counter].counts == DRAW_COUNTS_ROAD_MOVES;
    int strong = draw_strong_side(signature_of_position(&position));
    while (draw_article_count(&clock->rules, article, &position, &counters) < a->limit) {
        counters.counts[a->counter] =
            (uint16_t)(counters.counts[a->counter] +
                       (!of_road || strong == (int)position.side_to_move));
        position.side_to_move = other_side(position.side_to_move);
        plies++;
    }
    return plies;
}

static finais_article article_of(const finais_clock *clock, int number) {
    const struct draw_rules *rules = &clock->rules;
    const struct draw_article *article = &rules->articles[number];
    const struct draw_counter *counter = &rules->counters[article->counter];
    finais_article out = {.unit = article->unit == DRAW_UNIT_PLIES   ? FINAIS_PLIES
                                  : article->unit == DRAW_UNIT_MOVES ? FINAIS_MOVES_EACH
                                                                     : FINAIS_MOVES_STRONG,
                          .count =
                              draw_article_count(rules, number, &clock->position, &clock->counters),
                          .limit = article->limit,
                          .plies_left = plies_left(clock, number),
                          .resets = counter->by_article ? article->resets : counter->resets,
                          .strong_side = draw_strong_side(signature_of_position(&clock->position)),
                          .on_road = article->on_road || counter->counts != DRAW_COUNTS_PLIES,
                          .by_claim = article->by_claim};
    snprintf(out.name, sizeof out.name, "%s", article->name);
    snprintf(out.counter, sizeof out.counter, "%s", counter->name);
    return out;
}

finais_status finais_clock_articles(const finais_clock *clock, finais_article *articles,
                                    size_t capacity, size_t *count, finais_error *error) {
    if (clock == NULL || count == NULL || (articles == NULL && capacity > 0))
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_clock_articles: NULL");
    const struct geometry *geometry = clock->handle->catalogue.rules->geometry;
    *count = 0;
    for (int i = 0; i < clock->rules.article_count; i++) {
        if (!draw_article_fits(&clock->rules, i, geometry, &clock->position, &clock->counters))
            continue;
        if (*count < capacity)
            articles[*count] = article_of(clock, i);
        ++*count;
        if (clock->rules.first_fits)
            break;
    }
    return FINAIS_OK;
}

/* ---- Draws ----------------------------------------------------------------------------------- */

unsigned clock_repetitions(const finais_clock *clock, const struct position *position) {
    unsigned times = 0;
    for (size_t i = 0; i < clock->history_count; i++)
        times += positions_equal(&clock->history[i], position);
    return times;
}

finais_draw draw_of(const struct draw_rules *rules, const struct geometry *geometry,
                    const struct position *position, const struct draw_clock *counters,
                    unsigned times) {
    finais_draw draw = {.drawn = false};
    int article = draw_article_due(rules, geometry, position, counters);
    if (article != DRAW_NONE) {
        draw.drawn = true;
        draw.by_claim = rules->articles[article].by_claim;
        snprintf(draw.article, sizeof draw.article, "%s", rules->articles[article].name);
    } else if (rules->repetitions > 0 && times >= rules->repetitions) {
        draw.drawn = true;
        draw.by_claim = rules->repetition_by_claim;
        snprintf(draw.article, sizeof draw.article, "repetition");
    }
    return draw;
}

finais_draw finais_clock_draw(const finais_clock *clock) {
    if (clock == NULL)
        return (finais_draw){.drawn = false};
    const struct rules *game = clock->handle->catalogue.rules;
    finais_draw draw = draw_of(&clock->rules, game->geometry, &clock->position, &clock->counters,
                               clock_repetitions(clock, &clock->position));
    if (draw.drawn) {
        struct move_list list;
        moves_generate(game, &clock->position, &list);
        if (list.count == 0)
            draw = (finais_draw){.drawn = false};
    }
    return draw;
}
