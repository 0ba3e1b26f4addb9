/* The draw articles: whole games against the ply at which each profile draws them, counters that
 * are set back or not, and the text of profiles. */
#include "check.h"
#include "draw_text.h"
#include "move_text.h"
#include "positions.h"
#include "tsv.h"
#include <stdlib.h>

static struct draw_rules rules_named(const char *name) {
    struct draw_rules rules = {.name = ""};
    CHECK(draw_rules_named(name, &rules));
    return rules;
}

/* ---- Games ----------------------------------------------------------------------------------- */

struct replay {
    struct position position;
    struct draw_clock clock;
    unsigned plies;
    int drawn_at; /* ply, or -1 */
    int won_at;
    const char *article;
};

static bool is_over(const struct position *position) {
    struct move_list list;
    moves_generate(&rules_brazilian, position, &list);
    return list.count == 0;
}

static void play(struct replay *replay, const struct draw_rules *rules, const char *text,
                 size_t length) {
    struct move move;
    if (!CHECK_EQUAL(move_text_read(&rules_brazilian, &replay->position, NOTATION_ALGEBRAIC, text,
                                    length, &move),
                     MOVE_TEXT_FINE))
        return;
    struct position after = move_apply(&rules_brazilian, &replay->position, &move);
    replay->clock =
        draw_clock_after(rules, &geometry_8x8, &replay->position, &move, &after, &replay->clock);
    replay->position = after;
    replay->plies++;
    if (is_over(&after)) {
        replay->won_at = (int)replay->plies;
        return;
    }
    int article = draw_article_due(rules, &geometry_8x8, &after, &replay->clock);
    if (article != DRAW_NONE && replay->drawn_at < 0 && replay->won_at < 0) {
        replay->drawn_at = (int)replay->plies;
        replay->article = rules->articles[article].name;
    }
}

static struct replay replay_game(const struct draw_rules *rules, const char *fen,
                                 const char *moves) {
    struct replay replay = {
        .position = position_of(fen), .drawn_at = -1, .won_at = -1, .article = ""};
    for (const char *at = moves; *at != '\0';) {
        size_t length = strcspn(at, " ");
        play(&replay, rules, at, length);
        at += length + (at[length] != '\0');
    }
    return replay;
}

static int ply_of(const char *text) {
    return strcmp(text, "-") == 0 ? -1 : atoi(text);
}

static void test_cases(void) {
    struct tsv tsv;
    unsigned rows = 0;
    const char *names[] = {"lidraughts", "fmjd64"};
    CHECK(tsv_open(&tsv, TEST_DATA "/draw_cases.tsv"));
    while (tsv_next(&tsv)) {
        rows++;
        for (int i = 0; i < 2; i++) {
            struct draw_rules rules = rules_named(names[i]);
            struct replay replay = replay_game(&rules, tsv.fields[1], tsv.fields[2]);
            if (!CHECK_EQUAL(replay.drawn_at, ply_of(tsv.fields[3 + i])) ||
                !CHECK_EQUAL(replay.won_at, ply_of(tsv.fields[5])))
                printf("  %s under %s: %s\n", tsv.fields[0], names[i], replay.article);
        }
    }
    CHECK_EQUAL(rows, 11);
    tsv_close(&tsv);
}

/* ---- Single moves ---------------------------------------------------------------------------- */

/* The counter `name` after the moves, from a clock in which all counters stand at `start`. */
static int counter_after(const char *profile, const char *fen, unsigned start, const char *moves,
                         const char *name) {
    struct draw_rules rules = rules_named(profile);
    struct replay replay = {
        .position = position_of(fen), .drawn_at = -1, .won_at = -1, .article = ""};
    for (int i = 0; i < rules.counter_count; i++)
        replay.clock.counts[i] = (uint16_t)start;
    for (const char *at = moves; *at != '\0';) {
        size_t length = strcspn(at, " ");
        play(&replay, &rules, at, length);
        at += length + (at[length] != '\0');
    }
    int counter = draw_counter_named(&rules, name, strlen(name));
    return CHECK(counter != DRAW_NONE) ? replay.clock.counts[counter] : -1;
}

