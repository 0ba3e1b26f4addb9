#include "solver.h"
#include "agenda.h"
#include "placement.h"
#include "ranks.h"
#include "threads.h"
#include <stdlib.h>

struct solver {
    struct values *values;
    struct successor_source source;
    struct agenda agenda;
    struct placement **placements; /* one for each thread */
    unsigned threads;
    solve_progress *progress;
    void *progress_context;
    uint64_t done;
    enum solve_status status;
};

/* Stores the values of Black to move in a signature that is its own mirror: as those of White to
 * move in the mirror of each position. */
static void store_mirrored(struct values *values, const struct placement *placement,
                           bitboard white_men, bitboard black_men) {
    const struct index_layout *layout = &values->layout;
    const struct geometry *geometry = layout->geometry;
    bitboard mirror_white = turn_set(black_men, geometry->squares);
    bitboard mirror_black = turn_set(white_men, geometry->squares);
    uint64_t base = man_rank(layout, mirror_white, mirror_black) * layout->king_placements;
    bitboard white;
    bitboard black;
    king_placement(layout, white_men | black_men, 0, &white, &black);
    for (uint64_t rank = 0; rank < layout->king_placements; rank++) {
        if (rank > 0)
            king_placement_next(layout, white_men | black_men, &white, &black);
        uint64_t mirror_rank =
            king_rank(layout, mirror_white | mirror_black, turn_set(black, geometry->squares),
                      turn_set(white, geometry->squares));
        values_set(values, WHITE, base + mirror_rank, placement_value(placement, BLACK, rank));
    }
}

static void store_placement(struct values *values, const struct placement *placement, uint64_t rank,
                            bitboard white_men, bitboard black_men) {
    uint64_t king_placements = values->layout.king_placements;
    uint64_t base = rank * king_placements;
    for (unsigned side = 0; side < values->sides; side++)
        for (uint64_t king = 0; king < king_placements; king++)
            values_set(values, (enum side)side, base + king,
                       placement_value(placement, (enum side)side, king));
    if (values->sides == 1)
        store_mirrored(values, placement, white_men, black_men);
}

static enum solve_status status_of(enum placement_status status) {
    switch (status) {
    case PLACEMENT_OK:
        return SOLVE_OK;
    case PLACEMENT_NO_MEMORY:
        return SOLVE_NO_MEMORY;
    case PLACEMENT_MISSING:
        return SOLVE_MISSING;
    case PLACEMENT_TOO_LONG:
        return SOLVE_TOO_LONG;
    }
    return SOLVE_NO_MEMORY;
}

/* In a signature that is its own mirror each placement of the men and its mirror are solved
 * together, when the one with the lower rank comes up. */
static bool solved_with_mirror(const struct values *values, uint64_t rank, bitboard white_men,
                               bitboard black_men) {
    unsigned squares = values->layout.geometry->squares;
    return values->sides == 1 && man_rank(&values->layout, turn_set(black_men, squares),
                                          turn_set(white_men, squares)) < rank;
}

static void report(struct solver *solver, enum solve_status status, uint32_t placements) {
#pragma omp critical(solver_report)
    {
        if (status != SOLVE_OK && solver->status == SOLVE_OK)
            solver->status = status;
        solver->done += solver->values->layout.king_placements * solver->values->sides * placements;
        if (solver->status == SOLVE_OK && solver->progress != NULL &&
            !solver->progress(solver->progress_context, solver->done))
            solver->status = SOLVE_STOPPED;
    }
}

static enum solve_status solve_rank(struct solver *solver, uint64_t rank,
                                    struct placement *placement, unsigned threads) {
    bitboard white_men;
    bitboard black_men;
    man_placement(&solver->values->layout, rank, &white_men, &black_men);
    if (solved_with_mirror(solver->values, rank, white_men, black_men))
        return SOLVE_OK;
    enum solve_status status =
        status_of(placement_solve(placement, &solver->source, white_men, black_men, threads));
    if (status == SOLVE_OK)
        store_placement(solver->values, placement, rank, white_men, black_men);
    return status;
}

/* Solves the placements agenda.ranks[first] to [end - 1] with the working memory of one thread. */
static void solve_row(struct solver *solver, uint32_t first, uint32_t end,
                      struct placement *placement, unsigned threads) {
    enum solve_status status;
#pragma omp atomic read
    status = solver->status;
    if (status != SOLVE_OK)
        return;
    for (uint32_t i = first; i < end && status == SOLVE_OK; i++)
        status = solve_rank(solver, solver->agenda.ranks[i], placement, threads);
    report(solver, status, end - first);
}

/* Solves the placements agenda->ranks[first] to [end - 1], which do not depend on each other. Few
 * and large ones take all threads one after the other; others take one thread each, small ones
 * several in a row. */
static void solve_together(struct solver *solver, uint32_t first, uint32_t end) {
    enum { POSITIONS_IN_A_ROW = 4096 };
    uint64_t king_placements = solver->values->layout.king_placements;
    uint32_t row =
        king_placements < POSITIONS_IN_A_ROW ? (uint32_t)(POSITIONS_IN_A_ROW / king_placements) : 1;
    uint32_t rows = (end - first + row - 1) / row;
    if (rows < solver->threads) {
        solve_row(solver, first, end, solver->placements[0], solver->threads);
        return;
    }
#pragma omp parallel for schedule(dynamic) num_threads((int)solver->threads)
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t start = first + i * row;
        uint32_t stop = end - start > row ? start + row : end;
        solve_row(solver, start, stop, solver->placements[thread_number()], 1);
    }
}

static bool solver_make(struct solver *solver) {
    solver->placements = calloc(solver->threads, sizeof(struct placement *));
    if (solver->placements == NULL || !agenda_make(&solver->agenda, &solver->values->layout))
        return false;
    for (unsigned i = 0; i < solver->threads; i++) {
        solver->placements[i] = placement_new(&solver->values->layout);
        if (solver->placements[i] == NULL)
            return false;
    }
    return true;
}

static void solver_clear(struct solver *solver) {
    for (unsigned i = 0; solver->placements != NULL && i < solver->threads; i++)
        placement_free(solver->placements[i]);
    free(solver->placements);
    agenda_clear(&solver->agenda);
}

enum solve_status solve_signature(struct values *values, const struct lookup *successors,
                                  const struct lookup *outcomes, unsigned threads,
                                  solve_progress *progress, void *progress_context) {
    struct solver solver = {
        .values = values,
        .source = {successors->rules, values->metric, values, successors, outcomes},
        .threads = threads == 0 ? 1 : threads,
        .progress = progress,
        .progress_context = progress_context,
        .status = SOLVE_OK};
    if (!solver_make(&solver))
        solver.status = SOLVE_NO_MEMORY;
    for (unsigned i = 0; i < solver.agenda.steps && solver.status == SOLVE_OK; i++)
        solve_together(&solver, solver.agenda.first[i], solver.agenda.first[i + 1]);
    solver_clear(&solver);
    return solver.status;
}
