/* Distances found in blocks against those found position by position: every kernel that runs here,
 * one thread and several, every position; and the way back from the values of a DTW
 * table file.
 *
 *     test-distances PIECES
 */
#include "block_solver.h"
#include "check.h"
#include "moves.h"
#include "position_walk.h"
#include "ranks.h"
#include "solve_failure.h"
#include "solved.h"
#include <stdlib.h>

enum { SIGNATURES_MAX = 64, KERNELS = 3 };

static const char *const kernel_names[KERNELS] = {"plain", "avx2", "avx512"};

/* One way of solving, with all that it has solved so far. */
struct run {
    const struct kernel *kernel;
    unsigned threads;
    struct block_lookup lookup;
    struct blocks *blocks[SIGNATURES_MAX];
    struct distances *distances[SIGNATURES_MAX];
    size_t count;
};

/* The value that the blocks and distances tell of one position, looked up the plain way. */
static value value_in_blocks(const struct distances *distances, struct position position) {
    const struct blocks *blocks = distances->blocks;
    if (blocks->turned)
        position = position_mirror(&geometry_8x8, &position);
    enum side side = position.side_to_move;
    squares32 men = (squares32)((position.white | position.black) & ~position.kings);
    squares32 kings[2] = {(squares32)(position.white & position.kings),
                          (squares32)(position.black & position.kings)};
    unsigned row = blocks->rows > 1 ? lowest32(kings[WHITE]) : 0;
    unsigned column = kings[BLACK] != 0 ? lowest32(kings[BLACK]) : 0;
    uint64_t rank = man_rank(&blocks->layout, position.white & men, position.black & men);
    uint64_t block = rank * blocks->blocks_per_placement +
                     block_number(blocks, subset_rank32(kings[WHITE] & (kings[WHITE] - 1), ~men),
                                  subset_rank32(kings[BLACK] & (kings[BLACK] - 1), ~men));
    uint64_t word = block * blocks->rows + row;
    unsigned plies = distances->plies[side][word * distances->word_bytes + column];
    if ((blocks->win[side][word] >> column & 1) != 0)
        return value_win_in(plies);
    return (blocks->loss[side][word] >> column & 1) != 0 ? value_loss_in(plies) : VALUE_DRAW;
}

static uint64_t count_differences(const struct distances *found, const struct values *expected) {
    uint64_t differences = 0;
    for (unsigned side = 0; side < expected->sides; side++) {
        struct position_walk walk = position_walk_start(&expected->layout, (enum side)side, 0);
        for (uint64_t i = 0; i < expected->layout.positions; i++, position_walk_next(&walk))
            differences +=
                value_in_blocks(found, walk.position) != values_get(expected, (enum side)side, i);
    }
    return differences;
}

static unsigned longest_of(const struct values *values) {
    unsigned longest = 0;
    for (unsigned side = 0; side < values->sides; side++)
        for (uint64_t i = 0; i < values->layout.positions; i++) {
            unsigned plies = value_distance(values_get(values, (enum side)side, i));
            longest = plies > longest ? plies : longest;
        }
    return longest;
}

/* A signature whose longest distance is allowed is solved, else not. */
static void check_limit(struct run *run, const struct values *expected,
                        const struct distance_set *set, unsigned longest,
                        enum solve_status status) {
    struct blocks *blocks = blocks_allocate(&rules_brazilian, expected->layout.signature);
    struct distances *distances =
        blocks == NULL ? NULL : distances_allocate(blocks, expected->metric);
    if (!CHECK(blocks != NULL && distances != NULL))
        exit(check_report());
    distances->longest = longest;
    struct distance_set limited = {{[DISTANCES_DTW] = set->of[DISTANCES_DTW] ? distances : NULL,
                                    [DISTANCES_DTC] = set->of[DISTANCES_DTC] ? distances : NULL}};
    CHECK_EQUAL(
        solve_blocks(blocks, &limited, NULL, &run->lookup, run->kernel, run->threads, NULL, NULL),
        status);
    distances_free(distances);
    blocks_free(blocks);
}

static void solve_one(struct run *run, const struct values *expected) {
    struct blocks *blocks = blocks_allocate(&rules_brazilian, expected->layout.signature);
    struct distances *distances =
        blocks == NULL ? NULL : distances_allocate(blocks, expected->metric);
    if (!CHECK(blocks != NULL && distances != NULL))
        exit(check_report());
    struct distance_set set = {
        {[DISTANCES_DTW] = expected->metric == METRIC_DTW ? distances : NULL,
         [DISTANCES_DTC] = expected->metric == METRIC_DTC ? distances : NULL}};
    unsigned longest = longest_of(expected);
    check_limit(run, expected, &set, longest, SOLVE_OK);
    check_limit(run, expected, &set, longest - 1, SOLVE_TOO_LONG);
    CHECK_EQUAL(
        solve_blocks(blocks, &set, NULL, &run->lookup, run->kernel, run->threads, NULL, NULL),
        SOLVE_OK);
    char name[64];
    signature_name(expected->layout.signature, name);
    uint64_t differences = count_differences(distances, expected);
    if (!CHECK_EQUAL(differences, 0))
        printf("%s %s, %u threads\n", name, run->kernel->name, run->threads);
    run->blocks[run->count] = blocks;
    run->distances[run->count++] = distances;
}

