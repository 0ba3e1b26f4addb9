/* kernel_moves.h - quiet moves of all positions of a block at once (part of kernel.c). */

/* ---- Man moves --------------------------------------------------------------------------------
 */

/* Positions that a man move wins or saves, whether or not they have a capture. */
struct man_move_results {
    struct matrix wins;
    struct matrix saves;
};

static void add_man_move(struct block_search *search, squares32 from, squares32 to,
                         struct man_move_results *results) {
    search->mover = MAN_MOVES;
    search->mover_square = from;
    struct branch branch = keep_free(search, first_branch(search), to);
    struct fixed_pieces after = pieces_after(search, &branch, lowest32(to));
    if (search->two_vary) {
        struct matrix room[2];
        struct outcome_rows rows = query_rows(search->lookup, search->tables, &after, room);
        for (unsigned r = 0; r < BOARD_SQUARES; r++) {
            squares32 here = row_mask(branch.rows, r) & branch.columns;
            results->wins.row[r] |= here & rows.loss[r];
            results->saves.row[r] |= here & ~rows.win[r];
        }
        return;
    }
    struct outcome_word word = word_of_outer(search, &branch, lowest32(to));
    squares32 here = search->we_vary ? branch.rows : branch.columns;
    results->wins.row[0] |= here & word.loss;
    results->saves.row[0] |= here & ~word.win;
}

static void find_man_moves(struct block_search *search, struct man_move_results *results) {
    clear_matrix(search, &results->wins);
    clear_matrix(search, &results->saves);
    for (squares32 rest = search->pieces.our_men; rest != 0; rest &= rest - 1) {
        squares32 man = rest & (0 - rest);
        for (enum direction d = NORTH_WEST; d <= NORTH_EAST; d++) {
            squares32 to = step32(d, man) & ~search->occupied;
            if (to != 0)
                add_man_move(search, man, to, results);
        }
    }
}

/* ---- King moves of the inner kings ------------------------------------------------------------
 */

/* The four squares of one row of the board, for two sets of targets side by side. */
typedef squares32 row_pair __attribute__((vector_size(32)));

/* Each square of both rows replaced by its neighbour to the east, or to the west, in the row.
 * Macros, since passing such a vector to a function depends on the instruction set. */
#if defined(__clang__)
#define EAST_NEIGHBOURS(row) __builtin_shufflevector(row, (row_pair){0}, 1, 2, 3, 8, 5, 6, 7, 8)
#define WEST_NEIGHBOURS(row) __builtin_shufflevector(row, (row_pair){0}, 8, 0, 1, 2, 8, 4, 5, 6)
#else
#define EAST_NEIGHBOURS(row)                                                                       \
    __builtin_shuffle(row, (row_pair){0}, (row_pair){1, 2, 3, 8, 5, 6, 7, 8})
#define WEST_NEIGHBOURS(row)                                                                       \
    __builtin_shuffle(row, (row_pair){0}, (row_pair){8, 0, 1, 2, 8, 4, 5, 6})
#endif

/* Goes from row to row of the board, one step down or up, carrying the positions in which the king,
 * looking that way along each of the two diagonals, reaches a target. `first` is the row behind the
 * one that comes first. */
static void sweep_rows(const row_pair targets[8], const row_pair open[8], row_pair reaches[8],
                       unsigned first, unsigned step) {
    row_pair west = {0};
    row_pair east = {0};
    for (unsigned count = 1, row = first; count < 8; count++) {
        row_pair west_step = open[row] & (targets[row] | west);
        row_pair east_step = open[row] & (targets[row] | east);
        row += step;
        bool even = row % 2 == 0; /* files b d f h */
        west = even ? west_step : WEST_NEIGHBOURS(west_step);
        east = even ? EAST_NEIGHBOURS(east_step) : east_step;
        reaches[row] |= west | east;
    }
}

/* The white inner king: adds to `reach_a` the positions from which a slide along the rows of the
 * matrix leads to one in `targets_a`, and the same for b. `open` has, in each row, the columns in
 * which the row's square is empty. */
static void slide_along_rows(const squares32 *targets_a, const squares32 *targets_b,
                             const struct matrix *open, struct matrix *reach_a,
                             struct matrix *reach_b) {
    row_pair targets[8];
    row_pair empty[8];
    row_pair reaches[8];
    for (unsigned row = 0; row < 8; row++) {
        memcpy(&targets[row], targets_a + 4 * row, 16);
        memcpy((squares32 *)&targets[row] + 4, targets_b + 4 * row, 16);
        memcpy(&empty[row], open->row + 4 * row, 16);
        memcpy((squares32 *)&empty[row] + 4, open->row + 4 * row, 16);
        reaches[row] = (row_pair){0};
    }
    sweep_rows(targets, empty, reaches, 0, 1);
    sweep_rows(targets, empty, reaches, 7, UINT32_MAX);
    for (unsigned i = 0; i < BOARD_SQUARES; i++) {
        reach_a->row[i] |= reaches[i / 4][i % 4];
        reach_b->row[i] |= reaches[i / 4][4 + i % 4];
    }
}

