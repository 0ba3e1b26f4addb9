/* kernel_scores.h - in how many plies captures win and lose (part of kernel.c).
 *
 * Who wins a position with a capture, and how many pieces its longest captures take, is known when
 * scores are looked for. So the same search goes through the captures a second time and takes, in
 * the positions for which the length is right, the least plies of a successor that is lost, or the
 * most if all are won.
 */

/* ---- Plies of successors ----------------------------------------------------------------------
 */

/* query_rows() for plies. */
static const uint8_t *query_plies_rows(const struct block_search *search,
                                       const struct fixed_pieces *pieces, uint8_t *room) {
    const struct block_source *source = source_for(search->lookup, pieces, 1, 1);
    const struct blocks *blocks = source->blocks;
    if (!source->turned)
        return blocks->distances->plies[BLACK] + block_word(search->tables, blocks, pieces->our_men,
                                                            pieces->their_men, pieces->our_kings,
                                                            pieces->their_kings) *
                                                     ROW_BYTES;
    uint64_t word =
        block_word(search->tables, blocks, turn32(pieces->their_men), turn32(pieces->our_men),
                   turn32(pieces->their_kings), turn32(pieces->our_kings));
    turn_bytes(blocks->distances->plies[WHITE] + word * ROW_BYTES, room);
    return room;
}

/* query_word() for plies, a byte for each bit. */
static void query_plies_word(const struct block_search *search, const struct fixed_pieces *pieces,
                             enum varying varying, uint8_t plies[ROW_BYTES]) {
    const struct block_source *source = source_for(
        search->lookup, pieces, varying == OUR_KING_VARIES, varying == THEIR_KING_VARIES);
    const struct blocks *blocks = source->blocks;
    bool turned = source->turned;
    squares32 ours = pieces->our_kings;
    squares32 theirs = pieces->their_kings;
    unsigned our_square = varying == OUR_KING_VARIES ? 0 : take_inner(&ours);
    unsigned their_square = varying == THEIR_KING_VARIES ? 0 : take_inner(&theirs);
    if (turned) {
        our_square = pieces->our_kings != ours ? 31 - our_square : 0;
        their_square = pieces->their_kings != theirs ? 31 - their_square : 0;
    }
    uint64_t word = turned ? block_word(search->tables, blocks, turn32(pieces->their_men),
                                        turn32(pieces->our_men), turn32(theirs), turn32(ours))
                           : block_word(search->tables, blocks, pieces->our_men, pieces->their_men,
                                        ours, theirs);
    const uint8_t *from =
        blocks->distances->plies[turned ? WHITE : BLACK] + word * blocks->distances->word_bytes;
    /* In the blocks White's king is the row: ours, or turned theirs. */
    unsigned row = turned ? their_square : our_square;
    unsigned column = turned ? our_square : their_square;
    if (varying == NO_KING_VARIES) {
        plies[0] = from[row * ROW_BYTES + column];
        return;
    }
    bool along_row = (varying == THEIR_KING_VARIES) != turned;
    for (unsigned i = 0; i < ROW_BYTES; i++) {
        unsigned at = turned ? ROW_BYTES - 1 - i : i;
        plies[i] = along_row ? from[row * ROW_BYTES + at] : from[at * ROW_BYTES + column];
    }
}

/* ---- What a search finds ----------------------------------------------------------------------
 */

/* One row of results put together: for each position the least plies of a lost successor, and the
 * most of a won one. */
struct score_words {
    squares32 reached;
    squares32 wins; /* a lost successor was among them */
    uint8_t quick[ROW_BYTES];
    uint8_t slow[ROW_BYTES];
};

/* Our inner king, alone of our kings to have moved, has taken some fixed enemies; their inner king
 * is gone or goes now: outcomes by our square, and by direction and the square on which their inner
 * king is taken the best landing behind it. */
struct score_word {
    squares32 captured;
    struct outcome_word word;
    uint8_t plies[ROW_BYTES];
    uint8_t quick[DIRECTIONS][ROW_BYTES];
    uint8_t slow[DIRECTIONS][ROW_BYTES];
};
struct score_rows {
    squares32 captured;
    const uint8_t *plies;
    uint8_t room[BOARD_SQUARES * ROW_BYTES];
};

struct capture_scores {
    /* By pieces taken: the positions whose longest captures take so many, and that are won or lost.
     */
    struct matrix won[CAPTURES_MAX + 1];
    struct matrix lost[CAPTURES_MAX + 1];
    unsigned counts; /* those in which there are some, as bits */
    struct score_words inner[CAPTURES_MAX + 1];
    unsigned cached_words;
    unsigned cached_rows;
    struct score_word words[CACHED_WORDS];
    struct score_rows rows[CACHED_ROWS];
    _Alignas(64) uint8_t bytes[BOARD_SQUARES * ROW_BYTES]; /* the plies found */
};

static bool score_counts(const struct block_search *search, unsigned count) {
    return (search->scores->counts >> count & 1) != 0;
}

