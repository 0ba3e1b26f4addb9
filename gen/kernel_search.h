/* kernel_search.h - the search through one block: what it knows, and the results of captures as
 * they are found (part of kernel.c).
 *
 * Seen from the side to move, "us", going north. Our inner king is the row of a position, theirs
 * the column; either may be absent.
 *
 * By the majority rule a position is worth the best of its longest captures only. So results are
 * kept by number of pieces taken, beside the positions in which so many can be taken, and put
 * together when the search is over (collect_captures).
 */

enum { CAPTURES_MAX = 12, CACHED_ROWS = 12, CACHED_WORDS = 48 };

/* Positions of the block in which some number of pieces can be taken, in which that can win, and in
 * which it can avoid a loss. */
struct capture_level {
    struct matrix reached;
    struct matrix wins;
    struct matrix saves;
};

/* The same of one row. */
struct capture_words {
    squares32 reached;
    squares32 wins;
    squares32 saves;
};

/* Successors in which our inner king has moved, by the fixed enemies taken: all its squares are
 * found at once, so each is looked up once in a block. */
struct cached_rows {
    squares32 captured;
    struct outcome_rows rows;
    struct matrix room[2];
};
struct cached_word {
    squares32 captured;
    struct outcome_word word;
    /* By direction: squares on which our king takes one more, going that way, and then wins or
     * saves itself on some square behind; with their inner king alone. */
    squares32 wins[DIRECTIONS];
    squares32 saves[DIRECTIONS];
};

enum mover { MAN_MOVES, OUTER_KING_MOVES, INNER_KING_MOVES };

struct capture_scores; /* kernel_scores.h */

struct block_search {
    const struct block_lookup *lookup;
    const struct rank_tables *tables;
    struct fixed_pieces pieces;
    squares32 occupied; /* by fixed pieces */
    squares32 enemies;  /* theirs among them */
    bool we_vary;       /* we have an inner king */
    bool they_vary;
    bool two_vary; /* rows are used; else row 0 alone, by the square of the one that varies */
    unsigned rows;
    enum mover mover;
    squares32 mover_square;   /* where the man or outer king started, empty for the inner king */
    const squares32 *origins; /* with two_vary: columns by row */
    squares32 origin_rows;    /* without */
    squares32 can_take[DIRECTIONS];    /* squares from which a king takes a fixed enemy */
    squares32 free_behind[DIRECTIONS]; /* where their inner king can be taken by ours, */
    squares32 can_go_on[DIRECTIONS];   /* which can then take a fixed enemy as well */
    struct capture_scores *scores;     /* what is looked for; NULL: outcomes, in `level` */
    unsigned levels;
    unsigned cached_rows;
    unsigned cached_words;
    struct capture_level level[CAPTURES_MAX + 1];
    struct capture_words inner[CAPTURES_MAX + 1]; /* results of our inner king, by count */
    unsigned inner_counts;                        /* counts in which there are some, as bits */
    struct cached_rows rows_cache[CACHED_ROWS];
    struct cached_word word_cache[CACHED_WORDS];
};

/* A capture under way: what was taken, and the positions in which it is possible. Without an inner
 * king of theirs `columns` is 1; without one of ours `rows` is 1. */
struct branch {
    squares32 captured; /* fixed enemies */
    bool took_inner;    /* then `columns` is the square it stood on */
    unsigned count;
    squares32 rows;
    squares32 columns;
};

static void clear_matrix(const struct block_search *search, struct matrix *matrix) {
    if (search->rows == 1)
        matrix->row[0] = 0;
    else
        memset(matrix, 0, sizeof *matrix);
}

/* The positions of a branch without those in which an inner king stands on `square`. */
static struct branch keep_free(const struct block_search *search, struct branch branch,
                               squares32 square) {
    if (search->they_vary)
        branch.columns &= ~square;
    if (search->we_vary && search->mover != INNER_KING_MOVES)
        branch.rows &= ~square;
    return branch;
}

static bool branch_is_empty(const struct branch *branch) {
    return branch->rows == 0 || branch->columns == 0;
}

