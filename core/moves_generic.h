/* moves_generic.h - the move generator, written once for all variants.
 *
 * A source file defines `static const struct rules variant_rules` and then includes this file; the
 * compiler knows every field, so each variant gets a generator of its own without a copy of the
 * code. What comes out is the functions of a `struct move_generator` (moves_internal.h):
 * variant_generate, variant_capturers, variant_captures_by, variant_visit and
 * variant_quiet_targets.
 *
 * The search for captures goes leg by leg: one leg takes one piece. Captured pieces stay on the
 * board until the move is over (unless the rules say otherwise), so they block and cannot be taken
 * twice; the starting square counts as empty from the start.
 */
#include "capturers.h"
#include "moves_internal.h"

struct capture_search {
    const struct geometry *geometry;
    bitboard enemies;
    bitboard blockers; /* all pieces but the one that moves */
    bool started_as_man;
    bitboard forward_row; /* promotion row of the moving side */
    struct move_list *list;
    unsigned most;          /* greatest number of pieces taken by a capture found so far */
    capture_visitor *visit; /* NULL while listing; then only captures of `most` pieces count */
    void *visit_context;
    bool stopped;
    struct capture_path path;
};

static bitboard capture_blockers(const struct capture_search *search, bitboard captured) {
    return variant_rules.captured_leave_at_once ? search->blockers & ~captured : search->blockers;
}

/* Nearest blocker along a ray from a square, or NO_SQUARE. */
static unsigned first_blocker(const struct geometry *geometry, enum direction direction,
                              unsigned square, bitboard blockers) {
    bitboard hits = geometry->ray[direction][square] & blockers;
    if (hits == 0)
        return NO_SQUARE;
    return direction == SOUTH_WEST || direction == SOUTH_EAST ? lowest_square(hits)
                                                              : highest_square(hits);
}

/* The squares of a ray before its first blocker. */
static inline bitboard open_squares(const struct geometry *geometry, enum direction direction,
                                    unsigned square, bitboard blockers) {
    bitboard ray = geometry->ray[direction][square];
    bitboard met = ray & blockers;
    if (direction == SOUTH_WEST || direction == SOUTH_EAST)
        return ray & ((met & (0 - met)) - 1);
    return met != 0 ? ray & (~UINT64_C(1) << highest_square(met)) : ray;
}

static void append_move(struct move_list *list, const struct move *move) {
    if (list->count == MOVES_CAPACITY) {
        list->overflow = true;
        return;
    }
    list->moves[list->count++] = *move;
}

static bool list_has(const struct move_list *list, const struct move *move) {
    for (unsigned i = 0; i < list->count; i++)
        if (list->moves[i].to == move->to && list->moves[i].from == move->from &&
            list->moves[i].captured == move->captured)
            return true;
    return false;
}

/* A capture has come to its end on `square` after taking the pieces in `captured`. */
static void record_capture(struct capture_search *search, unsigned square, bitboard captured,
                           unsigned captures, bool is_king) {
    bool most_counts = variant_rules.capture_choice == CAPTURE_MOST_PIECES;
    if (most_counts && captures < search->most)
        return;
    if (search->visit != NULL) {
        search->path.captured = captured;
        search->path.captures = (uint8_t)captures;
        if (!search->stopped)
            search->stopped = !search->visit(search->visit_context, &search->path);
        return;
    }
    if (captures > search->most) {
        search->most = captures;
        if (most_counts)
            search->list->count = 0;
    }
    struct move move = {.captured = captured, .from = search->path.from, .to = (uint8_t)square};
    move.promotes =
        search->started_as_man && (is_king || (square_bit(square) & search->forward_row) != 0);
    if (captures < 2 || !list_has(search->list, &move))
        append_move(search->list, &move);
}

/* Notes that the piece stands on `square` after taking its piece number `captures`, coming from
 * `from` along `direction`. Returns what was visited before, for the caller to put back. */
static bitboard enter_square(struct capture_search *search, unsigned captures, unsigned from,
                             enum direction direction, unsigned square, bitboard captured) {
    bitboard before = search->path.visited;
    if (search->visit == NULL)
        return before; /* nobody asks for the way */
    const bitboard *ray = search->geometry->ray[direction];
    search->path.squares[captures - 1] = (uint8_t)square;
    search->path.visited |= ray[from] & ~ray[square] & ~captured;
    return before;
}

