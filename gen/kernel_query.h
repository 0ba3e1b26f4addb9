/* kernel_query.h - values of successors for many positions at once (part of kernel.c).
 *
 * The solver always looks from the side that has just moved, "us", going north; "they" are to move.
 * Which side that is in the successor's blocks, and whether the board has to be turned to find
 * them, is settled here.
 */

/* Fixed pieces of a successor; up to two inner kings come on top. */
struct fixed_pieces {
    squares32 our_men;
    squares32 our_kings;
    squares32 their_men;
    squares32 their_kings;
};

/* Bits for many successors: whether they, to move, win or lose there. */
struct outcome_rows {
    const squares32 *win;
    const squares32 *loss;
};
struct outcome_word {
    squares32 win;
    squares32 loss;
};

/* Ranks of placements of the men looked up last; most successors keep the men. */
enum { MEMO_ENTRIES = 64 };
struct man_rank_memo {
    squares32 white[MEMO_ENTRIES];
    squares32 black[MEMO_ENTRIES];
    uint64_t rank[MEMO_ENTRIES];
};

static uint32_t subset_rank32(squares32 subset, squares32 among) {
    uint64_t rank = 0;
    for (unsigned taken = 1; subset != 0; subset &= subset - 1, taken++)
        rank += combinations(count32(among & (square32(lowest32(subset)) - 1)), taken);
    return (uint32_t)rank;
}

/* man_rank() of index.h for the 8x8 board in 32-bit words. */
static uint64_t man_rank32(const struct index_layout *layout, squares32 white, squares32 black) {
    const squares32 white_row = UINT32_C(0xf0000000);
    const squares32 black_row = UINT32_C(0x0000000f);
    const squares32 shared = ~(white_row | black_row);
    unsigned white_back = count32(white & white_row);
    unsigned black_back = count32(black & black_row);
    unsigned white_rest = layout->signature.men[WHITE] - white_back;
    unsigned black_rest = layout->signature.men[BLACK] - black_back;
    uint64_t rank = subset_rank32(white & white_row, white_row);
    rank = rank * combinations(4, black_back) + subset_rank32(black & black_row, black_row);
    rank = rank * combinations(24, white_rest) + subset_rank32(white & shared, shared);
    rank = rank * combinations(24 - white_rest, black_rest) +
           subset_rank32(black & shared, shared & ~white);
    return layout->group_first[white_back][black_back] + rank;
}

/* The rank depends on the men alone, so one memo serves all signatures. */
static uint64_t man_rank_of(struct man_rank_memo *memo, const struct blocks *blocks,
                            squares32 white, squares32 black) {
    if ((white | black) == 0)
        return 0;
    unsigned entry = (white * UINT32_C(0x9e3779b1) ^ black * UINT32_C(0x85ebca77)) >> 26;
    if (memo->white[entry] != white || memo->black[entry] != black) {
        memo->white[entry] = white;
        memo->black[entry] = black;
        memo->rank[entry] = man_rank32(&blocks->layout, white, black);
    }
    return memo->rank[entry];
}

/* Index of a block's first word in the arrays of `blocks`. */
static uint64_t block_word(struct man_rank_memo *memo, const struct blocks *blocks,
                           squares32 white_men, squares32 black_men, squares32 white_outer,
                           squares32 black_outer) {
    squares32 free = ~(white_men | black_men);
    uint64_t placement = man_rank_of(memo, blocks, white_men, black_men);
    uint64_t block =
        placement * blocks->blocks_per_placement +
        block_number(blocks, subset_rank32(white_outer, free), subset_rank32(black_outer, free));
    return block * blocks->rows;
}

static const struct block_source *source_for(const struct block_lookup *lookup,
                                             const struct fixed_pieces *pieces, unsigned our_inner,
                                             unsigned their_inner) {
    return &lookup->of[count32(pieces->our_men)][count32(pieces->our_kings) + our_inner]
                      [count32(pieces->their_men)][count32(pieces->their_kings) + their_inner];
}

