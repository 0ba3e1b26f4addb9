#include "query.h"
#include "format.h"
#include "notation.h"
#include <stdio.h>
#include <string.h>

/* ---- Words ---------------------------------------------------------------------------------- */

/* Where reading stands; words are separated by blanks, a comma is a word of its own. */
struct reader {
    struct query *query;
    const struct rules *rules;
    const char *word; /* the present one; at the end of the text empty */
    size_t length;
    struct failure *failure;
};

static void find_word(struct reader *reader, const char *from) {
    reader->word = from + strspn(from, " \t\n");
    reader->length = reader->word[0] == ',' ? 1 : strcspn(reader->word, " \t\n,");
}

static void next_word(struct reader *reader) {
    find_word(reader, reader->word + reader->length);
}

static bool is_word(const struct reader *reader, const char *text) {
    return strlen(text) == reader->length && memcmp(reader->word, text, reader->length) == 0;
}

/* Goes on to the next word when this is the one. */
static bool take(struct reader *reader, const char *text) {
    if (!is_word(reader, text))
        return false;
    next_word(reader);
    return true;
}

static size_t offset_of(const struct reader *reader) {
    return (size_t)(reader->word - reader->query->text);
}

enum exit_code query_fail(const struct query *query, size_t offset, struct failure *failure,
                          const char *what) {
    enum { SHOWN_MAX = 40 };
    const char *word = query->text + offset;
    size_t length = word[0] == ',' ? 1 : strcspn(word, " \t\n,");
    if (length == 0)
        return fail(failure, EXIT_CODE_USAGE, "--where, at the end: %s", what);
    return fail(failure, EXIT_CODE_USAGE, "--where, character %zu, '%.*s': %s", offset + 1,
                (int)(length < SHOWN_MAX ? length : SHOWN_MAX), word, what);
}

static enum exit_code expected(const struct reader *reader, const char *what) {
    return query_fail(reader->query, offset_of(reader), reader->failure, what);
}

/* ---- Parts of conditions -------------------------------------------------------------------- */

static bool read_digits(const char **text, const char *end, unsigned *number) {
    uint32_t found;
    size_t digits = number_read(*text, (size_t)(end - *text), &found);
    *text += digits;
    *number = found;
    return digits > 0 && found <= DISTANCE_MAX;
}

/* N, N..M, N.. or ..M */
static enum exit_code read_range(struct reader *reader, struct condition *condition) {
    const char *text = reader->word;
    const char *end = text + reader->length;
    const char *wanted = "expected a number or range such as 7, 20..30, 20.. or ..5";
    bool has_lowest = text < end && text[0] != '.';
    condition->lowest = 0;
    condition->highest = DISTANCE_MAX;
    if (has_lowest && !read_digits(&text, end, &condition->lowest))
        return expected(reader, wanted);
    if (text == end && has_lowest) {
        condition->highest = condition->lowest;
    } else {
        if (end - text < 2 || text[0] != '.' || text[1] != '.')
            return expected(reader, wanted);
        text += 2;
        if (text < end && !read_digits(&text, end, &condition->highest))
            return expected(reader, wanted);
        if (text != end || (!has_lowest && reader->length == 2))
            return expected(reader, wanted);
    }
    if (condition->lowest > condition->highest)
        return expected(reader, "the range goes down");
    next_word(reader);
    return EXIT_CODE_OK;
}

/* man, king or piece, after an optional colour */
static enum exit_code read_kind_of_piece(struct reader *reader, struct condition *condition) {
    condition->men = !is_word(reader, "king") && !is_word(reader, "kings");
    condition->kings = !is_word(reader, "man") && !is_word(reader, "men");
    if (condition->men && condition->kings && !is_word(reader, "piece") &&
        !is_word(reader, "pieces"))
        return expected(reader, "expected man, king or piece");
    next_word(reader);
    return EXIT_CODE_OK;
}

