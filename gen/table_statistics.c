#include "table_statistics.h"
#include <stdlib.h>

size_t tally_size(enum metric metric) {
    return metric == METRIC_WDL ? VALUE_WIN + 1 : (size_t)UINT16_MAX + 1;
}

bool tally_make(struct value_tally *tally, enum metric metric) {
    *tally = (struct value_tally){.metric = metric,
                                  .positions = calloc(tally_size(metric), sizeof(uint64_t)),
                                  .longest_loss = VALUE_LOSS,
                                  .first_win_index = UINT64_MAX,
                                  .first_loss_index = UINT64_MAX};
    return tally->positions != NULL;
}

void tally_clear(struct value_tally *tally) {
    free(tally->positions);
    tally->positions = NULL;
}

/* The greatest win and loss of a range. */
struct longest {
    value win;
    value loss;
    uint64_t wins;
    uint64_t losses;
};

/* Values of a byte are one of three, and counted many at a time by the compiler's vector code. */
static struct longest count_outcomes(struct value_tally *tally, const uint8_t *data, size_t count) {
    uint64_t wins = 0;
    uint64_t losses = 0;
    for (size_t i = 0; i < count;) {
        size_t end = count - i < 255 ? count : i + 255;
        uint8_t some_wins = 0;
        uint8_t some_losses = 0;
        for (; i < end; i++) {
            some_wins = (uint8_t)(some_wins + (data[i] >> 1 & 1));
            some_losses = (uint8_t)(some_losses + (data[i] & 1));
        }
        wins += some_wins;
        losses += some_losses;
    }
    tally->positions[VALUE_WIN] += wins;
    tally->positions[VALUE_LOSS] += losses;
    tally->positions[VALUE_DRAW] += count - wins - losses;
    return (struct longest){VALUE_WIN, VALUE_LOSS, wins, losses};
}

static struct longest count_distances(struct value_tally *tally, const uint16_t *data,
                                      size_t count) {
    struct longest longest = {0, VALUE_LOSS, 0, 0};
    for (size_t i = 0; i < count; i++) {
        value v = data[i];
        tally->positions[v]++;
        if (value_is_loss(v)) {
            longest.losses++;
            longest.loss = v > longest.loss ? v : longest.loss;
        } else if (v > 0) {
            longest.wins++;
            longest.win = v > longest.win ? v : longest.win;
        }
    }
    return longest;
}

/* Takes over a value as the longest one when it is longer, or as long and has a lower index. */
static void take_longest(value *longest, uint64_t *first_index, value v, uint64_t index) {
    if (*first_index == UINT64_MAX || v > *longest || (v == *longest && index < *first_index)) {
        *longest = v;
        *first_index = index;
    }
}

static uint64_t find_value(const struct values *values, enum side side, uint64_t first, value v) {
    while (values_get(values, side, first) != v)
        first++;
    return first;
}

/* Whether a value of a range from index `first` on can be the longest one at the lowest index. */
static bool is_news(value longest, uint64_t first_index, value v, uint64_t first) {
    return v > longest || (v == longest && first < first_index);
}

void tally_add_range(struct value_tally *tally, const struct values *values, enum side side,
                     uint64_t first, size_t count) {
    struct longest longest =
        values->bytes == 1
            ? count_outcomes(tally, values->data[side] + first, count)
            : count_distances(tally, (const uint16_t *)(const void *)values->data[side] + first,
                              count);
    if (longest.wins > 0 && is_news(tally->longest_win, tally->first_win_index, longest.win, first))
        take_longest(&tally->longest_win, &tally->first_win_index, longest.win,
                     find_value(values, side, first, longest.win));
    if (longest.losses > 0 &&
        is_news(tally->longest_loss, tally->first_loss_index, longest.loss, first))
        take_longest(&tally->longest_loss, &tally->first_loss_index, longest.loss,
                     find_value(values, side, first, longest.loss));
}

static unsigned count_bits(uint32_t word) {
    word -= word >> 1 & UINT32_C(0x55555555);
    word = (word & UINT32_C(0x33333333)) + (word >> 2 & UINT32_C(0x33333333));
    return ((word + (word >> 4)) & UINT32_C(0x0f0f0f0f)) * UINT32_C(0x01010101) >> 24;
}

/* Counts the bits of a plane, and notes the first of them if it comes before *lowest. */
static uint64_t count_plane(const uint64_t *plane, uint64_t first, size_t count, uint64_t *lowest) {
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i += 32) {
        uint32_t word = outcome_word(plane, first + i);
        if (count - i < 32)
            word &= (UINT32_C(1) << (count - i)) - 1;
        if (word != 0 && first + i < *lowest) {
            uint64_t index = first + i + (unsigned)__builtin_ctz(word);
            *lowest = index < *lowest ? index : *lowest;
        }
        bits += count_bits(word);
    }
    return bits;
}