static void test_fmjd64_counters(void) {
    /* A man move sets back 7.2.5 alone; a promotion, and a capture, both. */
    CHECK_EQUAL(counter_after("fmjd64", "W:WKb8,c3,a1:BKh2", 7, "c3-d4", "kings"), 0);
    CHECK_EQUAL(counter_after("fmjd64", "W:WKb8,c3,a1:BKh2", 7, "c3-d4", "balance"), 8);
    CHECK_EQUAL(counter_after("fmjd64", "W:WKb8,a7,a1:BKh2", 7, "b8-c7", "kings"), 8);
    CHECK_EQUAL(counter_after("fmjd64", "W:WKa5,a7,a1:BKh2", 7, "a7-b8", "balance"), 0);
    CHECK_EQUAL(counter_after("fmjd64", "W:WKa5,a7,a1:BKh2", 7, "a7-b8", "kings"), 0);
    CHECK_EQUAL(counter_after("fmjd64", "W:WKb8,c3,e1:Bd4,Kh2", 7, "c3xe5", "balance"), 0);
    CHECK_EQUAL(counter_after("fmjd64", "W:WKb8,c3,e1:Bd4,Kh2", 7, "c3xe5", "kings"), 0);
    /* Several pieces taken are one move. */
    CHECK_EQUAL(counter_after("fmjd64", "W:WKa1:Bb2,d4,Kb8", 3, "a1xh8 b8-a7", "balance"), 1);
}

static void test_road_counter(void) {
    /* Counted: moves of the stronger side with the lone king on the road before them. */
    const char *const road = "W:WKb8,Kc7,Kh4:BKa1";
    CHECK_EQUAL(counter_after("fmjd64", road, 2, "b8-a7", "road"), 3);
    CHECK_EQUAL(counter_after("fmjd64", road, 2, "b8-a7 a1-b2", "road"), 3);
    /* Leaving the road sets nothing back, and nothing is counted off it. */
    CHECK_EQUAL(counter_after("fmjd64", "W:WKb8,Kc7,Kh4:BKa3", 2, "b8-a7", "road"), 2);
    /* Another piece on the road. */
    CHECK_EQUAL(counter_after("fmjd64", "W:WKh8,Kb6,Kh4:BKa1", 2, "b6-a7", "road"), 2);
    /* A promotion makes a new balance under fmjd64, not under lidraughts while it stands there. */
    const char *const promotes = "W:WKh4,a7,Kg1:BKa1";
    CHECK_EQUAL(counter_after("fmjd64", promotes, 2, "a7-b8", "road"), 0);
    CHECK_EQUAL(counter_after("lidraughts", promotes, 7, "a7-b8", "road"), 8);
    CHECK_EQUAL(counter_after("lidraughts", promotes, 7, "a7-b8", "clock"), 8);
    /* Off the road it sets the clock back, but not the count. */
    CHECK_EQUAL(counter_after("lidraughts", "W:WKh4,a7,Kg1:BKh2", 7, "a7-b8", "clock"), 0);
    CHECK_EQUAL(counter_after("lidraughts", "W:WKh4,a7,Kg1:BKh2", 7, "a7-b8", "road"), 7);
    /* The promotion of the first king sets back both; what stands on the board then counts. */
    CHECK_EQUAL(counter_after("lidraughts", "W:Wa5,a7,e1:BKa1", 7, "a7-b8", "clock"), 0);
    CHECK_EQUAL(counter_after("lidraughts", "W:Wa5,a7,e1:BKa1", 7, "a7-b8", "road"), 1);
}

