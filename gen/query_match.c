#include "query_match.h"
#include "moves.h"
#include "query_lines.h"
#include "table_loader.h"
#include <stdlib.h>
#include <string.h>

/* Unpacked blocks that each thread keeps. */
#define CACHE_BYTES ((size_t)64 << 20)

/* Steps of a walk that cost less than beginning anew. */
enum { STEPS_MAX = 64 };

/* ---- Resources ------------------------------------------------------------------------------ */

static bool asks_library(const struct query *query) {
    for (unsigned i = 0; i < query->count; i++)
        if (query->conditions[i].kind >= CONDITION_WINNING_MOVES)
            return true;
    return false;
}

enum exit_code matcher_open_tables(finais **handle, const struct query *query, const char *tables,
                                   struct failure *failure) {
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    finais_error error;
    *handle = NULL;
    if (!asks_library(query))
        return EXIT_CODE_OK;
    options.directories = &tables;
    options.directory_count = 1;
    options.context_cache_bytes = CACHE_BYTES;
    finais_status status = finais_open(handle, &options, &error);
    return status == FINAIS_OK ? EXIT_CODE_OK : fail_reader(failure, status, &error);
}

/* Draw rules are solved for a position and not for its counters alone, so their clock begins with
 * any position. */
static finais_status judged_init(struct judged_rules *judged, struct matcher *matcher,
                                 const char *name) {
    finais_position any = {1, 2, 3, FINAIS_WHITE, 0};
    memcpy(judged->name, name, sizeof judged->name);
    finais_status status = finais_draw_rules_named(&judged->rules, name, &matcher->error);
    if (status == FINAIS_OK)
        status =
            finais_clock_new(&judged->clock, matcher->handle, judged->rules, &any, &matcher->error);
    if (status == FINAIS_OK)
        status = finais_adjudicator_new(&judged->adjudicator, matcher->context, judged->rules, 0,
                                        &matcher->error);
    return status;
}

static struct judged_rules *find_judged(struct matcher *matcher, const char *name) {
    for (unsigned i = 0; i < matcher->judged_count; i++)
        if (strcmp(matcher->judged[i].name, name) == 0)
            return &matcher->judged[i];
    return NULL;
}

enum exit_code matcher_init(struct matcher *matcher, const struct query *query, finais *handle,
                            struct failure *failure) {
    *matcher = (struct matcher){.query = query, .handle = handle};
    if (handle == NULL)
        return EXIT_CODE_OK;
    matcher->moves = malloc(FINAIS_MOVES_MAX * sizeof *matcher->moves);
    if (matcher->moves == NULL)
        return fail_memory(failure, "the moves of a position");
    finais_status status = finais_context_new(&matcher->context, handle, &matcher->error);
    for (unsigned i = 0; status == FINAIS_OK && i < query->count; i++) {
        const struct condition *condition = &query->conditions[i];
        if (condition->kind == CONDITION_DRAWN_UNDER &&
            find_judged(matcher, condition->rules) == NULL)
            status =
                judged_init(&matcher->judged[matcher->judged_count++], matcher, condition->rules);
    }
    return status == FINAIS_OK ? EXIT_CODE_OK : fail_reader(failure, status, &matcher->error);
}

void matcher_free(struct matcher *matcher) {
    for (unsigned i = 0; i < matcher->judged_count; i++) {
        finais_adjudicator_free(matcher->judged[i].adjudicator);
        finais_clock_free(matcher->judged[i].clock);
        finais_draw_rules_free(matcher->judged[i].rules);
    }
    finais_context_free(matcher->context);
    free(matcher->moves);
    matcher->context = NULL;
    matcher->moves = NULL;
    matcher->judged_count = 0;
}

void matcher_begin(struct matcher *matcher, const struct scanned_table *table, enum side side) {
    matcher->table = table;
    matcher->side = side;
    matcher->placed = false;
}

const struct position *matcher_position(struct matcher *matcher, uint64_t index) {
    bool near =
        matcher->placed && index >= matcher->walk_index && index - matcher->walk_index <= STEPS_MAX;
    if (!near)
        matcher->walk = position_walk_start(matcher->table->layout, matcher->side, index);
    else
        for (uint64_t at = matcher->walk_index; at < index; at++)
            position_walk_next(&matcher->walk);
    matcher->placed = true;
    matcher->walk_index = index;
    return &matcher->walk.position;
}

/* ---- Questions to the library --------------------------------------------------------------- */

static finais_position public_position(const struct position *position) {
    return (finais_position){position->white, position->black, position->kings,
                             position->side_to_move == WHITE ? FINAIS_WHITE : FINAIS_BLACK, 0};
}

static bitboard chosen_pieces(const struct condition *condition, const struct position *position) {
    bitboard pieces = position->white | position->black;
    if (!condition->any_side)
        pieces = position_pieces(position, condition->side);
    return pieces &
           ((condition->men ? ~position->kings : 0) | (condition->kings ? position->kings : 0));
}

static finais_wdl public_outcome(value outcome) {
    return outcome == VALUE_WIN ? FINAIS_WIN : outcome == VALUE_LOSS ? FINAIS_LOSS : FINAIS_DRAW;
}

static bool is_changed(struct matcher *matcher, const struct condition *condition,
                       const struct position *position, value outcome) {
    bitboard chosen = chosen_pieces(condition, position);
    for (; chosen != 0; chosen = without_lowest(chosen)) {
        bitboard piece = square_bit(lowest_square(chosen));
        struct position other = *position;
        if (condition->crowning) {
            other.kings |= piece;
        } else {
            other.white &= ~piece;
            other.black &= ~piece;
            other.kings &= ~piece;
        }
        if ((other.white | other.black) == 0)
            continue;
        finais_position asked = public_position(&other);
        if (matcher_probe(matcher, &asked) != public_outcome(outcome))
            return matcher->status == FINAIS_OK;
    }
    return false;
}

