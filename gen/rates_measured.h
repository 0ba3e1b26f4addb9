/* rates_measured.h - the numbers behind rates.h, as tests/measure_rates.sh measures them. This file
 * is of several runs, joined and formatted: rates of kernels for wdl,dtc and dtw, on a machine
 * under load, are of commit 4571dcc; other rates of solving and those of loading of commit 1e987b1.
 * What concerns files is of commit 7dc280c, with two hasty passes from 6 pieces on: outcomes up to
 * 6 pieces, distances up to 4. Packing of 6 pieces is that of 5 pieces in blocks made as those
 * of 6.
 */
#ifndef GEN_RATES_MEASURED_H
#define GEN_RATES_MEASURED_H

#include <stdbool.h>

#define RATES_ORIGIN "AMD EPYC (Zen 5), commits 1e987b1 and 4571dcc; files of format 3: Intel Xeon"

/* finais-gen bench: positions a CPU second, one side to move. */
static const struct rate_of_solving {
    const char *kernel;
    const char *metrics;
    const char *kings; /* of both sides, of one, of none */
    unsigned pieces;
    double positions_per_second;
} rates_of_solving[] = {
    {"avx512", "wdl", "both", 4, 193819884},     {"avx512", "wdl", "one", 4, 82044104},
    {"avx512", "wdl", "none", 4, 11926089},      {"avx2", "wdl", "both", 4, 143662657},
    {"avx2", "wdl", "one", 4, 75568424},         {"avx2", "wdl", "none", 4, 12051646},
    {"plain", "wdl", "both", 4, 86147218},       {"plain", "wdl", "one", 4, 62051242},
    {"plain", "wdl", "none", 4, 8831497},        {"none", "wdl", "both", 4, 6113506},
    {"none", "wdl", "one", 4, 6653770},          {"none", "wdl", "none", 4, 4445226},
    {"none", "wdl,dtc", "both", 4, 3065366},     {"none", "wdl,dtc", "one", 4, 3251150},
    {"none", "wdl,dtc", "none", 4, 2169761},     {"none", "dtw", "both", 4, 6002412},
    {"none", "dtw", "one", 4, 6255582},          {"none", "dtw", "none", 4, 4033079},
    {"avx512", "wdl,dtc", "both", 4, 133496835}, {"avx512", "wdl,dtc", "one", 4, 50689344},
    {"avx512", "wdl,dtc", "none", 4, 5154065},   {"avx512", "dtw", "both", 4, 63088828},
    {"avx512", "dtw", "one", 4, 32242075},       {"avx512", "dtw", "none", 4, 3009262},
    {"avx2", "wdl,dtc", "both", 4, 87320501},    {"avx2", "wdl,dtc", "one", 4, 47063673},
    {"avx2", "wdl,dtc", "none", 4, 4830389},     {"avx2", "dtw", "both", 4, 45110814},
    {"avx2", "dtw", "one", 4, 30057976},         {"avx2", "dtw", "none", 4, 2410820},
    {"plain", "wdl,dtc", "both", 4, 24635092},   {"plain", "wdl,dtc", "one", 4, 27161199},
    {"plain", "wdl,dtc", "none", 4, 3265671},    {"plain", "dtw", "both", 4, 15013432},
    {"plain", "dtw", "one", 4, 18348434},        {"plain", "dtw", "none", 4, 1740831},
    {"avx512", "wdl", "both", 5, 122096519},     {"avx512", "wdl", "one", 5, 56636738},
    {"avx512", "wdl", "none", 5, 13947976},      {"avx2", "wdl", "both", 5, 94480024},
    {"avx2", "wdl", "one", 5, 51005275},         {"avx2", "wdl", "none", 5, 13501450},
    {"plain", "wdl", "both", 5, 59426801},       {"plain", "wdl", "one", 5, 39829358},
    {"plain", "wdl", "none", 5, 9680193},        {"avx512", "wdl,dtc", "both", 5, 89744152},
    {"avx512", "wdl,dtc", "one", 5, 34545047},   {"avx512", "wdl,dtc", "none", 5, 5368788},
    {"avx512", "dtw", "both", 5, 34380438},      {"avx512", "dtw", "one", 5, 20626396},
    {"avx512", "dtw", "none", 5, 3045049},       {"avx512", "wdl", "both", 6, 54839771},
    {"avx512", "wdl", "one", 6, 37392998},       {"avx512", "wdl", "none", 6, 6144804},
};