void tally_add_bits(struct value_tally *tally, uint64_t first, const struct outcome_bits *bits,
                    size_t count) {
    uint64_t wins = count_plane(bits->win, first, count, &tally->first_win_index);
    uint64_t losses = count_plane(bits->loss, first, count, &tally->first_loss_index);
    tally->positions[VALUE_WIN] += wins;
    tally->positions[VALUE_LOSS] += losses;
    tally->positions[VALUE_DRAW] += count - wins - losses;
    if (tally->first_win_index != UINT64_MAX)
        tally->longest_win = VALUE_WIN;
}

void tally_merge(struct value_tally *tally, const struct value_tally *other) {
    for (size_t v = 0; v < tally_size(tally->metric); v++)
        tally->positions[v] += other->positions[v];
    if (other->first_win_index != UINT64_MAX)
        take_longest(&tally->longest_win, &tally->first_win_index, other->longest_win,
                     other->first_win_index);
    if (other->first_loss_index != UINT64_MAX)
        take_longest(&tally->longest_loss, &tally->first_loss_index, other->longest_loss,
                     other->first_loss_index);
}

struct table_statistics tally_statistics(const struct value_tally *tally) {
    bool has_distances = tally->metric != METRIC_WDL;
    struct table_statistics statistics = {
        .draws = tally->positions[VALUE_DRAW],
        .longest_win = has_distances ? value_distance(tally->longest_win) : 0,
        .longest_loss = has_distances ? value_distance(tally->longest_loss) : 0,
        .longest_win_index = tally->first_win_index,
        .longest_loss_index = tally->first_loss_index};
    for (size_t i = 1; i < tally_size(tally->metric); i++) {
        value v = (value)i;
        uint64_t distances = has_distances ? value_distance(v) * tally->positions[v] : 0;
        if (value_is_loss(v)) {
            statistics.losses += tally->positions[v];
            statistics.sum_loss_distances += distances;
        } else {
            statistics.wins += tally->positions[v];
            statistics.sum_win_distances += distances;
        }
    }
    return statistics;
}

/* Positions counted by one task. */
enum { RANGE_POSITIONS = 1 << 16 };

/* Each thread counts for itself. */
static bool tally_side(struct value_tally *sum, const struct values *values, enum side side,
                       unsigned threads) {
    uint64_t positions = values->layout.positions;
    int64_t ranges = (int64_t)((positions + RANGE_POSITIONS - 1) / RANGE_POSITIONS);
    bool fine = true;
#pragma omp parallel num_threads(threads) reduction(&& : fine)
    {
        struct value_tally own;
        fine = tally_make(&own, values->metric);
#pragma omp for schedule(static)
        for (int64_t range = 0; range < ranges; range++) {
            uint64_t first = (uint64_t)range * RANGE_POSITIONS;
            uint64_t left = positions - first;
            if (fine)
                tally_add_range(&own, values, side, first,
                                left < RANGE_POSITIONS ? (size_t)left : RANGE_POSITIONS);
        }
#pragma omp critical(table_statistics)
        if (fine)
            tally_merge(sum, &own);
        tally_clear(&own);
    }
    return fine;
}

bool tally_values(struct value_tally tally[2], const struct values *values, unsigned threads) {
    bool fine = tally_make(&tally[WHITE], values->metric);
    fine = tally_make(&tally[BLACK], values->metric) && fine;
    for (unsigned side = 0; fine && side < values->sides; side++)
        fine = tally_side(&tally[side], values, (enum side)side, threads);
    return fine;
}

void statistics_of_tallies(const struct value_tally tally[2], unsigned sides,
                           struct table_statistics statistics[2]) {
    statistics[WHITE] = tally_statistics(&tally[WHITE]);
    statistics[BLACK] = sides == 1 ? statistics[WHITE] : tally_statistics(&tally[BLACK]);
}

size_t tallies_values(const struct value_tally tally[2], unsigned sides) {
    size_t count = tally_size(tally[WHITE].metric);
    for (; count > 0; count--)
        for (unsigned side = 0; side < sides; side++)
            if (tally[side].positions[count - 1] > 0)
                return count;
    return 0;
}

bool statistics_of_values(const struct values *values, unsigned threads,
                          struct table_statistics statistics[2]) {
    struct value_tally tally[2];
    bool fine = tally_values(tally, values, threads);
    if (fine)
        statistics_of_tallies(tally, values->sides, statistics);
    tally_clear(&tally[WHITE]);
    tally_clear(&tally[BLACK]);
    return fine;
}

bool statistics_equal(const struct table_statistics *a, const struct table_statistics *b) {
    return a->wins == b->wins && a->draws == b->draws && a->losses == b->losses &&
           a->sum_win_distances == b->sum_win_distances &&
           a->sum_loss_distances == b->sum_loss_distances && a->longest_win == b->longest_win &&
           a->longest_loss == b->longest_loss && a->longest_win_index == b->longest_win_index &&
           a->longest_loss_index == b->longest_loss_index;
}
