/* kernel.c - one kernel (kernel.h), for the instruction set that this file is compiled for.
 *
 * KERNEL_VARIABLE names the kernel's variable and KERNEL_NAME its name; both come from the build.
 */
#include "kernel.h"

#include "ranks.h"
#include "turn_bytes.h"

#include "kernel_query.h"

#include "kernel_search.h"

#include "kernel_scores.h"

#include "kernel_captures.h"

#include "kernel_moves.h"

#include "kernel_export.h"

/* What one side to move knows of a block at the start, in its own view: row = own inner king. */
struct first_look {
    struct matrix win;
    struct matrix loss;
    struct matrix quiet;
    struct matrix saved;
};

#include "kernel_men.h"

struct kernel_scratch {
    struct rank_tables tables;
    struct block_search search;
    struct man_move_results man_moves;
    struct capture_scores scores;
};

/* The positions of the block: no two pieces on a square. */
static void find_possible(const struct block_search *search, struct matrix *possible) {
    squares32 empty = ~search->occupied;
    if (!search->two_vary) {
        possible->row[0] = search->we_vary || search->they_vary ? empty : 1;
        return;
    }
    matrix_open(empty, possible);
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        possible->row[r] &= empty;
}

/* The positions without a longer capture get what a level says. */
static void collect_level(unsigned rows, const struct capture_level *restrict level,
                          struct first_look *restrict look) {
    for (unsigned r = 0; r < rows; r++) {
        squares32 here = level->reached.row[r] & look->quiet.row[r];
        look->win.row[r] |= here & level->wins.row[r];
        look->loss.row[r] |= here & ~level->saves.row[r];
        look->quiet.row[r] &= ~here;
    }
}

/* Puts the results of the search together: each position is worth its longest captures. */
static void collect_captures(const struct block_search *search, struct first_look *look) {
    find_possible(search, &look->quiet);
    clear_matrix(search, &look->win);
    clear_matrix(search, &look->loss);
    for (unsigned count = search->levels; count > 0; count--)
        if (search->two_vary)
            collect_level(BOARD_SQUARES, &search->level[count], look);
        else
            collect_level(1, &search->level[count], look);
}

/* From Black's view of a block to the block itself. */
static void turn_rows(const struct blocks *blocks, const struct matrix *from, squares32 *to) {
    if (blocks->rows > 1)
        matrix_turn(from->row, to);
    else
        to[0] = blocks->signature.kings[BLACK] > 0 ? turn32(from->row[0]) : from->row[0];
}

/* The same for plies, from either side's view. */
static void put_plies(const struct blocks *blocks, enum side side, const uint8_t *from,
                      uint8_t *to) {
    if (blocks->signature.kings[BLACK] == 0)
        to[0] = from[0];
    else if (side == WHITE)
        memcpy(to, from, blocks->rows * ROW_BYTES);
    else if (blocks->rows > 1)
        turn_bytes(from, to);
    else
        for (unsigned i = 0; i < ROW_BYTES; i++)
            to[i] = from[ROW_BYTES - 1 - i];
}

/* By number of pieces taken, the positions that are won or lost by their longest captures. */
static void list_decided(const struct block_search *search, struct capture_scores *scores) {
    struct matrix open;
    find_possible(search, &open);
    scores->counts = 0;
    for (unsigned count = search->levels; count > 0; count--) {
        const struct capture_level *level = &search->level[count];
        squares32 decided = 0;
        for (unsigned r = 0; r < search->rows; r++) {
            squares32 here = level->reached.row[r] & open.row[r];
            scores->won[count].row[r] = here & level->wins.row[r];
            scores->lost[count].row[r] = here & ~level->saves.row[r];
            decided |= scores->won[count].row[r] | scores->lost[count].row[r];
            open.row[r] &= ~here;
        }
        scores->counts |= (unsigned)(decided != 0) << count;
    }
}

