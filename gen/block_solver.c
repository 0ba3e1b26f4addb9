#include "block_solver.h"
#include "agenda.h"
#include "distance_solver.h"
#include "format.h"
#include "man_sets.h"
#include "threads.h"
#include <stdlib.h>

/* What one thread needs to solve a placement of the men on its own, or all of them one together. */
struct workshop {
    squares32 *outer[2];
    struct matrix *quiet[2];
    struct matrix *saved[2];
    uint8_t *dirty;
    struct placement_distances distances; /* if they are wanted */
};

struct block_solver {
    struct blocks *blocks;
    const struct outcome_sink *sink; /* where the result goes in index order; NULL for nowhere */
    struct index_layout table;       /* of that order */
    struct distance_set distances;   /* to be found as well */
    const struct block_lookup *lookup;
    const struct kernel *kernel;
    struct agenda agenda;
    struct man_sets man_sets;
    unsigned threads;
    struct workshop *workshops;      /* one for each thread */
    struct kernel_scratch **scratch; /* the same */
    struct export_room *rooms;       /* the same */
    solve_progress *progress;
    void *progress_context;
    bool in_pairs; /* a placement and its mirror are solved together */
    uint64_t positions_per_placement;
    uint64_t done;
    enum solve_status status;
};

/* ---- Memory -----------------------------------------------------------------------------------
 */

static void *allocate(size_t count, size_t size) {
    if (count > SIZE_MAX / 2 / size)
        return NULL;
    return aligned_alloc(64, (count * size + 63) / 64 * 64);
}

/* Matrices for each block: quiet positions of both sides to move, and those that men save. */
static unsigned matrices_of_block(const struct blocks *blocks) {
    return blocks->layout.man_placements == 1 ? 2 : 4;
}

static bool workshop_make(struct workshop *workshop, const struct blocks *blocks) {
    bool has_men = matrices_of_block(blocks) > 2;
    size_t count = (size_t)blocks->blocks_per_placement;
    workshop->outer[WHITE] = allocate((size_t)blocks->white_sets, sizeof(squares32));
    workshop->outer[BLACK] = allocate((size_t)blocks->black_sets, sizeof(squares32));
    workshop->dirty = allocate(count, 1);
    bool made = workshop->dirty != NULL;
    for (enum side side = WHITE; side <= BLACK; side++) {
        workshop->quiet[side] = allocate(count, sizeof(struct matrix));
        workshop->saved[side] = has_men ? allocate(count, sizeof(struct matrix)) : NULL;
        made = made && workshop->outer[side] != NULL && workshop->quiet[side] != NULL &&
               (workshop->saved[side] != NULL || !has_men);
    }
    return made;
}

static void workshop_clear(struct workshop *workshop) {
    for (enum side side = WHITE; side <= BLACK; side++) {
        free(workshop->outer[side]);
        free(workshop->quiet[side]);
        free(workshop->saved[side]);
    }
    free(workshop->dirty);
    placement_distances_clear(&workshop->distances);
}

/* A signature with one placement of the men has all threads at it, in one workshop. */
static unsigned workshops_needed(const struct blocks *blocks, unsigned threads) {
    return blocks->layout.man_placements == 1 ? 1 : threads;
}

uint64_t solve_blocks_memory(const struct rules *rules, struct signature signature,
                             const struct kernel *kernel, unsigned threads, unsigned distances) {
    struct blocks blocks;
    if (!blocks_shape(&blocks, rules, signature))
        return 0;
    uint64_t workshop =
        blocks.blocks_per_placement * (matrices_of_block(&blocks) * sizeof(struct matrix) + 1) +
        (blocks.white_sets + blocks.black_sets) * sizeof(squares32);
    if (distances > 0)
        workshop += placement_distances_memory(&blocks);
    return workshop * workshops_needed(&blocks, threads) +
           threads * (kernel->scratch_bytes + export_room_memory(&blocks, distances)) +
           agenda_memory(&blocks.layout) + man_sets_memory(&blocks.layout);
}

