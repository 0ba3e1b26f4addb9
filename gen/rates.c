#include "rates.h"
#include "format.h"
#include "rates_measured.h"
#include <stddef.h>
#include <string.h>

const char rates_origin[] = RATES_ORIGIN;

/* ---- Kinds ---------------------------------------------------------------------------------- */

static const char *kings_of(struct signature signature) {
    bool white = signature.kings[WHITE] > 0;
    bool black = signature.kings[BLACK] > 0;
    return white && black ? "both" : white || black ? "one" : "none";
}

static unsigned difference_of(struct signature signature) {
    unsigned white = signature_side_pieces(signature, WHITE);
    unsigned black = signature_side_pieces(signature, BLACK);
    return white > black ? white - black : black - white;
}

static const char *solved_together(enum metric metric) {
    static const char *const names[] = {
        [METRIC_WDL] = "wdl", [METRIC_DTW] = "dtw", [METRIC_DTC] = "wdl,dtc"};
    return names[metric];
}

/* ---- Solving -------------------------------------------------------------------------------- */

/* The row of the most pieces, at most `pieces`; NULL when there is none. */
static const struct rate_of_solving *find_solving(const char *kernel, const char *metrics,
                                                  const char *kings, unsigned pieces) {
    const struct rate_of_solving *best = NULL;
    for (size_t i = 0; i < sizeof rates_of_solving / sizeof rates_of_solving[0]; i++) {
        const struct rate_of_solving *rate = &rates_of_solving[i];
        if (strcmp(rate->kernel, kernel) == 0 && strcmp(rate->metrics, metrics) == 0 &&
            strcmp(rate->kings, kings) == 0 && rate->pieces <= pieces &&
            (best == NULL || rate->pieces > best->pieces))
            best = rate;
    }
    return best;
}

/* More pieces take longer, by as much for each as the last one measured did. */
static double growth(const struct rate_of_solving *last) {
    static const double usual = 1.25;
    static const double most = 1.5;
    const struct rate_of_solving *before =
        find_solving(last->kernel, last->metrics, last->kings, last->pieces - 1);
    if (before == NULL || before->pieces + 1 != last->pieces)
        return usual;
    double factor = before->positions_per_second / last->positions_per_second;
    return factor < 1 ? 1 : factor > most ? most : factor;
}

double rate_solving(const char *kernel, enum metric metric, struct signature signature) {
    const char *metrics = solved_together(metric);
    const char *kings = kings_of(signature);
    unsigned pieces = signature_pieces(signature);
    const struct rate_of_solving *rate = NULL;
    /* The smallest signatures are measured together with those of 4 pieces. */
    unsigned measured = pieces < 4 ? 4 : pieces;
    if (kernel != NULL)
        rate = find_solving(kernel, metrics, kings, measured);
    if (rate == NULL)
        rate = find_solving("none", metrics, kings, measured);
    double nanoseconds = 1e9 / rate->positions_per_second;
    for (unsigned n = rate->pieces; n < pieces; n++)
        nanoseconds *= growth(rate);
    return nanoseconds;
}

/* Loading finds the captures anew, which is most of what solving does. */
double rate_loading(const char *kernel, enum metric metric, struct signature signature) {
    return LOADING_NANOSECONDS + LOADING_SHARE_OF_SOLVING * rate_solving(kernel, metric, signature);
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* Blocks of outcomes of few pieces, of outcomes of many, and of distances are made differently. The
 * row of such a block, of the lowest level measured that is not below `level`, else of the highest.
 */
static const struct rate_of_level *find_level(enum metric metric, struct signature signature,
                                              int level) {
    bool distances = metric != METRIC_WDL;
    const struct rate_of_level *best = NULL;
    for (size_t i = 0; i < sizeof rates_of_levels / sizeof rates_of_levels[0]; i++) {
        const struct rate_of_level *rate = &rates_of_levels[i];
        if (rate->distances == distances && rate->least_pieces <= signature_pieces(signature) &&
            (best == NULL || rate->least_pieces > best->least_pieces || best->level < level))
            best = rate;
    }
    return best;
}

/* Whether the form makes a difference. */
static bool stores_both(struct signature signature, enum table_form form) {
    return form == FORM_FAST && !signature_is_own_mirror(signature);
}

double rate_writing(enum metric metric, struct signature signature, int level,
                    enum table_form form) {
    double packing = find_level(metric, signature, level)->nanoseconds;
    return WRITING_NANOSECONDS +
           packing * (stores_both(signature, form) ? FAST_TIMES_NANOSECONDS : 1);
}

static unsigned distance_between(unsigned a, unsigned b) {
    return a > b ? a - b : b - a;
}

/* The row that is nearest in the difference of the sides, then in the number of pieces. */
static const struct rate_of_bits *find_bits(const char *metric, const char *kings, unsigned pieces,
                                            unsigned difference) {
    const struct rate_of_bits *best = NULL;
    unsigned best_distance = 0;
    for (size_t i = 0; i < sizeof rates_of_bits / sizeof rates_of_bits[0]; i++) {
        const struct rate_of_bits *rate = &rates_of_bits[i];
        if (strcmp(rate->metric, metric) != 0 || strcmp(rate->kings, kings) != 0)
            continue;
        unsigned distance = 16 * distance_between(rate->difference, difference) +
                            distance_between(rate->pieces, pieces);
        if (best == NULL || distance < best_distance) {
            best = rate;
            best_distance = distance;
        }
    }
    return best;
}

double rate_bits(enum metric metric, struct signature signature, int level, enum table_form form) {
    const struct rate_of_bits *rate =
        find_bits(metric_name(metric), kings_of(signature), signature_pieces(signature),
                  difference_of(signature));
    return rate->bits * find_level(metric, signature, level)->bits /
           find_level(metric, signature, MEASURED_LEVEL)->bits *
           (stores_both(signature, form) ? FAST_TIMES_BITS : 1);
}