static void read_colour(struct reader *reader, struct condition *condition) {
    condition->any_side = false;
    if (take(reader, "white"))
        condition->side = WHITE;
    else if (take(reader, "black"))
        condition->side = BLACK;
    else
        condition->any_side = true;
}

static bool is_end_of_condition(const struct reader *reader) {
    return reader->length == 0 || is_word(reader, ",") || is_word(reader, "or");
}

static enum exit_code read_squares(struct reader *reader, struct condition *condition) {
    const struct geometry *geometry = reader->rules->geometry;
    condition->squares = 0;
    if (take(reader, "main")) {
        condition->squares = geometry->main_road;
        return take(reader, "road") ? EXIT_CODE_OK : expected(reader, "expected road");
    }
    do {
        struct square_text square =
            square_read(geometry, NOTATION_ALGEBRAIC, reader->word, reader->length);
        if (square.fault == SQUARE_OFF_BOARD)
            return expected(reader, "no such square on this board");
        if (square.fault == SQUARE_LIGHT)
            return expected(reader, "a light square");
        if (square.fault != SQUARE_FINE || square.length != reader->length)
            return expected(reader, "expected a square, several with blanks between, or main road");
        condition->squares |= square_bit(square.square);
        next_word(reader);
    } while (!is_end_of_condition(reader));
    return EXIT_CODE_OK;
}

/* Whether pieces of this kind can stand on any of the squares. */
static bool can_stand(const struct geometry *geometry, const struct condition *condition) {
    bitboard squares = 0;
    for (unsigned side = WHITE; side <= BLACK; side++)
        if (condition->any_side || condition->side == side)
            squares |= geometry->all & ~(condition->kings ? 0 : geometry->promotion_row[side]);
    return (condition->squares & squares) != 0;
}

/* ---- Conditions ----------------------------------------------------------------------------- */

/* After a colour: "to move", "wins", or a piece "on" or "off" squares. */
static enum exit_code read_colour_condition(struct reader *reader, struct condition *condition) {
    read_colour(reader, condition);
    if (!condition->any_side && take(reader, "to")) {
        condition->kind = CONDITION_SIDE;
        return take(reader, "move") ? EXIT_CODE_OK : expected(reader, "expected move");
    }
    if (!condition->any_side && take(reader, "wins")) {
        condition->kind = CONDITION_WINNER;
        return EXIT_CODE_OK;
    }
    condition->kind = CONDITION_PIECE_ON;
    enum exit_code code = read_kind_of_piece(reader, condition);
    if (code != EXIT_CODE_OK)
        return code;
    bool off = is_word(reader, "off");
    if (!off && !is_word(reader, "on"))
        return expected(reader, "expected on or off");
    next_word(reader);
    condition->negated ^= off;
    size_t offset = offset_of(reader);
    code = read_squares(reader, condition);
    if (code == EXIT_CODE_OK && !can_stand(reader->rules->geometry, condition))
        code = query_fail(reader->query, offset, reader->failure,
                          "such a man cannot stand there: it would be a king");
    return code;
}

static enum exit_code read_changed(struct reader *reader, struct condition *condition) {
    condition->kind = CONDITION_CHANGED;
    if (!take(reader, "by"))
        return expected(reader, "expected by");
    condition->crowning = is_word(reader, "crowning");
    if (!condition->crowning && !is_word(reader, "removing"))
        return expected(reader, "expected crowning or removing");
    next_word(reader);
    take(reader, "a");
    read_colour(reader, condition);
    if (condition->crowning && !is_word(reader, "man"))
        return expected(reader, "expected man: only men are crowned");
    return read_kind_of_piece(reader, condition);
}