static bool wants_distances(const struct block_solver *solver) {
    return solver->distances.of[DISTANCES_DTW] != NULL ||
           solver->distances.of[DISTANCES_DTC] != NULL;
}

static bool solver_make(struct block_solver *solver) {
    solver->workshops = calloc(solver->threads, sizeof *solver->workshops);
    solver->scratch = calloc(solver->threads, sizeof(struct kernel_scratch *));
    solver->rooms = calloc(solver->threads, sizeof *solver->rooms);
    if (!agenda_make(&solver->agenda, &solver->blocks->layout) ||
        !man_sets_make(&solver->man_sets, &solver->blocks->layout) || solver->workshops == NULL ||
        solver->scratch == NULL || solver->rooms == NULL)
        return false;
    for (unsigned i = 0; i < solver->threads; i++) {
        solver->scratch[i] = allocate(1, solver->kernel->scratch_bytes);
        if (solver->scratch[i] == NULL ||
            !export_room_make(&solver->rooms[i], solver->blocks, &solver->distances))
            return false;
        solver->kernel->prepare(solver->scratch[i]);
    }
    for (unsigned i = 0; i < workshops_needed(solver->blocks, solver->threads); i++)
        if (!workshop_make(&solver->workshops[i], solver->blocks) ||
            (wants_distances(solver) &&
             !placement_distances_make(&solver->workshops[i].distances, solver->blocks)))
            return false;
    return true;
}

static void solver_clear(struct block_solver *solver) {
    for (unsigned i = 0; i < solver->threads; i++) {
        if (solver->workshops != NULL)
            workshop_clear(&solver->workshops[i]);
        if (solver->scratch != NULL)
            free(solver->scratch[i]);
        if (solver->rooms != NULL)
            export_room_clear(&solver->rooms[i]);
    }
    free(solver->workshops);
    free(solver->scratch);
    free(solver->rooms);
    agenda_clear(&solver->agenda);
    man_sets_clear(&solver->man_sets);
}

/* ---- Progress ---------------------------------------------------------------------------------
 */

static void report(struct block_solver *solver, enum solve_status status, uint64_t placements) {
#pragma omp critical(block_solver_report)
    {
        if (status != SOLVE_OK && solver->status == SOLVE_OK)
            solver->status = status;
        solver->done += solver->positions_per_placement * placements;
        if (solver->status == SOLVE_OK && solver->progress != NULL &&
            !solver->progress(solver->progress_context, solver->done))
            solver->status = SOLVE_STOPPED;
    }
}

/* ---- One placement ----------------------------------------------------------------------------
 */

/* All subsets of `size` squares of `among` in the order of their ranks. */
static void list_subsets(squares32 among, unsigned size, uint64_t count, squares32 *subsets) {
    squares32 subset = 0;
    squares32 rest = among;
    for (unsigned i = 0; i < size; i++, rest &= rest - 1)
        subset |= rest & (0 - rest);
    for (uint64_t i = 0; i < count; i++) {
        subsets[i] = subset;
        subset = (squares32)next_subset(subset, among);
    }
}

static unsigned outer_kings(const struct blocks *blocks, enum side side) {
    unsigned kings = blocks->signature.kings[side];
    return kings == 0 ? 0 : kings - 1;
}

static void open_placement(struct placement_blocks *placement, const struct block_solver *solver,
                           const struct workshop *workshop, uint64_t rank) {
    struct blocks *blocks = solver->blocks;
    squares32 white_men;
    squares32 black_men;
    man_sets_placement(&solver->man_sets, (uint32_t)rank, &white_men, &black_men);
    *placement =
        (struct placement_blocks){.blocks = blocks,
                                  .lookup = solver->lookup,
                                  .first_word = rank * blocks->blocks_per_placement * blocks->rows,
                                  .men = {white_men, black_men},
                                  .outer = {workshop->outer[WHITE], workshop->outer[BLACK]},
                                  .quiet = {workshop->quiet[WHITE], workshop->quiet[BLACK]},
                                  .saved = {workshop->saved[WHITE], workshop->saved[BLACK]},
                                  .distances = solver->distances,
                                  .dirty = workshop->dirty};
    squares32 free = ~(placement->men[WHITE] | placement->men[BLACK]);
    list_subsets(free, outer_kings(blocks, WHITE), blocks->white_sets, workshop->outer[WHITE]);
    list_subsets(free, outer_kings(blocks, BLACK), blocks->black_sets, workshop->outer[BLACK]);
}

