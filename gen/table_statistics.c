#include "table_statistics.h"

struct table_statistics statistics_none(void) {
    struct table_statistics none = {.longest_win_index = UINT64_MAX,
                                    .longest_loss_index = UINT64_MAX};
    return none;
}

static void count_win(struct table_statistics *statistics, unsigned distance, uint64_t index) {
    statistics->wins++;
    statistics->sum_win_distances += distance;
    if (statistics->wins == 1 || distance > statistics->longest_win) {
        statistics->longest_win = distance;
        statistics->longest_win_index = index;
    }
}

static void count_loss(struct table_statistics *statistics, unsigned distance, uint64_t index) {
    statistics->losses++;
    statistics->sum_loss_distances += distance;
    if (statistics->losses == 1 || distance > statistics->longest_loss) {
        statistics->longest_loss = distance;
        statistics->longest_loss_index = index;
    }
}

struct table_statistics statistics_of_range(const struct values *values, enum side side,
                                            uint64_t first, size_t count) {
    struct table_statistics statistics = statistics_none();
    bool has_distances = values->metric != METRIC_WDL;
    for (uint64_t index = first; index < first + count; index++) {
        value v = values_get(values, side, index);
        unsigned distance = has_distances ? value_distance(v) : 0;
        if (value_is_win(v))
            count_win(&statistics, distance, index);
        else if (value_is_loss(v))
            count_loss(&statistics, distance, index);
        else
            statistics.draws++;
    }
    return statistics;
}

void statistics_add(struct table_statistics *sum, const struct table_statistics *later) {
    if (later->wins > 0 && (sum->wins == 0 || later->longest_win > sum->longest_win)) {
        sum->longest_win = later->longest_win;
        sum->longest_win_index = later->longest_win_index;
    }
    if (later->losses > 0 && (sum->losses == 0 || later->longest_loss > sum->longest_loss)) {
        sum->longest_loss = later->longest_loss;
        sum->longest_loss_index = later->longest_loss_index;
    }
    sum->wins += later->wins;
    sum->draws += later->draws;
    sum->losses += later->losses;
    sum->sum_win_distances += later->sum_win_distances;
    sum->sum_loss_distances += later->sum_loss_distances;
}

/* Positions counted by one task; the result does not depend on it. */
enum { RANGE_POSITIONS = 1 << 16 };

static struct table_statistics statistics_of_side(const struct values *values, enum side side,
                                                  unsigned threads) {
    struct table_statistics sum = statistics_none();
    uint64_t positions = values->layout.positions;
    int64_t ranges = (int64_t)((positions + RANGE_POSITIONS - 1) / RANGE_POSITIONS);
#pragma omp parallel for ordered schedule(dynamic) num_threads(threads)
    for (int64_t range = 0; range < ranges; range++) {
        uint64_t first = (uint64_t)range * RANGE_POSITIONS;
        uint64_t left = positions - first;
        size_t count = left < RANGE_POSITIONS ? (size_t)left : RANGE_POSITIONS;
        struct table_statistics part = statistics_of_range(values, side, first, count);
#pragma omp ordered
        statistics_add(&sum, &part);
    }
    return sum;
}

void statistics_of_values(const struct values *values, unsigned threads,
                          struct table_statistics statistics[2]) {
    statistics[WHITE] = statistics_of_side(values, WHITE, threads);
    statistics[BLACK] =
        values->sides == 2 ? statistics_of_side(values, BLACK, threads) : statistics[WHITE];
}

bool statistics_equal(const struct table_statistics *a, const struct table_statistics *b) {
    return a->wins == b->wins && a->draws == b->draws && a->losses == b->losses &&
           a->sum_win_distances == b->sum_win_distances &&
           a->sum_loss_distances == b->sum_loss_distances && a->longest_win == b->longest_win &&
           a->longest_loss == b->longest_loss && a->longest_win_index == b->longest_win_index &&
           a->longest_loss_index == b->longest_loss_index;
}
