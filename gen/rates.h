/* rates.h - what solving and storing positions has been measured to take, and what follows for
 * positions that nobody has solved yet. The numbers are in rates_measured.h. */
#ifndef GEN_RATES_H
#define GEN_RATES_H

#include "block_packer.h"
#include "signature.h"
#include "value.h"

/* Where and when the rates were measured; one line. */
extern const char rates_origin[];

/* CPU nanoseconds, over all threads, to solve a position of a signature once what it depends on is
 * in memory: outcomes, DTW, or, with METRIC_DTC, DTC beside outcomes and both together. `kernel` is
 * the name of one (kernel.h), NULL for the solver that takes positions one by one. */
double rate_solving(const char *kernel, enum metric metric, struct signature signature);

/* CPU nanoseconds to bring a position back from its table file into memory. */
double rate_loading(const char *kernel, enum metric metric, struct signature signature);

/* CPU nanoseconds to pack, compress, hash and write a position at a level. */
double rate_writing(enum metric metric, struct signature signature, int level,
                    enum table_form form);

/* Bits of a position in the table file. */
double rate_bits(enum metric metric, struct signature signature, int level, enum table_form form);

#endif