/* A row of positions has successors of these outcomes and plies. */
static void score_row(struct capture_scores *scores, unsigned count, unsigned row, squares32 here,
                      squares32 loss, const uint8_t *plies) {
    uint8_t *bytes = scores->bytes + row * ROW_BYTES;
    squares32 won = here & loss & scores->won[count].row[row];
    squares32 lost = here & scores->lost[count].row[row];
    if (won != 0)
        lower_bytes(bytes, plies, won);
    if (lost != 0)
        raise_bytes(bytes, plies, lost);
}

/* Which plies are best behind each square on which their inner king is taken. */
static void find_landings(struct score_word *found, squares32 empty) {
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        const uint8_t *next = geometry_8x8.neighbour[d];
        bool south = d == SOUTH_WEST || d == SOUTH_EAST;
        for (unsigned i = 0; i < BOARD_SQUARES; i++) {
            unsigned from = south ? 31 - i : i;
            unsigned on = next[from];
            uint8_t quick = DISTANCE_BYTE_MAX + 1;
            uint8_t slow = 0;
            if (on != NO_SQUARE && (empty >> on & 1) != 0) {
                quick = found->quick[d][on];
                slow = found->slow[d][on];
                if ((found->word.loss >> on & 1) != 0 && found->plies[on] < quick)
                    quick = found->plies[on];
                if ((found->word.win >> on & 1) != 0 && found->plies[on] > slow)
                    slow = found->plies[on];
            }
            found->quick[d][from] = quick;
            found->slow[d][from] = slow;
        }
    }
}

/* word_after() with plies. */
static const struct score_word *scores_after(struct block_search *search, squares32 captured) {
    struct capture_scores *scores = search->scores;
    unsigned i = 0;
    while (i < scores->cached_words && scores->words[i].captured != captured)
        i++;
    if (i < scores->cached_words)
        return &scores->words[i];
    if (scores->cached_words < CACHED_WORDS)
        scores->cached_words++;
    else
        i = CACHED_WORDS - 1;
    struct score_word *found = &scores->words[i];
    struct fixed_pieces after = search->pieces;
    after.their_men &= ~captured;
    after.their_kings &= ~captured;
    found->captured = captured;
    found->word = word_after(search, captured)->word;
    if ((search->enemies & ~captured) == 0)
        memset(found->plies, 0, sizeof found->plies);
    else
        query_plies_word(search, &after, OUR_KING_VARIES, found->plies);
    if (search->they_vary)
        find_landings(found, ~search->occupied);
    return found;
}

/* rows_after() with plies. */
static const uint8_t *score_rows_after(struct block_search *search, squares32 captured) {
    struct capture_scores *scores = search->scores;
    unsigned i = 0;
    while (i < scores->cached_rows && scores->rows[i].captured != captured)
        i++;
    if (i < scores->cached_rows)
        return scores->rows[i].plies;
    if (scores->cached_rows < CACHED_ROWS)
        scores->cached_rows++;
    else
        i = CACHED_ROWS - 1;
    struct score_rows *found = &scores->rows[i];
    struct fixed_pieces after = search->pieces;
    after.their_men &= ~captured;
    after.their_kings &= ~captured;
    found->captured = captured;
    found->plies = query_plies_rows(search, &after, found->room);
    return found->plies;
}

static struct score_words *inner_scores(struct block_search *search, unsigned count) {
    struct score_words *inner = &search->scores->inner[count];
    if ((search->inner_counts >> count & 1) == 0) {
        inner->reached = 0;
        inner->wins = 0;
        memset(inner->quick, DISTANCE_BYTE_MAX + 1, sizeof inner->quick);
        memset(inner->slow, 0, sizeof inner->slow);
        search->inner_counts |= 1u << count;
    }
    return inner;
}

static void score_inner_result(struct block_search *search, const struct branch *branch,
                               unsigned square) {
    if (!score_counts(search, branch->count))
        return;
    struct score_words *inner = inner_scores(search, branch->count);
    inner->reached |= branch->columns;
    if (search->they_vary && !branch->took_inner) {
        const struct outcome_rows *rows = rows_after(search, branch->captured);
        const uint8_t *plies = score_rows_after(search, branch->captured) + square * ROW_BYTES;
        squares32 loss = rows->loss[square] & branch->columns;
        inner->wins |= loss;
        lower_least(inner->quick, plies, loss);
        raise_most(inner->slow, plies, rows->win[square] & branch->columns);
        return;
    }
    /* One column, or none in use. */
    const struct score_word *after = scores_after(search, branch->captured);
    unsigned column = lowest32(branch->columns);
    uint8_t plies = after->plies[square];
    if ((after->word.loss >> square & 1) != 0) {
        inner->wins |= branch->columns;
        if (plies < inner->quick[column])
            inner->quick[column] = plies;
    } else if ((after->word.win >> square & 1) != 0 && plies > inner->slow[column]) {
        inner->slow[column] = plies;
    }
}