/* After the search for outcomes: in how many plies captures win or lose, as the block has it. */
static void find_scores(struct kernel_scratch *scratch, const struct placement_blocks *placement,
                        uint64_t block, enum side side) {
    const struct blocks *blocks = placement->blocks;
    const struct distances *distances = placement->distances.of[DISTANCES_DTW];
    struct capture_scores *scores = &scratch->scores;
    uint64_t word = placement->first_word + block * blocks->rows;
    uint8_t *plies = distances->plies[side] + word * distances->word_bytes;
    list_decided(&scratch->search, scores);
    if (scores->counts == 0)
        return;
    memset(scores->bytes, 0, blocks->rows * ROW_BYTES);
    for (unsigned count = 1; count <= scratch->search.levels; count++)
        if ((scores->counts >> count & 1) != 0)
            for (unsigned r = 0; r < blocks->rows; r++)
                fill_bytes(scores->bytes + r * ROW_BYTES, UINT8_MAX, scores->won[count].row[r]);
    search_scores(&scratch->search, scores);
    put_plies(blocks, side, scores->bytes, plies);
}

static bool wants_scores(const struct placement_blocks *placement) {
    const struct distances *distances = placement->distances.of[DISTANCES_DTW];
    return distances != NULL && distances->metric == METRIC_DTW;
}

/* Without a king of ours the man moves are all the quiet moves, and nothing is left to find out. */
static void look_from_one_side(struct kernel_scratch *scratch, struct first_look *look) {
    struct block_search *search = &scratch->search;
    search_block(search);
    collect_captures(search, look);
    find_man_moves(search, &scratch->man_moves);
    for (unsigned r = 0; r < search->rows; r++) {
        squares32 quiet = look->quiet.row[r];
        look->win.row[r] |= quiet & scratch->man_moves.wins.row[r];
        look->saved.row[r] = quiet & scratch->man_moves.saves.row[r];
        if (!search->we_vary)
            look->loss.row[r] |= quiet & ~scratch->man_moves.saves.row[r];
    }
}

static void keep_look(const struct placement_blocks *placement, uint64_t block, enum side side,
                      const struct first_look *look) {
    struct blocks *blocks = placement->blocks;
    uint64_t word = placement->first_word + block * blocks->rows;
    size_t bytes = blocks->rows * sizeof(squares32);
    memcpy(blocks->win[side] + word, look->win.row, bytes);
    memcpy(blocks->loss[side] + word, look->loss.row, bytes);
    memcpy(placement->quiet[side][block].row, look->quiet.row, bytes);
    if (placement->saved[side] != NULL)
        memcpy(placement->saved[side][block].row, look->saved.row, bytes);
}

static void look_out_without_kings(const struct placement_blocks *placement,
                                   struct kernel_scratch *scratch) {
    struct first_look look;
    struct men_search search = {.lookup = placement->lookup, .tables = &scratch->tables};
    search.ours = placement->men[WHITE];
    search.theirs = placement->men[BLACK];
    look_from_men(&search, &look);
    keep_look(placement, 0, WHITE, &look);
    search.ours = turn32(placement->men[BLACK]);
    search.theirs = turn32(placement->men[WHITE]);
    look_from_men(&search, &look);
    keep_look(placement, 0, BLACK, &look);
}

/* Sets up a search for one side to move in a block. */
static void look_from(struct kernel_scratch *scratch, const struct placement_blocks *placement,
                      uint64_t block, enum side side) {
    struct block_search *search = &scratch->search;
    const struct blocks *blocks = placement->blocks;
    squares32 white_outer = placement->outer[WHITE][block / blocks->black_sets];
    squares32 black_outer = placement->outer[BLACK][block % blocks->black_sets];
    search->lookup = placement->lookup;
    search->tables = &scratch->tables;
    search->scores = NULL;
    search->we_vary = blocks->signature.kings[side] > 0;
    search->they_vary = blocks->signature.kings[other_side(side)] > 0;
    if (side == WHITE)
        search->pieces = (struct fixed_pieces){placement->men[WHITE], white_outer,
                                               placement->men[BLACK], black_outer};
    else
        search->pieces = (struct fixed_pieces){turn32(placement->men[BLACK]), turn32(black_outer),
                                               turn32(placement->men[WHITE]), turn32(white_outer)};
}

