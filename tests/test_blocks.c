/* The bit-parallel solver against the one that takes positions one by one: every kernel that runs
 * here, one thread and several, every position; and the way back from a table file's values.
 *
 *     test-blocks PIECES
 */
#include "block_solver.h"
#include "check.h"
#include "moves.h"
#include <stdlib.h>

enum { SIGNATURES_MAX = 64, KERNELS = 3, UNSET = 0x55 };

static const char *const kernel_names[KERNELS] = {"plain", "avx2", "avx512"};

/* One way of solving, with all that it has solved so far. */
struct run {
    const struct kernel *kernel;
    unsigned threads;
    struct block_lookup lookup;
    struct blocks *solved[SIGNATURES_MAX];
    size_t count;
};

static uint64_t count_differences(const struct values *a, const struct values *b) {
    uint64_t differences = 0;
    for (unsigned side = 0; side < a->sides; side++)
        for (uint64_t i = 0; i < a->layout.positions; i++)
            differences += values_get(a, (enum side)side, i) != values_get(b, (enum side)side, i);
    return differences;
}

/* The solver marks exactly the positions in which the side to move has to capture. */
static uint64_t count_wrong_marks(const struct values *values) {
    uint64_t wrong = 0;
    for (unsigned side = 0; side < values->sides; side++)
        for (uint64_t i = 0; i < values->layout.positions; i++) {
            struct position position = position_of_index(&values->layout, i, (enum side)side);
            bool marked = (values->data[side][i] & VALUES_MUST_CAPTURE) != 0;
            wrong += marked != moves_must_capture(&rules_brazilian, &position);
        }
    return values->captures_marked ? wrong : UINT64_MAX;
}

/* Each position is to arrive once: what arrives twice, or never, leaves no value. */
static void put_into_values(void *context, enum side side, uint64_t first,
                            const struct outcome_bits *bits, size_t count) {
    struct values *values = context;
    for (size_t i = 0; i < count; i++) {
        unsigned win = bits->win[i / 64] >> i % 64 & 1;
        unsigned loss = bits->loss[i / 64] >> i % 64 & 1;
        unsigned capture = bits->capture[i / 64] >> i % 64 & 1;
        unsigned v = win * VALUE_WIN + loss * VALUE_LOSS + capture * VALUES_MUST_CAPTURE;
        values->data[side][first + i] ^= (uint8_t)(v ^ UNSET);
    }
}

static void solve_one(struct run *run, struct signature signature, const struct values *expected) {
    struct blocks *blocks = blocks_allocate(&rules_brazilian, signature);
    struct values *found = values_allocate(&rules_brazilian, signature, METRIC_WDL);
    if (!CHECK(blocks != NULL && found != NULL))
        exit(check_report());
    struct outcome_sink sink = {put_into_values, found};
    for (unsigned side = 0; side < found->sides; side++)
        memset(found->data[side], UNSET, (size_t)found->layout.positions);
    CHECK_EQUAL(
        solve_blocks(blocks, NULL, &sink, &run->lookup, run->kernel, run->threads, NULL, NULL),
        SOLVE_OK);
    found->captures_marked = true;
    CHECK_EQUAL(count_wrong_marks(found), 0);
    CHECK_EQUAL(count_differences(found, expected), 0);
    values_free(found);
    run->solved[run->count++] = blocks;
}

/* The values as a table file tells them: nothing that can be trusted where there is a capture. */
static void forget_captures(struct values *values) {
    for (unsigned side = 0; side < values->sides; side++)
        for (uint64_t i = 0; i < values->layout.positions; i++) {
            struct position position = position_of_index(&values->layout, i, (enum side)side);
            if (moves_must_capture(&rules_brazilian, &position))
                values_set(values, (enum side)side, i, (value)(i % 3));
        }
}