static void settle_all(const struct block_solver *solver,
                       const struct placement_blocks *placement) {
    uint64_t count = placement->blocks->blocks_per_placement;
    memset(placement->dirty, side_bit(WHITE) | side_bit(BLACK), (size_t)count);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint64_t block = 0; block < count; block++) {
            if (!placement->dirty[block] || !block_exists(placement, block))
                continue;
            changed |= solver->kernel->settle(placement, block);
        }
    }
}

/* When only one side has kings, the values of the other side to move are known from the start, and
 * one ply finds all that is left. */
static void advance_all(const struct block_solver *solver, const struct placement_blocks *placement,
                        enum side side) {
    for (uint64_t block = 0; block < placement->blocks->blocks_per_placement; block++)
        if (block_exists(placement, block))
            solver->kernel->advance(placement, block, side);
}

static void solve_alone(const struct block_solver *solver, const struct placement_blocks *placement,
                        struct kernel_scratch *scratch) {
    for (uint64_t block = 0; block < placement->blocks->blocks_per_placement; block++)
        if (block_exists(placement, block))
            solver->kernel->look_out(placement, block, scratch);
    if (solver->blocks->signature.kings[WHITE] > 0)
        settle_all(solver, placement);
    else if (solver->blocks->signature.kings[BLACK] > 0)
        advance_all(solver, placement, BLACK);
}

/* One ply of one side, in the blocks where that can change something. Each ply of one side reads
 * values of the other side and writes those of its own, so the blocks can be shared out. */
static bool advance_with_all(const struct block_solver *solver,
                             const struct placement_blocks *placement, enum side side) {
    uint64_t count = placement->blocks->blocks_per_placement;
    bool changed = false;
#pragma omp parallel for schedule(dynamic, 256) num_threads((int)solver->threads)                  \
    reduction(||                                                                                   \
              : changed)
    for (uint64_t block = 0; block < count; block++) {
        uint8_t *dirty = &placement->dirty[block];
        if ((__atomic_load_n(dirty, __ATOMIC_RELAXED) & side_bit(side)) == 0 ||
            !block_exists(placement, block))
            continue;
        __atomic_fetch_and(dirty, (uint8_t)~side_bit(side), __ATOMIC_RELAXED);
        changed = solver->kernel->advance(placement, block, side) || changed;
    }
    return changed;
}

/* All threads at one placement. */
static void solve_with_all(struct block_solver *solver, const struct placement_blocks *placement) {
    uint64_t count = placement->blocks->blocks_per_placement;
#pragma omp parallel for schedule(dynamic, 16) num_threads((int)solver->threads)
    for (uint64_t block = 0; block < count; block++)
        if (block_exists(placement, block))
            solver->kernel->look_out(placement, block, solver->scratch[thread_number()]);
    memset(placement->dirty, side_bit(WHITE) | side_bit(BLACK), (size_t)count);
    unsigned idle = 0;
    for (enum side side = WHITE; idle < 2 && solver->status == SOLVE_OK; side = other_side(side)) {
        idle = advance_with_all(solver, placement, side) ? 0 : idle + 1;
        report(solver, SOLVE_OK, 0);
    }
}

static void export_portion(const struct block_solver *solver,
                           const struct placement_blocks *placement, uint64_t rank,
                           uint64_t portion) {
    export_outcomes(solver->kernel, placement, rank, portion, &solver->table,
                    &solver->rooms[thread_number()], solver->sink);
}