static enum exit_code read_drawn_under(struct reader *reader, struct condition *condition) {
    static const char *const names[] = {"fmjd64", "lidraughts", "moves40", "cbd20"};
    condition->kind = CONDITION_DRAWN_UNDER;
    if (!take(reader, "under"))
        return expected(reader, "expected under");
    size_t i = 0;
    while (i < sizeof names / sizeof names[0] && !is_word(reader, names[i]))
        i++;
    if (i == sizeof names / sizeof names[0])
        return expected(reader, "expected fmjd64, lidraughts, moves40 or cbd20");
    snprintf(condition->rules, sizeof condition->rules, "%s", names[i]);
    next_word(reader);
    condition->lowest = 0;
    if (!take(reader, "at"))
        return EXIT_CODE_OK;
    enum exit_code code = read_range(reader, condition);
    if (code == EXIT_CODE_OK &&
        (condition->lowest != condition->highest || condition->lowest > 9999))
        code = query_fail(reader->query, condition->offset, reader->failure,
                          "expected one count of plies, up to 9999, after at");
    return code;
}

static enum exit_code read_counted(struct reader *reader, struct condition *condition,
                                   enum condition_kind kind) {
    condition->kind = kind;
    enum exit_code code = read_range(reader, condition);
    bool single = kind == CONDITION_UNIQUE_LINE || kind == CONDITION_SACRIFICE;
    if (code == EXIT_CODE_OK && single &&
        (condition->lowest != condition->highest || condition->lowest == 0))
        code = query_fail(reader->query, condition->offset, reader->failure,
                          kind == CONDITION_SACRIFICE ? "expected one number of pieces, 1 or more"
                                                      : "expected one number of moves, 1 or more");
    return code;
}

static enum exit_code read_outcome(struct condition *condition, value outcome) {
    condition->kind = CONDITION_OUTCOME;
    condition->outcome = outcome;
    return EXIT_CODE_OK;
}

static enum exit_code read_quiet(struct reader *reader, struct condition *condition) {
    if (!take(reader, "for")) {
        condition->kind = CONDITION_CAPTURE;
        condition->negated = !condition->negated;
        return EXIT_CODE_OK;
    }
    condition->kind = CONDITION_QUIET_BOTH;
    return take(reader, "both") ? EXIT_CODE_OK : expected(reader, "expected both");
}

static enum exit_code read_unique(struct reader *reader, struct condition *condition) {
    if (take(reader, "line"))
        return read_counted(reader, condition, CONDITION_UNIQUE_LINE);
    condition->kind = CONDITION_WINNING_MOVES;
    condition->lowest = condition->highest = 1;
    return take(reader, "win") ? EXIT_CODE_OK : expected(reader, "expected win or line");
}

/* Which word comes before zugzwang, if any. */
static enum exit_code read_zugzwang(struct reader *reader, struct condition *condition) {
    condition->kind = CONDITION_ZUGZWANG;
    condition->full = !is_word(reader, "half");
    condition->half = !is_word(reader, "full");
    if (!condition->full || !condition->half)
        next_word(reader);
    return take(reader, "zugzwang") ? EXIT_CODE_OK : expected(reader, "expected zugzwang");
}