static bool king_leg(struct capture_search *search, unsigned square, enum direction direction,
                     bitboard captured, unsigned captures);

/* Legs of a king that turns on `square`; `along` is the way it came. The way back is closed by the
 * piece just taken, unless that has left the board. */
static bool king_turns(struct capture_search *search, unsigned square, enum direction along,
                       bitboard captured, unsigned captures) {
    bool more = false;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++)
        if (d != along && (d != opposite_direction(along) || variant_rules.captured_leave_at_once))
            more |= king_leg(search, square, d, captured, captures);
    return more;
}

/* The squares where a king may land behind the piece on `victim`; empty when it cannot take it. */
static bitboard king_landings(const struct geometry *geometry, enum direction direction,
                              unsigned victim, bitboard blockers) {
    if (variant_rules.king_range == KING_FLYING)
        return open_squares(geometry, direction, victim, blockers);
    unsigned behind = geometry->neighbour[direction][victim];
    return behind == NO_SQUARE ? 0 : square_bit(behind) & ~blockers;
}

/* The piece that a king on `square` meets along `direction`, NO_SQUARE when none is in reach. */
static unsigned king_meets(const struct geometry *geometry, enum direction direction,
                           unsigned square, bitboard blockers) {
    if (variant_rules.king_range == KING_ONE_STEP)
        return geometry->neighbour[direction][square];
    return first_blocker(geometry, direction, square, blockers);
}

/* Takes the first piece along `direction`, when that is possible, in all the ways there are to go
 * on. Going straight on is the same from every landing square and is tried once; a king that can
 * go on from some landing square may not stop on another. Returns whether a piece was taken. */
static bool king_leg(struct capture_search *search, unsigned square, enum direction direction,
                     bitboard captured, unsigned captures) {
    const struct geometry *geometry = search->geometry;
    bitboard blockers = capture_blockers(search, captured);
    unsigned victim = king_meets(geometry, direction, square, blockers);
    if (victim == NO_SQUARE || (square_bit(victim) & search->enemies & ~captured) == 0)
        return false;
    bitboard landings = king_landings(geometry, direction, victim, blockers);
    if (landings == 0)
        return false;
    captured |= square_bit(victim);
    captures++;
    unsigned behind = geometry->neighbour[direction][victim];
    bitboard before = enter_square(search, captures, square, direction, behind, captured);
    bool more = king_leg(search, behind, direction, captured, captures);
    search->path.visited = before;
    for (bitboard rest = landings; rest != 0; rest = without_lowest(rest)) {
        unsigned landing = lowest_square(rest);
        before = enter_square(search, captures, square, direction, landing, captured);
        more |= king_turns(search, landing, direction, captured, captures);
        search->path.visited = before;
    }
    if (more)
        return true;
    for (bitboard rest = landings; rest != 0; rest = without_lowest(rest)) {
        unsigned landing = lowest_square(rest);
        before = enter_square(search, captures, square, direction, landing, captured);
        record_capture(search, landing, captured, captures, true);
        search->path.visited = before;
    }
    return true;
}

static void king_captures(struct capture_search *search, unsigned square, bitboard captured,
                          unsigned captures) {
    bool more = false;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++)
        more |= king_leg(search, square, d, captured, captures);
    if (!more && captures > 0)
        record_capture(search, square, captured, captures, true);
}

/* Goes on with a man that stands on `square`, having taken `captures` pieces. */
static void man_captures(struct capture_search *search, enum side side, unsigned square,
                         bitboard captured, unsigned captures) {
    const struct geometry *geometry = search->geometry;
    bool more = false;
    bool on_last_row = captures > 0 && (square_bit(square) & search->forward_row) != 0;
    if (on_last_row && variant_rules.last_row_in_capture == LAST_ROW_PROMOTES) {
        king_captures(search, square, captured, captures);
        return;
    }
    bool stops = on_last_row && variant_rules.last_row_in_capture == LAST_ROW_STOPS;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS && !stops; d++) {
        if (!variant_rules.men_capture_backward && !direction_is_forward(side, d))
            continue;
        unsigned victim = geometry->neighbour[d][square];
        if (victim == NO_SQUARE || (square_bit(victim) & search->enemies & ~captured) == 0)
            continue;
        unsigned landing = geometry->neighbour[d][victim];
        if (landing == NO_SQUARE || (square_bit(landing) & capture_blockers(search, captured)) != 0)
            continue;
        more = true;
        bitboard now = captured | square_bit(victim);
        bitboard before = enter_square(search, captures + 1, square, d, landing, now);
        man_captures(search, side, landing, now, captures + 1);
        search->path.visited = before;
    }
    if (!more && captures > 0)
        record_capture(search, square, captured, captures, false);
}