/* Squares from which a king reaches some square of `targets` over empty ones. */
static inline squares32 slide_sources(squares32 targets, squares32 empty) {
    targets &= empty;
    return slide_north_west(targets, empty) | slide_north_east(targets, empty) |
           slide_south_west(targets, empty) | slide_south_east(targets, empty);
}

/* The same for the black inner king, which slides along the columns: within each word. */
static void slide_along_columns(const squares32 *targets_a, const squares32 *targets_b,
                                squares32 occupied, unsigned rows, struct matrix *reach_a,
                                struct matrix *reach_b) {
    if (rows == 1) {
        reach_a->row[0] |= slide_sources(targets_a[0], ~occupied);
        reach_b->row[0] |= slide_sources(targets_b[0], ~occupied);
        return;
    }
    for (unsigned r = 0; r < BOARD_SQUARES; r++) {
        squares32 empty = ~(occupied | square32(r));
        reach_a->row[r] |= slide_sources(targets_a[r], empty);
        reach_b->row[r] |= slide_sources(targets_b[r], empty);
    }
}

/* ---- King moves of the outer kings ------------------------------------------------------------
 */

/* Where one outer king of a side may go from a block: the block it then is, and the rows and
 * columns whose kings are not in the way. */
struct outer_move {
    uint64_t block;
    squares32 rows;
    squares32 columns;
};

/* A king has at most 13 squares to go to. */
enum { OUTER_MOVES_MAX = 13 * BLOCK_KIND_MAX };

/* The moves of all outer kings of `side`; returns how many. Kings slide back the way they came, so
 * these are also the blocks from which that side comes here. */
static unsigned list_outer_moves(const struct placement_blocks *placement, uint64_t block,
                                 enum side side, struct outer_move moves[OUTER_MOVES_MAX]) {
    const struct blocks *blocks = placement->blocks;
    squares32 white_outer = placement->outer[WHITE][block / blocks->black_sets];
    squares32 black_outer = placement->outer[BLACK][block % blocks->black_sets];
    squares32 men = placement->men[WHITE] | placement->men[BLACK];
    squares32 occupied = men | white_outer | black_outer;
    squares32 own = side == WHITE ? white_outer : black_outer;
    uint64_t stays = side == WHITE ? block % blocks->black_sets : block / blocks->black_sets;
    unsigned count = 0;
    for (squares32 kings = own; kings != 0; kings &= kings - 1)
        for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
            const uint8_t *next = geometry_8x8.neighbour[d];
            squares32 rest = own & ~(kings & (0 - kings));
            squares32 path = 0;
            for (unsigned on = next[lowest32(kings)]; on != NO_SQUARE && (occupied >> on & 1) == 0;
                 on = next[on]) {
                uint64_t rank = subset_rank32(rest | square32(on), ~men);
                path |= square32(on);
                moves[count++] =
                    (struct outer_move){.block = side == WHITE ? block_number(blocks, rank, stays)
                                                               : block_number(blocks, stays, rank),
                                        .rows = blocks->rows > 1 ? ~path : UINT32_MAX,
                                        .columns = ~path};
            }
        }
    return count;
}

/* Adds to `wins` and `saves` what moves of the outer kings of `side` lead to. */
static void gather_outer_moves(const struct placement_blocks *placement, uint64_t block,
                               enum side side, struct matrix *wins, struct matrix *saves) {
    const struct blocks *blocks = placement->blocks;
    struct outer_move moves[OUTER_MOVES_MAX];
    unsigned count = list_outer_moves(placement, block, side, moves);
    for (unsigned i = 0; i < count; i++) {
        uint64_t word = placement->first_word + moves[i].block * blocks->rows;
        const squares32 *win = blocks->win[other_side(side)] + word;
        const squares32 *loss = blocks->loss[other_side(side)] + word;
        for (unsigned r = 0; r < blocks->rows; r++) {
            squares32 here = row_mask(moves[i].rows, r) & moves[i].columns;
            wins->row[r] |= here & loss[r];
            saves->row[r] |= here & ~win[r];
        }
    }
}

/* Marks the blocks from which an outer king of `side` can come to this one. */
static void mark_outer_moves(const struct placement_blocks *placement, uint64_t block,
                             enum side side) {
    struct outer_move moves[OUTER_MOVES_MAX];
    unsigned count = list_outer_moves(placement, block, side, moves);
    for (unsigned i = 0; i < count; i++)
        placement->dirty[moves[i].block] = 1;
}
