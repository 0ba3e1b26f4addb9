/* kernel.c - one kernel (kernel.h), for the instruction set that this file is compiled for.
 *
 * KERNEL_VARIABLE names the kernel's variable and KERNEL_NAME its name; both come from the build.
 */
#include "kernel.h"

#include "kernel_query.h"

#include "kernel_search.h"

#include "kernel_captures.h"

#include "kernel_moves.h"

struct kernel_scratch {
    struct rank_tables tables;
    struct block_search search;
    struct man_move_results man_moves;
};

/* What one side to move knows of a block at the start, in its own view: row = own inner king. */
struct first_look {
    struct matrix win;
    struct matrix loss;
    struct matrix quiet;
    struct matrix saved;
};

/* The positions of the block: no two pieces on a square. */
static squares32 possible_columns(const struct block_search *search, unsigned row) {
    if (search->two_vary)
        return row_mask(~search->occupied, row) & ~search->occupied & ~square32(row);
    return search->we_vary || search->they_vary ? ~search->occupied : 1;
}

/* Puts the results of the search together: each position is worth its longest captures. */
static void collect_captures(const struct block_search *search, struct first_look *look) {
    for (unsigned r = 0; r < search->rows; r++) {
        squares32 possible = possible_columns(search, r);
        squares32 longer = 0;
        squares32 win = 0;
        squares32 loss = 0;
        for (unsigned count = search->levels; count > 0; count--) {
            const struct capture_level *level = &search->level[count];
            squares32 here = level->reached.row[r] & possible & ~longer;
            win |= here & level->wins.row[r];
            loss |= here & ~level->saves.row[r];
            longer |= here;
        }
        look->win.row[r] = win;
        look->loss.row[r] = loss;
        look->quiet.row[r] = possible & ~longer;
    }
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

/* From Black's view of a block to the block itself. */
static void turn_rows(const struct blocks *blocks, const struct matrix *from, squares32 *to) {
    if (blocks->rows > 1)
        matrix_turn(from->row, to);
    else
        to[0] = blocks->signature.kings[BLACK] > 0 ? turn32(from->row[0]) : from->row[0];
}

static void look_out(const struct placement_blocks *placement, uint64_t block,
                     struct kernel_scratch *scratch) {
    struct blocks *blocks = placement->blocks;
    struct block_search *search = &scratch->search;
    squares32 white_outer = placement->outer[WHITE][block / blocks->black_sets];
    squares32 black_outer = placement->outer[BLACK][block % blocks->black_sets];
    uint64_t word = placement->first_word + block * blocks->rows;
    bool white_varies = blocks->signature.kings[WHITE] > 0;
    bool black_varies = blocks->signature.kings[BLACK] > 0;
    struct first_look look;
    search->lookup = placement->lookup;
    search->tables = &scratch->tables;
    search->pieces = (struct fixed_pieces){placement->men[WHITE], white_outer,
                                           placement->men[BLACK], black_outer};
    search->we_vary = white_varies;
    search->they_vary = black_varies;
    look_from_one_side(scratch, &look);
    memcpy(blocks->win[WHITE] + word, look.win.row, blocks->rows * sizeof(squares32));
    memcpy(blocks->loss[WHITE] + word, look.loss.row, blocks->rows * sizeof(squares32));
    memcpy(placement->quiet[WHITE][block].row, look.quiet.row, blocks->rows * sizeof(squares32));
    memcpy(placement->saved[WHITE][block].row, look.saved.row, blocks->rows * sizeof(squares32));
    search->pieces = (struct fixed_pieces){turn32(placement->men[BLACK]), turn32(black_outer),
                                           turn32(placement->men[WHITE]), turn32(white_outer)};
    search->we_vary = black_varies;
    search->they_vary = white_varies;
    look_from_one_side(scratch, &look);
    turn_rows(blocks, &look.win, blocks->win[BLACK] + word);
    turn_rows(blocks, &look.loss, blocks->loss[BLACK] + word);
    turn_rows(blocks, &look.quiet, placement->quiet[BLACK][block].row);
    turn_rows(blocks, &look.saved, placement->saved[BLACK][block].row);
}

/* ---- Spreading --------------------------------------------------------------------------------
 */

/* A block while values spread in it. */
struct block_view {
    squares32 *win[2];
    squares32 *loss[2];
    squares32 occupied;
    unsigned rows;
    struct matrix open; /* with 32 rows: columns in which the row's square is empty */
};

static struct block_view view_block(const struct placement_blocks *placement, uint64_t block) {
    const struct blocks *blocks = placement->blocks;
    uint64_t word = placement->first_word + block * blocks->rows;
    struct block_view view;
    for (enum side side = WHITE; side <= BLACK; side++) {
        view.win[side] = blocks->win[side] + word;
        view.loss[side] = blocks->loss[side] + word;
    }
    view.occupied = placement->men[WHITE] | placement->men[BLACK] |
                    placement->outer[WHITE][block / blocks->black_sets] |
                    placement->outer[BLACK][block % blocks->black_sets];
    view.rows = blocks->rows;
    for (unsigned r = 0; r < blocks->rows; r++)
        view.open.row[r] = row_mask(~view.occupied, r) & ~square32(r);
    return view;
}

/* What moves of outer kings and of men lead to; the same as long as only this block changes. */
static void gather_from_outside(const struct placement_blocks *placement, uint64_t block,
                                enum side side, struct matrix *wins, struct matrix *saves) {
    size_t bytes = placement->blocks->rows * sizeof(squares32);
    memset(wins->row, 0, bytes);
    memcpy(saves->row, placement->saved[side][block].row, bytes);
    gather_outer_moves(placement, block, side, wins, saves);
}

/* One ply of the inner king of `side`: quiet positions with a move to a loss are wins, those with
 * moves to wins alone are losses. Whether anything changed. */
static bool one_ply(const struct placement_blocks *placement, const struct block_view *view,
                    const struct matrix *quiet, enum side side, const struct matrix *outer_wins,
                    const struct matrix *outer_saves) {
    enum side other = other_side(side);
    struct matrix not_won;
    struct matrix wins;
    struct matrix saves;
    for (unsigned r = 0; r < view->rows; r++) {
        not_won.row[r] = ~view->win[other][r];
        wins.row[r] = outer_wins->row[r];
        saves.row[r] = outer_saves->row[r];
    }
    if (placement->blocks->signature.kings[side] > 0) {
        if (side == WHITE)
            slide_along_rows(view->loss[other], not_won.row, &view->open, &wins, &saves);
        else
            slide_along_columns(view->loss[other], not_won.row, view->occupied, view->rows, &wins,
                                &saves);
    }
    squares32 changed = 0;
    for (unsigned r = 0; r < view->rows; r++) {
        squares32 win = view->win[side][r] | (quiet->row[r] & wins.row[r]);
        squares32 loss = view->loss[side][r] | (quiet->row[r] & ~saves.row[r] & ~win);
        changed |= (win ^ view->win[side][r]) | (loss ^ view->loss[side][r]);
        view->win[side][r] = win;
        view->loss[side][r] = loss;
    }
    return changed != 0;
}

static bool settle(const struct placement_blocks *placement, uint64_t block) {
    struct block_view view = view_block(placement, block);
    struct matrix wins[2];
    struct matrix saves[2];
    bool changed[2] = {false, false};
    gather_from_outside(placement, block, WHITE, &wins[WHITE], &saves[WHITE]);
    gather_from_outside(placement, block, BLACK, &wins[BLACK], &saves[BLACK]);
    unsigned idle = 0;
    for (enum side side = WHITE; idle < 2; side = other_side(side)) {
        bool moved = one_ply(placement, &view, &placement->quiet[side][block], side, &wins[side],
                             &saves[side]);
        changed[side] |= moved;
        idle = moved ? 0 : idle + 1;
    }
    for (enum side side = WHITE; side <= BLACK; side++)
        if (changed[side])
            mark_outer_moves(placement, block, other_side(side));
    return changed[WHITE] || changed[BLACK];
}

static bool advance(const struct placement_blocks *placement, uint64_t block, enum side side) {
    struct block_view view = view_block(placement, block);
    struct matrix wins;
    struct matrix saves;
    gather_from_outside(placement, block, side, &wins, &saves);
    return one_ply(placement, &view, &placement->quiet[side][block], side, &wins, &saves);
}

static void prepare(struct kernel_scratch *scratch) {
    make_rank_tables(&scratch->tables);
}

extern const struct kernel KERNEL_VARIABLE;

const struct kernel KERNEL_VARIABLE = {.name = KERNEL_NAME,
                                       .scratch_bytes = sizeof(struct kernel_scratch),
                                       .prepare = prepare,
                                       .look_out = look_out,
                                       .settle = settle,
                                       .advance = advance};
