/* kernel_captures.h - the captures of all positions of a block at once (part of kernel.c).
 *
 * The search follows one piece through its captures and carries along the positions in which each
 * step is possible (struct branch): a set of rows times a set of columns. A fixed enemy is taken in
 * all of them; their inner king in the one column where it stands on the square in question. Our
 * own inner king is the third kind of mover: where it started does not matter to what follows, so
 * the rows it can have come from are kept as `origins` and all get the same result.
 */

/* ---- Results, of the sort that is looked for --------------------------------------------------
 */

static void note_outer_result(struct block_search *search, const struct branch *branch,
                              unsigned square) {
    if (search->scores != NULL)
        score_outer_result(search, branch, square);
    else
        add_outer_result(search, branch, square);
}

static void note_inner_result(struct block_search *search, const struct branch *branch,
                              unsigned square) {
    if (search->scores != NULL)
        score_inner_result(search, branch, square);
    else
        add_inner_result(search, branch, square);
}

static void settle_inner(struct block_search *search) {
    if (search->scores != NULL)
        settle_inner_scores(search);
    else
        settle_inner_results(search);
}

/* ---- Following one piece --------------------------------------------------------------------- */

static void king_leg(struct block_search *search, unsigned square, enum direction direction,
                     struct branch branch);

static squares32 obstacles(const struct block_search *search) {
    return search->occupied & ~search->mover_square;
}

/* The king takes the piece on `victim`, which `branch` has noted, and lands on any free square
 * behind it. Going straight on is the same from all of them and tried from the first. */
static void king_takes(struct block_search *search, unsigned victim, enum direction direction,
                       struct branch branch) {
    const uint8_t *next = geometry_8x8.neighbour[direction];
    squares32 landings = look_along(victim, direction, obstacles(search)).path;
    enum direction back = opposite_direction(direction);
    bool first = true;
    for (unsigned square = next[victim]; square != NO_SQUARE && (landings >> square & 1) != 0;
         square = next[square]) {
        branch = keep_free(search, branch, square32(square));
        if (branch_is_empty(&branch))
            return;
        if (search->mover == INNER_KING_MOVES)
            note_inner_result(search, &branch, square);
        else
            note_outer_result(search, &branch, square);
        bool inner_there = search->they_vary && !branch.took_inner;
        for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++)
            if (d != back && (d != direction || first) &&
                (inner_there || (search->can_take[d] >> square & 1) != 0))
                king_leg(search, square, d, branch);
        first = false;
    }
}

/* The branch in which their inner king stands on `square` and is taken there. */
static struct branch take_inner_king(const struct block_search *search, struct branch branch,
                                     squares32 square) {
    branch.took_inner = true;
    branch.count++;
    branch.columns &= square;
    if (search->we_vary && search->mover != INNER_KING_MOVES)
        branch.rows &= ~square;
    return branch;
}

/* The king takes their inner king, which may stand on any square of `path`. What our inner king
 * finds behind it is known for all of these squares; only where it can go on from there they are
 * taken one by one. */
static void king_takes_inner(struct block_search *search, squares32 path, enum direction direction,
                             const struct branch *branch) {
    squares32 victims = branch->columns & path;
    if (search->mover == INNER_KING_MOVES) {
        if (search->scores != NULL)
            score_inner_takes_inner(search, branch, victims, direction);
        else
            add_inner_takes_inner(search, branch, victims, direction);
        victims &= search->can_go_on[direction];
        if ((search->enemies & ~branch->captured) == 0)
            return;
    }
    const uint8_t *before = geometry_8x8.neighbour[opposite_direction(direction)];
    for (; victims != 0; victims &= victims - 1) {
        unsigned victim = lowest32(victims);
        struct branch taking = take_inner_king(search, *branch, square32(victim));
        if (search->mover != INNER_KING_MOVES)
            for (unsigned on = before[victim]; (path >> on & 1) != 0; on = before[on])
                taking.rows &= ~square32(on);
        if (!branch_is_empty(&taking))
            king_takes(search, victim, direction, taking);
    }
}

/* The king goes on from `square`, over free squares, to the first piece that it can take. */
static void king_leg(struct block_search *search, unsigned square, enum direction direction,
                     struct branch branch) {
    struct line line = look_along(square, direction, obstacles(search));
    if (search->they_vary && !branch.took_inner)
        king_takes_inner(search, line.path, direction, &branch);
    if ((search->enemies & ~branch.captured & line.end) == 0)
        return;
    branch = keep_free(search, branch, line.path);
    branch.captured |= line.end;
    branch.count++;
    if (!branch_is_empty(&branch))
        king_takes(search, lowest32(line.end), direction, branch);
}

