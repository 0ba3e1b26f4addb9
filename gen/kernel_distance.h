/* kernel_distance.h - in how many plies the wins and losses of a block come about (part of
 * kernel.c).
 *
 * Wins and losses themselves are known. A byte of each position begins as what its captures and man
 * moves alone say: the quickest win, NEVER without one; or the slowest loss, 0 without one. Then,
 * depth by depth, the positions that are won or lost in so many plies get it as their distance:
 *
 *     won  = still open and (byte = depth or a king move leads to a loss in less)
 *     lost = still open and byte <= depth and no king move leads to a win that is still open
 */

enum { NEVER = 255 };

/* ---- What captures and man moves say ----------------------------------------------------------
 */

/* One side to move in one block, seen from White's side of the board for both. */
struct distance_look {
    const struct placement_blocks *placement;
    const struct distances *distances;
    const struct kernel_scratch *scratch;
    enum side side;
    uint64_t block;
    squares32 outer[2];
    squares32 occupied;
    const squares32 *win;
    const squares32 *loss;
    const squares32 *quiet;
    uint8_t *bytes; /* ROW_BYTES for each row of the block */
};

/* The positions of a row of a block in which no inner king stands on `square`. */
static squares32 positions_off(const struct blocks *blocks, squares32 square, unsigned row) {
    if (blocks->rows > 1)
        return row_mask(~square, row) & ~square;
    return blocks->signature.kings[BLACK] > 0 ? ~square : UINT32_MAX;
}

/* A man goes from `from` to `to` and stays a man: what its successors say plus one, or one. */
static void add_distances_of_man(const struct distance_look *look, squares32 from, squares32 to) {
    static const uint8_t nothing[ROW_BYTES];
    const struct blocks *blocks = look->placement->blocks;
    enum side other = other_side(look->side);
    squares32 men[2] = {look->placement->men[WHITE], look->placement->men[BLACK]};
    men[look->side] ^= from | to;
    uint64_t word = block_word(&look->scratch->tables, blocks, men[WHITE], men[BLACK],
                               look->outer[WHITE], look->outer[BLACK]);
    const squares32 *lost = blocks->loss[other] + word;
    const uint8_t *after = look->distances->plies[other] + word * look->distances->word_bytes;
    for (unsigned r = 0; r < blocks->rows; r++) {
        squares32 here = positions_off(blocks, to, r) & look->quiet[r];
        uint8_t *bytes = look->bytes + r * ROW_BYTES;
        const uint8_t *plies = look->distances->men_end_count ? nothing : after + r * ROW_BYTES;
        lower_bytes(bytes, plies, here & look->win[r] & lost[r]);
        raise_bytes(bytes, plies, here & look->loss[r]);
    }
}

/* What becoming a king leads to: where that wins, and in how many plies. */
struct promotion {
    struct matrix wins;
    uint8_t plies[BOARD_SQUARES * ROW_BYTES];
};

/* A man becomes a king on `to`. */
static void add_promotion(const struct distance_look *look, squares32 to,
                          const struct promotion *promotion) {
    const struct blocks *blocks = look->placement->blocks;
    for (unsigned r = 0; r < blocks->rows; r++) {
        squares32 here = positions_off(blocks, to, r) & look->quiet[r];
        uint8_t *bytes = look->bytes + r * ROW_BYTES;
        const uint8_t *plies = promotion->plies + r * ROW_BYTES;
        lower_bytes(bytes, plies, here & look->win[r] & promotion->wins.row[r]);
        raise_bytes(bytes, plies, here & look->loss[r]);
    }
}

/* Looks from the side to move of `look`, as captures are searched. */
static void view_for_search(const struct distance_look *look, struct kernel_scratch *scratch) {
    const struct placement_blocks *placement = look->placement;
    const struct blocks *blocks = placement->blocks;
    struct block_search *search = &scratch->search;
    look_from(scratch, placement, look->block, look->side);
    search->enemies = search->pieces.their_men | search->pieces.their_kings;
    search->occupied = search->enemies | search->pieces.our_men | search->pieces.our_kings;
    search->two_vary = search->we_vary && search->they_vary;
    search->rows = blocks->rows;
}

