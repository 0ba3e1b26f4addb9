/* How an engine probes: an alpha-beta search that asks the tables wherever they have the position.
 *
 * The search is plain: iterative deepening, captures do not count as depth, material is all that is
 * known of a position without table. The positions it probes are kept, and probed once more in the
 * same order with a new context for the times.
 */
#include "bench.h"
#include <stdlib.h>

/* Endings of 7 and 8 pieces, quiet and about even. */
static const char *const roots[] = {"W:Wc3,e3,g3,b2:Bd6,f6,b6",    "W:WKa1,d2,f2:BKh8,c7,e7,g7",
                                    "B:Wd4,f2,h2,c1:Bb6,e7,g7",    "W:Wa3,c3,e1,g1:BKb8,f6,h6",
                                    "W:Wc3,e3,g3,d2:Bd6,f6,b6,e7", "W:WKa1,c3,g1,h2:BKh8,b6,f8,a7",
                                    "B:Wb2,d2,f2,a3:Bc7,e7,g7,h6", "W:Wd4,f4,c1,e1:Bb6,h6,d8,f8"};

enum {
    ROOTS = sizeof roots / sizeof roots[0],
    NODES_FOR_A_SECOND = 20000, /* of each root, for each second of the options */
    NODES_MIN = 2000,
    PROBES_MAX = 1 << 20, /* that are kept */
    DEPTH_MAX = 64,
    WIN_SCORE = 10000,
    MAN_SCORE = 100,
    KING_SCORE = 300
};

struct searcher {
    const struct bench *bench;
    finais_context *context;
    uint64_t nodes;
    uint64_t node_limit;
    uint64_t probes;
    finais_position *probed; /* the first PROBES_MAX of them */
    finais_status status;
    finais_error *error;
};

