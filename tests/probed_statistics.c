/* Recomputes what finais-gen stats tells, slowly: by asking the library for every position of every
 * signature of 2 to PIECES pieces, one by one.
 *
 *     test-probed-statistics TABLES PIECES
 *
 * Prints, in the form of finais-gen stats --tsv, the columns up to capture_share, of all signatures
 * in any order; and on standard error the rows of finais-gen stats --histogram --tsv. Exit status:
 * 0 = done, 1 = the library could not answer, 2 = wrong usage. */
#include "finais.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 4, PLIES_MAX = 256, METRICS = 2, SQUARES = 32 };
enum kind { WHITE_MEN, WHITE_KINGS, BLACK_MEN, BLACK_KINGS };

/* One signature and side to move. Plies by metric: dtw, dtc. */
struct counts {
    uint64_t positions, wins, draws, losses, captures;
    uint64_t won_in[METRICS][PLIES_MAX];
    uint64_t lost_in[METRICS][PLIES_MAX];
};

static finais *handle;
static finais_context *context;
static finais_move moves[FINAIS_MOVES_MAX];

static void check(finais_status status, const finais_error *error) {
    if (status == FINAIS_OK)
        return;
    fprintf(stderr, "test-probed-statistics: %s\n", error->message);
    exit(1);
}

static void count_position(struct counts *counts, const finais_position *position) {
    finais_result result;
    finais_error error;
    size_t count;
    check(finais_probe(context, position, FINAIS_WANT_ALL, &result, &error), &error);
    check(finais_moves(handle, position, moves, FINAIS_MOVES_MAX, &count, &error), &error);
    counts->positions++;
    counts->captures += count > 0 && moves[0].captured != 0;
    counts->draws += result.wdl == FINAIS_DRAW;
    counts->wins += result.wdl == FINAIS_WIN;
    counts->losses += result.wdl == FINAIS_LOSS;
    int32_t plies[METRICS] = {result.dtw, result.dtc};
    for (unsigned metric = 0; metric < METRICS; metric++)
        if (result.wdl == FINAIS_WIN)
            counts->won_in[metric][plies[metric]]++;
        else if (result.wdl == FINAIS_LOSS)
            counts->lost_in[metric][plies[metric]]++;
}

/* Puts the pieces that are left on the board in all ways, like ones in rising order of squares; a
 * man does not stand where it would be a king. */
static void place(struct counts counts[2], const unsigned left[KINDS], unsigned kind, unsigned from,
                  const finais_position *position) {
    while (kind < KINDS && left[kind] == 0) {
        kind++;
        from = 0;
    }
    if (kind == KINDS) {
        for (uint8_t side = FINAIS_WHITE; side <= FINAIS_BLACK; side++) {
            finais_position asked = *position;
            asked.side_to_move = side;
            count_position(&counts[side], &asked);
        }
        return;
    }
    for (unsigned square = from; square < SQUARES; square++) {
        uint64_t bit = UINT64_C(1) << square;
        bool promoted = (kind == WHITE_MEN && square < 4) || (kind == BLACK_MEN && square >= 28);
        if (promoted || ((position->white | position->black) & bit) != 0)
            continue;
        finais_position next = *position;
        unsigned then[KINDS];
        memcpy(then, left, sizeof then);
        then[kind]--;
        *(kind <= WHITE_KINGS ? &next.white : &next.black) |= bit;
        next.kings |= kind == WHITE_KINGS || kind == BLACK_KINGS ? bit : 0;
        place(counts, then, kind, square + 1, &next);
    }
}

/* ---- Printing ------------------------------------------------------------------------------- */

static void print_longest(const uint64_t *in) {
    for (unsigned plies = PLIES_MAX; plies-- > 0;)
        if (in[plies] > 0) {
            printf("\t%u", plies);
            return;
        }
    fputs("\t-", stdout);
}

static void print_sum(const uint64_t *in) {
    uint64_t sum = 0;
    for (unsigned plies = 0; plies < PLIES_MAX; plies++)
        sum += plies * in[plies];
    printf("\t%" PRIu64, sum);
}

static void print_share(const struct counts *counts, uint64_t part) {
    printf("\t%.6f", (double)part / (double)counts->positions);
}

