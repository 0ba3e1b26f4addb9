/* kernel_export.h - outcomes in index order from the blocks of a placement (part of kernel.c). */

/* One placement of the men, in the board of the table: that of the blocks, or turned. */
struct export_view {
    const struct blocks *blocks;
    squares32 free; /* squares without men */
    const squares32 *win;
    const squares32 *loss;
    const struct matrix *quiet;             /* by block of the placement */
    const uint8_t *plies[DISTANCE_METRICS]; /* NULL when they are not told */
    unsigned plies_bytes;                   /* for each word */
};

/* One row of a block: what makes up outcomes. */
struct outcome_words {
    squares32 win;
    squares32 loss;
    squares32 quiet;
    const uint8_t *plies[DISTANCE_METRICS];
};

static struct outcome_words words_of_row(const struct export_view *view, uint64_t word,
                                         squares32 quiet) {
    struct outcome_words words = {view->win[word], view->loss[word], quiet, {NULL}};
    for (unsigned i = 0; i < DISTANCE_METRICS; i++)
        if (view->plies[i] != NULL)
            words.plies[i] = view->plies[i] + word * view->plies_bytes;
    return words;
}

/* Copies the bytes of `chosen` squares so that they lie together. */
static void put_bytes(uint8_t *to, const uint8_t *from, squares32 chosen) {
    uint8_t together[2 * BOARD_SQUARES];
    unsigned count = 0;
    while (chosen != 0) {
        unsigned start = lowest32(chosen);
        squares32 gap = ~(chosen >> start);
        unsigned length = gap == 0 ? BOARD_SQUARES : lowest32(gap);
        for (unsigned i = 0; i < BOARD_SQUARES - start; i++)
            together[count + i] = from[start + i];
        count += length;
        chosen &= start + length < BOARD_SQUARES ? ~UINT32_C(0) << (start + length) : 0;
    }
    memcpy(to, together, count);
}

/* `plane` has no bits yet where these go. */
static void put_bits(uint64_t *plane, uint64_t at, squares32 bits) {
    plane[at / 64] |= (uint64_t)bits << at % 64;
    if (at % 64 > 32)
        plane[at / 64 + 1] |= (uint64_t)bits >> (64 - at % 64);
}

/* Squares below the lowest of a set; all for the empty set. */
static squares32 below_all(squares32 set) {
    return (set & (0 - set)) - 1;
}

/* Puts the outcomes of the positions in which the king that varies stands below the others of its
 * side, `outer`, so that each set of kings is put once. In the order of the index they lie
 * together. `first` is where rank 0 of the side's kings belongs. */
static void put_word(const struct outcome_bits *bits, uint64_t first,
                     const struct outcome_words *words, squares32 outer, squares32 free) {
    squares32 below = below_all(outer);
    squares32 taken = ~free & below;
    unsigned place = 2;
    for (squares32 kings = outer; kings != 0; kings &= kings - 1, place++)
        first += combinations(count32(free & (square32(lowest32(kings)) - 1)), place);
    below &= free;
    put_bits(bits->win, first, close_gaps32(words->win & below, taken));
    put_bits(bits->loss, first, close_gaps32(words->loss & below, taken));
    put_bits(bits->capture, first, close_gaps32(~words->quiet & below, taken));
    for (unsigned i = 0; i < DISTANCE_METRICS; i++)
        if (words->plies[i] != NULL)
            put_bytes(bits->plies[i] + first, words->plies[i], below);
}

/* The same for a word of a turned board. */
static void put_turned_word(const struct outcome_bits *bits, const struct outcome_words *words,
                            squares32 outer, squares32 free) {
    uint8_t plies[DISTANCE_METRICS][BOARD_SQUARES];
    struct outcome_words turned = {
        turn32(words->win), turn32(words->loss), turn32(words->quiet), {NULL}};
    for (unsigned k = 0; k < DISTANCE_METRICS; k++)
        if (words->plies[k] != NULL) {
            for (unsigned i = 0; i < BOARD_SQUARES; i++)
                plies[k][i] = words->plies[k][BOARD_SQUARES - 1 - i];
            turned.plies[k] = plies[k];
        }
    put_word(bits, 0, &turned, turn32(outer), free);
}

