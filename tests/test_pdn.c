/* Reading PDN: what the reader makes of whole texts, fed at once and byte by byte. Events are
 * written down as words: a tag as Name=value, a move as it stands, ?? an unknown move, =text a
 * result, !line:text a fault, and . the end of a game. */
#include "check.h"
#include "pdn.h"
#include "tsv.h"
#include <stdlib.h>

enum { SEEN_SIZE = 4096 };

struct seen {
    char text[SEEN_SIZE];
    size_t length;
    uint64_t games;
    unsigned stop_after; /* events; 0 never */
    unsigned events;
};

static bool note(void *context, const struct pdn_event *event) {
    struct seen *seen = context;
    char *at = seen->text + seen->length;
    size_t room = SEEN_SIZE - seen->length;
    int written = 0;
    const char *blank = seen->length > 0 ? " " : "";
    switch (event->kind) {
    case PDN_TAG:
        written = snprintf(at, room, "%s%s=%s", blank, event->name, event->text);
        break;
    case PDN_MOVE:
        written = snprintf(at, room, "%s%s", blank, event->text);
        break;
    case PDN_UNKNOWN_MOVE:
        written = snprintf(at, room, "%s??", blank);
        break;
    case PDN_RESULT:
        written =
            snprintf(at, room, "%s=%s", blank,
                     event->result == RESULT_NEITHER ? "0-0" : game_result_text(event->result));
        break;
    case PDN_FAULT:
        written = snprintf(at, room, "%s!%d:%.20s", blank, (int)event->line, event->text);
        break;
    case PDN_END:
        written = snprintf(at, room, "%s.", blank);
        break;
    }
    CHECK(strlen(event->text) <= event->length);
    seen->length += written > 0 && (size_t)written < room ? (size_t)written : 0;
    seen->games = event->game;
    seen->events++;
    return seen->stop_after == 0 || seen->events < seen->stop_after;
}

static struct seen read_text(const char *text, size_t length, size_t step) {
    struct pdn_reader reader;
    struct seen seen = {.length = 0};
    pdn_reader_init(&reader, note, &seen);
    for (size_t at = 0; at < length; at += step)
        CHECK(pdn_feed(&reader, text + at, length - at < step ? length - at : step));
    pdn_finish(&reader);
    return seen;
}

static void reads(const char *text, const char *expected) {
    struct seen whole = read_text(text, strlen(text), strlen(text) + 1);
    struct seen bytes = read_text(text, strlen(text), 1);
    CHECK_STRING(whole.text, expected);
    CHECK_STRING(bytes.text, whole.text);
}

static void test_moves(void) {
    reads("1. c3-d4 d6-c5 2. b2-c3 f6-g5 *", "c3-d4 d6-c5 b2-c3 f6-g5 =* .");
    reads("1.c3-d4 d6-c5 2.b2-c3", "c3-d4 d6-c5 b2-c3 .");
    reads("1. 22-18 11x22 2. 25x18x11 1-0", "22-18 11x22 25x18x11 =1-0 .");
    reads("12... c3xe5 13 d2:f4! 13... e3-d4?! 14. ... a1-b2??", "c3xe5 d2:f4 e3-d4 a1-b2 .");
    reads("1. c3-d4 $1 $12 d6-c5$2", "c3-d4 d6-c5 .");
    reads("1. c3-d4!$1$12 d6-c5* b2-c3", "c3-d4 d6-c5 =* . b2-c3 .");
    reads("1. - - d6-c5 2. -- - -", "?? d6-c5 ?? ?? .");
    reads("1. - d6-c5", "!1:a single -, where a  d6-c5 .");
    reads("c3-d4 {a comment} d6-c5;to the end 2. x-y\n% c3\n b2-c3", "c3-d4 d6-c5 b2-c3 .");
    reads("c3-d4 100%", "c3-d4 100% .");
    reads("c3-d4 (d2-c3 (x) {)} y) d6-c5 ( ; )\n ) 1-1", "c3-d4 d6-c5 =1/2-1/2 .");
    reads("c3-d4{glued}d6-c5(glued)b2-c3", "c3-d4 d6-c5 b2-c3 .");
    reads("", "");
    reads(" \r\n\t ", "");
}

static void test_results(void) {
    reads("1-0 0-1 1/2-1/2 0-0 * 2-0 1-1 0-2",
          "=1-0 . =0-1 . =1/2-1/2 . =0-0 . =* . =1-0 . =1/2-1/2 . =0-1 .");
    /* What looks almost like one is a move, or a number. */
    reads("2-1", "2-1 .");
    reads("1/2", "1/2 .");
    struct tsv tsv;
    unsigned rows = 0;
    CHECK(tsv_open(&tsv, TEST_DATA "/rules_cases.tsv"));
    while (tsv_next(&tsv)) {
        if (strcmp(tsv.fields[1], "pdn-result") != 0)
            continue;
        struct seen seen = read_text(tsv.fields[2], strlen(tsv.fields[2]), 1);
        CHECK_STRING(seen.text, "c3-d4 d6-c5 =1/2-1/2 .");
        CHECK_STRING(tsv.fields[3], "2 plies, result 1-1");
        rows++;
    }
    CHECK_EQUAL(rows, 1);
    tsv_close(&tsv);
}

