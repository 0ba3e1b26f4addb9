/* bench.h - measures how fast tables are probed. The parts of `finais bench`.
 *
 * Everything that is measured goes through the public interface. Positions and search are the same
 * for the same seed and tables; times are not.
 */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "finais.h"
#include <limits.h>

enum { BENCH_THREADS_MAX = 256 };

struct bench_options {
    const char *const *directories; /* NULL for the default ones */
    size_t directory_count;
    unsigned pieces;  /* of the positions that are probed */
    unsigned threads; /* of the measurements with several */
    double seconds;   /* to spend, about, in all */
    uint64_t seed;
};

/* What all measurements share. */
struct bench {
    struct bench_options options;
    finais *read;      /* reads blocks when needed */
    finais *preloaded; /* has all values in memory; NULL when they are too many */
    char not_preloaded[FINAIS_MESSAGE_SIZE]; /* then why */
    double clock_cost;                       /* nanoseconds */
};

/* Opens the tables. Close in either case. Fills in options.pieces when it is 0: those of the
 * largest table. */
finais_status bench_open(struct bench *bench, const struct bench_options *options,
                         finais_error *error);
void bench_close(struct bench *bench);

/* FINAIS_NO_MEMORY, with its message. */
finais_status bench_no_memory(finais_error *error);

/* Opens the same tables in another way; 0 stands for the default of the library. */
finais_status bench_open_tables(finais **handle, const struct bench_options *options,
                                finais_mode mode, size_t cache_bytes, size_t memory_bytes,
                                finais_error *error);

/* ---- Random numbers and positions ------------------------------------------------------------ */

/* The next number of a sequence that *state, any number, begins (splitmix64). */
uint64_t bench_random(uint64_t *state);

enum bench_kind { BENCH_QUIET, BENCH_CAPTURE, BENCH_ANY };

struct bench_sample {
    finais_position *positions;
    size_t count;
};

/* Instead of flags: whether the tables tell their values is not asked. */
#define BENCH_UNCHECKED UINT_MAX

/* Draws positions of `pieces` pieces, each as likely as any other, of a kind: with or without a
 * capture for the side to move, or both. Only those whose value the tables tell, with `flags` as
 * for finais_probe(), are taken; when those are rare, fewer than `wanted` are found. Free with
 * bench_sample_free(), also on failure. */
finais_status bench_sample_draw(struct bench_sample *sample, const struct bench *bench,
                                enum bench_kind kind, unsigned flags, size_t wanted,
                                finais_error *error);
void bench_sample_free(struct bench_sample *sample);

/* ---- Times ----------------------------------------------------------------------------------- */

/* Of single probes, in nanoseconds. Each was timed alone, and what reading the clock takes was
 * taken off; `mean` is by the time of the processor for many probes after each other, which other
 * programs lengthen less. */
struct bench_times {
    size_t count; /* probes that were timed alone */
    double p10, median, p90, p99;
    double mean;
};

double bench_now(void);         /* seconds on a clock that only goes forward */
double bench_thread_time(void); /* seconds that the processor spent on this thread */

/* Nanoseconds between two readings of the clock with nothing between: the median of many. */
double bench_clock_cost(void);

/* Fills in all but `mean` from times in nanoseconds, which are sorted and reduced by `clock_cost`.
 */
void bench_times_sort(struct bench_times *times, float *nanoseconds, size_t count,
                      double clock_cost);

/* ---- Measurements ---------------------------------------------------------------------------- */

/* What a probe finds: decoded tables, its block in the cache of the context, or neither (but the
 * file in memory, as the system keeps it). */
enum bench_memory { BENCH_PRELOADED, BENCH_CACHED, BENCH_COLD };

struct bench_row {
    unsigned flags; /* FINAIS_WANT_WDL, _DTW or _DTC */
    enum bench_kind kind;
    enum bench_memory memory;
    unsigned threads;
    struct bench_times times;          /* of one thread; count 0 with several */
    double probes_per_second;          /* of all threads together */
    char skipped[FINAIS_MESSAGE_SIZE]; /* why there is no measurement, else "" */
};

/* Measures rows of which flags, kind, memory and threads are filled in and the rest is 0, each for
 * about `seconds`. Those whose tables are missing, or do not fit in memory, are skipped. */
finais_status bench_rows_measure(struct bench_row *rows, size_t count, const struct bench *bench,
                                 double seconds, finais_error *error);

/* Opening, and the budget of memory. */
struct bench_opening {
    size_t tables;
    double open_seconds;        /* finais_open(), the best of several */
    uint64_t open_bytes;        /* what the process grew by */
    double first_probe_seconds; /* until the first answer of a context */
    uint64_t budget_bytes;      /* a budget, */
    uint64_t counted_bytes;     /* what the library says it took under it, */
    uint64_t grown_bytes;       /* and what the process grew by, after many probes */
};
finais_status bench_opening_measure(struct bench_opening *opening, const struct bench *bench,
                                    finais_error *error);

/* Many positions in a call against the same one by one, from a cache that is empty. */
struct bench_many {
    size_t many_count;
    size_t single_count;
    double many_nanoseconds; /* a position */
    double single_nanoseconds;
};
finais_status bench_many_measure(struct bench_many *many, const struct bench *bench,
                                 finais_error *error);

/* An alpha-beta search from fixed positions of more pieces than the tables have. */
struct bench_search {
    unsigned roots;
    uint64_t nodes;
    uint64_t probes;          /* by the search */
    uint64_t cache_bytes;     /* of blocks in the cache at the end */
    double hit_rate;          /* values found in the cache, of all looked up */
    struct bench_times times; /* of the same probes in the same order, with a new cache */
};
finais_status bench_search_measure(struct bench_search *search, const struct bench *bench,
                                   finais_error *error);

#endif
