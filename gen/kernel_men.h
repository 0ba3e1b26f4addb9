/* kernel_men.h - positions without kings, one at a time (part of kernel.c).
 *
 * With men alone a block is one position, and nothing moves in circles. What counts here is to find
 * the successors, so the search asks for the values of the longest captures only, and of man moves
 * until one wins. Seen from the side to move, "us", going north.
 */

struct men_search {
    const struct block_lookup *lookup;
    const struct rank_tables *tables;
    squares32 ours;
    squares32 theirs;
    unsigned longest; /* pieces taken by the captures that count; 0 for man moves */
    bool wins;        /* one of these leads to a loss of theirs */
    bool saves;       /* one does not lead to a win of theirs */
};

/* A man of ours has come from `from` to `to` and taken `captured`. */
static void add_men_result(struct men_search *search, squares32 from, squares32 to,
                           squares32 captured) {
    const squares32 last_row = UINT32_C(0x0000000f);
    squares32 theirs = search->theirs & ~captured;
    squares32 ours = search->ours & ~from;
    squares32 win;
    squares32 loss;
    if (theirs == 0) {
        win = 0;
        loss = 1;
    } else if ((to & last_row) != 0) {
        struct fixed_pieces after = {.our_men = ours, .our_kings = to, .their_men = theirs};
        struct outcome_word word =
            query_word(search->lookup, search->tables, &after, NO_KING_VARIES);
        win = word.win;
        loss = word.loss;
    } else {
        ours |= to;
        const struct block_source *source =
            &search->lookup->of[count32(ours)][0][count32(theirs)][0];
        const struct blocks *blocks = source->blocks;
        enum side side = source->turned ? WHITE : BLACK;
        squares32 white = source->turned ? turn32(theirs) : ours;
        squares32 black = source->turned ? turn32(ours) : theirs;
        uint64_t word = man_rank32(search->tables, &blocks->layout, white, black);
        win = blocks->win[side][word];
        loss = blocks->loss[side][word];
    }
    search->wins |= (loss & 1) != 0;
    search->saves |= (win & 1) == 0;
}

/* Men from which a capture can begin in one direction. */
static squares32 men_that_take(const struct men_search *search, enum direction direction) {
    enum direction back = opposite_direction(direction);
    squares32 empty = ~(search->ours | search->theirs);
    return search->ours & step32(back, search->theirs & step32(back, empty));
}

/* The man from `from` stands on `square` and has taken `captured`, `count` pieces. */
static void men_take(struct men_search *search, squares32 from, squares32 square,
                     squares32 captured, unsigned count) {
    squares32 empty = ~(search->ours | search->theirs) | from;
    bool ends = true;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        squares32 victim = step32(d, square) & search->theirs & ~captured;
        squares32 behind = step32(d, victim) & empty;
        if (behind == 0)
            continue;
        ends = false;
        men_take(search, from, behind, captured | victim, count + 1);
    }
    if (!ends || count < search->longest)
        return;
    if (count > search->longest) {
        search->longest = count;
        search->wins = false;
        search->saves = false;
    }
    add_men_result(search, from, square, captured);
}

static void men_move(struct men_search *search) {
    squares32 empty = ~(search->ours | search->theirs);
    for (enum direction d = NORTH_WEST; d <= NORTH_EAST; d++) {
        squares32 to = step32(d, search->ours) & empty;
        for (; to != 0 && !search->wins; to &= to - 1) {
            squares32 one = to & (0 - to);
            add_men_result(search, step32(opposite_direction(d), one), one, 0);
        }
    }
}

/* What one side to move knows of a position: bit 0 of each. */
static void look_from_men(struct men_search *search, struct first_look *look) {
    squares32 movers = 0;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++)
        movers |= men_that_take(search, d);
    search->longest = 0;
    search->wins = false;
    search->saves = false;
    if (movers == 0)
        men_move(search);
    for (; movers != 0; movers &= movers - 1) {
        squares32 man = movers & (0 - movers);
        men_take(search, man, man, 0, 0);
    }
    bool quiet = search->longest == 0;
    look->win.row[0] = search->wins;
    look->loss.row[0] = !search->saves;
    look->quiet.row[0] = quiet;
    look->saved.row[0] = quiet && search->saves;
}