static void test_lidraughts_clock(void) {
    /* Three pieces: neither a man move nor a second king sets it back; a first king does. */
    CHECK_EQUAL(counter_after("lidraughts", "W:WKh4,c3:BKh8", 4, "h4-g5", "clock"), 5);
    CHECK_EQUAL(counter_after("lidraughts", "W:WKh4,a7:BKh2", 4, "a7-b8", "clock"), 5);
    CHECK_EQUAL(counter_after("lidraughts", "W:Wa7:BKh2", 4, "a7-b8", "clock"), 0);
    /* The capture from four to three sets it back, from three to two not. */
    CHECK_EQUAL(counter_after("lidraughts", "W:WKh4,Ka1:BKf6,a7", 4, "h4xe7", "clock"), 0);
    CHECK_EQUAL(counter_after("lidraughts", "W:WKh4:BKf6,a7", 4, "h4xe7", "clock"), 0);
    CHECK_EQUAL(counter_after("lidraughts", "W:WKa1:BKf6,Ka7", 4, "a1xg7", "clock"), 5);
    /* Without a king on one side it stands at 0. */
    CHECK_EQUAL(counter_after("lidraughts", "W:WKh4:Bc5,a7", 4, "h4-g5", "clock"), 0);
    /* Eight pieces: man moves set it back; seven: they do not. */
    CHECK_EQUAL(counter_after("lidraughts", "W:WKh4,a1,c1,e1:BKb8,d8,f8,h8", 4, "a1-b2", "clock"),
                0);
    CHECK_EQUAL(counter_after("lidraughts", "W:WKh4,a1,c1,e1:BKb8,d8,f8", 4, "a1-b2", "clock"), 5);
    /* When the lone king steps on the road the limit is 30, whatever went before. */
    struct draw_rules rules = rules_named("lidraughts");
    struct position on_road = position_of("W:WKb8,c7,Kh4:BKa1");
    struct position off_road = position_of("W:WKb8,c7,Kh4:BKa3");
    struct draw_clock clock = {{30, 0}};
    CHECK(draw_article_due(&rules, &geometry_8x8, &on_road, &clock) != DRAW_NONE);
    CHECK_EQUAL(draw_article_due(&rules, &geometry_8x8, &off_road, &clock), DRAW_NONE);
}