static void export_placement(const struct block_solver *solver,
                             const struct placement_blocks *placement, uint64_t rank) {
    if (solver->sink == NULL)
        return;
    for (uint64_t i = 0; i < export_portions(solver->blocks); i++)
        export_portion(solver, placement, rank, i);
}

static void export_with_all(const struct block_solver *solver,
                            const struct placement_blocks *placement) {
    if (solver->sink == NULL)
        return;
    uint64_t portions = export_portions(solver->blocks);
#pragma omp parallel for schedule(dynamic) num_threads((int)solver->threads)
    for (uint64_t i = 0; i < portions; i++)
        export_portion(solver, placement, 0, i);
}

/* ---- All placements ---------------------------------------------------------------------------
 */

static enum solve_status add_distances(const struct block_solver *solver,
                                       const struct placement_blocks *placement,
                                       struct workshop *workshop,
                                       struct kernel_scratch *const *scratch, unsigned threads) {
    enum solve_status status = SOLVE_OK;
    for (unsigned i = 0; i < DISTANCE_METRICS && status == SOLVE_OK; i++)
        if (solver->distances.of[i] != NULL)
            status = solve_distances(placement, &workshop->distances, solver->distances.of[i],
                                     solver->kernel, scratch, threads);
    return status;
}

/* Solves a placement, and hands it over. The second one of a pair has come with the first. */
static enum solve_status solve_rank(const struct block_solver *solver, uint64_t rank,
                                    unsigned thread) {
    struct placement_blocks placement;
    struct workshop *workshop = &solver->workshops[thread];
    struct kernel_scratch *scratch = solver->scratch[thread];
    open_placement(&placement, solver, workshop, rank);
    uint64_t mirror = solver->in_pairs ? solver->kernel->mirror_rank(&placement, scratch) : rank;
    if (mirror < rank)
        return SOLVE_OK;
    solve_alone(solver, &placement, scratch);
    enum solve_status status =
        add_distances(solver, &placement, workshop, &solver->scratch[thread], 1);
    export_placement(solver, &placement, rank);
    if (mirror > rank) {
        solver->kernel->turn_over(&placement, mirror);
        if (solver->sink != NULL) {
            open_placement(&placement, solver, workshop, mirror);
            export_placement(solver, &placement, mirror);
        }
    }
    return status;
}

/* Placements agenda.ranks[first] to [end - 1] one after the other. */
static void solve_row(struct block_solver *solver, uint32_t first, uint32_t end) {
    enum solve_status status;
    unsigned thread = thread_number();
#pragma omp atomic read
    status = solver->status;
    if (status != SOLVE_OK)
        return;
    for (uint32_t i = first; i < end && status == SOLVE_OK; i++)
        status = solve_rank(solver, solver->agenda.ranks[i], thread);
    report(solver, status, end - first);
}

/* Placements that do not depend on each other, several small ones at a time. */
static void solve_step(struct block_solver *solver, uint32_t first, uint32_t end) {
    enum { WORDS_AT_A_TIME = 4096 };
    uint64_t words = solver->blocks->blocks_per_placement * solver->blocks->rows;
    uint32_t row = words < WORDS_AT_A_TIME ? (uint32_t)(WORDS_AT_A_TIME / words) : 1;
    uint32_t rows = (end - first + row - 1) / row;
#pragma omp parallel for schedule(dynamic) num_threads((int)solver->threads)
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t start = first + i * row;
        solve_row(solver, start, end - start > row ? start + row : end);
    }
}

static bool table_layout(const struct blocks *blocks, struct index_layout *layout) {
    struct signature signature =
        blocks->turned ? signature_mirror(blocks->signature) : blocks->signature;
    return index_layout_init(layout, blocks->layout.geometry, signature);
}