/* The plies of what a man's move to `to`, in the view of the search, leads to. */
static void find_promotion_plies(struct block_search *search, squares32 to,
                                 uint8_t plies[BOARD_SQUARES * ROW_BYTES]) {
    struct branch branch = keep_free(search, first_branch(search), to);
    if (search->two_vary) {
        struct fixed_pieces after = pieces_after(search, &branch, lowest32(to));
        const uint8_t *rows = query_plies_rows(search, &after, plies);
        if (rows != plies)
            memcpy(plies, rows, BOARD_SQUARES * ROW_BYTES);
    } else {
        plies_of_outer(search, &branch, lowest32(to), plies);
    }
}

/* What a man's move from `from` to `to`, both on the board of `look`, leads to. For DTC it ends the
 * count. */
static void find_promotion(const struct distance_look *look, struct kernel_scratch *scratch,
                           squares32 from, squares32 to, struct promotion *promotion) {
    const struct blocks *blocks = look->placement->blocks;
    struct man_move_results *results = &scratch->man_moves;
    struct block_search *search = &scratch->search;
    squares32 our_from = look->side == WHITE ? from : turn32(from);
    squares32 our_to = look->side == WHITE ? to : turn32(to);
    view_for_search(look, scratch);
    clear_matrix(search, &results->wins);
    clear_matrix(search, &results->saves);
    add_man_move(search, our_from, our_to, results);
    if (look->side == WHITE)
        memcpy(promotion->wins.row, results->wins.row, blocks->rows * sizeof(squares32));
    else
        turn_rows(blocks, &results->wins, promotion->wins.row);
    if (look->distances->metric == METRIC_DTC) {
        memset(promotion->plies, 0, blocks->rows * ROW_BYTES);
    } else {
        uint8_t plies[BOARD_SQUARES * ROW_BYTES];
        find_promotion_plies(search, our_to, plies);
        put_plies(blocks, look->side, plies, promotion->plies);
    }
}

static void add_distances_of_men(const struct distance_look *look, struct kernel_scratch *scratch) {
    enum direction first = look->side == WHITE ? NORTH_WEST : SOUTH_WEST;
    squares32 last_row = look->side == WHITE ? UINT32_C(0x0000000f) : UINT32_C(0xf0000000);
    for (squares32 rest = look->placement->men[look->side]; rest != 0; rest &= rest - 1) {
        squares32 from = rest & (0 - rest);
        for (enum direction d = first; d <= first + 1; d++) {
            squares32 to = step32(d, from) & ~look->occupied;
            if (to == 0)
                continue;
            if ((to & last_row) == 0) {
                add_distances_of_man(look, from, to);
                continue;
            }
            struct promotion promotion;
            find_promotion(look, scratch, from, to, &promotion);
            add_promotion(look, to, &promotion);
        }
    }
}

/* Squares that a king may go to in one step. */
static squares32 steps_from(unsigned square, squares32 empty) {
    squares32 set = square32(square);
    return (step_north_west(set) | step_north_east(set) | step_south_west(set) |
            step_south_east(set)) &
           empty;
}

/* Whether some lost position may have no move at all, which is lost in 0 plies. */
static bool may_be_stuck(const struct distance_look *look) {
    const struct blocks *blocks = look->placement->blocks;
    for (unsigned r = 0; r < blocks->rows; r++) {
        squares32 lost = look->loss[r] & look->quiet[r];
        if (lost != 0)
            lost &= bytes_equal(look->bytes + r * ROW_BYTES, 0);
        if (look->side == WHITE && lost != 0) {
            squares32 steps = steps_from(r, ~look->occupied);
            if (steps == 0 || ((steps & (steps - 1)) == 0 && (lost & steps) != 0))
                return true;
        } else {
            for (; lost != 0; lost &= lost - 1)
                if (steps_from(lowest32(lost), ~(look->occupied | square32(r))) == 0)
                    return true;
        }
    }
    return false;
}

/* The least byte above `depth` of the positions of `open`. */
static uint8_t least_above(const uint8_t *bytes, const struct matrix *open_wins,
                           const squares32 *losses, unsigned rows, uint8_t depth) {
    uint8_t least[ROW_BYTES];
    memset(least, NEVER, sizeof least);
    for (unsigned r = 0; r < rows; r++) {
        squares32 open = open_wins->row[r] | losses[r];
        lower_least(least, bytes + r * ROW_BYTES,
                    open & ~bytes_up_to(bytes + r * ROW_BYTES, depth));
    }
    uint8_t result = NEVER;
    for (unsigned i = 0; i < ROW_BYTES; i++)
        result = least[i] < result ? least[i] : result;
    return result;
}

