/* Ranked root moves and main lines of every position of up to 3 pieces: they agree with the
 * position's own value, and come in the documented order. */
#include "check.h"
#include "finais.h"
#include "open_folder.h"
#include "tiny_tables.h"
#include <stdlib.h>

enum { LINE_MAX = 200 };

struct visit {
    const finais *handle;
    finais_context *context;
    unsigned long positions;
    unsigned long wrong;
    unsigned long lines;
};

static finais_move_list list; /* large */

/* Whether b may stand behind a, from the words of finais.h. */
static bool in_order(const finais_result *a, const finais_result *b) {
    if (a->wdl != b->wdl)
        return a->wdl > b->wdl;
    if (a->wdl == FINAIS_DRAW)
        return true;
    return a->wdl == FINAIS_WIN ? a->dtw <= b->dtw : a->dtw >= b->dtw;
}

static bool list_is_ordered(void) {
    for (size_t i = 1; i < list.count; i++)
        if (!in_order(&list.moves[i - 1].result, &list.moves[i].result))
            return false;
    return true;
}

/* The best DTC of the moves that keep the position's outcome: the winner hurries, the loser does
 * not. */
static int32_t best_dtc(int32_t wdl) {
    int32_t best = FINAIS_NO_DISTANCE;
    for (size_t i = 0; i < list.count; i++) {
        const finais_result *result = &list.moves[i].result;
        if (result->wdl != wdl || wdl == FINAIS_DRAW)
            continue;
        if (best == FINAIS_NO_DISTANCE ||
            (wdl == FINAIS_WIN ? result->dtc < best : result->dtc > best))
            best = result->dtc;
    }
    return best;
}

/* Each move's result against the position after it. */
static bool moves_agree(struct visit *visit, const finais_position *position) {
    for (size_t i = 0; i < list.count; i++) {
        const finais_ranked_move *ranked = &list.moves[i];
        finais_position after;
        finais_result result;
        if (finais_move_apply(visit->handle, position, &ranked->move, &after, NULL) != FINAIS_OK ||
            finais_probe(visit->context, &after, FINAIS_WANT_ALL, &result, NULL) != FINAIS_OK)
            return false;
        bool converts = ranked->move.captures > 0 || ranked->move.promotes;
        bool drawn = result.wdl == FINAIS_DRAW;
        if (ranked->result.wdl != -result.wdl || ranked->result.terminal != result.terminal ||
            ranked->result.dtw != (drawn ? FINAIS_NO_DISTANCE : result.dtw + 1) ||
            ranked->result.dtc != (drawn      ? FINAIS_NO_DISTANCE
                                   : converts ? 1
                                              : result.dtc + 1))
            return false;
    }
    return true;
}

/* The line has as many moves as the position's DTW, all legal, and its end is one. */
static bool line_is_right(struct visit *visit, const finais_position *position, int32_t dtw) {
    static finais_move line[LINE_MAX];
    size_t count = LINE_MAX + 1;
    finais_position here = *position;
    finais_result result;
    if (finais_main_line(visit->context, position, line, LINE_MAX, &count, NULL) != FINAIS_OK)
        return false;
    if (dtw == FINAIS_NO_DISTANCE)
        return count == 0;
    if (count != (size_t)dtw)
        return false;
    for (size_t i = 0; i < count; i++)
        if (finais_move_apply(visit->handle, &here, &line[i], &here, NULL) != FINAIS_OK)
            return false;
    visit->lines++;
    return finais_probe(visit->context, &here, FINAIS_WANT_DTW, &result, NULL) == FINAIS_OK &&
           result.terminal == 1 && result.dtw == 0;
}

static bool check_position(void *data, uint64_t white, uint64_t black, uint64_t kings, int side,
                           const reference_value *expected) {
    struct visit *visit = data;
    finais_position position = {white, black, kings, (uint32_t)side, 0};
    int dtw = expected->wdl == 0 ? FINAIS_NO_DISTANCE : expected->dtw;
    int dtc = expected->wdl == 0 ? FINAIS_NO_DISTANCE : expected->dtc;
    bool right =
        finais_root_moves(visit->context, &position, FINAIS_WANT_ALL, &list, NULL) == FINAIS_OK;
    if (right && list.count == 0)
        right = expected->wdl < 0 && expected->dtw == 0;
    else if (right)
        right = list_is_ordered() && list.moves[0].result.wdl == expected->wdl &&
                list.moves[0].result.dtw == dtw && best_dtc(expected->wdl) == dtc &&
                moves_agree(visit, &position);
    /* Lines are long to follow: one position in some. */
    if (visit->positions++ % 16 == 0)
        right = right && line_is_right(visit, &position, dtw);
    visit->wrong += !right;
    return true;
}

