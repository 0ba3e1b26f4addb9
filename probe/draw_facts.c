/* With fresh counters no win of up to 4 pieces is drawn by any built-in rules, nor any of 5 under
 * lidraughts, moves40 and cbd20. Under fmjd64 five signatures of 5 pieces have wins that are drawn
 * (docs/results/README.md). tests/test_draw_facts.c proves the rest. Where no article counts there
 * is nothing to prove. */
#include "draw_facts.h"
#include <string.h>

const struct draw_facts *draw_facts_of(const char *name) {
    static const char *const fmjd64_exceptions[] = {"KKMvKM", "KKMvMM", "KMMvKM",
                                                    "KMMvMM", "MMMvKM", NULL};
    static const struct draw_facts all = {.pieces = 5};
    static const struct draw_facts all_but_five = {.pieces = 5, .exceptions = fmjd64_exceptions};
    static const struct draw_facts no_articles = {.pieces = UINT8_MAX};
    static const struct {
        const char *name;
        const struct draw_facts *facts;
    } list[] = {{"fmjd64", &all_but_five}, {"lidraughts", &all},         {"moves40", &all},
                {"cbd20", &all},           {"repetition", &no_articles}, {"none", &no_articles}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (strcmp(list[i].name, name) == 0)
            return list[i].facts;
    return NULL;
}