/* Restored blocks give back the values, and have the same bits for both sides to move. */
static void restore_one(struct run *run, struct signature signature,
                        const struct values *expected) {
    struct blocks *blocks = blocks_allocate(&rules_brazilian, signature);
    struct values *found = values_allocate(&rules_brazilian, signature, METRIC_WDL);
    if (!CHECK(blocks != NULL && found != NULL))
        exit(check_report());
    const struct blocks *solved = run->solved[run->count - 1];
    for (unsigned side = 0; side < found->sides; side++)
        memcpy(found->data[side], expected->data[side], (size_t)found->layout.positions);
    forget_captures(found);
    CHECK_EQUAL(restore_blocks(blocks, NULL, NULL, &run->lookup, run->kernel, found, run->threads),
                SOLVE_OK);
    uint64_t words = blocks->layout.man_placements * blocks->blocks_per_placement * blocks->rows;
    for (enum side side = WHITE; side <= BLACK; side++) {
        CHECK(memcmp(blocks->win[side], solved->win[side], words * sizeof(squares32)) == 0);
        CHECK(memcmp(blocks->loss[side], solved->loss[side], words * sizeof(squares32)) == 0);
    }
    block_lookup_add(&run->lookup, solved);
    values_free(found);
    blocks_free(blocks);
}

static void check_pieces(unsigned pieces, struct lookup *lookup, struct run *runs, size_t count) {
    struct signature signatures[SIGNATURES_MAX];
    size_t found = signatures_of_pieces(pieces, 12, signatures, SIGNATURES_MAX);
    for (size_t i = 0; i < found; i++) {
        struct values *expected = values_allocate(&rules_brazilian, signatures[i], METRIC_WDL);
        if (!CHECK(expected != NULL) ||
            !CHECK_EQUAL(solve_signature(expected, lookup, NULL, 1, NULL, NULL), SOLVE_OK))
            exit(check_report());
        lookup_add(lookup, expected);
        for (size_t k = 0; k < count; k++)
            solve_one(&runs[k], signatures[i], expected);
        restore_one(&runs[count - 1], signatures[i], expected);
    }
}

static bool stop_at_once(void *context, uint64_t positions_done) {
    *(uint64_t *)context = positions_done;
    return false;
}

static void check_stopping(struct run *run) {
    struct signature signature;
    uint64_t done = 0;
    CHECK(signature_parse("MMvM", 12, &signature));
    struct blocks *blocks = blocks_allocate(&rules_brazilian, signature);
    if (!CHECK(blocks != NULL))
        return;
    CHECK_EQUAL(solve_blocks(blocks, NULL, NULL, &run->lookup, run->kernel, 2, stop_at_once, &done),
                SOLVE_STOPPED);
    CHECK(done > 0);
    blocks_free(blocks);
}

int main(int argc, char **argv) {
    unsigned pieces = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 3;
    static struct run runs[2 * KERNELS];
    size_t count = 0;
    struct lookup *lookup = lookup_new(&rules_brazilian, METRIC_WDL);
    for (unsigned i = 0; i < KERNELS; i++) {
        const struct kernel *kernel = kernel_find(kernel_names[i]);
        if (kernel == NULL) {
            printf("this machine has no kernel %s\n", kernel_names[i]);
            continue;
        }
        runs[count].kernel = kernel;
        runs[count++].threads = 1;
        runs[count].kernel = kernel;
        runs[count++].threads = 3;
    }
    CHECK(count >= 2);
    CHECK(kernel_find("auto") != NULL);
    CHECK(kernel_find("abacus") == NULL);
    if (!CHECK(lookup != NULL))
        return check_report();
    for (unsigned n = 2; n <= pieces; n++)
        check_pieces(n, lookup, runs, count);
    check_stopping(&runs[0]);
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < runs[k].count; i++)
            blocks_free(runs[k].solved[i]);
    for (unsigned n = 2; n <= pieces; n++) {
        struct signature signatures[SIGNATURES_MAX];
        size_t found = signatures_of_pieces(n, 12, signatures, SIGNATURES_MAX);
        for (size_t i = 0; i < found; i++)
            values_free((struct values *)(uintptr_t)lookup_find(lookup, signatures[i]));
    }
    free(lookup);
    return check_report();
}
