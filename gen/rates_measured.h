/* rates_measured.h - the numbers behind rates.h, as tests/measure_rates.sh measures them. This file
 * is of two runs, joined and formatted: rates of kernels for wdl,dtc and dtw, on a machine under
 * load, and bits of positions, of all metrics up to 5 pieces and of win, draw and loss up to 7, are
 * of commit 4571dcc; everything else is of commit 1e987b1.
 */
#ifndef GEN_RATES_MEASURED_H
#define GEN_RATES_MEASURED_H

#define RATES_ORIGIN "AMD EPYC (Zen 5), commits 1e987b1 and 4571dcc"

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

/* finais-gen bench --level: packing and compressing win, draw and loss of 5 pieces. */
static const struct rate_of_level {
    int level;
    double nanoseconds; /* a position */
    double bits;
} rates_of_levels[] = {
    {3, 0.925, 0.2580},
    {9, 4.434, 0.2364},
    {19, 51.435, 0.2227},
};

/* Bits of a position in table files, all signatures of a kind together. */
enum { MEASURED_LEVEL = 9 };
static const struct rate_of_bits {
    const char *metric;
    const char *kings;
    unsigned pieces;
    unsigned difference; /* pieces that one side has more */
    double bits;
} rates_of_bits[] = {
    {"dtc", "both", 4, 0, 0.3089}, {"dtc", "both", 4, 2, 1.9760}, {"dtc", "both", 5, 1, 0.7945},
    {"dtc", "both", 5, 3, 1.0346}, {"dtc", "none", 4, 0, 1.1317}, {"dtc", "none", 4, 2, 1.3605},
    {"dtc", "none", 5, 1, 1.2999}, {"dtc", "none", 5, 3, 0.8328}, {"dtc", "one", 4, 0, 1.2891},
    {"dtc", "one", 4, 2, 0.7663},  {"dtc", "one", 5, 1, 0.9347},  {"dtc", "one", 5, 3, 0.4684},
    {"dtw", "both", 4, 0, 0.3324}, {"dtw", "both", 4, 2, 2.0066}, {"dtw", "both", 5, 1, 0.8692},
    {"dtw", "both", 5, 3, 2.1416}, {"dtw", "none", 4, 0, 1.6947}, {"dtw", "none", 4, 2, 2.2452},
    {"dtw", "none", 5, 1, 2.1067}, {"dtw", "none", 5, 3, 1.9554}, {"dtw", "one", 4, 0, 1.3646},
    {"dtw", "one", 4, 2, 1.1365},  {"dtw", "one", 5, 1, 1.4398},  {"dtw", "one", 5, 3, 0.8965},
    {"wdl", "both", 4, 0, 0.2590}, {"wdl", "both", 4, 2, 0.5277}, {"wdl", "both", 5, 1, 0.3483},
    {"wdl", "both", 5, 3, 0.0568}, {"wdl", "both", 6, 0, 0.2818}, {"wdl", "both", 6, 2, 0.3458},
    {"wdl", "both", 6, 4, 0.0191}, {"wdl", "both", 7, 1, 0.2928}, {"wdl", "both", 7, 3, 0.1741},
    {"wdl", "both", 7, 5, 0.0153}, {"wdl", "none", 4, 0, 0.7766}, {"wdl", "none", 4, 2, 0.3598},
    {"wdl", "none", 5, 1, 0.5828}, {"wdl", "none", 5, 3, 0.0633}, {"wdl", "none", 6, 0, 0.5786},
    {"wdl", "none", 6, 2, 0.3250}, {"wdl", "none", 6, 4, 0.0200}, {"wdl", "none", 7, 1, 0.4737},
    {"wdl", "none", 7, 3, 0.1199}, {"wdl", "none", 7, 5, 0.0156}, {"wdl", "one", 4, 0, 0.3649},
    {"wdl", "one", 4, 2, 0.1384},  {"wdl", "one", 5, 1, 0.2657},  {"wdl", "one", 5, 3, 0.0362},
    {"wdl", "one", 6, 0, 0.3087},  {"wdl", "one", 6, 2, 0.1417},  {"wdl", "one", 6, 4, 0.0167},
    {"wdl", "one", 7, 1, 0.2193},  {"wdl", "one", 7, 3, 0.0650},  {"wdl", "one", 7, 5, 0.0152},
};

/* CPU nanoseconds a position: hashes, statistics and the file, besides packing; and, for each
 * position loaded, beside a share of what solving it takes. From finais-gen build --pieces 5 and
 * --alone for each signature of 5 pieces. */
#define WRITING_NANOSECONDS 4.5
#define LOADING_NANOSECONDS 0.0
#define LOADING_SHARE_OF_SOLVING 1.12

#endif
