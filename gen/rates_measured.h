/* rates_measured.h - the numbers behind rates.h, as measured. Do not edit: this is the output of
 *
 *     sh tests/measure_rates.sh PROGRAM COMMIT TABLES...
 *
 * and clang-format, for tables of all metrics up to 5 pieces and of win, draw and loss up to 6. */
#ifndef GEN_RATES_MEASURED_H
#define GEN_RATES_MEASURED_H

#include <stdbool.h>

#define RATES_ORIGIN "Intel(R) Xeon(R) Processor, commit 72c8104"

/* finais-gen bench: positions a CPU second, one side to move. */
static const struct rate_of_solving {
    const char *kernel;
    const char *metrics;
    const char *kings; /* of both sides, of one, of none */
    unsigned pieces;
    double positions_per_second;
} rates_of_solving[] = {
    {"avx512", "wdl", "both", 4, 145538297},   {"avx512", "wdl", "one", 4, 51468128},
    {"avx512", "wdl", "none", 4, 10772129},    {"avx512", "wdl,dtc", "both", 4, 89855211},
    {"avx512", "wdl,dtc", "one", 4, 32125133}, {"avx512", "wdl,dtc", "none", 4, 4068169},
    {"avx512", "dtw", "both", 4, 44764046},    {"avx512", "dtw", "one", 4, 21552981},
    {"avx512", "dtw", "none", 4, 2209823},     {"avx2", "wdl", "both", 4, 125577328},
    {"avx2", "wdl", "one", 4, 52561610},       {"avx2", "wdl", "none", 4, 11366214},
    {"avx2", "wdl,dtc", "both", 4, 60652445},  {"avx2", "wdl,dtc", "one", 4, 32392185},
    {"avx2", "wdl,dtc", "none", 4, 3878757},   {"avx2", "dtw", "both", 4, 32661570},
    {"avx2", "dtw", "one", 4, 21189306},       {"avx2", "dtw", "none", 4, 1904246},
    {"plain", "wdl", "both", 4, 67429606},     {"plain", "wdl", "one", 4, 41943747},
    {"plain", "wdl", "none", 4, 7676086},      {"plain", "wdl,dtc", "both", 4, 15277336},
    {"plain", "wdl,dtc", "one", 4, 19157423},  {"plain", "wdl,dtc", "none", 4, 2613355},
    {"plain", "dtw", "both", 4, 9230781},      {"plain", "dtw", "one", 4, 13086694},
    {"plain", "dtw", "none", 4, 1409695},      {"none", "wdl", "both", 4, 4320676},
    {"none", "wdl", "one", 4, 4726913},        {"none", "wdl", "none", 4, 2977548},
    {"none", "wdl,dtc", "both", 4, 2160068},   {"none", "wdl,dtc", "one", 4, 2344610},
    {"none", "wdl,dtc", "none", 4, 1529568},   {"none", "dtw", "both", 4, 4379955},
    {"none", "dtw", "one", 4, 4617492},        {"none", "dtw", "none", 4, 2676386},
    {"avx512", "wdl", "both", 5, 108246173},   {"avx512", "wdl", "one", 5, 39334681},
    {"avx512", "wdl", "none", 5, 12296693},    {"avx512", "wdl,dtc", "both", 5, 70502204},
    {"avx512", "wdl,dtc", "one", 5, 25918944}, {"avx512", "wdl,dtc", "none", 5, 5164639},
    {"avx512", "dtw", "both", 5, 26929392},    {"avx512", "dtw", "one", 5, 15309438},
    {"avx512", "dtw", "none", 5, 2552028},     {"avx2", "wdl", "both", 5, 81910250},
    {"avx2", "wdl", "one", 5, 37425189},       {"avx2", "wdl", "none", 5, 11033738},
    {"avx2", "wdl,dtc", "both", 5, 44356009},  {"avx2", "wdl,dtc", "one", 5, 22737923},
    {"avx2", "wdl,dtc", "none", 5, 4641014},   {"avx2", "dtw", "both", 5, 19249245},
    {"avx2", "dtw", "one", 5, 14406874},       {"avx2", "dtw", "none", 5, 2111190},
    {"plain", "wdl", "both", 5, 45423828},     {"plain", "wdl", "one", 5, 28214417},
    {"plain", "wdl", "none", 5, 7366253},      {"plain", "wdl,dtc", "both", 5, 12274970},
    {"plain", "wdl,dtc", "one", 5, 12604571},  {"plain", "wdl,dtc", "none", 5, 3015859},
    {"plain", "dtw", "both", 5, 4559105},      {"plain", "dtw", "one", 5, 8371988},
    {"plain", "dtw", "none", 5, 1422859},      {"avx512", "wdl", "both", 6, 52927712},
    {"avx512", "wdl", "one", 6, 25789343},     {"avx512", "wdl", "none", 6, 6013137},
};