/* The bytes before any man moves. Captures count one ply for DTC; for DTW they are known. */
static void first_bytes(const struct distance_look *look, const uint8_t *captures) {
    const struct distances *distances = look->distances;
    unsigned rows = look->placement->blocks->rows;
    if (distances->metric == METRIC_DTC)
        memset(look->bytes, 1, rows * ROW_BYTES);
    else
        memcpy(look->bytes, captures, rows * distances->word_bytes);
    for (unsigned r = 0; r < rows; r++) {
        uint8_t *bytes = look->bytes + r * ROW_BYTES;
        fill_bytes(bytes, NEVER, look->quiet[r] & look->win[r]);
        fill_bytes(bytes, 0, look->quiet[r] & look->loss[r]);
    }
}

static void begin_block(const struct distance_look *look,
                        const struct placement_distances *placement) {
    const struct blocks *blocks = look->placement->blocks;
    struct distance_state *state = &placement->state[look->side][look->block];
    struct matrix *closed = &placement->closed[look->side][look->block];
    struct matrix open_win;
    squares32 wins = 0;
    squares32 losses = 0;
    for (unsigned r = 0; r < blocks->rows; r++) {
        open_win.row[r] = look->win[r];
        closed->row[r] = ~look->win[r];
        placement->lost[look->side][look->block].row[r] = 0;
        wins |= look->win[r];
        losses |= look->loss[r];
    }
    *state = (struct distance_state){.open_wins = wins != 0, .open_losses = losses != 0};
    if (losses != 0 && may_be_stuck(look))
        state->next = 0;
    else
        state->next = least_above(look->bytes, &open_win, look->loss, blocks->rows, 0);
}

/* ---- Kings of one side only -------------------------------------------------------------------
 */

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Four squares of a row of the board, for four purposes side by side. */
typedef uint8_t row_bytes __attribute__((vector_size(16)));

#if defined(__SSE2__)
#define LESSER_BYTES(a, b) ((row_bytes)_mm_min_epu8((__m128i)(a), (__m128i)(b)))
#else
#define LESSER_BYTES(a, b) ((row_bytes)(((a) < (b)) & (a)) | (row_bytes)(((a) >= (b)) & (b)))
#endif

/* Each square of the row behind replaced by its neighbours on the two diagonals; none is NEVER. */
#if defined(__clang__)
#define PICK_BYTES(row, ...) __builtin_shufflevector(row, row, __VA_ARGS__)
#else
#define PICK_BYTES(row, ...) __builtin_shuffle(row, (row_bytes){__VA_ARGS__})
#endif
#define TO_EVEN_ROW(row)                                                                           \
    (PICK_BYTES(row, 0, 1, 2, 3, 5, 6, 7, 7, 8, 9, 10, 11, 13, 14, 15, 15) |                       \
     (row_bytes){0, 0, 0, 0, 0, 0, 0, NEVER, 0, 0, 0, 0, 0, 0, 0, NEVER})
#define TO_ODD_ROW(row)                                                                            \
    (PICK_BYTES(row, 0, 0, 1, 2, 4, 5, 6, 7, 8, 8, 9, 10, 12, 13, 14, 15) |                        \
     (row_bytes){NEVER, 0, 0, 0, 0, 0, 0, 0, NEVER, 0, 0, 0, 0, 0, 0, 0})

/* As sweep_rows() does for bits: carries from row to row of the board the least byte that a king
 * looking that way sees, west and east, of two sorts of bytes. `closed` is NEVER where no king
 * goes.
 */
static void sweep_bytes(const row_bytes targets[8], const row_bytes closed[8], row_bytes reaches[8],
                        unsigned first, unsigned step) {
    row_bytes seen = (row_bytes){0} - 1;
    for (unsigned count = 1, row = first; count < 8; count++) {
        row_bytes stepped = LESSER_BYTES(targets[row], seen) | closed[row];
        row += step;
        seen = row % 2 == 0 ? TO_EVEN_ROW(stepped) : TO_ODD_ROW(stepped);
        reaches[row] = LESSER_BYTES(reaches[row], seen);
    }
}

