/* bench.h - how fast the solvers are: all signatures of some number of pieces are solved in memory,
 * and nothing is written.
 *
 * Time is what the processor spent on this program, over all its threads, so other programs on the
 * machine disturb it little.
 */
#ifndef GEN_BENCH_H
#define GEN_BENCH_H

#include "bench_solver.h"
#include "failure.h"
#include "plan.h"

/* Signatures by where kings are. */
enum bench_kind { BENCH_KINGS_BOTH, BENCH_KINGS_ONE, BENCH_KINGS_NONE, BENCH_ALL, BENCH_KINDS };

struct bench_rate {
    unsigned signatures;
    uint64_t positions; /* one side to move */
    double cpu_seconds; /* over all threads */
    double seconds;     /* on the clock */
};

/* One solver on all signatures of exactly so many pieces. */
struct bench_rates {
    struct bench_rate of[BENCH_KINDS];
};

/* Packing and compressing the WDL values of the same signatures, one thread. */
struct bench_packing {
    uint64_t positions;
    uint64_t bytes; /* of the table files, headers and directories included */
    double cpu_seconds;
};

struct bench_options {
    unsigned pieces;
    unsigned threads;
    unsigned repeat; /* each signature is solved so many times; the best counts */
    uint64_t memory; /* bytes that may be used */
    int level;       /* of zstd */
};

/* EXIT_CODE_SHORT when the solver needs more than options->memory for plan_for_pieces(). */
enum exit_code bench_check_memory(const struct plan *plan, const struct bench_solver *solver,
                                  const struct bench_options *options, struct failure *failure);

/* Measures one solver. `plan` is plan_for_pieces(options->pieces). With `packing`, not NULL, the
 * values are packed, too; the solver has to find WDL then. */
enum exit_code bench_run(const struct plan *plan, const struct bench_solver *solver,
                         const struct bench_options *options, struct bench_rates *rates,
                         struct bench_packing *packing, struct failure *failure);

#endif