static void test_limits(void) {
    struct draw_rules rules = rules_named("moves40");
    struct position position = position_of("W:WKb8:BKh2");
    struct draw_clock clock = {{79}};
    CHECK_EQUAL(draw_article_due(&rules, &geometry_8x8, &position, &clock), DRAW_NONE);
    clock.counts[0] = 80;
    CHECK_EQUAL(draw_article_due(&rules, &geometry_8x8, &position, &clock), 0);
    rules = rules_named("cbd20");
    clock.counts[0] = 39;
    CHECK_EQUAL(draw_article_due(&rules, &geometry_8x8, &position, &clock), DRAW_NONE);
    clock.counts[0] = 40;
    CHECK_EQUAL(draw_article_due(&rules, &geometry_8x8, &position, &clock), 0);
    /* Six pieces: 60 moves of each side, and 15 of kings alone. */
    rules = rules_named("fmjd64");
    position = position_of("W:WKb8,c1,e1:BKh2,h8,f8");
    clock = (struct draw_clock){{119, 29, 0}};
    CHECK_EQUAL(draw_article_due(&rules, &geometry_8x8, &position, &clock), DRAW_NONE);
    clock = (struct draw_clock){{120, 0, 0}};
    CHECK(draw_article_due(&rules, &geometry_8x8, &position, &clock) != DRAW_NONE);
    clock = (struct draw_clock){{30, 30, 0}};
    CHECK(draw_article_due(&rules, &geometry_8x8, &position, &clock) != DRAW_NONE);
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void test_profiles(void) {
    unsigned count = 0;
    for (const char *name; (name = draw_profile_name(count)) != NULL; count++) {
        struct draw_rules rules = rules_named(name);
        CHECK_STRING(rules.name, name);
        CHECK_EQUAL(rules.repetitions, strcmp(name, "none") == 0 ? 0 : 3);
    }
    CHECK_EQUAL(count, 6);
    CHECK(draw_profile_text(count) == NULL);
    struct draw_rules rules;
    CHECK(!draw_rules_named("fmjd", &rules));
    CHECK(!draw_rules_named("", &rules));
}

static void refused(const char *text, unsigned line, const char *word) {
    struct draw_rules rules;
    struct draw_text_error error = {.what = NULL};
    if (!CHECK(!draw_rules_read(text, strlen(text), &rules, &error)))
        return;
    CHECK_EQUAL(error.line, line);
    CHECK(error.what != NULL);
    CHECK_EQUAL(error.word_length, strlen(word));
    if (!CHECK(memcmp(text + error.word_offset, word, strlen(word)) == 0))
        printf("  %s\n", text);
}

static void test_text(void) {
    const char *const good = "# a comment\r\n\r\n  profile  my-rules \r\narticles together\r\n"
                             "counter c counts plies resets capture man promotion first-king\r\n"
                             "article x limit 12 moves of c claim after 3 of c when pieces 4-6 "
                             "weak-men 0";
    struct draw_rules rules;
    struct draw_text_error error;
    CHECK(draw_rules_read(good, strlen(good), &rules, &error));
    CHECK_STRING(rules.name, "my-rules");
    CHECK_EQUAL(rules.counters[0].resets,
                DRAW_RESET_CAPTURE | DRAW_RESET_MAN | DRAW_RESET_PROMOTION | DRAW_RESET_FIRST_KING);
    CHECK(rules.articles[0].by_claim);
    CHECK_EQUAL(rules.articles[0].needs_count, 3);
    CHECK_EQUAL(rules.articles[0].material.pieces.most, 6);
    CHECK_EQUAL(rules.articles[0].material.weak_men.most, 0);

    refused("", 0, "");
    refused("repetition 3", 1, "repetition");
    refused("profile a\nprofile b", 2, "b");
    refused("profile a b", 1, "b");
    refused("profile a,b", 1, "a,b");
    refused("profile 1234567890123456789012345", 1, "1234567890123456789012345");
    refused("profile a\nrepetition 1", 2, "");
    refused("profile a\nrepetition x", 2, "x");
    refused("profile a\nrepetition 99999999999999999999", 2, "99999999999999999999");
    refused("profile a\nrepetition 3\nrepetition 3", 3, "3");
    refused("profile a\narticles both", 2, "both");
    refused("profile a\nwhat", 2, "what");
    refused("profile a\ncounter c plies", 2, "plies");
    refused("profile a\ncounter c counts plies resets", 2, "");
    refused("profile a\ncounter c counts plies resets capture-in", 2, "capture-in");
    refused("profile a\ncounter c counts plies resets capture when pieces 3", 2, "pieces");
    refused("profile a\ncounter c counts plies resets by-article", 0, "");
#define COUNTER "profile a\ncounter c counts plies resets capture\n"
    refused(COUNTER "counter c counts plies resets capture", 3, "c");
    refused(COUNTER "article x limit 0 plies of c", 3, "0");
    refused(COUNTER "article x limit 1001 plies of c", 3, "1001");
    refused(COUNTER "article x limit 3 plies of d", 3, "d");
    refused(COUNTER "article x limit 3 hours of c", 3, "hours");
    refused(COUNTER "article x limit 3 plies of c when", 3, "");
    refused(COUNTER "article x limit 3 plies of c when pieces", 3, "");
    refused(COUNTER "article x limit 3 plies of c when pieces 5-4", 3, "5-4");
    refused(COUNTER "article x limit 3 plies of c when pieces 3-", 3, "3-");
    refused(COUNTER "article x limit 3 plies of c when horses 3", 3, "horses");
    refused(COUNTER "article x limit 3 plies of c resets man", 3, "");
}

int main(void) {
    test_cases();
    test_fmjd64_counters();
    test_road_counter();
    test_lidraughts_clock();
    test_limits();
    test_profiles();
    test_text();
    return check_report();
}
