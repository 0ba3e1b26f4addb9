/* The public functions about draw articles: clocks, verdicts that follow from those of the moves,
 * history, and faults of the caller. */
#include "check.h"
#include "finais.h"
#include "xorshift.h"
#include <stdlib.h>

struct table {
    finais *handle;
    finais_context *context;
};

static finais_position position_of(const struct table *table, const char *fen) {
    finais_position position = {0};
    CHECK_EQUAL(finais_position_from_fen(table->handle, fen, &position, NULL), FINAIS_OK);
    return position;
}

static finais_draw_rules *rules_of(const char *name) {
    finais_draw_rules *rules = NULL;
    CHECK_EQUAL(finais_draw_rules_named(&rules, name, NULL), FINAIS_OK);
    CHECK_STRING(finais_draw_rules_name(rules), name);
    return rules;
}

static finais_clock *clock_of(const struct table *table, const finais_draw_rules *rules,
                              const char *fen) {
    finais_clock *clock = NULL;
    finais_position position = position_of(table, fen);
    CHECK_EQUAL(finais_clock_new(&clock, table->handle, rules, &position, NULL), FINAIS_OK);
    return clock;
}

static void play(const struct table *table, finais_clock *clock, const char *moves) {
    char text[FINAIS_MOVE_SIZE];
    for (const char *at = moves; sscanf(at, "%127s", text) == 1;) {
        finais_position position = finais_clock_position(clock);
        finais_move move;
        CHECK_EQUAL(
            finais_move_from_text(table->handle, &position, text, FINAIS_NUMERIC, &move, NULL),
            FINAIS_OK);
        CHECK_EQUAL(finais_clock_move(clock, &move, NULL), FINAIS_OK);
        at += strspn(at, " ");
        at += strcspn(at, " ");
    }
}

/* ---- Verdicts and those of the moves --------------------------------------------------------- */

/* What a player gets by the best of the moves. */
static void check_against_moves(const finais_verdict *verdict, const finais_judged_list *moves) {
    int best = FINAIS_LOSS;
    int plies = 0;
    bool known = true;
    for (size_t i = 0; i < moves->count; i++) {
        const finais_judged_move *move = &moves->moves[i];
        bool better = move->rules > best || i == 0;
        if (i > 0 && move->rules == best)
            better = best == FINAIS_WIN ? move->plies < plies : move->plies > plies;
        if (move->rules == best || better)
            known = known && (move->rules == FINAIS_DRAW || move->plies != FINAIS_NO_DISTANCE);
        if (better) {
            best = move->rules;
            plies = move->plies;
        }
    }
    CHECK_EQUAL(verdict->rules, best);
    if (best != FINAIS_DRAW && known && verdict->plies != FINAIS_NO_DISTANCE)
        CHECK_EQUAL(verdict->plies, plies);
    if (best == FINAIS_DRAW)
        CHECK_EQUAL(verdict->plies, FINAIS_NO_DISTANCE);
}

static uint64_t random_state = 88172645463325252u;

static unsigned below(unsigned limit) {
    return xorshift_below(&random_state, limit);
}

/* Up to three pieces, a king on each side at least. */
static finais_position random_position(void) {
    finais_position position = {.side_to_move = below(2)};
    uint64_t all = 0;
    unsigned pieces = 2 + below(2);
    for (unsigned i = 0; i < pieces;) {
        uint64_t square = UINT64_C(1) << below(32);
        bool king = i < 2 || below(2) == 0 || (square & 0xf) != 0;
        if ((all & square) != 0)
            continue;
        all |= square;
        position.white |= i != 1 ? square : 0;
        position.black |= i == 1 ? square : 0;
        position.kings |= king ? square : 0;
        i++;
    }
    return position;
}

