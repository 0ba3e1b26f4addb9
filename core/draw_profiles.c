/* The profiles that are built in. docs/rules.md, section 7, says what they mean, and why. */
#include "draw_text.h"
#include <string.h>

static const char fmjd64[] =
    "profile fmjd64\n"
    "repetition 3\n"
    "articles together\n"
    "counter balance counts plies resets capture promotion\n"
    "counter kings counts plies resets capture man\n"
    "counter road counts road-moves resets capture promotion when strong 3 strong-kings 1+ weak 1 "
    "weak-kings 1\n"
    "article 7.2.4 limit 15 strong-moves of balance when strong-kings 3+ strong-men 0 weak 1 "
    "weak-kings 1\n"
    "article 7.2.7 limit 5 strong-moves of road when strong 3 strong-kings 1+ weak 1 weak-kings 1\n"
    "article 7.2.8 limit 5 strong-moves of balance when strong 1-2 strong-kings 1+ weak 1 "
    "weak-kings 1\n"
    "article 7.2.5 limit 15 moves of kings\n"
    "article 7.2.6 limit 30 moves of balance when pieces 4-5 strong-kings 1+ weak-kings 1+\n"
    "article 7.2.6 limit 60 moves of balance when pieces 6-7 strong-kings 1+ weak-kings 1+\n";

static const char lidraughts[] =
    "profile lidraughts\n"
    "repetition 3 claim\n"
    "articles first\n"
    "counter clock counts plies resets by-article\n"
    "counter road counts road-plies resets capture first-king when strong 3 strong-kings 1+ weak 1 "
    "weak-kings 1\n"
    "article 7.2.8 limit 10 plies of clock resets capture-in first-king when pieces 2-3 "
    "strong-kings 1+ weak-kings 1+\n"
    "article 7.2.7 limit 10 plies of clock resets capture first-king after 10 of road when on-road "
    "strong 3 strong-kings 1+ weak 1 weak-kings 1\n"
    "article 7.2.7 limit 30 plies of clock resets capture first-king when on-road strong 3 "
    "strong-kings 1+ weak 1 weak-kings 1\n"
    "article 7.2.4 limit 30 plies of clock resets capture promotion when strong-kings 3+ "
    "strong-men 0 weak 1 weak-kings 1\n"
    "article 7.2.6 limit 60 plies of clock resets capture promotion when pieces 4-5 "
    "strong-kings 1+ weak-kings 1+\n"
    "article 7.2.6 limit 120 plies of clock resets capture promotion when pieces 6-7 "
    "strong-kings 1+ weak-kings 1+\n"
    "article 7.2.5 limit 30 plies of clock resets capture man when pieces 8+ strong-kings 1+ "
    "weak-kings 1+\n";

static const char moves40[] = "profile moves40\n"
                              "repetition 3\n"
                              "articles together\n"
                              "counter balance counts plies resets capture promotion\n"
                              "article 40-moves limit 40 moves of balance\n";

static const char cbd20[] = "profile cbd20\n"
                            "repetition 3\n"
                            "articles together\n"
                            "counter kings counts plies resets capture man\n"
                            "article 20-moves limit 20 moves of kings\n";

static const char repetition[] = "profile repetition\n"
                                 "repetition 3\n";

static const char none[] = "profile none\n";

static const struct {
    const char *name;
    const char *text;
} profiles[] = {{"fmjd64", fmjd64}, {"lidraughts", lidraughts}, {"moves40", moves40},
                {"cbd20", cbd20},   {"repetition", repetition}, {"none", none}};

enum { PROFILES = sizeof profiles / sizeof profiles[0] };

const char *draw_profile_name(unsigned index) {
    return index < PROFILES ? profiles[index].name : NULL;
}

const char *draw_profile_text(unsigned index) {
    return index < PROFILES ? profiles[index].text : NULL;
}

bool draw_rules_named(const char *name, struct draw_rules *rules) {
    for (unsigned i = 0; i < PROFILES; i++) {
        struct draw_text_error error;
        if (strcmp(profiles[i].name, name) == 0)
            return draw_rules_read(profiles[i].text, strlen(profiles[i].text), rules, &error);
    }
    return false;
}