static struct block_solver solver_for(struct blocks *blocks, const struct block_lookup *lookup,
                                      const struct kernel *kernel, unsigned threads) {
    return (struct block_solver){.blocks = blocks,
                                 .lookup = lookup,
                                 .kernel = kernel,
                                 .threads = threads == 0 ? 1 : threads,
                                 .status = SOLVE_OK};
}

enum solve_status solve_blocks(struct blocks *blocks, const struct distance_set *distances,
                               const struct outcome_sink *sink, struct block_lookup *lookup,
                               const struct kernel *kernel, unsigned threads,
                               solve_progress *progress, void *progress_context) {
    struct block_solver solver = solver_for(blocks, lookup, kernel, threads);
    solver.sink = sink;
    if (distances != NULL)
        solver.distances = *distances;
    blocks->distances = solver.distances.of[DISTANCES_DTW];
    solver.progress = progress;
    solver.progress_context = progress_context;
    unsigned sides = signature_is_own_mirror(blocks->signature) ? 1 : 2;
    solver.in_pairs = sides == 1 && !wants_distances(&solver);
    solver.positions_per_placement = blocks->layout.king_placements * sides;
    block_lookup_add(lookup, blocks);
    if (!table_layout(blocks, &solver.table) || !solver_make(&solver))
        solver.status = SOLVE_NO_MEMORY;
    if (solver.status == SOLVE_OK && blocks->layout.man_placements == 1 && solver.threads > 1) {
        struct placement_blocks placement;
        open_placement(&placement, &solver, &solver.workshops[0], 0);
        solve_with_all(&solver, &placement);
        if (solver.status == SOLVE_OK)
            solver.status = add_distances(&solver, &placement, &solver.workshops[0], solver.scratch,
                                          solver.threads);
        if (solver.status == SOLVE_OK)
            export_with_all(&solver, &placement);
        report(&solver, solver.status, 1);
    } else {
        for (unsigned i = 0; i < solver.agenda.steps && solver.status == SOLVE_OK; i++)
            solve_step(&solver, solver.agenda.first[i], solver.agenda.first[i + 1]);
    }
    solver_clear(&solver);
    if (solver.status != SOLVE_OK)
        block_lookup_remove(lookup, blocks);
    return solver.status;
}

/* ---- Restoring --------------------------------------------------------------------------------
 */

/* Puts the distances of quiet positions in the place of what was there. */
static void restore_plies(const struct distances *distances, enum side side, uint64_t word,
                          const squares32 *quiet, const uint8_t *plies) {
    unsigned columns = distances->word_bytes;
    for (unsigned r = 0; r < distances->blocks->rows; r++) {
        uint8_t *to = distances->plies[side] + (word + r) * columns;
        for (unsigned i = 0; i < columns; i++)
            to[i] = (quiet[r] >> i & 1) != 0 ? plies[r * BOARD_SQUARES + i] : to[i];
    }
}

/* Whether values tell the quiet positions of a side to move, in the view of the blocks. */
static bool is_told(const struct blocks *blocks, const struct values *values, enum side side) {
    return (values->told & stored_bit(blocks->turned ? other_side(side) : side)) != 0;
}

static bool all_told(const struct blocks *blocks, const struct values *values) {
    return values->sides == 1 || (is_told(blocks, values, WHITE) && is_told(blocks, values, BLACK));
}

/* Captures are found by looking out; quiet positions keep what the values say. False when a
 * distance is too long. */