static void man_leg(struct block_search *search, unsigned square, const struct branch *branch) {
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        unsigned victim = geometry_8x8.neighbour[d][square];
        unsigned behind = victim == NO_SQUARE ? NO_SQUARE : geometry_8x8.neighbour[d][victim];
        if (behind == NO_SQUARE || (obstacles(search) & square32(behind)) != 0)
            continue;
        struct branch taking = keep_free(search, *branch, square32(behind));
        squares32 here = square32(victim);
        if ((search->enemies & ~branch->captured & here) != 0) {
            taking.captured |= here;
            taking.count++;
        } else if ((search->occupied & here) == 0 && search->they_vary && !branch->took_inner) {
            taking = take_inner_king(search, taking, here);
        } else {
            continue;
        }
        if (branch_is_empty(&taking))
            continue;
        note_outer_result(search, &taking, behind);
        man_leg(search, behind, &taking);
    }
}

/* ---- First legs -------------------------------------------------------------------------------
 */

static struct branch first_branch(const struct block_search *search) {
    return (struct branch){.rows = search->we_vary ? ~search->occupied : 1,
                           .columns = search->they_vary ? ~search->occupied : 1};
}

/* Squares from which a king takes a fixed enemy, any outer king of ours being the one that moves.
 */
static void find_can_take(struct block_search *search) {
    squares32 walls = search->occupied & ~search->pieces.our_kings;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        squares32 open_behind = step32(opposite_direction(d), ~walls);
        squares32 victims = search->enemies & open_behind;
        search->can_take[d] = slide32(opposite_direction(d), victims, ~walls);
    }
}

/* Squares on which their inner king can be taken by ours, and after which that can go on to a fixed
 * enemy. */
static void find_can_go_on(struct block_search *search) {
    squares32 empty = ~search->occupied;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        enum direction back = opposite_direction(d);
        squares32 more = 0;
        for (enum direction e = NORTH_WEST; e < DIRECTIONS; e++)
            if (e != back)
                more |= search->can_take[e];
        search->free_behind[d] = empty & step32(back, empty);
        search->can_go_on[d] = slide32(back, more & empty, empty);
    }
}

/* An outer king has taken their inner king, somewhere on `path`, and stands on `square`. */
static void go_on_after_inner(struct block_search *search, unsigned square, enum direction along,
                              const struct branch *branch) {
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        if (d == along || d == opposite_direction(along) ||
            (search->can_take[d] & square32(square)) == 0)
            continue;
        for (squares32 rest = branch->columns; rest != 0; rest &= rest - 1) {
            struct branch one = *branch;
            one.columns = rest & (0 - rest);
            king_leg(search, square, d, one);
        }
    }
}

/* What stands at the end of an outer king's open line: a fixed enemy is taken at once, or after
 * their inner king on the line. */
static void take_at_end(struct block_search *search, unsigned victim, enum direction direction,
                        squares32 path) {
    unsigned behind = geometry_8x8.neighbour[direction][victim];
    if (behind == NO_SQUARE || (obstacles(search) & square32(behind)) != 0)
        return;
    struct branch branch = keep_free(search, first_branch(search), path);
    branch.captured = square32(victim);
    branch.count = 1;
    if (!branch_is_empty(&branch))
        king_takes(search, victim, direction, branch);
    if (!search->they_vary)
        return;
    unsigned before = geometry_8x8.neighbour[opposite_direction(direction)][victim];
    branch.took_inner = true;
    branch.count = 2;
    for (squares32 rest = path & ~square32(before); rest != 0; rest &= rest - 1) {
        branch.columns = rest & (0 - rest);
        if (!branch_is_empty(&branch))
            king_takes(search, victim, direction, branch);
    }
}

/* Captures of one outer king. Its first victim, where that is their inner king, may stand on any
 * square of an open line: all of them share the result of landing behind. */
static void outer_king_captures(struct block_search *search, unsigned square) {
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        if (!search->they_vary && (search->can_take[d] & square32(square)) == 0)
            continue;
        const uint8_t *next = geometry_8x8.neighbour[d];
        struct branch branch = first_branch(search);
        squares32 path = 0;
        unsigned on = next[square];
        branch.took_inner = true;
        branch.count = 1;
        for (; on != NO_SQUARE && (obstacles(search) & square32(on)) == 0; on = next[on]) {
            if (search->we_vary)
                branch.rows &= ~square32(on);
            branch.columns = path;
            if (search->they_vary && !branch_is_empty(&branch)) {
                note_outer_result(search, &branch, on);
                go_on_after_inner(search, on, d, &branch);
            }
            path |= square32(on);
        }
        if (on != NO_SQUARE && (search->enemies & square32(on)) != 0)
            take_at_end(search, on, d, path);
    }
}

/* Sets `origins` to the squares from which our inner king meets the piece on `victim` going
 * `direction`. `columns` are those in which their inner king is out of the way at first. */
