/* The text of draw rules. What is read keeps to its limits and can be counted by. */
#include "draw_text.h"
#include "fuzz.h"
#include "rules.h"
#include <string.h>

static void count(const struct draw_rules *rules) {
    struct position position = {
        .white = UINT64_C(0x18000020), .black = 1, .kings = UINT64_C(0x08000001)};
    struct draw_clock clock = {{0}};
    for (unsigned ply = 0; ply < 40; ply++) {
        static struct move_list list;
        moves_generate(&rules_brazilian, &position, &list);
        if (list.count == 0)
            break;
        const struct move *move = &list.moves[ply * 7 % list.count];
        struct position after = move_apply(&rules_brazilian, &position, move);
        clock = draw_clock_after(rules, &geometry_8x8, &position, move, &after, &clock);
        int due = draw_article_due(rules, &geometry_8x8, &after, &clock);
        FUZZ_DEMAND(due >= DRAW_NONE && due < rules->article_count);
        for (int i = 0; i < DRAW_COUNTERS_MAX; i++)
            FUZZ_DEMAND(clock.counts[i] <= ply + 1);
        position = after;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct draw_rules rules;
    struct draw_text_error error = {.what = NULL};
    char *text = fuzz_text(data, size);
    if (draw_rules_read(text, size, &rules, &error)) {
        FUZZ_DEMAND(strlen(rules.name) > 0);
        for (int i = 0; i < rules.article_count; i++) {
            FUZZ_DEMAND(rules.articles[i].counter < rules.counter_count);
            FUZZ_DEMAND(rules.articles[i].needs < rules.counter_count);
            FUZZ_DEMAND(rules.articles[i].limit > 0);
        }
        count(&rules);
    } else {
        FUZZ_DEMAND(error.what != NULL && error.word_offset + error.word_length <= size);
    }
    free(text);
    return 0;
}