/* Packing and compressing win, draw and loss of 5 pieces, in blocks made as theirs and as those of
 * 6 pieces, by finais-gen bench --level, and distances of 4 pieces, by what finais-gen build takes
 * less solving. By level, lowest first. */
static const struct rate_of_level {
    bool distances;
    unsigned least_pieces; /* of a signature that blocks are made so for */
    int level;
    double nanoseconds; /* a position */
    double bits;
} rates_of_levels[] = {
    {false, 0, 3, 74.1, 0.0775},   {false, 0, 9, 74.8, 0.0626},   {false, 0, 15, 107.5, 0.0584},
    {false, 0, 18, 390.7, 0.0559}, {false, 6, 3, 51.8, 0.0798},   {false, 6, 9, 55.4, 0.0656},
    {false, 6, 15, 84.5, 0.0616},  {false, 6, 18, 177.8, 0.0605}, {true, 0, 3, 542.1, 0.5896},
    {true, 0, 9, 504.1, 0.4381},   {true, 0, 18, 1216.6, 0.3973},
};

/* Bits of a position in table files, all signatures of a kind together. */
enum { MEASURED_LEVEL = 18 };
static const struct rate_of_bits {
    const char *metric;
    const char *kings;
    unsigned pieces;
    unsigned difference; /* pieces that one side has more */
    double bits;
} rates_of_bits[] = {
    {"dtc", "both", 4, 0, 0.1578}, {"dtc", "both", 4, 2, 0.5161}, {"dtc", "none", 4, 0, 0.9652},
    {"dtc", "none", 4, 2, 0.5681}, {"dtc", "one", 4, 0, 0.4743},  {"dtc", "one", 4, 2, 0.2693},
    {"dtw", "both", 4, 0, 0.1746}, {"dtw", "both", 4, 2, 0.5132}, {"dtw", "none", 4, 0, 1.4629},
    {"dtw", "none", 4, 2, 1.0083}, {"dtw", "one", 4, 0, 0.5368},  {"dtw", "one", 4, 2, 0.3754},
    {"wdl", "both", 4, 0, 0.0868}, {"wdl", "both", 4, 2, 0.0878}, {"wdl", "both", 5, 1, 0.0855},
    {"wdl", "both", 5, 3, 0.0104}, {"wdl", "both", 6, 0, 0.1087}, {"wdl", "both", 6, 2, 0.0793},
    {"wdl", "both", 6, 4, 0.0026}, {"wdl", "none", 4, 0, 0.6452}, {"wdl", "none", 4, 2, 0.1272},
    {"wdl", "none", 5, 1, 0.1956}, {"wdl", "none", 5, 3, 0.0088}, {"wdl", "none", 6, 0, 0.4542},
    {"wdl", "none", 6, 2, 0.0861}, {"wdl", "none", 6, 4, 0.0021}, {"wdl", "one", 4, 0, 0.0880},
    {"wdl", "one", 4, 2, 0.0276},  {"wdl", "one", 5, 1, 0.0554},  {"wdl", "one", 5, 3, 0.0060},
    {"wdl", "one", 6, 0, 0.0632},  {"wdl", "one", 6, 2, 0.0263},  {"wdl", "one", 6, 4, 0.0020},
};

/* CPU nanoseconds a position: hashes, statistics and the file, besides packing; and, for each
 * position loaded, beside a share of what solving it takes. From finais-gen build --pieces 5 and
 * --alone for each signature of 5 pieces. */
#define WRITING_NANOSECONDS 4.5
#define LOADING_NANOSECONDS 0.0
#define LOADING_SHARE_OF_SOLVING 1.12

/* Tables of both sides to move beside those of one, by KKKKvKK. */
#define FAST_TIMES_NANOSECONDS 1.97
#define FAST_TIMES_BITS 2.25

#endif