static void find_origins(struct block_search *search, unsigned victim, enum direction direction,
                         squares32 columns, struct matrix *origins) {
    const uint8_t *back = geometry_8x8.neighbour[opposite_direction(direction)];
    search->origin_rows = 0;
    if (search->two_vary)
        memset(origins, 0, sizeof *origins);
    for (unsigned from = back[victim];
         from != NO_SQUARE && (search->occupied & square32(from)) == 0; from = back[from]) {
        search->origin_rows |= square32(from);
        if (search->two_vary) {
            columns &= ~square32(from);
            origins->row[from] = columns;
        }
    }
    search->origins = origins->row;
}

/* Our inner king takes a fixed enemy first, with a free square before and behind it. */
static void inner_king_takes_fixed(struct block_search *search) {
    struct matrix origins;
    squares32 empty = ~search->occupied;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        squares32 victims = search->enemies & step32(opposite_direction(d), empty);
        for (victims &= step32(d, empty); victims != 0; victims &= victims - 1) {
            unsigned victim = lowest32(victims);
            struct branch branch = first_branch(search);
            branch.captured = square32(victim);
            branch.count = 1;
            branch.rows = 1;
            find_origins(search, victim, d, branch.columns, &origins);
            king_takes(search, victim, d, branch);
            settle_inner(search);
        }
    }
}

/* Our inner king took theirs on `victim` and can go on from some square behind it. */
static void go_on_from_inner(struct block_search *search, unsigned victim,
                             enum direction direction) {
    struct matrix origins;
    const uint8_t *next = geometry_8x8.neighbour[direction];
    struct branch branch = {.took_inner = true, .count = 1, .rows = 1, .columns = square32(victim)};
    find_origins(search, victim, direction, square32(victim), &origins);
    unsigned first = next[victim];
    for (unsigned on = first; on != NO_SQUARE && (search->occupied & square32(on)) == 0;
         on = next[on])
        for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++)
            if (d != opposite_direction(direction) && (d != direction || on == first) &&
                (search->can_take[d] & square32(on)) != 0)
                king_leg(search, on, d, branch);
    settle_inner(search);
}

/* Our inner king takes their inner king and stops: all rows and columns at once, by the squares on
 * which theirs can be taken in each direction. */
static void add_inner_kings(struct block_search *search) {
    squares32 empty = ~search->occupied;
    struct capture_level *level = level_of(search, 1);
    const struct cached_word *after = word_after(search, 0);
    struct meetings meetings;
    memcpy(meetings.reached, search->free_behind, sizeof meetings.reached);
    memcpy(meetings.wins, after->wins, sizeof meetings.wins);
    memcpy(meetings.saves, after->saves, sizeof meetings.saves);
    add_meetings(&level->reached, &level->wins, &level->saves, empty, &meetings);
}

/* Our inner king takes their inner king first. */
static void inner_king_takes_inner(struct block_search *search) {
    squares32 empty = ~search->occupied;
    if (search->scores != NULL)
        score_inner_kings(search);
    else
        add_inner_kings(search);
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++)
        for (squares32 victims = search->can_go_on[d] & step32(d, empty); victims != 0;
             victims &= victims - 1)
            go_on_from_inner(search, lowest32(victims), d);
}

/* Goes through all captures of a block. */
static void follow_captures(struct block_search *search) {
    search->mover = OUTER_KING_MOVES;
    for (squares32 rest = search->pieces.our_kings; rest != 0; rest &= rest - 1) {
        search->mover_square = rest & (0 - rest);
        outer_king_captures(search, lowest32(rest));
    }
    search->mover = MAN_MOVES;
    for (squares32 rest = search->pieces.our_men; rest != 0; rest &= rest - 1) {
        struct branch branch = first_branch(search);
        search->mover_square = rest & (0 - rest);
        man_leg(search, lowest32(rest), &branch);
    }
    search->mover = INNER_KING_MOVES;
    search->mover_square = 0;
    if (search->we_vary)
        inner_king_takes_fixed(search);
    if (search->two_vary)
        inner_king_takes_inner(search);
}

/* Searches all captures of a block; the results are in `level` 1 to `levels`. */
static void search_block(struct block_search *search) {
    search->enemies = search->pieces.their_men | search->pieces.their_kings;
    search->occupied = search->enemies | search->pieces.our_men | search->pieces.our_kings;
    search->two_vary = search->we_vary && search->they_vary;
    search->rows = search->two_vary ? BOARD_SQUARES : 1;
    search->scores = NULL;
    search->levels = 0;
    search->cached_rows = 0;
    search->cached_words = 0;
    if (search->we_vary)
        find_can_take(search);
    if (search->two_vary)
        find_can_go_on(search);
    follow_captures(search);
}

/* After search_block() goes through the captures again, for the plies of `scores`. */
static void search_scores(struct block_search *search, struct capture_scores *scores) {
    search->scores = scores;
    scores->cached_rows = 0;
    scores->cached_words = 0;
    follow_captures(search);
    search->scores = NULL;
}