/* Our inner king has taken what `branch` says and takes theirs on one of `victims`. */
static void score_inner_takes_inner(struct block_search *search, const struct branch *branch,
                                    squares32 victims, enum direction direction) {
    if (!score_counts(search, branch->count + 1))
        return;
    struct score_words *inner = inner_scores(search, branch->count + 1);
    const struct score_word *after = scores_after(search, branch->captured);
    victims &= search->free_behind[direction];
    inner->reached |= victims;
    inner->wins |= victims & ~bytes_equal(after->quick[direction], DISTANCE_BYTE_MAX + 1);
    lower_least(inner->quick, after->quick[direction], victims);
    raise_most(inner->slow, after->slow[direction], victims);
}

/* Puts the words that have come together into the rows of their origins. */
static void settle_inner_scores(struct block_search *search) {
    struct capture_scores *scores = search->scores;
    for (; search->inner_counts != 0; search->inner_counts &= search->inner_counts - 1) {
        unsigned count = (unsigned)__builtin_ctz(search->inner_counts);
        struct score_words *inner = &scores->inner[count];
        if (search->two_vary) {
            for (squares32 rows = search->origin_rows; rows != 0; rows &= rows - 1) {
                unsigned r = lowest32(rows);
                squares32 here = search->origins[r] & inner->reached;
                score_row(scores, count, r, here & inner->wins, inner->wins, inner->quick);
                raise_bytes(scores->bytes + r * ROW_BYTES, inner->slow,
                            here & scores->lost[count].row[r]);
            }
        } else {
            memset(inner->quick, inner->quick[0], ROW_BYTES);
            memset(inner->slow, inner->slow[0], ROW_BYTES);
            lower_bytes(scores->bytes, inner->quick,
                        search->origin_rows & (0 - inner->wins) & scores->won[count].row[0]);
            raise_bytes(scores->bytes, inner->slow,
                        search->origin_rows & scores->lost[count].row[0]);
        }
    }
}

/* word_of_outer() for plies. */
static void plies_of_outer(struct block_search *search, const struct branch *branch,
                           unsigned square, uint8_t plies[ROW_BYTES]) {
    struct fixed_pieces after = pieces_after(search, branch, square);
    bool they_stay = search->they_vary && !branch->took_inner;
    if (!they_stay && (after.their_men | after.their_kings) == 0) {
        memset(plies, 0, ROW_BYTES);
    } else if (search->we_vary) {
        query_plies_word(search, &after, OUR_KING_VARIES, plies);
    } else if (they_stay) {
        query_plies_word(search, &after, THEIR_KING_VARIES, plies);
    } else {
        query_plies_word(search, &after, NO_KING_VARIES, plies);
        memset(plies, plies[0], ROW_BYTES);
    }
}

static void score_outer_result(struct block_search *search, const struct branch *branch,
                               unsigned square) {
    struct capture_scores *scores = search->scores;
    if (!score_counts(search, branch->count))
        return;
    if (search->two_vary && !branch->took_inner) {
        struct matrix room[2];
        uint8_t plies_room[BOARD_SQUARES * ROW_BYTES];
        struct fixed_pieces after = pieces_after(search, branch, square);
        struct outcome_rows rows = query_rows(search->lookup, search->tables, &after, room);
        const uint8_t *plies = query_plies_rows(search, &after, plies_room);
        for (squares32 rest = branch->rows; rest != 0; rest &= rest - 1) {
            unsigned r = lowest32(rest);
            score_row(scores, branch->count, r, branch->columns, rows.loss[r],
                      plies + r * ROW_BYTES);
        }
        return;
    }
    uint8_t plies[ROW_BYTES];
    struct outcome_word word = word_of_outer(search, branch, square);
    plies_of_outer(search, branch, square, plies);
    if (search->two_vary) {
        for (squares32 rest = branch->rows; rest != 0; rest &= rest - 1) {
            unsigned r = lowest32(rest);
            uint8_t same[ROW_BYTES];
            memset(same, plies[r], sizeof same);
            score_row(scores, branch->count, r, branch->columns, row_mask(word.loss, r), same);
        }
        return;
    }
    score_row(scores, branch->count, 0, search->we_vary ? branch->rows : branch->columns, word.loss,
              plies);
}

/* Our inner king takes theirs at first, from all squares at once. */
static void score_inner_kings(struct block_search *search) {
    struct capture_scores *scores = search->scores;
    if (!score_counts(search, 1))
        return;
    const struct score_word *after = scores_after(search, 0);
    squares32 empty = ~search->occupied;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        squares32 victims = search->free_behind[d] & step32(d, empty);
        for (squares32 rest = empty; rest != 0; rest &= rest - 1) {
            unsigned r = lowest32(rest);
            squares32 met = look_along(r, d, search->occupied).path & victims;
            if (met == 0)
                continue;
            score_row(scores, 1, r, met & ~bytes_equal(after->quick[d], DISTANCE_BYTE_MAX + 1), met,
                      after->quick[d]);
            raise_bytes(scores->bytes + r * ROW_BYTES, after->slow[d],
                        met & scores->lost[1].row[r]);
        }
    }
}