static bool is_drawn_under(struct matcher *matcher, const struct condition *condition,
                           const struct position *position) {
    struct judged_rules *judged = find_judged(matcher, condition->rules);
    finais_position asked = public_position(position);
    finais_verdict verdict;
    finais_status status = finais_clock_restart(judged->clock, &asked, &matcher->error);
    if (status == FINAIS_OK && condition->lowest > 0)
        status = finais_clock_set(judged->clock, NULL, condition->lowest, &matcher->error);
    if (status == FINAIS_OK)
        status = finais_adjudicate(judged->adjudicator, judged->clock, &verdict, &matcher->error);
    if (!matcher_is_fine(matcher, status))
        return false;
    matcher->undecided += verdict.rules == FINAIS_UNKNOWN;
    return verdict.rules == FINAIS_DRAW;
}

/* ---- Conditions ----------------------------------------------------------------------------- */

/* The outcome, for the other side, of the same position with the other side to move. */
static value turned_outcome(struct matcher *matcher, uint64_t index) {
    const struct scanned_table *table = matcher->table;
    if (table->sides == 2)
        return scanned_outcome(table, other_side(matcher->side), index);
    struct position other = *matcher_position(matcher, index);
    other.side_to_move = other_side(other.side_to_move);
    struct position stored = position_mirror(table->rules->geometry, &other);
    return scanned_outcome(table, WHITE, index_of_position(table->layout, &stored));
}

/* Each side would rather not be to move: it does better when the other one is. */
static bool is_zugzwang(struct matcher *matcher, const struct condition *condition, uint64_t index,
                        value outcome) {
    if (outcome == VALUE_WIN || (outcome == VALUE_DRAW && !condition->half))
        return false;
    value other = turned_outcome(matcher, index);
    if (outcome == VALUE_DRAW)
        return other == VALUE_LOSS;
    return (condition->full && other == VALUE_LOSS) || (condition->half && other == VALUE_DRAW);
}

static bool must_capture(struct matcher *matcher, uint64_t index, bool other) {
    struct position position = *matcher_position(matcher, index);
    if (other)
        position.side_to_move = other_side(position.side_to_move);
    return moves_must_capture(matcher->table->rules, &position);
}

static bool has_distance(const struct matcher *matcher, const struct condition *condition,
                         uint64_t index) {
    int plies = scanned_distance(matcher->table, condition->metric, matcher->side, index);
    return plies >= (int)condition->lowest && plies <= (int)condition->highest;
}

static bool has_winning_moves(struct matcher *matcher, const struct condition *condition,
                              uint64_t index, value outcome) {
    finais_position after;
    finais_position position = public_position(matcher_position(matcher, index));
    unsigned count = outcome == VALUE_WIN ? matcher_count_winning_moves(matcher, &position,
                                                                        condition->highest, &after)
                                          : 0;
    return count >= condition->lowest && count <= condition->highest;
}

/* Without negation. */
static bool holds(struct matcher *matcher, const struct condition *condition, uint64_t index,
                  value outcome) {
    finais_position position;
    switch (condition->kind) {
    case CONDITION_SIDE:
        return condition->side == matcher->side;
    case CONDITION_OUTCOME:
        return condition->outcome == outcome;
    case CONDITION_WINNER:
        return outcome == (condition->side == matcher->side ? VALUE_WIN : VALUE_LOSS);
    case CONDITION_DISTANCE:
        return has_distance(matcher, condition, index);
    case CONDITION_ZUGZWANG:
        return is_zugzwang(matcher, condition, index, outcome);
    case CONDITION_PIECE_ON:
        return (chosen_pieces(condition, matcher_position(matcher, index)) & condition->squares) !=
               0;
    case CONDITION_CAPTURE:
        return must_capture(matcher, index, false);
    case CONDITION_QUIET_BOTH:
        return !must_capture(matcher, index, false) && !must_capture(matcher, index, true);
    case CONDITION_WINNING_MOVES:
        return has_winning_moves(matcher, condition, index, outcome);
    case CONDITION_UNIQUE_LINE:
        position = public_position(matcher_position(matcher, index));
        return outcome == VALUE_WIN &&
               matcher_has_unique_line(matcher, &position, condition->lowest);
    case CONDITION_SACRIFICE:
        position = public_position(matcher_position(matcher, index));
        return outcome == VALUE_WIN && matcher_has_sacrifice(matcher, &position, condition->lowest);
    case CONDITION_CHANGED:
        return is_changed(matcher, condition, matcher_position(matcher, index), outcome);
    case CONDITION_DRAWN_UNDER:
        return outcome != VALUE_DRAW &&
               is_drawn_under(matcher, condition, matcher_position(matcher, index));
    }
    return false;
}

bool matcher_fits(struct matcher *matcher, uint64_t index, value outcome) {
    const struct query *query = matcher->query;
    for (unsigned i = 0; i < query->count;) {
        unsigned clause = query->conditions[i].clause;
        bool any = false;
        for (; i < query->count && query->conditions[i].clause == clause; i++) {
            const struct condition *condition = &query->conditions[i];
            any = any || holds(matcher, condition, index, outcome) != condition->negated;
        }
        if (!any)
            return false;
    }
    return matcher->status == FINAIS_OK;
}