/* What slides of a king lead to, from each square: the least of `quick` and the most of `slow`. */
static void slide_bytes(uint8_t *quick, uint8_t *slow, squares32 occupied) {
    row_bytes targets[8];
    row_bytes closed[8];
    row_bytes reaches[8];
    for (unsigned row = 0; row < 8; row++) {
        for (unsigned i = 0; i < 4; i++) {
            uint8_t wall = (uint8_t)(0 - (occupied >> (4 * row + i) & 1));
            targets[row][i] = targets[row][4 + i] = quick[4 * row + i];
            targets[row][8 + i] = targets[row][12 + i] = (uint8_t)~slow[4 * row + i];
            closed[row][i] = closed[row][4 + i] = wall;
            closed[row][8 + i] = closed[row][12 + i] = wall;
        }
        reaches[row] = (row_bytes){0} - 1;
    }
    sweep_bytes(targets, closed, reaches, 0, 1);
    sweep_bytes(targets, closed, reaches, 7, UINT32_MAX);
    for (unsigned i = 0; i < BOARD_SQUARES; i++) {
        const row_bytes *row = &reaches[i / 4];
        uint8_t west = (*row)[i % 4];
        uint8_t east = (*row)[4 + i % 4];
        uint8_t slow_west = (uint8_t) ~(*row)[8 + i % 4];
        uint8_t slow_east = (uint8_t) ~(*row)[12 + i % 4];
        quick[i] = west < east ? west : east;
        slow[i] = slow_west > slow_east ? slow_west : slow_east;
    }
}

/* Black alone has kings, and all is known of White to move: one ply of Black's kings finds the
 * rest. */
static void finish_word(const struct placement_blocks *placement,
                        const struct placement_distances *place, uint64_t block) {
    const struct blocks *blocks = placement->blocks;
    const struct distances *distances = place->distances;
    uint64_t word = placement->first_word + block;
    squares32 quiet = placement->quiet[BLACK][block].row[0];
    squares32 wins = quiet & blocks->win[BLACK][word];
    squares32 losses = quiet & blocks->loss[BLACK][word];
    if ((wins | losses) == 0)
        return;
    uint8_t *bytes = distances->plies[BLACK] + word * ROW_BYTES;
    struct outer_move moves[OUTER_MOVES_MAX];
    unsigned count = list_outer_moves(placement, block, BLACK, moves);
    for (unsigned i = 0; i < count; i++) {
        uint64_t after = placement->first_word + moves[i].block;
        const uint8_t *plies = distances->plies[WHITE] + after * ROW_BYTES;
        lower_bytes(bytes, plies, wins & moves[i].columns & blocks->loss[WHITE][after]);
        raise_bytes(bytes, plies, losses & moves[i].columns);
    }
    uint8_t quick[ROW_BYTES];
    uint8_t slow[ROW_BYTES];
    const uint8_t *plies = distances->plies[WHITE] + word * ROW_BYTES;
    memset(quick, NEVER, sizeof quick);
    memset(slow, 0, sizeof slow);
    lower_bytes(quick, plies, blocks->loss[WHITE][word]);
    raise_bytes(slow, plies, blocks->win[WHITE][word]);
    slide_bytes(quick, slow,
                placement->men[WHITE] | placement->men[BLACK] | placement->outer[BLACK][block]);
    for (unsigned i = 0; i < ROW_BYTES; i++) {
        quick[i]--;
        slow[i]--;
    }
    lower_bytes(bytes, quick, wins);
    raise_bytes(bytes, slow, losses);
}

/* ---- Depth by depth ---------------------------------------------------------------------------
 */

static void begin_distances_of_side(const struct placement_blocks *placement,
                                    const struct placement_distances *place, uint64_t block,
                                    enum side side, struct kernel_scratch *scratch) {
    const struct blocks *blocks = placement->blocks;
    const struct distances *distances = place->distances;
    uint64_t word = placement->first_word + block * blocks->rows;
    _Alignas(64) uint8_t bytes[BOARD_SQUARES * ROW_BYTES];
    struct distance_look look = {.placement = placement,
                                 .distances = distances,
                                 .scratch = scratch,
                                 .side = side,
                                 .block = block,
                                 .outer = {placement->outer[WHITE][block / blocks->black_sets],
                                           placement->outer[BLACK][block % blocks->black_sets]},
                                 .win = blocks->win[side] + word,
                                 .loss = blocks->loss[side] + word,
                                 .quiet = placement->quiet[side][block].row,
                                 .bytes = bytes};
    look.occupied =
        placement->men[WHITE] | placement->men[BLACK] | look.outer[WHITE] | look.outer[BLACK];
    uint8_t *plies = distances->plies[side] + word * distances->word_bytes;
    first_bytes(&look, plies);
    add_distances_of_men(&look, scratch);
    memcpy(plies, bytes, blocks->rows * distances->word_bytes);
    if (blocks->rows > 1)
        begin_block(&look, place);
}