static void look_out(const struct placement_blocks *placement, uint64_t block,
                     struct kernel_scratch *scratch) {
    if (placement->blocks->signature.kings[BLACK] == 0 && !wants_scores(placement)) {
        look_out_without_kings(placement, scratch);
        return;
    }
    struct blocks *blocks = placement->blocks;
    uint64_t word = placement->first_word + block * blocks->rows;
    struct first_look look;
    look_from(scratch, placement, block, WHITE);
    look_from_one_side(scratch, &look);
    if (wants_scores(placement))
        find_scores(scratch, placement, block, WHITE);
    keep_look(placement, block, WHITE, &look);
    look_from(scratch, placement, block, BLACK);
    look_from_one_side(scratch, &look);
    if (wants_scores(placement))
        find_scores(scratch, placement, block, BLACK);
    turn_rows(blocks, &look.win, blocks->win[BLACK] + word);
    turn_rows(blocks, &look.loss, blocks->loss[BLACK] + word);
    turn_rows(blocks, &look.quiet, placement->quiet[BLACK][block].row);
    if (placement->saved[BLACK] != NULL)
        turn_rows(blocks, &look.saved, placement->saved[BLACK][block].row);
}

/* ---- Spreading --------------------------------------------------------------------------------
 */

/* A block while values spread in it. */
struct block_view {
    squares32 *win[2];
    squares32 *loss[2];
    const squares32 *quiet[2];
    squares32 empty;    /* squares without a fixed piece */
    struct matrix open; /* with 32 rows: columns in which the row's square is empty */
};

static void view_block(const struct placement_blocks *placement, uint64_t block,
                       struct block_view *view) {
    const struct blocks *blocks = placement->blocks;
    uint64_t word = placement->first_word + block * blocks->rows;
    for (enum side side = WHITE; side <= BLACK; side++) {
        view->win[side] = blocks->win[side] + word;
        view->loss[side] = blocks->loss[side] + word;
        view->quiet[side] = placement->quiet[side][block].row;
    }
    view->empty = ~(placement->men[WHITE] | placement->men[BLACK] |
                    placement->outer[WHITE][block / blocks->black_sets] |
                    placement->outer[BLACK][block % blocks->black_sets]);
    if (blocks->rows > 1)
        matrix_open(view->empty, &view->open);
}

/* Quiet positions with a move to a loss are wins, those with moves to wins alone are losses.
 * Whether that was new. */
static bool take_values(unsigned rows, const squares32 *restrict quiet,
                        const struct matrix *restrict wins, const struct matrix *restrict saves,
                        squares32 *restrict win, squares32 *restrict loss) {
    squares32 changed = 0;
    for (unsigned r = 0; r < rows; r++) {
        squares32 undecided = quiet[r] & ~win[r] & ~loss[r];
        squares32 won = undecided & wins->row[r];
        squares32 lost = undecided & ~won & ~saves->row[r];
        changed |= won | lost;
        win[r] |= won;
        loss[r] |= lost;
    }
    return changed != 0;
}

/* Whether the side still has quiet positions without a value. */
static bool has_undecided(unsigned rows, const squares32 *restrict quiet,
                          const squares32 *restrict win, const squares32 *restrict loss) {
    squares32 undecided = 0;
    for (unsigned r = 0; r < rows; r++)
        undecided |= quiet[r] & ~win[r] & ~loss[r];
    return undecided != 0;
}

/* What moves of outer kings and of men lead to; the same as long as only this block changes. */
static void gather_from_outside(const struct placement_blocks *placement, uint64_t block,
                                enum side side, struct matrix *wins, struct matrix *saves) {
    size_t bytes = placement->blocks->rows * sizeof(squares32);
    memset(wins, 0, bytes);
    if (placement->saved[side] != NULL)
        memcpy(saves, placement->saved[side][block].row, bytes);
    else
        memset(saves, 0, bytes);
    gather_outer_moves(placement, block, side, wins, saves);
}