/* The squares of a line from `square` on, up to the first of `walls` (without it), which is `end`:
 * a set, empty when there is none. */
struct line {
    squares32 path;
    squares32 end;
};

static struct line look_along(unsigned square, enum direction direction, squares32 walls) {
    squares32 ray = (squares32)geometry_8x8.ray[direction][square];
    squares32 hit = ray & walls;
    if (hit == 0)
        return (struct line){ray, 0};
    if (direction == SOUTH_WEST || direction == SOUTH_EAST) {
        squares32 end = hit & (0 - hit);
        return (struct line){ray & (end - 1), end};
    }
    squares32 end = UINT32_C(0x80000000) >> __builtin_clz(hit);
    return (struct line){ray & ~(end | (end - 1)), end};
}

/* ---- Results -------------------------------------------------------------------------------- */

static struct capture_level *level_of(struct block_search *search, unsigned count) {
    while (search->levels < count) {
        struct capture_level *level = &search->level[++search->levels];
        clear_matrix(search, &level->reached);
        clear_matrix(search, &level->wins);
        clear_matrix(search, &level->saves);
    }
    return &search->level[count];
}

/* Our inner king took the fixed enemies in `captured` and stands on any square: by row. */
static const struct outcome_rows *rows_after(struct block_search *search, squares32 captured) {
    unsigned i = 0;
    while (i < search->cached_rows && search->rows_cache[i].captured != captured)
        i++;
    if (i < search->cached_rows)
        return &search->rows_cache[i].rows;
    if (search->cached_rows < CACHED_ROWS)
        search->cached_rows++;
    else
        i = CACHED_ROWS - 1;
    struct cached_rows *cached = &search->rows_cache[i];
    struct fixed_pieces after = search->pieces;
    after.their_men &= ~captured;
    after.their_kings &= ~captured;
    cached->captured = captured;
    cached->rows = query_rows(search->lookup, search->tables, &after, cached->room);
    return &cached->rows;
}

/* The same where their inner king is gone, or there was none. */
static const struct cached_word *word_after(struct block_search *search, squares32 captured) {
    unsigned i = 0;
    while (i < search->cached_words && search->word_cache[i].captured != captured)
        i++;
    if (i < search->cached_words)
        return &search->word_cache[i];
    if (search->cached_words < CACHED_WORDS)
        search->cached_words++;
    else
        i = CACHED_WORDS - 1;
    struct cached_word *cached = &search->word_cache[i];
    struct fixed_pieces after = search->pieces;
    after.their_men &= ~captured;
    after.their_kings &= ~captured;
    cached->captured = captured;
    if ((search->enemies & ~captured) == 0)
        cached->word = (struct outcome_word){0, ~UINT32_C(0)};
    else
        cached->word = query_word(search->lookup, search->tables, &after, OUR_KING_VARIES);
    if (search->they_vary) {
        squares32 empty = ~search->occupied;
        for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
            enum direction back = opposite_direction(d);
            cached->wins[d] = slide32(back, empty & cached->word.loss, empty);
            cached->saves[d] = slide32(back, empty & ~cached->word.win, empty);
        }
    }
    return cached;
}

/* One outcome for all columns of a word, from its bit 0. */
static struct outcome_word spread_bit(struct outcome_word word) {
    return (struct outcome_word){0 - (word.win & 1), 0 - (word.loss & 1)};
}

/* All that our inner king takes from one set of origins on is worth the same in each of their rows,
 * so it is put together as words, by the columns in which it happens. */
static void add_inner_result(struct block_search *search, const struct branch *branch,
                             unsigned square) {
    struct outcome_word word;
    if (search->they_vary && !branch->took_inner) {
        const struct outcome_rows *rows = rows_after(search, branch->captured);
        word = (struct outcome_word){rows->win[square], rows->loss[square]};
    } else {
        const struct outcome_word *all = &word_after(search, branch->captured)->word;
        word = spread_bit((struct outcome_word){all->win >> square, all->loss >> square});
    }
    struct capture_words *inner = &search->inner[branch->count];
    inner->reached |= branch->columns;
    inner->wins |= branch->columns & word.loss;
    inner->saves |= branch->columns & ~word.win;
    search->inner_counts |= 1u << branch->count;
}