/* Both inner kings vary: row = ours, column = theirs. `room` holds the result when the board has to
 * be turned. */
static struct outcome_rows query_rows(const struct block_lookup *lookup, struct man_rank_memo *memo,
                                      const struct fixed_pieces *pieces, struct matrix room[2]) {
    const struct block_source *source = source_for(lookup, pieces, 1, 1);
    const struct blocks *blocks = source->blocks;
    if (!source->turned) {
        uint64_t word = block_word(memo, blocks, pieces->our_men, pieces->their_men,
                                   pieces->our_kings, pieces->their_kings);
        return (struct outcome_rows){blocks->win[BLACK] + word, blocks->loss[BLACK] + word};
    }
    uint64_t word = block_word(memo, blocks, turn32(pieces->their_men), turn32(pieces->our_men),
                               turn32(pieces->their_kings), turn32(pieces->our_kings));
    matrix_turn(blocks->win[WHITE] + word, room[0].row);
    matrix_turn(blocks->loss[WHITE] + word, room[1].row);
    return (struct outcome_rows){room[0].row, room[1].row};
}

/* Which inner king varies in a word of successors; bit s is the one on square s. Without any, bit 0
 * is the only successor. */
enum varying { OUR_KING_VARIES, THEIR_KING_VARIES, NO_KING_VARIES };

/* Takes a fixed king as the inner one of its side; square 0 when there is none. */
static unsigned take_inner(squares32 *kings) {
    if (*kings == 0)
        return 0;
    unsigned square = lowest32(*kings);
    *kings &= *kings - 1;
    return square;
}

/* White's inner king varies, or Black's, or none, in a block of `blocks`. */
static squares32 pick_rows(const squares32 *rows, unsigned column) {
    return matrix_column(rows, column);
}

static struct outcome_word query_word(const struct block_lookup *lookup, struct man_rank_memo *memo,
                                      const struct fixed_pieces *pieces, enum varying varying) {
    const struct block_source *source =
        source_for(lookup, pieces, varying == OUR_KING_VARIES, varying == THEIR_KING_VARIES);
    const struct blocks *blocks = source->blocks;
    squares32 ours = pieces->our_kings;
    squares32 theirs = pieces->their_kings;
    unsigned our_square = varying == OUR_KING_VARIES ? 0 : take_inner(&ours);
    unsigned their_square = varying == THEIR_KING_VARIES ? 0 : take_inner(&theirs);
    if (!source->turned) {
        uint64_t word = block_word(memo, blocks, pieces->our_men, pieces->their_men, ours, theirs);
        const squares32 *win = blocks->win[BLACK] + word;
        const squares32 *loss = blocks->loss[BLACK] + word;
        if (varying == OUR_KING_VARIES)
            return (struct outcome_word){pick_rows(win, their_square),
                                         pick_rows(loss, their_square)};
        if (varying == THEIR_KING_VARIES)
            return (struct outcome_word){win[our_square], loss[our_square]};
        return (struct outcome_word){win[our_square] >> their_square & 1,
                                     loss[our_square] >> their_square & 1};
    }
    /* Turned, we are Black there: our inner king is the column, theirs the row. */
    our_square = pieces->our_kings != ours ? 31 - our_square : 0;
    their_square = pieces->their_kings != theirs ? 31 - their_square : 0;
    uint64_t word = block_word(memo, blocks, turn32(pieces->their_men), turn32(pieces->our_men),
                               turn32(theirs), turn32(ours));
    const squares32 *win = blocks->win[WHITE] + word;
    const squares32 *loss = blocks->loss[WHITE] + word;
    if (varying == OUR_KING_VARIES)
        return (struct outcome_word){turn32(win[their_square]), turn32(loss[their_square])};
    if (varying == THEIR_KING_VARIES)
        return (struct outcome_word){turn32(pick_rows(win, our_square)),
                                     turn32(pick_rows(loss, our_square))};
    return (struct outcome_word){win[their_square] >> our_square & 1,
                                 loss[their_square] >> our_square & 1};
}