static void check_all(const reference_solver *solver, struct visit *visit) {
    for (int white = 1; white <= 2; white++)
        for (int men = 0; men <= white; men++)
            for (int black_men = 0; black_men <= 1; black_men++) {
                reference_signature signature = {men, white - men, black_men, 1 - black_men};
                CHECK_EQUAL(reference_solver_visit(solver, &signature, check_position, visit),
                            REFERENCE_OK);
            }
    CHECK(visit->positions > 200000);
    CHECK(visit->lines > 1000);
    CHECK_EQUAL(visit->wrong, 0);
}

/* Without DTW the order is by DTC; equal moves stand in the order of finais_moves(). */
static void check_other_orders(struct visit *visit) {
    finais_position position;
    finais_move moves[64];
    size_t count;
    CHECK_EQUAL(finais_position_from_fen(visit->handle, "W:WKd8,a7:BKg1", &position, NULL),
                FINAIS_OK);
    CHECK_EQUAL(finais_root_moves(visit->context, &position, FINAIS_WANT_DTC, &list, NULL),
                FINAIS_OK);
    CHECK(list.count > 2);
    CHECK_EQUAL(list.moves[0].result.wdl, FINAIS_WIN);
    CHECK_EQUAL(list.moves[0].result.dtw, FINAIS_NO_DISTANCE);
    CHECK_EQUAL(list.moves[0].result.dtc, 3);
    for (size_t i = 1; i < list.count; i++) {
        const finais_result *a = &list.moves[i - 1].result, *b = &list.moves[i].result;
        CHECK(a->wdl > b->wdl || a->wdl != FINAIS_WIN || a->dtc <= b->dtc);
    }
    /* Kings alone on the long roads: everything is drawn. */
    CHECK_EQUAL(finais_position_from_fen(visit->handle, "W:WKa1:BKb8", &position, NULL), FINAIS_OK);
    CHECK_EQUAL(finais_root_moves(visit->context, &position, FINAIS_WANT_WDL, &list, NULL),
                FINAIS_OK);
    CHECK_EQUAL(finais_moves(visit->handle, &position, moves, 64, &count, NULL), FINAIS_OK);
    CHECK_EQUAL(list.count, count);
    size_t drawn = 0;
    while (drawn < count && list.moves[drawn].result.wdl == FINAIS_DRAW)
        drawn++;
    size_t next = 0;
    for (size_t i = 0; i < drawn; i++, next++) {
        while (next < count && moves[next].to != list.moves[i].move.to)
            next++;
        CHECK(next < count);
    }
    CHECK(drawn > 1);
}

/* A line that is longer than the room for it is cut. */
static void check_short_line(struct visit *visit) {
    finais_position position;
    finais_move line[4];
    size_t count = 0;
    char text[FINAIS_MOVE_SIZE];
    CHECK_EQUAL(finais_position_from_fen(visit->handle, "W:WKd8,a7:BKg1", &position, NULL),
                FINAIS_OK);
    CHECK_EQUAL(finais_main_line(visit->context, &position, line, 4, &count, NULL), FINAIS_OK);
    CHECK_EQUAL(count, 4);
    CHECK_EQUAL(finais_move_to_text(visit->handle, &position, &line[0], FINAIS_ALGEBRAIC, text,
                                    sizeof text, NULL),
                FINAIS_OK);
    CHECK_EQUAL(finais_main_line(visit->context, &position, NULL, 0, &count, NULL), FINAIS_OK);
    CHECK_EQUAL(count, 0);
}

int main(void) {
    reference_solver *solver = NULL;
    char directory[TINY_PATH_SIZE];
    if (!CHECK(reference_solver_create(3, &solver) == REFERENCE_OK) ||
        !CHECK(tiny_directory_make(directory)))
        return check_report();
    for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
        CHECK(tiny_tables_write(directory, solver, 3, metric, 4096));
    finais *handle = NULL;
    struct visit visit = {.handle = NULL};
    if (CHECK(open_folder(directory, FINAIS_PRELOAD, &handle, &visit.context))) {
        visit.handle = handle;
        check_all(solver, &visit);
        check_other_orders(&visit);
        check_short_line(&visit);
    }
    finais_context_free(visit.context);
    finais_close(handle);
    tiny_directory_remove(directory);
    reference_solver_free(solver);
    return check_report();
}
