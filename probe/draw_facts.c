/* With fresh counters no win of up to 4 pieces is drawn by any built-in rules: solved for every
 * position, with no such fact given, by tests/test_draw_facts.c. Where no article counts there is
 * nothing to prove. */
#include "draw_facts.h"
#include <string.h>

const struct draw_facts *draw_facts_of(const char *name) {
    static const struct draw_facts solved = {.pieces = 4};
    static const struct draw_facts no_articles = {.pieces = UINT8_MAX};
    static const struct {
        const char *name;
        const struct draw_facts *facts;
    } list[] = {{"fmjd64", &solved}, {"lidraughts", &solved},      {"moves40", &solved},
                {"cbd20", &solved},  {"repetition", &no_articles}, {"none", &no_articles}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (strcmp(list[i].name, name) == 0)
            return list[i].facts;
    return NULL;
}
