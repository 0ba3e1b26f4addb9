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

/* Ranks of sets of squares six squares at a time: what six squares add to the rank of a set, given
 * how many of its squares come before them. */
enum { SIXES = 4, SIX_SETS = 64 };
struct rank_tables {
    uint32_t six[SIXES][BLOCK_KIND_MAX + 1][SIX_SETS];
};

static void make_rank_tables(struct rank_tables *tables) {
    for (unsigned six = 0; six < SIXES; six++)
        for (unsigned before = 0; before <= BLOCK_KIND_MAX; before++)
            for (squares32 set = 0; set < SIX_SETS; set++) {
                uint64_t rank = 0;
                unsigned taken = before;
                for (squares32 rest = set; rest != 0 && taken < BLOCK_KIND_MAX; rest &= rest - 1)
                    rank += combinations(6 * six + lowest32(rest), ++taken);
                tables->six[six][before][set] = (uint32_t)rank;
            }
}

/* Rank of a set of at most BLOCK_KIND_MAX of 24 squares. */
static uint32_t rank_of_24(const struct rank_tables *tables, squares32 set) {
    uint32_t rank = 0;
    unsigned before = 0;
    for (unsigned six = 0; six < SIXES; six++) {
        squares32 here = set >> (6 * six) & (SIX_SETS - 1);
        rank += tables->six[six][before][here];
        before += count32(here);
    }
    return rank;
}

/* Takes the squares of `taken` out of the numbering of `set`, which has none of them. */
static squares32 close_gaps32(squares32 set, squares32 taken) {
#ifdef __BMI2__
    return __builtin_ia32_pext_si(set, ~taken);
#else
    while (taken != 0) {
        unsigned gap = 31 - (unsigned)__builtin_clz(taken);
        squares32 below = square32(gap) - 1;
        set = (set & below) | (set >> 1 & ~below);
        taken &= ~square32(gap);
    }
    return set;
#endif
}

/* man_rank() of index.h for the 8x8 board. Of its four sets those on the back rows are ranked in
 * their four squares, those in between in the 24 shared squares, Black's without White's. */
static uint64_t man_rank32(const struct rank_tables *tables, const struct index_layout *layout,
                           squares32 white, squares32 black) {
    const squares32 white_row = UINT32_C(0xf0000000);
    const squares32 black_row = UINT32_C(0x0000000f);
    unsigned white_back = count32(white & white_row);
    unsigned black_back = count32(black & black_row);
    unsigned white_rest = layout->signature.men[WHITE] - white_back;
    unsigned black_rest = layout->signature.men[BLACK] - black_back;
    squares32 white_shared = (white & ~white_row) >> 4;
    squares32 black_shared = (black & ~black_row) >> 4;
    uint64_t rank = tables->six[0][0][white >> 28];
    rank = rank * combinations(4, black_back) + tables->six[0][0][black & black_row];
    rank = rank * combinations(24, white_rest) + rank_of_24(tables, white_shared);
    rank = rank * combinations(24 - white_rest, black_rest) +
           rank_of_24(tables, close_gaps32(black_shared, white_shared));
    return layout->group_first[white_back][black_back] + rank;
}

/* Index of a block's first word in the arrays of `blocks`. */
static uint64_t block_word(const struct rank_tables *tables, const struct blocks *blocks,
                           squares32 white_men, squares32 black_men, squares32 white_outer,
                           squares32 black_outer) {
    squares32 free = ~(white_men | black_men);
    uint64_t placement = (white_men | black_men) == 0
                             ? 0
                             : man_rank32(tables, &blocks->layout, white_men, black_men);
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
static struct outcome_rows query_rows(const struct block_lookup *lookup,
                                      const struct rank_tables *tables,
                                      const struct fixed_pieces *pieces, struct matrix room[2]) {
    const struct block_source *source = source_for(lookup, pieces, 1, 1);
    const struct blocks *blocks = source->blocks;
    if (!source->turned) {
        uint64_t word = block_word(tables, blocks, pieces->our_men, pieces->their_men,
                                   pieces->our_kings, pieces->their_kings);
        return (struct outcome_rows){blocks->win[BLACK] + word, blocks->loss[BLACK] + word};
    }
    uint64_t word = block_word(tables, blocks, turn32(pieces->their_men), turn32(pieces->our_men),
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

static struct outcome_word query_word(const struct block_lookup *lookup,
                                      const struct rank_tables *tables,
                                      const struct fixed_pieces *pieces, enum varying varying) {
    const struct block_source *source =
        source_for(lookup, pieces, varying == OUR_KING_VARIES, varying == THEIR_KING_VARIES);
    const struct blocks *blocks = source->blocks;
    squares32 ours = pieces->our_kings;
    squares32 theirs = pieces->their_kings;
    unsigned our_square = varying == OUR_KING_VARIES ? 0 : take_inner(&ours);
    unsigned their_square = varying == THEIR_KING_VARIES ? 0 : take_inner(&theirs);
    if (!source->turned) {
        uint64_t word =
            block_word(tables, blocks, pieces->our_men, pieces->their_men, ours, theirs);
        const squares32 *win = blocks->win[BLACK] + word;
        const squares32 *loss = blocks->loss[BLACK] + word;
        if (varying == OUR_KING_VARIES)
            return (struct outcome_word){matrix_column(win, their_square),
                                         matrix_column(loss, their_square)};
        if (varying == THEIR_KING_VARIES)
            return (struct outcome_word){win[our_square], loss[our_square]};
        return (struct outcome_word){win[our_square] >> their_square & 1,
                                     loss[our_square] >> their_square & 1};
    }
    /* Turned, we are Black there: our inner king is the column, theirs the row. */
    our_square = pieces->our_kings != ours ? 31 - our_square : 0;
    their_square = pieces->their_kings != theirs ? 31 - their_square : 0;
    uint64_t word = block_word(tables, blocks, turn32(pieces->their_men), turn32(pieces->our_men),
                               turn32(theirs), turn32(ours));
    const squares32 *win = blocks->win[WHITE] + word;
    const squares32 *loss = blocks->loss[WHITE] + word;
    if (varying == OUR_KING_VARIES)
        return (struct outcome_word){turn32(win[their_square]), turn32(loss[their_square])};
    if (varying == THEIR_KING_VARIES)
        return (struct outcome_word){turn32(matrix_column(win, our_square)),
                                     turn32(matrix_column(loss, our_square))};
    return (struct outcome_word){win[their_square] >> our_square & 1,
                                 loss[their_square] >> our_square & 1};
}