static bool restore_block(const struct block_solver *solver,
                          const struct placement_blocks *placement, uint64_t block,
                          const struct placement_view *view) {
    struct blocks *blocks = solver->blocks;
    const struct distances *distances = solver->distances.of[DISTANCES_DTW];
    bool fits = true;
    uint64_t word = placement->first_word + block * blocks->rows;
    struct outer_kings outer = {placement->outer[WHITE][block / blocks->black_sets],
                                placement->outer[BLACK][block % blocks->black_sets]};
    solver->kernel->look_out(placement, block, solver->scratch[thread_number()]);
    for (unsigned side = 0; side < view->values->sides; side++) {
        struct matrix win;
        struct matrix loss;
        uint8_t plies[BOARD_SQUARES * BOARD_SQUARES];
        squares32 *wins = blocks->win[side] + word;
        squares32 *losses = blocks->loss[side] + word;
        const struct matrix *quiet = &placement->quiet[side][block];
        if (!is_told(blocks, view->values, (enum side)side))
            continue;
        block_from_values(view, outer, (enum side)side, win.row, loss.row,
                          distances != NULL ? plies : NULL);
        for (unsigned r = 0; r < blocks->rows; r++) {
            wins[r] = (wins[r] & ~quiet->row[r]) | (win.row[r] & quiet->row[r]);
            losses[r] = (losses[r] & ~quiet->row[r]) | (loss.row[r] & quiet->row[r]);
        }
        if (distances == NULL)
            continue;
        restore_plies(distances, (enum side)side, word, quiet->row, plies);
        fits = distances_fit(distances, (enum side)side, word, blocks->rows) && fits;
    }
    return fits;
}

static bool restore_placement(const struct block_solver *solver, uint64_t rank,
                              const struct values *values) {
    struct placement_blocks placement;
    struct placement_view view;
    bool fits = true;
    open_placement(&placement, solver, &solver->workshops[thread_number()], rank);
    placement_view_open(&view, solver->blocks, values, rank);
    for (uint64_t block = 0; block < placement.blocks->blocks_per_placement; block++)
        if (block_exists(&placement, block) && !restore_block(solver, &placement, block, &view))
            fits = false;
    /* One ply leads from a side to move that is not told to the other. */
    for (enum side side = WHITE; side <= BLACK; side++)
        if (!all_told(solver->blocks, values) && !is_told(solver->blocks, values, side) &&
            solver->blocks->signature.kings[side] > 0)
            advance_all(solver, &placement, side);
    export_placement(solver, &placement, rank);
    return fits;
}

/* Placements that do not depend on each other. */
static bool restore_step(const struct block_solver *solver, const uint32_t *ranks, uint32_t count,
                         const struct values *values) {
    bool fits = true;
#pragma omp parallel for schedule(dynamic, 16) num_threads((int)solver->threads) reduction(&& : fits)
    for (uint32_t i = 0; i < count; i++)
        fits = restore_placement(solver, ranks[i], values) && fits;
    return fits;
}

enum solve_status restore_blocks(struct blocks *blocks, struct distances *distances,
                                 const struct outcome_sink *sink, struct block_lookup *lookup,
                                 const struct kernel *kernel, const struct values *values,
                                 unsigned threads) {
    /* Distances of a side to move that is not told are found as quickly from the beginning. */
    if (distances != NULL && !all_told(blocks, values)) {
        struct distance_set wanted = {.of[DISTANCES_DTW] = distances};
        return solve_blocks(blocks, &wanted, sink, lookup, kernel, threads, NULL, NULL);
    }
    struct block_solver solver = solver_for(blocks, lookup, kernel, threads);
    solver.sink = sink;
    solver.distances.of[DISTANCES_DTW] = distances;
    blocks->distances = distances;
    solver.table = values->layout;
    block_lookup_add(lookup, blocks);
    if (blocks->layout.man_placements == 1)
        solver.threads = 1;
    if (!solver_make(&solver)) {
        solver_clear(&solver);
        block_lookup_remove(lookup, blocks);
        return SOLVE_NO_MEMORY;
    }
    bool fits = true;
    for (unsigned i = 0; i < solver.agenda.steps; i++) {
        uint32_t first = solver.agenda.first[i];
        fits = restore_step(&solver, solver.agenda.ranks + first,
                            solver.agenda.first[i + 1] - first, values) &&
               fits;
    }
    if (values->sides == 1)
        blocks_mirror(blocks, solver.threads);
    solver_clear(&solver);
    if (!fits)
        block_lookup_remove(lookup, blocks);
    return fits ? SOLVE_OK : SOLVE_TOO_LONG;
}