/* Our inner king has taken what `branch` says and takes theirs on one of `victims`. */
static void add_inner_takes_inner(struct block_search *search, const struct branch *branch,
                                  squares32 victims, enum direction direction) {
    const struct cached_word *after = word_after(search, branch->captured);
    struct capture_words *inner = &search->inner[branch->count + 1];
    inner->reached |= victims & search->free_behind[direction];
    inner->wins |= victims & after->wins[direction];
    inner->saves |= victims & after->saves[direction];
    search->inner_counts |= 2u << branch->count;
}

/* Puts the words that have come together into the rows of their origins. */
static void settle_inner_results(struct block_search *search) {
    for (; search->inner_counts != 0; search->inner_counts &= search->inner_counts - 1) {
        unsigned count = (unsigned)__builtin_ctz(search->inner_counts);
        struct capture_words *inner = &search->inner[count];
        struct capture_level *level = level_of(search, count);
        if (search->two_vary) {
            add_origins(&level->reached, search->origins, inner->reached);
            add_origins(&level->wins, search->origins, inner->wins);
            add_origins(&level->saves, search->origins, inner->saves);
        } else { /* the columns are one, bit 0 */
            level->reached.row[0] |= search->origin_rows & (0 - inner->reached);
            level->wins.row[0] |= search->origin_rows & (0 - inner->wins);
            level->saves.row[0] |= search->origin_rows & (0 - inner->saves);
        }
        *inner = (struct capture_words){0, 0, 0};
    }
}

/* The fixed pieces after the man or outer king has come to `square`. */
static struct fixed_pieces pieces_after(const struct block_search *search,
                                        const struct branch *branch, unsigned square) {
    const squares32 last_row = UINT32_C(0x0000000f);
    struct fixed_pieces after = search->pieces;
    squares32 to = square32(square);
    after.their_men &= ~branch->captured;
    after.their_kings &= ~branch->captured;
    after.our_men &= ~search->mover_square;
    after.our_kings &= ~search->mover_square;
    if (search->mover == MAN_MOVES && (to & last_row) == 0)
        after.our_men |= to;
    else
        after.our_kings |= to;
    return after;
}

/* Outcome after a man or outer king has moved, where it is the same for all columns or all rows. */
static struct outcome_word word_of_outer(struct block_search *search, const struct branch *branch,
                                         unsigned square) {
    struct fixed_pieces after = pieces_after(search, branch, square);
    bool they_stay = search->they_vary && !branch->took_inner;
    if (!they_stay && (after.their_men | after.their_kings) == 0)
        return (struct outcome_word){0, ~UINT32_C(0)};
    if (search->we_vary)
        return query_word(search->lookup, search->tables, &after, OUR_KING_VARIES);
    if (they_stay)
        return query_word(search->lookup, search->tables, &after, THEIR_KING_VARIES);
    return spread_bit(query_word(search->lookup, search->tables, &after, NO_KING_VARIES));
}

static void add_outer_result(struct block_search *search, const struct branch *branch,
                             unsigned square) {
    struct capture_level *level = level_of(search, branch->count);
    if (search->two_vary && !branch->took_inner) {
        struct matrix room[2];
        struct fixed_pieces after = pieces_after(search, branch, square);
        struct outcome_rows rows = query_rows(search->lookup, search->tables, &after, room);
        add_positions(&level->reached, branch->rows, branch->columns);
        add_rectangle(&level->wins, &level->saves, branch->rows, branch->columns, rows.win,
                      rows.loss);
        return;
    }
    struct outcome_word word = word_of_outer(search, branch, square);
    if (search->two_vary) {
        add_positions(&level->reached, branch->rows, branch->columns);
        add_positions(&level->wins, word.loss & branch->rows, branch->columns);
        add_positions(&level->saves, ~word.win & branch->rows, branch->columns);
        return;
    }
    squares32 here = search->we_vary ? branch->rows : branch->columns;
    level->reached.row[0] |= here;
    level->wins.row[0] |= here & word.loss;
    level->saves.row[0] |= here & ~word.win;
}
