/* Outcomes as bits: what threads put in is what is read, packed, counted and hashed, compared with
 * the same for values one by one. */
#include "check.h"
#include "hash.h"
#include "moves.h"
#include "outcomes.h"
#include "table_block.h"
#include "table_statistics.h"
#include <stdlib.h>

static uint64_t random_state = 20261130;

static uint64_t next_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* Values with long runs, as real ones have, and marks in the same way. */
static void fill_random(struct values *values, uint8_t *marks, enum side side) {
    uint64_t positions = values->layout.positions;
    uint8_t v = 0;
    uint8_t mark = 0;
    for (uint64_t i = 0; i < positions; i++) {
        v = next_random() % 20 == 0 ? (uint8_t)(next_random() % 3) : v;
        mark = next_random() % 9 == 0 ? !mark : mark;
        values_set(values, side, i, v);
        marks[i] = mark;
    }
}

/* Puts positions first to first + count - 1, from bits that begin at bit 0. */
static void put_range(struct outcomes *outcomes, const struct values *values, const uint8_t *marks,
                      enum side side, uint64_t first, size_t count) {
    size_t words = count / 64 + 2;
    struct outcome_bits bits = {
        .win = calloc(words, 8), .loss = calloc(words, 8), .capture = calloc(words, 8)};
    for (size_t i = 0; i < count; i++) {
        value v = values_get(values, side, first + i);
        bits.win[i / 64] |= (uint64_t)(v == VALUE_WIN) << i % 64;
        bits.loss[i / 64] |= (uint64_t)(v == VALUE_LOSS) << i % 64;
        bits.capture[i / 64] |= (uint64_t)marks[first + i] << i % 64;
    }
    /* What lies behind the last position is not to be taken over. */
    bits.win[count / 64] |= ~UINT64_C(0) << count % 64;
    outcomes_put(outcomes, side, first, &bits, count);
    free(bits.win);
    free(bits.loss);
    free(bits.capture);
}

/* All positions in ranges of random lengths, from several threads. */
static void put_all(struct outcomes *outcomes, const struct values *values, const uint8_t *marks,
                    enum side side) {
    uint64_t positions = values->layout.positions;
    uint64_t *starts = malloc((size_t)(positions + 1) * sizeof *starts);
    size_t ranges = 0;
    for (uint64_t first = 0; first < positions; first += 1 + next_random() % 300)
        starts[ranges++] = first;
    starts[ranges] = positions;
#pragma omp parallel for schedule(dynamic, 1) num_threads(3)
    for (size_t i = 0; i < ranges; i++)
        put_range(outcomes, values, marks, side, starts[i], (size_t)(starts[i + 1] - starts[i]));
    free(starts);
}

static void check_words(const struct outcomes *outcomes, const struct values *values,
                        const uint8_t *marks, enum side side) {
    const struct outcome_bits *bits = &outcomes->bits[side];
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < values->layout.positions; i++) {
        unsigned v = (outcome_word(bits->win, i) & 1) * VALUE_WIN +
                     (outcome_word(bits->loss, i) & 1) * VALUE_LOSS;
        wrong += v != values_get(values, side, i);
        wrong += (outcome_word(bits->capture, i) & 1) != marks[i];
    }
    CHECK_EQUAL(wrong, 0);
}

/* Outcomes are packed as values are; the free bits aside, the same is read back. */
static void check_packing(const struct outcomes *outcomes, const struct values *values,
                          const uint8_t *marks, enum side side) {
    enum { ROWS_MOST = 64, BYTES_MOST = ROWS_MOST * 8 };
    static value part[ROWS_MOST * 32];
    static uint8_t packed[2][BYTES_MOST];
    static uint8_t told[2][BYTES_MOST];
    struct slot_layout slots;
    CHECK(slot_layout_init(&slots, &values->layout));
    for (unsigned i = 0; i < 300; i++) {
        uint32_t rows = 1 + (uint32_t)(next_random() % ROWS_MOST);
        uint64_t row = next_random() % (slots.rows - rows);
        uint64_t first = slot_first_index(&slots, row);
        for (size_t j = 0; j < ROWS_MOST * 32 && first + j < values->layout.positions; j++)
            part[j] = values_get(values, side, first + j);
        memset(packed, 0xee, sizeof packed);
        memset(told, 0xee, sizeof told);
        block_pack(&slots, row, rows, part, marks + first, 2, packed[0], told[0]);
        block_pack_bits(&slots, row, rows, &outcomes->bits[side], packed[1], told[1]);
        CHECK(memcmp(packed[0], packed[1], rows * 8) == 0);
        CHECK(memcmp(told[0], told[1], rows * 8) == 0);
    }
}

static void check_counting(const struct outcomes *outcomes, const struct values *values,
                           enum side side) {
    for (unsigned i = 0; i < 100; i++) {
        struct value_tally tallies[2];
        size_t count = 1 + (size_t)(next_random() % (i < 50 ? 100 : 9000));
        uint64_t first = next_random() % (values->layout.positions - count);
        CHECK(tally_make(&tallies[0], METRIC_WDL) && tally_make(&tallies[1], METRIC_WDL));
        tally_add_range(&tallies[0], values, side, first, count);
        tally_add_bits(&tallies[1], first, &outcomes->bits[side], count);
        struct table_statistics expected = tally_statistics(&tallies[0]);
        struct table_statistics found = tally_statistics(&tallies[1]);
        CHECK(statistics_equal(&found, &expected));
        tally_clear(&tallies[0]);
        tally_clear(&tallies[1]);
    }
}

static void check_hashing(const struct outcomes *outcomes, const struct values *values) {
    uint8_t found[TABLE_HASH_BYTES];
    uint8_t expected[TABLE_HASH_BYTES];
    struct content_hasher *hasher = content_hash_begin(METRIC_WDL);
    for (unsigned side = 0; side < outcomes->sides; side++)
        content_hash_add_bits(hasher, &outcomes->bits[side], outcomes->layout.positions);
    CHECK(content_hash_end(hasher, found));
    CHECK(content_hash(values, expected));
    CHECK(memcmp(found, expected, sizeof found) == 0);
}

int main(void) {
    struct signature signature = {{0, 0}, {2, 1}};
    struct values *values = values_allocate(&rules_brazilian, signature, METRIC_WDL);
    struct outcomes *outcomes = outcomes_allocate(&rules_brazilian, signature);
    if (!CHECK(values != NULL && outcomes != NULL))
        return check_report();
    uint8_t *marks = malloc((size_t)values->layout.positions);
    for (enum side side = WHITE; side <= BLACK; side++) {
        fill_random(values, marks, side);
        put_all(outcomes, values, marks, side);
        check_words(outcomes, values, marks, side);
        check_packing(outcomes, values, marks, side);
        check_counting(outcomes, values, side);
    }
    check_hashing(outcomes, values);
    CHECK(outcomes_memory(&rules_brazilian, signature) >= 6 * values->layout.positions / 8);
    free(marks);
    values_free(values);
    outcomes_free(outcomes);
    outcomes_free(NULL);
    return check_report();
}
