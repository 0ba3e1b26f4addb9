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
        add_rectangle(&results->wins, &results->saves, branch.rows, branch.columns, rows.win,
                      rows.loss);
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
        if (blocks->rows > 1) {
            add_rectangle(wins, saves, moves[i].rows, moves[i].columns, win, loss);
        } else {
            wins->row[0] |= moves[i].columns & *loss;
            saves->row[0] |= moves[i].columns & ~*win;
        }
    }
}

/* Other threads may be at the same mark. Most are set already. */
static void mark_dirty(uint8_t *dirty, uint8_t bit) {
    if ((__atomic_load_n(dirty, __ATOMIC_RELAXED) & bit) == 0)
        __atomic_fetch_or(dirty, bit, __ATOMIC_RELAXED);
}

/* Marks the blocks from which an outer king of `side` can come to this one: its values may change
 * there, when that side is to move. */
static void mark_outer_moves(const struct placement_blocks *placement, uint64_t block,
                             enum side side) {
    struct outer_move moves[OUTER_MOVES_MAX];
    unsigned count = list_outer_moves(placement, block, side, moves);
    for (unsigned i = 0; i < count; i++)
        mark_dirty(&placement->dirty[moves[i].block], side_bit(side));
}