static void begin_distances(const struct placement_blocks *placement,
                            const struct placement_distances *place, uint64_t block,
                            struct kernel_scratch *scratch) {
    begin_distances_of_side(placement, place, block, WHITE, scratch);
    begin_distances_of_side(placement, place, block, BLACK, scratch);
    if (placement->blocks->rows == 1)
        return;
    for (enum side side = WHITE; side <= BLACK; side++) {
        struct outer_move moves[OUTER_MOVES_MAX];
        struct outer_path *paths = place->paths[side] + block * place->path_room[side];
        unsigned count = list_outer_moves(placement, block, side, moves);
        for (unsigned i = 0; i < count; i++)
            paths[i] = (struct outer_path){(uint32_t)moves[i].block, ~moves[i].columns};
        place->state[side][block].paths = (uint8_t)count;
    }
}

/* Adds the positions of a block from which king moves of `side` lead to one that the other side has
 * lost, to `wins`; and to one whose win is still open, to `blocked`. */
static void gather_king_moves(const struct placement_blocks *placement,
                              const struct placement_distances *place, enum side side,
                              uint64_t block, struct matrix *wins, struct matrix *blocked) {
    const struct blocks *blocks = placement->blocks;
    const struct matrix *lost = place->lost[other_side(side)];
    const struct matrix *closed = place->closed[other_side(side)];
    const struct outer_path *paths = place->paths[side] + block * place->path_room[side];
    squares32 occupied = placement->men[WHITE] | placement->men[BLACK] |
                         placement->outer[WHITE][block / blocks->black_sets] |
                         placement->outer[BLACK][block % blocks->black_sets];
    struct matrix open_win;
    memset(wins, 0, sizeof *wins);
    memset(blocked, 0, sizeof *blocked);
    for (unsigned r = 0; r < BOARD_SQUARES; r++)
        open_win.row[r] = ~closed[block].row[r];
    for (unsigned i = 0; i < place->state[side][block].paths; i++) {
        const squares32 *near_lost = lost[paths[i].block].row;
        const squares32 *near_closed = closed[paths[i].block].row;
        add_rectangle(wins, blocked, ~paths[i].path, ~paths[i].path, near_closed, near_lost);
    }
    if (side == WHITE) {
        struct matrix open;
        matrix_open(~occupied, &open);
        slide_along_rows(lost[block].row, open_win.row, &open, wins, blocked);
    } else {
        slide_along_columns(lost[block].row, open_win.row, ~occupied, wins, blocked);
    }
}

/* Finds what one side to move has won and lost in `depth` plies in a block; true when it is
 * something. */
static bool find_in_block(const struct placement_blocks *placement,
                          const struct placement_distances *place, enum side side, uint64_t block,
                          uint8_t depth) {
    struct distance_state *state = &place->state[side][block];
    uint64_t word = placement->first_word + block * BOARD_SQUARES;
    const squares32 *loss = placement->blocks->loss[side] + word;
    const squares32 *quiet = placement->quiet[side][block].row;
    const uint8_t *bytes = place->distances->plies[side] + word * ROW_BYTES;
    struct matrix *new_win = &place->new_win[side][block];
    struct matrix *new_loss = &place->new_loss[side][block];
    struct matrix wins;
    struct matrix blocked;
    const struct matrix *closed = &place->closed[side][block];
    struct matrix open_win;
    struct matrix open_loss;
    bool due = state->next != NEVER;
    squares32 won = 0;
    squares32 lost = 0;
    gather_king_moves(placement, place, side, block, &wins, &blocked);
    for (unsigned r = 0; r < BOARD_SQUARES; r++) {
        open_win.row[r] = ~closed->row[r];
        new_win->row[r] = open_win.row[r] & quiet[r] & wins.row[r];
        open_loss.row[r] = loss[r] & ~place->lost[side][block].row[r];
        new_loss->row[r] = open_loss.row[r] & ~(quiet[r] & blocked.row[r]);
    }
    if (due)
        for (unsigned r = 0; r < BOARD_SQUARES; r++) {
            new_win->row[r] |= open_win.row[r] & bytes_equal(bytes + r * ROW_BYTES, depth);
            new_loss->row[r] &= bytes_up_to(bytes + r * ROW_BYTES, depth);
        }
    for (unsigned r = 0; r < BOARD_SQUARES; r++) {
        won |= new_win->row[r];
        lost |= new_loss->row[r];
        open_win.row[r] &= ~new_win->row[r];
        open_loss.row[r] &= ~new_loss->row[r];
    }
    if (state->next == depth)
        state->next = least_above(bytes, &open_win, open_loss.row, BOARD_SQUARES, depth);
    state->found_wins = won != 0;
    state->found_losses = lost != 0;
    return (won | lost) != 0;
}