static bitboard variant_capturers(const struct position *position) {
    return capturers_by_rules(&variant_rules, position);
}

/* ---- Listing -----------------------------------------------------------------------------------
 */

/* Runs the search from every piece of the side to move that can take something. */
static void search_captures(const struct position *position, bitboard starts,
                            struct capture_search *search) {
    enum side side = position->side_to_move;
    bitboard pieces = position->white | position->black;
    search->geometry = variant_rules.geometry;
    search->enemies = position_pieces(position, other_side(side));
    search->forward_row = variant_rules.geometry->promotion_row[side];
    for (; starts != 0; starts = without_lowest(starts)) {
        unsigned square = lowest_square(starts);
        search->blockers = pieces & ~square_bit(square);
        search->path.from = (uint8_t)square;
        search->path.visited = square_bit(square);
        search->started_as_man = (square_bit(square) & position->kings) == 0;
        if (search->started_as_man)
            man_captures(search, side, square, 0, 0);
        else
            king_captures(search, square, 0, 0);
    }
}

static void append_quiet(struct move_list *list, unsigned from, bitboard targets,
                         bitboard promotion) {
    for (; targets != 0; targets = without_lowest(targets)) {
        unsigned to = lowest_square(targets);
        struct move move = {.captured = 0,
                            .from = (uint8_t)from,
                            .to = (uint8_t)to,
                            .promotes = (square_bit(to) & promotion) != 0};
        append_move(list, &move);
    }
}

/* Empty squares that the piece on `square` can reach without taking anything. */
static bitboard quiet_targets(enum side side, bool is_king, unsigned square, bitboard pieces) {
    const struct geometry *geometry = variant_rules.geometry;
    bitboard targets = 0;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        if (is_king && variant_rules.king_range != KING_ONE_STEP) {
            targets |= open_squares(geometry, d, square, pieces);
        } else if (is_king || direction_is_forward(side, d)) {
            unsigned next = geometry->neighbour[d][square];
            if (next != NO_SQUARE)
                targets |= square_bit(next) & ~pieces;
        }
    }
    return targets;
}

static void list_quiet(const struct position *position, struct move_list *list) {
    enum side side = position->side_to_move;
    bitboard pieces = position->white | position->black;
    for (bitboard own = position_pieces(position, side); own != 0; own = without_lowest(own)) {
        unsigned square = lowest_square(own);
        bool is_king = (square_bit(square) & position->kings) != 0;
        append_quiet(list, square, quiet_targets(side, is_king, square, pieces),
                     is_king ? 0 : variant_rules.geometry->promotion_row[side]);
    }
}

static bitboard variant_quiet_targets(const struct position *position, unsigned square) {
    bool is_king = (square_bit(square) & position->kings) != 0;
    return quiet_targets(position->side_to_move, is_king, square,
                         position->white | position->black);
}

static void variant_captures_by(const struct position *position, bitboard capturers,
                                struct move_list *list) {
    list->count = 0;
    list->overflow = false;
    struct capture_search search = {.list = list};
    search_captures(position, capturers, &search);
}

static void variant_generate(const struct position *position, struct move_list *list) {
    bitboard capturers = variant_capturers(position);
    if (capturers != 0) {
        variant_captures_by(position, capturers, list);
        return;
    }
    list->count = 0;
    list->overflow = false;
    list_quiet(position, list);
}

static void variant_visit(const struct position *position, capture_visitor *visit, void *context) {
    struct move_list list = {.count = 0};
    struct capture_search search = {.list = &list};
    bitboard starts = variant_capturers(position);
    search_captures(position, starts, &search);
    if (search.most == 0)
        return;
    search.visit = visit;
    search.visit_context = context;
    search_captures(position, starts, &search);
}