static unsigned count_bits(uint64_t set) {
    unsigned count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

static int material(const finais_position *position) {
    uint64_t kings = position->kings;
    int white = MAN_SCORE * (int)count_bits(position->white & ~kings) +
                KING_SCORE * (int)count_bits(position->white & kings);
    int black = MAN_SCORE * (int)count_bits(position->black & ~kings) +
                KING_SCORE * (int)count_bits(position->black & kings);
    return position->side_to_move == FINAIS_WHITE ? white - black : black - white;
}

/* What finais_move_apply() does, for a move that is known to be legal. */
static finais_position play(const finais_position *position, const finais_move *move) {
    finais_position after = *position;
    uint64_t from = UINT64_C(1) << move->from;
    uint64_t to = UINT64_C(1) << move->to;
    bool king = (position->kings & from) != 0 || move->promotes != 0;
    uint64_t *own = position->side_to_move == FINAIS_WHITE ? &after.white : &after.black;
    uint64_t *other = position->side_to_move == FINAIS_WHITE ? &after.black : &after.white;
    *own = (*own & ~from) | to;
    *other &= ~move->captured;
    after.kings = (after.kings & ~(from | move->captured)) | (king ? to : 0);
    after.side_to_move = 1 - position->side_to_move;
    return after;
}

static bool has_ended(const struct searcher *searcher) {
    return searcher->status != FINAIS_OK || searcher->nodes >= searcher->node_limit;
}

static int probe_score(struct searcher *searcher, const finais_position *position, int ply) {
    finais_wdl wdl = FINAIS_DRAW;
    if (searcher->probes < PROBES_MAX)
        searcher->probed[searcher->probes] = *position;
    searcher->probes++;
    searcher->status = finais_probe_wdl(searcher->context, position, &wdl, searcher->error);
    return wdl == FINAIS_WIN ? WIN_SCORE - ply : wdl == FINAIS_LOSS ? ply - WIN_SCORE : 0;
}

static bool is_in_tables(const struct searcher *searcher, const finais_position *position) {
    return position->white != 0 && position->black != 0 &&
           count_bits(position->white | position->black) <= searcher->bench->options.pieces;
}

static int search(struct searcher *searcher, const finais_position *position, int alpha, int beta,
                  int depth, int ply) {
    enum { MOVES_SEARCHED = 128 }; /* more than any of so few pieces has */
    finais_move moves[MOVES_SEARCHED];
    size_t count = 0;
    searcher->nodes++;
    if (is_in_tables(searcher, position) && ply > 0)
        return probe_score(searcher, position, ply);
    searcher->status = finais_moves(searcher->bench->read, position, moves, MOVES_SEARCHED, &count,
                                    searcher->error);
    if (has_ended(searcher))
        return 0;
    if (count == 0)
        return ply - WIN_SCORE;
    bool capture = moves[0].captures > 0;
    if ((depth <= 0 && !capture) || ply == DEPTH_MAX)
        return material(position);
    int best = -WIN_SCORE;
    for (size_t i = 0; i < count && best < beta && !has_ended(searcher); i++) {
        finais_position next = play(position, &moves[i]);
        int score = -search(searcher, &next, -beta, -(best > alpha ? best : alpha),
                            capture ? depth : depth - 1, ply + 1);
        best = score > best ? score : best;
    }
    return best;
}

static void search_roots(struct searcher *searcher) {
    uint64_t limit = (uint64_t)(NODES_FOR_A_SECOND * searcher->bench->options.seconds);
    for (unsigned i = 0; i < ROOTS && searcher->status == FINAIS_OK; i++) {
        finais_position root;
        searcher->status =
            finais_position_from_fen(searcher->bench->read, roots[i], &root, searcher->error);
        searcher->node_limit = searcher->nodes + (limit > NODES_MIN ? limit : NODES_MIN);
        for (int depth = 1; depth < DEPTH_MAX && !has_ended(searcher); depth++)
            search(searcher, &root, -WIN_SCORE, WIN_SCORE, depth, 0);
    }
}

/* The probes of the search once more. */
static finais_status replay(struct bench_search *result, const struct searcher *searcher,
                            float *times, finais_error *error) {
    size_t count = searcher->probes < PROBES_MAX ? (size_t)searcher->probes : PROBES_MAX;
    finais_context *context = NULL;
    finais_statistics statistics = {.cache_hits = 0};
    finais_status status = finais_context_new(&context, searcher->bench->read, error);
    double sum = 0;
    for (size_t i = 0; status == FINAIS_OK && i < count; i++) {
        finais_wdl wdl;
        double start = bench_now();
        status = finais_probe_wdl(context, &searcher->probed[i], &wdl, error);
        times[i] = (float)(1e9 * (bench_now() - start));
        sum += (double)times[i] - searcher->bench->clock_cost;
    }
    if (status == FINAIS_OK)
        status = finais_context_statistics(context, &statistics, error);
    finais_context_free(context);
    uint64_t values = statistics.cache_hits + statistics.cache_misses;
    result->hit_rate = values > 0 ? (double)statistics.cache_hits / (double)values : 0;
    result->cache_bytes = statistics.cache_bytes;
    result->times.mean = count > 0 ? sum / (double)count : 0;
    bench_times_sort(&result->times, times, count, searcher->bench->clock_cost);
    return status;
}

finais_status bench_search_measure(struct bench_search *result, const struct bench *bench,
                                   finais_error *error) {
    struct searcher searcher = {.bench = bench, .error = error};
    float *times = malloc(PROBES_MAX * sizeof *times);
    *result = (struct bench_search){.roots = ROOTS};
    searcher.probed = malloc(PROBES_MAX * sizeof *searcher.probed);
    searcher.status = times == NULL || searcher.probed == NULL
                          ? bench_no_memory(error)
                          : finais_context_new(&searcher.context, bench->read, error);
    if (searcher.status == FINAIS_OK)
        search_roots(&searcher);
    result->nodes = searcher.nodes;
    result->probes = searcher.probes;
    finais_status status = searcher.status;
    if (status == FINAIS_OK)
        status = replay(result, &searcher, times, error);
    finais_context_free(searcher.context);
    free(searcher.probed);
    free(times);
    return status;
}