static struct distance_progress find_distances(const struct placement_blocks *placement,
                                               const struct placement_distances *place,
                                               unsigned depth, uint64_t first, uint64_t end) {
    struct distance_progress progress = {.found = false, .next = NEVER};
    for (enum side side = WHITE; side <= BLACK; side++)
        for (uint64_t block = first; block < end; block++) {
            struct distance_state *state = &place->state[side][block];
            bool due = state->next == depth;
            bool wins = state->open_wins && (due || state->lost_near);
            bool losses = state->open_losses && (due || state->won_near);
            state->lost_near = 0;
            state->won_near = 0;
            if (wins || losses)
                progress.found |= find_in_block(placement, place, side, block, (uint8_t)depth);
            else if (due)
                state->next = NEVER;
            if (state->next < progress.next)
                progress.next = state->next;
        }
    return progress;
}

/* Tells the blocks from which kings of `side` come to this one what has been found here for the
 * other side. */
static void tell_blocks(const struct placement_distances *place, enum side side, uint64_t block,
                        bool won, bool lost) {
    struct distance_state *state = place->state[side];
    const struct outer_path *paths = place->paths[side] + block * place->path_room[side];
    unsigned count = state[block].paths;
    if (won) {
        __atomic_store_n(&state[block].won_near, 1, __ATOMIC_RELAXED);
        for (unsigned i = 0; i < count; i++)
            __atomic_store_n(&state[paths[i].block].won_near, 1, __ATOMIC_RELAXED);
    }
    if (lost) {
        __atomic_store_n(&state[block].lost_near, 1, __ATOMIC_RELAXED);
        for (unsigned i = 0; i < count; i++)
            __atomic_store_n(&state[paths[i].block].lost_near, 1, __ATOMIC_RELAXED);
    }
}

static void enter_found(const struct placement_blocks *placement,
                        const struct placement_distances *place, enum side side, uint64_t block,
                        uint8_t depth) {
    struct distance_state *state = &place->state[side][block];
    uint64_t word = placement->first_word + block * BOARD_SQUARES;
    const squares32 *loss = placement->blocks->loss[side] + word;
    uint8_t *bytes = place->distances->plies[side] + word * ROW_BYTES;
    squares32 open_wins = 0;
    squares32 open_losses = 0;
    for (unsigned r = 0; r < BOARD_SQUARES; r++) {
        squares32 won = place->new_win[side][block].row[r];
        squares32 lost = place->new_loss[side][block].row[r];
        place->closed[side][block].row[r] |= won;
        place->lost[side][block].row[r] |= lost;
        open_wins |= ~place->closed[side][block].row[r];
        open_losses |= loss[r] & ~place->lost[side][block].row[r];
        fill_bytes(bytes + r * ROW_BYTES, depth, won | lost);
    }
    state->open_wins = open_wins != 0;
    state->open_losses = open_losses != 0;
    tell_blocks(place, other_side(side), block, state->found_wins, state->found_losses);
    state->found_wins = 0;
    state->found_losses = 0;
}

static void enter_distances(const struct placement_blocks *placement,
                            const struct placement_distances *place, unsigned depth, uint64_t first,
                            uint64_t end) {
    for (enum side side = WHITE; side <= BLACK; side++)
        for (uint64_t block = first; block < end; block++)
            if (place->state[side][block].found_wins || place->state[side][block].found_losses)
                enter_found(placement, place, side, block, (uint8_t)depth);
}
