/* The lengths of wins under draw rules, for random positions with random counters: they are known,
 * and follow from those of the moves.
 *
 *     test-lengths TABLES PIECES POSITIONS [SEED]
 */
#include "check.h"
#include "finais.h"
#include "xorshift.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state;

static unsigned below(unsigned limit) {
    return xorshift_below(&state, limit);
}

/* At least one piece a side. */
static finais_position random_position(unsigned pieces) {
    const uint64_t promotion_rows[2] = {UINT64_C(0xf), UINT64_C(0xf) << 28};
    finais_position position = {.side_to_move = below(2)};
    unsigned black = 1 + below(pieces - 1);
    for (unsigned i = 0; i < pieces;) {
        uint64_t square = UINT64_C(1) << below(32);
        unsigned side = i < black;
        bool king = below(2) == 0 || (square & promotion_rows[side]) != 0;
        if (((position.white | position.black) & square) != 0)
            continue;
        position.white |= side == 0 ? square : 0;
        position.black |= side == 1 ? square : 0;
        position.kings |= king ? square : 0;
        i++;
    }
    return position;
}

/* Every counter somewhere below its limits, or a little beyond. */
static void set_counters(finais_clock *clock) {
    enum { PLIES = 60, ROAD = 6 };
    finais_counter counter;
    for (size_t i = 0; finais_clock_counter(clock, i, &counter); i++) {
        bool road = strcmp(counter.name, "road") == 0;
        CHECK_EQUAL(finais_clock_set(clock, counter.name, below(road ? ROAD : PLIES), NULL),
                    FINAIS_OK);
    }
}

/* The length of the best move, by the values of the moves. */
static int32_t best_length(const finais_judged_list *moves, int32_t value) {
    int32_t best = -1;
    for (size_t i = 0; i < moves->count; i++) {
        int32_t plies = moves->moves[i].plies;
        if (moves->moves[i].rules == value &&
            (best < 0 || (value == FINAIS_WIN ? plies < best : plies > best)))
            best = plies;
    }
    return best;
}

struct count {
    unsigned long decided;
    unsigned long longer; /* than without draw rules */
    unsigned long unknown;
    double slowest; /* CPU seconds */
};

static void check_position(finais_adjudicator *adjudicator, finais_clock *running,
                           struct count *count) {
    static finais_judged_list moves;
    finais_verdict verdict;
    clock_t start = clock();
    CHECK_EQUAL(finais_adjudicate(adjudicator, running, &verdict, NULL), FINAIS_OK);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    count->slowest = seconds > count->slowest ? seconds : count->slowest;
    if (verdict.draw.drawn || (verdict.rules != FINAIS_WIN && verdict.rules != FINAIS_LOSS))
        return;
    count->decided++;
    count->unknown += verdict.plies == FINAIS_NO_DISTANCE;
    count->longer += verdict.plies > verdict.theory.dtw;
    if (verdict.plies == FINAIS_NO_DISTANCE)
        return;
    CHECK(verdict.plies >= verdict.theory.dtw);
    CHECK_EQUAL(finais_adjudicate_moves(adjudicator, running, &moves, NULL), FINAIS_OK);
    if (moves.count > 0)
        CHECK_EQUAL(verdict.plies, best_length(&moves, verdict.rules));
}

static void check_rules(const finais *handle, finais_context *context, const char *name,
                        unsigned pieces, unsigned long positions) {
    finais_draw_rules *rules = NULL;
    finais_adjudicator *adjudicator = NULL;
    finais_clock *clock = NULL;
    struct count count = {0};
    finais_position position = random_position(pieces);
    CHECK_EQUAL(finais_draw_rules_named(&rules, name, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_clock_new(&clock, handle, rules, &position, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_adjudicator_new(&adjudicator, context, rules, 0, NULL), FINAIS_OK);
    for (unsigned long i = 0; i < positions; i++) {
        position = random_position(pieces);
        CHECK_EQUAL(finais_clock_restart(clock, &position, NULL), FINAIS_OK);
        set_counters(clock);
        check_position(adjudicator, clock, &count);
    }
    printf(
        "%s, %u pieces: %lu positions, %lu decided, %lu of them later than without rules, %lu of "
        "unknown length; the slowest took %.2f s\n",
        name, pieces, positions, count.decided, count.longer, count.unknown, count.slowest);
    CHECK(count.decided > positions / 8);
    CHECK_EQUAL(count.unknown, 0);
    finais_adjudicator_free(adjudicator);
    finais_clock_free(clock);
    finais_draw_rules_free(rules);
}

int main(int argc, char **argv) {
    static const char *const names[] = {"fmjd64", "lidraughts", "moves40", "cbd20"};
    const char *directories[] = {argc > 3 ? argv[1] : "."};
    unsigned pieces = argc > 3 ? (unsigned)atoi(argv[2]) : 0;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    finais *handle = NULL;
    finais_context *context = NULL;
    options.directories = directories;
    options.directory_count = 1;
    state = (argc > 4 ? strtoul(argv[4], NULL, 10) : 1) * UINT64_C(0x9e3779b97f4a7c15) + 1;
    CHECK(pieces >= 2 && pieces <= 5);
    CHECK_EQUAL(finais_open(&handle, &options, NULL), FINAIS_OK);
    if (CHECK_EQUAL(finais_context_new(&context, handle, NULL), FINAIS_OK))
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            check_rules(handle, context, names[i], pieces, strtoul(argv[3], NULL, 10));
    finais_context_free(context);
    finais_close(handle);
    return check_report();
}