static enum exit_code read_condition(struct reader *reader, struct condition *condition) {
    condition->offset = offset_of(reader);
    condition->negated = take(reader, "not");
    if (take(reader, "win"))
        return read_outcome(condition, VALUE_WIN);
    if (take(reader, "draw"))
        return read_outcome(condition, VALUE_DRAW);
    if (take(reader, "loss"))
        return read_outcome(condition, VALUE_LOSS);
    if (is_word(reader, "dtw") || is_word(reader, "dtc")) {
        condition->metric = take(reader, "dtw") ? METRIC_DTW : METRIC_DTC;
        if (condition->metric == METRIC_DTC)
            next_word(reader);
        return read_counted(reader, condition, CONDITION_DISTANCE);
    }
    if (take(reader, "capture")) {
        condition->kind = CONDITION_CAPTURE;
        return EXIT_CODE_OK;
    }
    if (take(reader, "quiet"))
        return read_quiet(reader, condition);
    if (is_word(reader, "zugzwang") || is_word(reader, "full") || is_word(reader, "half"))
        return read_zugzwang(reader, condition);
    if (take(reader, "winning"))
        return take(reader, "moves") ? read_counted(reader, condition, CONDITION_WINNING_MOVES)
                                     : expected(reader, "expected moves");
    if (take(reader, "unique"))
        return read_unique(reader, condition);
    if (take(reader, "sacrifice"))
        return read_counted(reader, condition, CONDITION_SACRIFICE);
    if (take(reader, "changed"))
        return read_changed(reader, condition);
    if (take(reader, "drawn"))
        return read_drawn_under(reader, condition);
    static const char *const starts[] = {"white", "black", "man",   "men",
                                         "king",  "kings", "piece", "pieces"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (is_word(reader, starts[i]))
            return read_colour_condition(reader, condition);
    return expected(reader, "expected a condition, such as win, white to move, dtw 5..9, capture, "
                            "king on main road, zugzwang; see finais-gen find --help");
}

/* ---- What can be ---------------------------------------------------------------------------- */

static enum truth truth_if(bool holds) {
    return holds ? TRUTH_YES : TRUTH_NO;
}

/* Without negation. A distance to the end of the game is odd for a win and even for a loss. */
static enum truth plain_truth(const struct condition *condition, enum side side, value outcome) {
    switch (condition->kind) {
    case CONDITION_SIDE:
        return truth_if(condition->side == side);
    case CONDITION_OUTCOME:
        return truth_if(condition->outcome == outcome);
    case CONDITION_WINNER:
        return truth_if(outcome == (condition->side == side ? VALUE_WIN : VALUE_LOSS));
    case CONDITION_DISTANCE:
        if (outcome == VALUE_DRAW)
            return TRUTH_NO;
        if (condition->metric == METRIC_DTW && condition->lowest == condition->highest &&
            (condition->lowest % 2 == 1) != (outcome == VALUE_WIN))
            return TRUTH_NO;
        return condition->highest == 0 && outcome == VALUE_WIN ? TRUTH_NO : TRUTH_MAYBE;
    case CONDITION_ZUGZWANG:
        return outcome == VALUE_WIN || (!condition->half && outcome == VALUE_DRAW) ? TRUTH_NO
                                                                                   : TRUTH_MAYBE;
    case CONDITION_WINNING_MOVES:
        if (outcome != VALUE_WIN)
            return truth_if(condition->lowest == 0);
        return condition->highest == 0 ? TRUTH_NO : TRUTH_MAYBE;
    case CONDITION_UNIQUE_LINE:
    case CONDITION_SACRIFICE:
        return outcome == VALUE_WIN ? TRUTH_MAYBE : TRUTH_NO;
    case CONDITION_DRAWN_UNDER:
        return outcome == VALUE_DRAW ? TRUTH_NO : TRUTH_MAYBE;
    default:
        return TRUTH_MAYBE;
    }
}

static enum truth condition_truth(const struct condition *condition, enum side side,
                                  value outcome) {
    enum truth truth = plain_truth(condition, side, outcome);
    return condition->negated ? (enum truth)(TRUTH_YES - truth) : truth;
}

/* Of the conditions up to `count`: the least of the clauses, each the greatest of its conditions.
 */
static enum truth truth_up_to(const struct query *query, unsigned count, enum side side,
                              value outcome) {
    enum truth all = TRUTH_YES;
    for (unsigned i = 0; i < count;) {
        unsigned clause = query->conditions[i].clause;
        enum truth any = TRUTH_NO;
        for (; i < count && query->conditions[i].clause == clause; i++) {
            enum truth truth = condition_truth(&query->conditions[i], side, outcome);
            any = truth > any ? truth : any;
        }
        all = any < all ? any : all;
    }
    return all;
}

enum truth query_truth(const struct query *query, enum side side, value outcome) {
    return truth_up_to(query, query->count, side, outcome);
}

static bool can_hold(const struct query *query, unsigned count) {
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (unsigned outcome = VALUE_DRAW; outcome <= VALUE_WIN; outcome++)
            if (truth_up_to(query, count, (enum side)side, (value)outcome) != TRUTH_NO)
                return true;
    return false;
}

/* Whether a condition says that the side to move has to capture, or that it has not. */
static bool says_capture(const struct condition *condition) {
    return condition->kind == CONDITION_CAPTURE && !condition->negated;
}
static bool says_quiet(const struct condition *condition) {
    if (condition->kind == CONDITION_CAPTURE)
        return condition->negated;
    return !condition->negated &&
           (condition->kind == CONDITION_QUIET_BOTH || condition->kind == CONDITION_SACRIFICE);
}

/* Whether a clause of one condition denies another one: quiet and capture. */
static bool denies(const struct query *query, const struct condition *a,
                   const struct condition *b) {
    for (unsigned i = 0; i < query->count; i++) {
        const struct condition *other = &query->conditions[i];
        if ((other != a && other->clause == a->clause) ||
            (other != b && other->clause == b->clause))
            return false;
    }
    return (says_capture(a) && says_quiet(b)) || (says_quiet(a) && says_capture(b));
}

static enum exit_code check_possible(const struct query *query, struct failure *failure) {
    const struct condition *first = query->conditions; /* of the clause */
    for (unsigned i = 0; i < query->count; i++) {
        const struct condition *condition = &query->conditions[i];
        first = condition->clause == first->clause ? first : condition;
        bool last = i + 1 == query->count || condition[1].clause != condition->clause;
        bool contradicts = last && !can_hold(query, i + 1);
        for (unsigned j = 0; j < i; j++)
            contradicts = contradicts || denies(query, &query->conditions[j], condition);
        if (contradicts)
            return query_fail(query, first->offset, failure,
                              first == query->conditions
                                  ? "no position is like that"
                                  : "no position is like that and as the words before say");
    }
    return EXIT_CODE_OK;
}

/* ---- Queries -------------------------------------------------------------------------------- */

static unsigned clause_cost(const struct query *query, unsigned clause) {
    unsigned cost = 0;
    for (unsigned i = 0; i < query->count; i++)
        if (query->conditions[i].clause == clause && query->conditions[i].kind > cost)
            cost = query->conditions[i].kind;
    return cost;
}

/* Kinds are numbered by what it takes to judge them, so cheap clauses come first. */
static void order_clauses(struct query *query) {
    struct query ordered = {.text = query->text};
    for (unsigned cost = 0; cost <= CONDITION_DRAWN_UNDER; cost++)
        for (unsigned i = 0; i < query->count; i++)
            if (clause_cost(query, query->conditions[i].clause) == cost)
                ordered.conditions[ordered.count++] = query->conditions[i];
    *query = ordered;
}

static enum exit_code read_all(struct reader *reader) {
    struct query *query = reader->query;
    for (unsigned clause = 0; reader->length > 0;) {
        if (query->count == QUERY_CONDITIONS_MAX)
            return expected(reader, "too many conditions");
        struct condition *condition = &query->conditions[query->count];
        *condition = (struct condition){.clause = clause};
        enum exit_code code = read_condition(reader, condition);
        if (code != EXIT_CODE_OK)
            return code;
        query->count++;
        if (reader->length == 0)
            break;
        if (!is_end_of_condition(reader))
            return expected(reader, "expected a comma or the word or");
        clause += is_word(reader, ",") ? 1 : 0;
        next_word(reader);
        if (reader->length == 0)
            return expected(reader, "a condition is missing");
    }
    return EXIT_CODE_OK;
}

enum exit_code query_read(struct query *query, const struct rules *rules, const char *text,
                          struct failure *failure) {
    *query = (struct query){.text = text};
    struct reader reader = {.query = query, .rules = rules, .failure = failure};
    find_word(&reader, text);
    enum exit_code code = read_all(&reader);
    if (code == EXIT_CODE_OK)
        code = check_possible(query, failure);
    order_clauses(query);
    return code;
}

metric_set query_metrics(const struct query *query) {
    metric_set metrics = 0;
    for (unsigned i = 0; i < query->count; i++)
        if (query->conditions[i].kind == CONDITION_DISTANCE)
            metrics |= metric_bit(query->conditions[i].metric);
    return metrics;
}
