/* Rules are data: the one move generator, compiled for two more variants, gives their published
 * counts. The variants exist in this test only.
 *
 * English: Aart Bik, "Perft for 8x8 checkers", talkchess.com, topic 27814; his program counts every
 * way of a capture. Russian: the perft test of the engine Kodra by Sochima Biereagu (2017), which
 * counts every way, too.
 */
#include "positions.h"
#include "variant.h"
#include <stdlib.h>

enum { DEPTH_MAX = 9 };

static const uint64_t english_nodes[DEPTH_MAX + 1] = {1,    7,     49,     302,    1469,
                                                      7361, 36768, 179740, 845931, 3963680};
static const uint64_t russian_nodes[DEPTH_MAX + 1] = {1,    7,     49,     302,    1469,
                                                      7482, 37986, 190146, 929905, 4570667};

struct path_count {
    const struct test_variant *variant;
    const struct position *position;
    unsigned depth;
    uint64_t nodes;
};

static uint64_t count_nodes(const struct test_variant *variant, const struct position *position,
                            unsigned depth);

static bool count_path(void *context, const struct capture_path *path) {
    struct path_count *count = context;
    const struct rules *rules = count->variant->rules;
    struct move_list list;
    struct move move = {
        .from = path->from, .to = path->squares[path->captures - 1], .captured = path->captured};
    /* Whether it promotes is what the generator says of the same move. */
    count->variant->generator.generate(count->position, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (list.moves[i].from == move.from && list.moves[i].to == move.to &&
            list.moves[i].captured == move.captured)
            move.promotes = list.moves[i].promotes;
    struct position after = move_apply(rules, count->position, &move);
    count->nodes += count_nodes(count->variant, &after, count->depth - 1);
    return true;
}

/* Number of games of `depth` plies; captures that differ in their way count as different. */
static uint64_t count_nodes(const struct test_variant *variant, const struct position *position,
                            unsigned depth) {
    struct path_count count = {variant, position, depth, 0};
    struct move_list list;
    if (depth == 0)
        return 1;
    if (variant->generator.capturers(position) != 0) {
        variant->generator.visit(position, count_path, &count);
        return count.nodes;
    }
    variant->generator.generate(position, &list);
    if (depth == 1)
        return list.count;
    for (unsigned i = 0; i < list.count; i++) {
        struct position after = move_apply(variant->rules, position, &list.moves[i]);
        count.nodes += count_nodes(variant, &after, depth - 1);
    }
    return count.nodes;
}

static void check_nodes(const struct test_variant *variant, const uint64_t *expected,
                        unsigned depth_max) {
    struct position start = position_of("W:W21-32:B1-12");
    for (unsigned depth = 0; depth <= depth_max; depth++)
        CHECK_EQUAL(count_nodes(variant, &start, depth), expected[depth]);
}

/* One position where each field of the rules shows. */
static void check_moves(const char *fen, unsigned brazilian, unsigned english, unsigned russian) {
    struct position position = position_of(fen);
    struct move_list list;
    moves_generate(&rules_brazilian, &position, &list);
    check_equal(list.count, brazilian, __FILE__, __LINE__, fen);
    variant_english.generator.generate(&position, &list);
    check_equal(list.count, english, __FILE__, __LINE__, fen);
    variant_russian.generator.generate(&position, &list);
    check_equal(list.count, russian, __FILE__, __LINE__, fen);
}

static void test_fields(void) {
    /* Backward capture: e5xc3, or else e5-f6 and e5-d6. */
    check_moves("W:We5:Bd4", 1, 2, 1);
    /* Range of kings: seven quiet moves along the main road, or one. */
    check_moves("W:WKa1:Bh2", 7, 1, 7);
    /* Choice: two pieces (g3xg7), or also one (a3xc5). */
    check_moves("W:Wa3,g3:Bb4,f4,f6", 1, 2, 2);
    /* The last row inside a capture: on as a man to h6; stop on f8; on as a king by way of h6 to
     * e3, d2 or c1. */
    check_moves("W:Wd6:Be7,g7,f4", 1, 1, 3);
}

/* One argument: the greatest depth. */
int main(int argc, char **argv) {
    unsigned depth = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : DEPTH_MAX;
    depth = depth > DEPTH_MAX ? DEPTH_MAX : depth;
    check_nodes(&variant_english, english_nodes, depth);
    check_nodes(&variant_russian, russian_nodes, depth);
    test_fields();
    return check_report();
}