/* One ply of the inner king of `side` in a block of 32 rows, beside what is known of other moves.
 * Whether anything changed. */
static bool one_ply(const struct block_view *view, enum side side, const struct matrix *outer_wins,
                    const struct matrix *outer_saves) {
    enum side other = other_side(side);
    struct matrix not_won;
    struct matrix wins = *outer_wins;
    struct matrix saves = *outer_saves;
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        not_won.row[r] = ~view->win[other][r];
    if (side == WHITE)
        slide_along_rows(view->loss[other], not_won.row, &view->open, &wins, &saves);
    else
        slide_along_columns(view->loss[other], not_won.row, view->empty, &wins, &saves);
    return take_values(BOARD_SQUARES, view->quiet[side], &wins, &saves, view->win[side],
                       view->loss[side]);
}

/* The same in a block of one word, in which only Black has an inner king. */
static bool one_ply_of_word(const struct block_view *view, enum side side, struct matrix *wins,
                            struct matrix *saves) {
    if (side == BLACK) {
        wins->row[0] |= slide_sources(view->loss[WHITE][0], view->empty);
        saves->row[0] |= slide_sources(~view->win[WHITE][0], view->empty);
    }
    return take_values(1, view->quiet[side], wins, saves, view->win[side], view->loss[side]);
}

static bool settle(const struct placement_blocks *placement, uint64_t block) {
    struct block_view view;
    struct matrix wins[2];
    struct matrix saves[2];
    bool changed[2] = {false, false};
    bool gathered[2] = {false, false};
    uint8_t dirty = placement->dirty[block];
    placement->dirty[block] = 0;
    view_block(placement, block, &view);
    for (enum side side = WHITE; dirty != 0; side = other_side(side)) {
        if ((dirty & side_bit(side)) == 0)
            continue;
        dirty &= (uint8_t)~side_bit(side);
        if (!gathered[side]) {
            if (!has_undecided(BOARD_SQUARES, view.quiet[side], view.win[side], view.loss[side]))
                continue;
            gather_from_outside(placement, block, side, &wins[side], &saves[side]);
            gathered[side] = true;
        }
        if (one_ply(&view, side, &wins[side], &saves[side])) {
            changed[side] = true;
            dirty |= side_bit(other_side(side));
        }
    }
    for (enum side side = WHITE; side <= BLACK; side++)
        if (changed[side])
            mark_outer_moves(placement, block, other_side(side));
    return changed[WHITE] || changed[BLACK];
}

static bool advance(const struct placement_blocks *placement, uint64_t block, enum side side) {
    struct block_view view;
    struct matrix wins;
    struct matrix saves;
    unsigned rows = placement->blocks->rows;
    view_block(placement, block, &view);
    if (!has_undecided(rows, view.quiet[side], view.win[side], view.loss[side]))
        return false;
    gather_from_outside(placement, block, side, &wins, &saves);
    if (rows == 1)
        return one_ply_of_word(&view, side, &wins, &saves);
    if (!one_ply(&view, side, &wins, &saves))
        return false;
    mark_dirty(&placement->dirty[block], side_bit(other_side(side)));
    mark_outer_moves(placement, block, other_side(side));
    return true;
}

#include "kernel_mirror.h"

#include "kernel_distance.h"

static void prepare(struct kernel_scratch *scratch) {
    make_rank_tables(&scratch->tables);
    memset(scratch->search.inner, 0, sizeof scratch->search.inner);
    scratch->search.inner_counts = 0;
}

extern const struct kernel KERNEL_VARIABLE;

const struct kernel KERNEL_VARIABLE = {.name = KERNEL_NAME,
                                       .scratch_bytes = sizeof(struct kernel_scratch),
                                       .prepare = prepare,
                                       .look_out = look_out,
                                       .settle = settle,
                                       .advance = advance,
                                       .mirror_rank = mirror_rank,
                                       .turn_over = turn_over,
                                       .begin_distances = begin_distances,
                                       .finish_word = finish_word,
                                       .find_distances = find_distances,
                                       .enter_distances = enter_distances,
                                       .export_portion = export_portion};