/* What a table file does not tell must not matter: garbage where there is a capture. */
static struct values *values_of_file(const struct values *whole) {
    struct values *told = values_allocate(&rules_brazilian, whole->layout.signature, whole->metric);
    if (!CHECK(told != NULL))
        exit(check_report());
    for (unsigned side = 0; side < told->sides; side++)
        for (uint64_t i = 0; i < told->layout.positions; i++) {
            struct position position = position_of_index(&told->layout, i, (enum side)side);
            bool captures = moves_must_capture(&rules_brazilian, &position);
            values_set(told, (enum side)side, i,
                       captures ? (value)(i % 1000) : values_get(whole, (enum side)side, i));
        }
    return told;
}

/* Restored plies are those solved, of every win and loss, for both sides to move. */
static uint64_t count_other_plies(const struct distances *a, const struct distances *b) {
    const struct blocks *blocks = a->blocks;
    uint64_t words = blocks->layout.man_placements * blocks->blocks_per_placement * blocks->rows;
    uint64_t others = 0;
    for (enum side side = WHITE; side <= BLACK; side++)
        for (uint64_t word = 0; word < words; word++) {
            squares32 decided = blocks->win[side][word] | blocks->loss[side][word];
            for (; decided != 0; decided &= decided - 1) {
                uint64_t at = word * a->word_bytes + lowest32(decided);
                others += a->plies[side][at] != b->plies[side][at];
            }
        }
    return others;
}

static void check_same_bits(const struct blocks *a, const struct blocks *b) {
    size_t bytes = (size_t)blocks_array_bytes(a);
    for (enum side side = WHITE; side <= BLACK; side++) {
        CHECK(memcmp(a->win[side], b->win[side], bytes) == 0);
        CHECK(memcmp(a->loss[side], b->loss[side], bytes) == 0);
    }
}

/* Values of a file with a distance that no byte tells are refused. */
static void check_too_long(struct run *run, struct blocks *blocks, struct distances *distances,
                           struct values *told) {
    for (uint64_t i = 0; i < told->layout.positions; i++) {
        struct position position = position_of_index(&told->layout, i, WHITE);
        if (moves_must_capture(&rules_brazilian, &position))
            continue;
        values_set(told, WHITE, i, value_loss_in(DISTANCE_BYTE_MAX + 1));
        CHECK_EQUAL(
            restore_blocks(blocks, distances, NULL, &run->lookup, run->kernel, told, run->threads),
            SOLVE_TOO_LONG);
        values_set(told, WHITE, i, value_loss_in(1000));
        CHECK_EQUAL(
            restore_blocks(blocks, distances, NULL, &run->lookup, run->kernel, told, run->threads),
            SOLVE_TOO_LONG);
        return;
    }
}

/* The signature that was solved last, from what its file would tell. */
static void restore_one(struct run *run, const struct values *expected) {
    struct blocks *blocks = blocks_allocate(&rules_brazilian, expected->layout.signature);
    struct distances *distances = blocks == NULL ? NULL : distances_allocate(blocks, METRIC_DTW);
    struct values *told = values_of_file(expected);
    if (!CHECK(blocks != NULL && distances != NULL))
        exit(check_report());
    CHECK_EQUAL(
        restore_blocks(blocks, distances, NULL, &run->lookup, run->kernel, told, run->threads),
        SOLVE_OK);
    check_same_bits(blocks, run->blocks[run->count - 1]);
    CHECK_EQUAL(count_other_plies(distances, run->distances[run->count - 1]), 0);
    check_too_long(run, blocks, distances, told);
    block_lookup_add(&run->lookup, run->blocks[run->count - 1]);
    values_free(told);
    distances_free(distances);
    blocks_free(blocks);
}

static void check_metric(enum metric metric, unsigned pieces, const struct lookup *outcomes) {
    static struct solved solved;
    static struct run runs[2 * KERNELS];
    size_t count = 0;
    if (!CHECK(solve_endings(&solved, metric, pieces, outcomes)))
        exit(check_report());
    for (unsigned i = 0; i < KERNELS; i++)
        for (unsigned threads = 1; threads <= 3 && kernel_find(kernel_names[i]) != NULL;
             threads += 2) {
            runs[count] = (struct run){.kernel = kernel_find(kernel_names[i]), .threads = threads};
            for (unsigned k = 0; k < solved.count; k++) {
                solve_one(&runs[count], solved.values[k]);
                if (metric == METRIC_DTW)
                    restore_one(&runs[count], solved.values[k]);
            }
            count++;
        }
    CHECK(count >= 2);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < runs[i].count; k++) {
            blocks_free(runs[i].blocks[k]);
            distances_free(runs[i].distances[k]);
        }
    solved_free(&solved);
}

/* Whoever meets the limit is told the way out. */
static void check_advice(void) {
    struct failure failure = {.text = ""};
    CHECK(fail_solve(SOLVE_TOO_LONG, true, "KvK.dtw", &failure) == EXIT_CODE_WRONG);
    CHECK(strstr(failure.text, "--kernel none") != NULL);
    CHECK(fail_solve(SOLVE_TOO_LONG, false, "KvK.dtw", &failure) == EXIT_CODE_WRONG);
    CHECK(strstr(failure.text, "--kernel none") == NULL);
    CHECK(fail_solve(SOLVE_OK, true, "KvK.dtw", &failure) == EXIT_CODE_OK);
}

int main(int argc, char **argv) {
    unsigned pieces = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 3;
    static struct solved outcomes;
    if (!CHECK(solve_endings(&outcomes, METRIC_WDL, pieces, NULL)))
        return check_report();
    check_metric(METRIC_DTW, pieces, NULL);
    check_metric(METRIC_DTC, pieces, outcomes.lookup);
    solved_free(&outcomes);
    check_advice();
    return check_report();
}