static void test_tags(void) {
    reads("[Event \"a\"]\n[Result \"1-0\"]\n\n1. c3-d4 1-0\n\n[Event \"b\"]\n\nd6-c5 0-1\n",
          "Event=a Result=1-0 c3-d4 =1-0 . Event=b d6-c5 =0-1 .");
    reads("[ Event  \"a\" ]\r\n[Site\"b\"]\r\n\r\nc3-d4", "Event=a Site=b c3-d4 .");
    reads("[A \"x \\\"y\\\" \\\\ c:\\d [{(;%\"]", "A=x \"y\" \\ c:\\d [{(;% .");
    reads("\xef\xbb\xbf[A \"\xc3\xa9\"] c3-d4", "A=\xc3\xa9 c3-d4 .");
    /* Without a result a game ends where the next one's tags begin. */
    reads("[A \"1\"]\nc3-d4\n[A \"2\"]\nd6-c5", "A=1 c3-d4 . A=2 d6-c5 .");
    /* Tags without moves are a game; what follows a result without tags is another. */
    reads("[A \"1\"]", "A=1 .");
    reads("c3-d4 1-0 c3-b4 *", "c3-d4 =1-0 . c3-b4 =* .");
    reads("c3-d4 1-0 {about it} ; and more\n", "c3-d4 =1-0 .");
    reads("[A 1]\nc3-d4 *", "!1:a tag that is not of c3-d4 =* .");
    reads("[A \"1\nc3-d4 *", "!1:a tag that is not of c3-d4 =* .");
    reads("[A \"1\" x]\nc3-d4 *", "!1:a tag that is not of c3-d4 =* .");
    reads("[A \"1\\\n", "!1:a tag that is not of .");
    reads("[A", "!1:a tag is not closed .");
}

static void test_line_ends(void) {
    reads("a\nb\n[x]", "a b . !3:a tag that is not of .");
    reads("a\r\nb\r\n[x]", "a b . !3:a tag that is not of .");
    reads("a\rb\r[x]", "a b . !3:a tag that is not of .");
    reads("a ;c\rb", "a b .");
}

static void test_broken_text(void) {
    reads("c3-d4 {a {nested} comment} d6-c5", "c3-d4 d6-c5 .");
    reads("c3-d4 } d6-c5", "c3-d4 !1:a } without its { d6-c5 .");
    reads("c3-d4 ) d6-c5", "c3-d4 !1:a ) without its ( d6-c5 .");
    reads("c3-d4\n{never closed\n", "c3-d4 !2:a comment is not clo .");
    reads("c3-d4\n(never closed\n", "c3-d4 !3:a variation is not c .");
    /* A comment or variation that is never closed does not swallow the next game. */
    reads("[A \"1\"]\nc3-d4 {oops { x }\n1-0\n\n[A \"2\"]\nd6-c5 *",
          "A=1 c3-d4 !2:a comment is not clo . A=2 d6-c5 =* .");
    reads("c3-d4 (oops 1-0\n[A \"2\"]\nd6-c5 *", "c3-d4 !2:a variation is not c . A=2 d6-c5 =* .");
    reads("c3-d4 1-0 {oops\n[A \"2\"]\nd6-c5 *", "c3-d4 =1-0 . A=2 d6-c5 =* .");
    /* But a bracket in a comment is no tag. */
    reads("c3-d4 {a\n[%clk 1]\n[A] [A \"\"]\n[A b \"\n} d6-c5", "c3-d4 d6-c5 .");
    reads("\x01\xff garbage", "\x01\xff garbage .");
}

static void test_zero_bytes(void) {
    static const char text[] = "c3\0d4 d6-c5";
    struct seen seen = read_text(text, sizeof text - 1, 1);
    CHECK_STRING(seen.text, "c3 d6-c5 .");
}

static void test_long_text(void) {
    enum { LONG = 100000 };
    char *text = malloc(3 * LONG);
    if (!CHECK(text != NULL))
        return;
    /* A comment, a variation, a word and a tag of that length. */
    size_t at = (size_t)sprintf(text, "c3-d4 {");
    memset(text + at, 'x', LONG);
    sprintf(text + at + LONG, "} d6-c5");
    reads(text, "c3-d4 d6-c5 .");
    memset(text + 6, '(', LONG);
    memset(text + 6 + LONG, ')', LONG);
    sprintf(text + 6 + LONG + LONG, " d6-c5");
    reads(text, "c3-d4 d6-c5 .");
    memset(text, 'x', LONG);
    text[LONG] = '\0';
    struct seen seen = read_text(text, LONG, 1000);
    CHECK_EQUAL(seen.length, PDN_WORD_SIZE - 1 + 2);
    at = (size_t)sprintf(text, "[A \"");
    memset(text + at, 'x', LONG);
    sprintf(text + at + LONG, "\"] c3-d4");
    seen = read_text(text, strlen(text), 1000);
    CHECK_EQUAL(seen.length, strlen("A=") + PDN_VALUE_SIZE - 1 + strlen(" c3-d4 ."));
    free(text);
}

static void test_stopping(void) {
    struct pdn_reader reader;
    struct seen seen = {.stop_after = 2};
    pdn_reader_init(&reader, note, &seen);
    CHECK(!pdn_feed(&reader, "a b c d", 7));
    CHECK(!pdn_feed(&reader, "e f", 3));
    pdn_finish(&reader);
    CHECK_STRING(seen.text, "a b");
}

int main(void) {
    test_moves();
    test_results();
    test_tags();
    test_line_ends();
    test_broken_text();
    test_zero_bytes();
    test_long_text();
    test_stopping();
    return check_report();
}
