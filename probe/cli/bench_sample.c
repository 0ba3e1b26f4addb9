/* Random positions and the times of probes. */
#include "bench.h"
#include <stdlib.h>
#include <time.h>

uint64_t bench_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* Pieces on random squares, each of a random kind. */
static finais_position scatter(uint64_t *random, unsigned pieces, unsigned squares) {
    uint64_t number = bench_random(random);
    finais_position position = {.side_to_move = (uint32_t)(number & 1)};
    while (pieces > 0) {
        number = bench_random(random);
        uint64_t square = UINT64_C(1) << (number >> 8) % squares;
        if (((position.white | position.black) & square) != 0)
            continue;
        if ((number & 1) != 0)
            position.white |= square;
        else
            position.black |= square;
        if ((number & 2) != 0)
            position.kings |= square;
        pieces--;
    }
    return position;
}

/* Whether a position is possible, both sides have pieces, and it is of the kind wanted. */
static bool is_wanted(const finais *handle, const finais_position *position, enum bench_kind kind) {
    finais_move moves[FINAIS_MOVES_MAX];
    size_t count;
    if (position->white == 0 || position->black == 0 ||
        finais_position_check(handle, position, NULL) != FINAIS_OK)
        return false;
    if (kind == BENCH_ANY)
        return true;
    if (finais_moves(handle, position, moves, FINAIS_MOVES_MAX, &count, NULL) != FINAIS_OK)
        return false;
    return (count > 0 && moves[0].captures > 0) == (kind == BENCH_CAPTURE);
}

static bool is_missing(finais_status status) {
    return status == FINAIS_TABLE_MISSING || status == FINAIS_TOO_MANY_PIECES;
}

/* Fills the sample. Positions without a table are passed over, but where most have none there is
 * nothing to measure: the status is then that of a missing table. */
static finais_status draw(struct bench_sample *sample, finais_context *context,
                          const struct bench *bench, enum bench_kind kind, unsigned flags,
                          size_t wanted, finais_error *error) {
    enum { TRIES = 100 }; /* for each position wanted */
    unsigned squares = finais_game_of(bench->read).squares;
    uint64_t random = bench->options.seed + (uint64_t)kind;
    finais_status missing = FINAIS_OK;
    size_t missing_count = 0;
    for (size_t tries = 0; sample->count < wanted && tries < TRIES * wanted; tries++) {
        finais_position position = scatter(&random, bench->options.pieces, squares);
        finais_result result;
        finais_status status = FINAIS_OK;
        if (!is_wanted(bench->read, &position, kind))
            continue;
        if (flags != BENCH_UNCHECKED)
            status = finais_probe(context, &position, flags, &result, error);
        if (status == FINAIS_OK) {
            sample->positions[sample->count++] = position;
        } else if (is_missing(status)) {
            missing = status;
            if (++missing_count > wanted)
                break;
        } else {
            return status;
        }
    }
    return missing_count > sample->count ? missing : FINAIS_OK;
}

finais_status bench_sample_draw(struct bench_sample *sample, const struct bench *bench,
                                enum bench_kind kind, unsigned flags, size_t wanted,
                                finais_error *error) {
    finais_context *context = NULL;
    *sample = (struct bench_sample){.positions = malloc(wanted * sizeof *sample->positions)};
    if (sample->positions == NULL)
        return bench_no_memory(error);
    finais *handle = bench->preloaded != NULL ? bench->preloaded : bench->read;
    finais_status status = finais_context_new(&context, handle, error);
    if (status == FINAIS_OK)
        status = draw(sample, context, bench, kind, flags, wanted, error);
    finais_context_free(context);
    return status;
}

void bench_sample_free(struct bench_sample *sample) {
    free(sample->positions);
}

/* ---- Times ----------------------------------------------------------------------------------- */

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_now(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

double bench_thread_time(void) {
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

static int compare_floats(const void *left, const void *right) {
    float a = *(const float *)left;
    float b = *(const float *)right;
    return a < b ? -1 : a > b;
}

double bench_clock_cost(void) {
    enum { READINGS = 10001 };
    static float costs[READINGS];
    for (size_t i = 0; i < READINGS; i++) {
        double start = bench_now();
        costs[i] = (float)(1e9 * (bench_now() - start));
    }
    qsort(costs, READINGS, sizeof *costs, compare_floats);
    return costs[READINGS / 2];
}

void bench_times_sort(struct bench_times *times, float *nanoseconds, size_t count,
                      double clock_cost) {
    times->count = count;
    if (count == 0)
        return;
    qsort(nanoseconds, count, sizeof *nanoseconds, compare_floats);
    times->p10 = nanoseconds[(count - 1) / 10] - clock_cost;
    times->median = nanoseconds[(count - 1) / 2] - clock_cost;
    times->p90 = nanoseconds[(count - 1) * 9 / 10] - clock_cost;
    times->p99 = nanoseconds[(count - 1) * 99 / 100] - clock_cost;
}