/* One side alone has kings, or none: a word for each set of its outer kings. */
static void export_words(const struct export_view *view, const struct outcome_bits *bits) {
    const struct blocks *blocks = view->blocks;
    unsigned kings = blocks->signature.kings[BLACK];
    squares32 solved_free = blocks->turned ? turn32(view->free) : view->free;
    squares32 outer = kings == 0 ? 0 : first_subset32(solved_free, kings - 1);
    for (uint64_t i = 0; i < blocks->black_sets; i++) {
        struct outcome_words words = words_of_row(view, i, view->quiet[i].row[0]);
        if (kings == 0) {
            put_word(bits, 0, &words, 0, 1);
        } else if (blocks->turned) {
            put_turned_word(bits, &words, outer, view->free);
        } else {
            put_word(bits, 0, &words, outer, view->free);
        }
        outer = (squares32)next_subset(outer, solved_free);
    }
}

/* Both sides have kings: one row of each block that has the white kings but the lowest as its outer
 * ones. */
static void export_row(const struct export_view *view, squares32 white,
                       const struct outcome_bits *bits, uint64_t first) {
    const struct blocks *blocks = view->blocks;
    unsigned row = lowest32(white);
    squares32 left = view->free & ~white;
    squares32 black_outer = first_subset32(view->free, blocks->signature.kings[BLACK] - 1u);
    uint64_t block = block_number(blocks, subset_rank32(white & (white - 1), view->free), 0);
    uint64_t word = block * BOARD_SQUARES + row;
    for (uint64_t i = 0; i < blocks->black_sets; i++, block++, word += BOARD_SQUARES) {
        if ((black_outer & white) == 0) {
            struct outcome_words words = words_of_row(view, word, view->quiet[block].row[row]);
            put_word(bits, first, &words, black_outer, left);
        }
        black_outer = (squares32)next_subset(black_outer, view->free);
    }
}

static void export_rows(const struct export_view *view, struct export_portion portion,
                        const struct outcome_bits *bits) {
    bitboard white;
    bitboard black;
    const struct index_layout *layout = &view->blocks->layout;
    king_placement(layout, (bitboard)(squares32)~view->free,
                   portion.first_set * portion.positions_of_set, &white, &black);
    for (uint64_t i = 0; i < portion.sets; i++) {
        export_row(view, (squares32)white, bits, i * portion.positions_of_set);
        white = next_subset(white, view->free);
    }
}

static void export_portion(const struct placement_blocks *placement, enum side side,
                           struct export_portion portion, const struct outcome_bits *bits) {
    const struct blocks *blocks = placement->blocks;
    squares32 men = placement->men[WHITE] | placement->men[BLACK];
    enum side solved_side = blocks->turned ? other_side(side) : side;
    struct export_view view = {.blocks = blocks,
                               .free = ~(blocks->turned ? turn32(men) : men),
                               .win = blocks->win[solved_side] + placement->first_word,
                               .loss = blocks->loss[solved_side] + placement->first_word,
                               .quiet = placement->quiet[solved_side]};
    for (unsigned i = 0; i < DISTANCE_METRICS; i++) {
        const struct distances *distances = placement->distances.of[i];
        if (distances == NULL)
            continue;
        view.plies_bytes = distances->word_bytes;
        view.plies[i] =
            distances->plies[solved_side] + placement->first_word * distances->word_bytes;
    }
    uint64_t words = portion.sets * portion.positions_of_set / 64 + 2;
    memset(bits->win, 0, words * sizeof *bits->win);
    memset(bits->loss, 0, words * sizeof *bits->loss);
    memset(bits->capture, 0, words * sizeof *bits->capture);
    if (blocks->rows > 1)
        export_rows(&view, portion, bits);
    else
        export_words(&view, bits);
}