static void test_moves_agree(const struct table *table, const char *name) {
    finais_draw_rules *rules = rules_of(name);
    finais_adjudicator *adjudicator = NULL;
    finais_clock *clock = clock_of(table, rules, "W:WKa1:BKh2");
    static finais_judged_list moves;
    unsigned decided = 0;
    CHECK_EQUAL(finais_adjudicator_new(&adjudicator, table->context, rules, 0, NULL), FINAIS_OK);
    for (int i = 0; i < 1500; i++) {
        finais_position position = random_position();
        finais_verdict verdict;
        CHECK_EQUAL(finais_clock_restart(clock, &position, NULL), FINAIS_OK);
        CHECK_EQUAL(finais_clock_set(clock, NULL, below(10), NULL), FINAIS_OK);
        CHECK_EQUAL(finais_adjudicate(adjudicator, clock, &verdict, NULL), FINAIS_OK);
        CHECK_EQUAL(finais_adjudicate_moves(adjudicator, clock, &moves, NULL), FINAIS_OK);
        CHECK_STRING(verdict.reason, "");
        CHECK(verdict.rules == verdict.theory.wdl || verdict.rules == FINAIS_DRAW);
        if (verdict.plies != FINAIS_NO_DISTANCE)
            CHECK(verdict.plies >= verdict.theory.dtw);
        if (!verdict.draw.drawn && moves.count > 0)
            check_against_moves(&verdict, &moves);
        decided += verdict.rules != FINAIS_DRAW;
    }
    CHECK(decided > 100);
    finais_adjudicator_free(adjudicator);
    finais_clock_free(clock);
    finais_draw_rules_free(rules);
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

static void test_clock(const struct table *table) {
    finais_draw_rules *rules = rules_of("fmjd64");
    finais_clock *clock = clock_of(table, rules, "W:WKd8,a7:BKg1");
    finais_draw_rules_free(rules); /* the clock has its own */
    finais_counter counter;
    CHECK(finais_clock_counter(clock, 0, &counter));
    CHECK_STRING(counter.name, "balance");
    CHECK_EQUAL(counter.count, 0);
    CHECK(counter.matters);
    CHECK(!finais_clock_counter(clock, 3, &counter));
    play(table, clock, "d8-b6 g1-h2");
    CHECK(finais_clock_counter(clock, 0, &counter));
    CHECK_EQUAL(counter.count, 2);
    finais_article articles[FINAIS_ARTICLES_MAX];
    size_t count = 0;
    CHECK_EQUAL(finais_clock_articles(clock, articles, FINAIS_ARTICLES_MAX, &count, NULL),
                FINAIS_OK);
    CHECK_EQUAL(count, 2);
    CHECK_STRING(articles[0].name, "7.2.8");
    CHECK_EQUAL(articles[0].count, 1);
    CHECK_EQUAL(articles[0].limit, 5);
    CHECK_EQUAL(articles[0].unit, FINAIS_MOVES_STRONG);
    CHECK_EQUAL(articles[0].plies_left, 7);
    CHECK_EQUAL(articles[0].strong_side, FINAIS_WHITE);
    CHECK_STRING(articles[1].name, "7.2.5");
    CHECK_EQUAL(articles[1].plies_left, 28);
    CHECK_EQUAL(articles[1].resets, FINAIS_RESET_CAPTURE | FINAIS_RESET_MAN);
    CHECK(!finais_clock_draw(clock).drawn);
    CHECK_EQUAL(finais_clock_set(clock, "balance", 10, NULL), FINAIS_OK);
    CHECK(finais_clock_draw(clock).drawn);
    CHECK_STRING(finais_clock_draw(clock).article, "7.2.8");
    CHECK_EQUAL(finais_clock_restart_fen(clock, "W:WKd8,a7:BKg1:H4", FINAIS_NUMERIC, NULL),
                FINAIS_OK);
    CHECK(finais_clock_counter(clock, 1, &counter));
    CHECK_EQUAL(counter.count, 4);
    CHECK(finais_clock_counter(clock, 2, &counter));
    CHECK_EQUAL(counter.count, 0);
    finais_clock_free(clock);
}

/* A winning move that the history forbids: a position that was there twice is a draw the third
 * time. */
static void test_history(const struct table *table) {
    finais_draw_rules *rules = rules_of("repetition");
    finais_clock *clock = clock_of(table, rules, "W:WKd8,a7:BKg1");
    finais_adjudicator *adjudicator = NULL;
    finais_verdict verdict;
    static finais_judged_list moves;
    CHECK_EQUAL(finais_adjudicator_new(&adjudicator, table->context, rules, 0, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_adjudicate(adjudicator, clock, &verdict, NULL), FINAIS_OK);
    CHECK_EQUAL(verdict.rules, FINAIS_WIN);
    CHECK_EQUAL(verdict.plies, 9);
    /* d8-b6 is the only move that wins. Back and forth once more: it is there twice. */
    play(table, clock, "d8-b6 g1-h2 b6-d8 h2-g1 d8-b6 g1-h2 b6-d8 h2-g1");
    CHECK(finais_clock_draw(clock).drawn); /* the first position, for the third time */
    CHECK_STRING(finais_clock_draw(clock).article, "repetition");
    CHECK_EQUAL(finais_adjudicate_moves(adjudicator, clock, &moves, NULL), FINAIS_OK);
    for (size_t i = 0; i < moves.count; i++)
        if (moves.moves[i].theory.wdl == FINAIS_WIN) {
            CHECK_EQUAL(moves.moves[i].rules, FINAIS_DRAW);
            CHECK_STRING(moves.moves[i].draw.article, "repetition");
        }
    /* One position earlier the loser can still go there. */
    finais_position start = position_of(table, "W:WKd8,a7:BKg1");
    CHECK_EQUAL(finais_clock_restart(clock, &start, NULL), FINAIS_OK);
    play(table, clock, "d8-b6 g1-h2 b6-d8 h2-g1 d8-b6 g1-h2 b6-d8");
    CHECK(!finais_clock_draw(clock).drawn);
    CHECK_EQUAL(finais_adjudicate(adjudicator, clock, &verdict, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_adjudicate_moves(adjudicator, clock, &moves, NULL), FINAIS_OK);
    check_against_moves(&verdict, &moves);
    CHECK(verdict.theory.wdl != FINAIS_LOSS || verdict.rules == FINAIS_DRAW);
    finais_adjudicator_free(adjudicator);
    finais_clock_free(clock);
    finais_draw_rules_free(rules);
}

/* ---- Faults ---------------------------------------------------------------------------------- */

static void test_faults(const struct table *table) {
    finais_draw_rules *rules = rules_of("fmjd64");
    finais_draw_rules *others = rules_of("moves40");
    finais_clock *clock = clock_of(table, rules, "W:WKd8,a7:BKg1");
    finais_adjudicator *adjudicator = NULL;
    finais_verdict verdict;
    finais_error error;
    finais_move move = {.from = 0, .to = 31};
    finais_position impossible = {.white = 1, .black = 1};
    size_t count;
    CHECK_EQUAL(finais_draw_rules_named(NULL, "fmjd64", &error), FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_draw_rules_named(&others, "fmjd", &error), FINAIS_BAD_TEXT);
    CHECK(strstr(error.message, "'fmjd'") != NULL);
    CHECK_EQUAL(finais_draw_rules_read(&others, "profile x\nhuh", 13, &error), FINAIS_BAD_TEXT);
    CHECK_STRING(error.message, "draw rules, line 2, 'huh': a line begins with profile, "
                                "repetition, articles, counter, article or #");
    CHECK_EQUAL(finais_clock_new(&clock, NULL, rules, &impossible, NULL), FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_clock_restart(clock, &impossible, NULL), FINAIS_ILLEGAL_POSITION);
    CHECK_EQUAL(finais_clock_restart(NULL, &impossible, NULL), FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_clock_restart_fen(clock, "W:", FINAIS_NUMERIC, NULL), FINAIS_BAD_TEXT);
    CHECK_EQUAL(finais_clock_set(clock, "clock", 1, &error), FINAIS_BAD_TEXT);
    CHECK_EQUAL(finais_clock_set(clock, NULL, 10000, &error), FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_clock_move(clock, &move, &error), FINAIS_ILLEGAL_MOVE);
    CHECK_EQUAL(finais_clock_move(NULL, &move, &error), FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_clock_articles(clock, NULL, 1, &count, &error), FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_clock_articles(clock, NULL, 0, &count, &error), FINAIS_OK);
    CHECK_EQUAL(count, 2);
    CHECK(!finais_clock_draw(NULL).drawn);
    CHECK_EQUAL(finais_adjudicator_new(&adjudicator, table->context, others, 0, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_adjudicate(adjudicator, clock, &verdict, &error), FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_adjudicate(NULL, clock, &verdict, &error), FINAIS_INVALID_ARGUMENT);
    finais_adjudicator_free(adjudicator);
    finais_adjudicator_free(NULL);
    finais_clock_free(clock);
    finais_clock_free(NULL);
    finais_draw_rules_free(rules);
    finais_draw_rules_free(others);
    finais_draw_rules_free(NULL);
    CHECK_STRING(finais_draw_rules_name(NULL), "");
}

/* Without room for positions and counters a state may be undecided, and is never wrong. */
static void test_small_memory(const struct table *table) {
    finais_draw_rules *rules = rules_of("lidraughts");
    finais_clock *clock = clock_of(table, rules, "W:WKd8,a7:BKg1");
    finais_adjudicator *small = NULL;
    finais_adjudicator *large = NULL;
    unsigned undecided = 0;
    CHECK_EQUAL(finais_adjudicator_new(&small, table->context, rules, 1000, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_adjudicator_new(&large, table->context, rules, 0, NULL), FINAIS_OK);
    for (int i = 0; i < 500; i++) {
        finais_position position = random_position();
        finais_verdict first;
        finais_verdict second;
        CHECK_EQUAL(finais_clock_restart(clock, &position, NULL), FINAIS_OK);
        CHECK_EQUAL(finais_clock_set(clock, NULL, 1 + below(8), NULL), FINAIS_OK);
        CHECK_EQUAL(finais_adjudicate(small, clock, &first, NULL), FINAIS_OK);
        CHECK_EQUAL(finais_adjudicate(large, clock, &second, NULL), FINAIS_OK);
        CHECK(first.rules == second.rules || first.rules == FINAIS_UNKNOWN);
        CHECK((first.rules == FINAIS_UNKNOWN) == (first.reason[0] != '\0'));
        undecided += first.rules == FINAIS_UNKNOWN;
    }
    CHECK(undecided > 0);
    finais_adjudicator_free(small);
    finais_adjudicator_free(large);
    finais_clock_free(clock);
    finais_draw_rules_free(rules);
}

int main(void) {
    struct table table = {NULL, NULL};
    const char *directories[] = {TEST_TABLES};
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = directories;
    options.directory_count = 1;
    CHECK_EQUAL(finais_open(&table.handle, &options, NULL), FINAIS_OK);
    if (CHECK_EQUAL(finais_context_new(&table.context, table.handle, NULL), FINAIS_OK)) {
        test_clock(&table);
        test_history(&table);
        test_faults(&table);
        test_small_memory(&table);
        test_moves_agree(&table, "fmjd64");
        test_moves_agree(&table, "lidraughts");
        test_moves_agree(&table, "moves40");
        test_moves_agree(&table, "cbd20");
    }
    finais_context_free(table.context);
    finais_close(table.handle);
    return check_report();
}