/* Packing and compressing win, draw and loss of 5 and of 6 pieces, by finais-gen bench --level, and
 * distances of 4 pieces, by what finais-gen build takes less solving. By level, lowest first. */
static const struct rate_of_level {
    bool distances;
    unsigned least_pieces; /* of a signature that blocks are made so for */
    int level;
    double nanoseconds; /* a position */
    double bits;
} rates_of_levels[] = {
    {false, 0, 5, 34.797, 0.0662},   {false, 0, 15, 42.491, 0.0584},
    {false, 0, 17, 151.929, 0.0549}, {false, 0, 18, 263.378, 0.0543},
    {false, 6, 15, 22.400, 0.0683},  {false, 6, 18, 74.905, 0.0641},
    {true, 0, 5, 269.2, 0.4514},     {true, 0, 15, 287.9, 0.4005},
    {true, 0, 18, 958.8, 0.3758},
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
    {"dtc", "both", 4, 0, 0.1458}, {"dtc", "both", 4, 2, 0.4884}, {"dtc", "both", 5, 1, 0.2300},
    {"dtc", "both", 5, 3, 0.3108}, {"dtc", "none", 4, 0, 0.9476}, {"dtc", "none", 4, 2, 0.5375},
    {"dtc", "none", 5, 1, 0.5286}, {"dtc", "none", 5, 3, 0.2811}, {"dtc", "one", 4, 0, 0.4458},
    {"dtc", "one", 4, 2, 0.2507},  {"dtc", "one", 5, 1, 0.2905},  {"dtc", "one", 5, 3, 0.1676},
    {"dtw", "both", 4, 0, 0.1630}, {"dtw", "both", 4, 2, 0.4867}, {"dtw", "both", 5, 1, 0.2441},
    {"dtw", "both", 5, 3, 0.5594}, {"dtw", "none", 4, 0, 1.4542}, {"dtw", "none", 4, 2, 0.9757},
    {"dtw", "none", 5, 1, 0.8577}, {"dtw", "none", 5, 3, 0.6957}, {"dtw", "one", 4, 0, 0.5068},
    {"dtw", "one", 4, 2, 0.3510},  {"dtw", "one", 5, 1, 0.4906},  {"dtw", "one", 5, 3, 0.2601},
    {"wdl", "both", 4, 0, 0.0828}, {"wdl", "both", 4, 2, 0.0861}, {"wdl", "both", 5, 1, 0.0827},
    {"wdl", "both", 5, 3, 0.0102}, {"wdl", "both", 6, 0, 0.1042}, {"wdl", "both", 6, 2, 0.0773},
    {"wdl", "both", 6, 4, 0.0028}, {"wdl", "none", 4, 0, 0.6418}, {"wdl", "none", 4, 2, 0.1249},
    {"wdl", "none", 5, 1, 0.1940}, {"wdl", "none", 5, 3, 0.0087}, {"wdl", "none", 6, 0, 0.4499},
    {"wdl", "none", 6, 2, 0.0842}, {"wdl", "none", 6, 4, 0.0022}, {"wdl", "one", 4, 0, 0.0867},
    {"wdl", "one", 4, 2, 0.0273},  {"wdl", "one", 5, 1, 0.0542},  {"wdl", "one", 5, 3, 0.0060},
    {"wdl", "one", 6, 0, 0.0612},  {"wdl", "one", 6, 2, 0.0255},  {"wdl", "one", 6, 4, 0.0022},
};

/* Tables of both sides to move beside those of one. */
#define FAST_TIMES_NANOSECONDS 2.83
#define FAST_TIMES_BITS 2.32

/* CPU nanoseconds a position: hashes, statistics and the file, besides packing; and, for each
 * position loaded, beside a share of what solving it takes. From finais-gen build --pieces 5 and
 * --alone for each signature of 5 pieces. */
#define WRITING_NANOSECONDS 9.11
#define LOADING_NANOSECONDS 0.0
#define LOADING_SHARE_OF_SOLVING 1.19

#endif