static void print_row(const char *name, const unsigned *pieces, const char *side,
                      const struct counts *counts) {
    printf("%s\t%u\t%u\t%u\t%u\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, name,
           pieces[0], pieces[1], pieces[2], pieces[3], side, counts->positions, counts->wins,
           counts->draws, counts->losses);
    print_longest(counts->won_in[0]);
    print_longest(counts->won_in[1]);
    print_longest(counts->lost_in[0]);
    print_longest(counts->lost_in[1]);
    print_sum(counts->won_in[0]);
    print_sum(counts->won_in[1]);
    print_sum(counts->lost_in[0]);
    print_sum(counts->lost_in[1]);
    printf("\t%" PRIu64, counts->captures);
    print_share(counts, counts->wins);
    print_share(counts, counts->draws);
    print_share(counts, counts->losses);
    print_share(counts, counts->captures);
    putchar('\n');
}

static void print_histograms(const char *name, const char *side, const struct counts *counts) {
    static const char *const metrics[METRICS] = {"dtw", "dtc"};
    for (unsigned metric = 0; metric < METRICS; metric++) {
        if (counts->draws > 0)
            fprintf(stderr, "%s\t%s\t%s\tdraw\t0\t%" PRIu64 "\n", name, side, metrics[metric],
                    counts->draws);
        for (unsigned plies = 0; plies < PLIES_MAX; plies++) {
            if (counts->won_in[metric][plies] > 0)
                fprintf(stderr, "%s\t%s\t%s\twin\t%u\t%" PRIu64 "\n", name, side, metrics[metric],
                        plies, counts->won_in[metric][plies]);
            if (counts->lost_in[metric][plies] > 0)
                fprintf(stderr, "%s\t%s\t%s\tloss\t%u\t%" PRIu64 "\n", name, side, metrics[metric],
                        plies, counts->lost_in[metric][plies]);
        }
    }
}

/* White has more pieces or, of as many, at least as many kings. */
static void count_signature(const unsigned pieces[KINDS]) {
    static struct counts counts[2];
    static const finais_position empty;
    unsigned white = pieces[WHITE_MEN] + pieces[WHITE_KINGS];
    unsigned black = pieces[BLACK_MEN] + pieces[BLACK_KINGS];
    char name[64];
    if (black == 0 || white < black ||
        (white == black && pieces[WHITE_KINGS] < pieces[BLACK_KINGS]))
        return;
    memset(counts, 0, sizeof counts);
    snprintf(name, sizeof name, "%.*s%.*sv%.*s%.*s", (int)pieces[WHITE_KINGS], "KKKKKKKK",
             (int)pieces[WHITE_MEN], "MMMMMMMM", (int)pieces[BLACK_KINGS], "KKKKKKKK",
             (int)pieces[BLACK_MEN], "MMMMMMMM");
    place(counts, pieces, 0, 0, &empty);
    print_row(name, pieces, "white", &counts[FINAIS_WHITE]);
    print_row(name, pieces, "black", &counts[FINAIS_BLACK]);
    print_histograms(name, "white", &counts[FINAIS_WHITE]);
    print_histograms(name, "black", &counts[FINAIS_BLACK]);
}

int main(int argc, char **argv) {
    if (argc != 3 || strspn(argv[2], "2345678") != 1) {
        fputs("test-probed-statistics TABLES PIECES\n", stderr);
        return 2;
    }
    const char *directory = argv[1];
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    finais_error error;
    options.directories = &directory;
    options.directory_count = 1;
    check(finais_open(&handle, &options, &error), &error);
    check(finais_context_new(&context, handle, &error), &error);
    for (unsigned all = 2; all <= (unsigned)(argv[2][0] - '0'); all++)
        for (unsigned number = 0; number < (all + 1) * (all + 1) * (all + 1); number++) {
            unsigned wm = number % (all + 1), wk = number / (all + 1) % (all + 1);
            unsigned bm = number / (all + 1) / (all + 1);
            if (wm + wk + bm <= all)
                count_signature((unsigned[KINDS]){wm, wk, bm, all - wm - wk - bm});
        }
    finais_context_free(context);
    finais_close(handle);
    return 0;
}
