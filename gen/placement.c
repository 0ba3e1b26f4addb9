#include "placement.h"
#include "ranks.h"
#include <stdlib.h>
#include <string.h>

/* What `open_moves` says of a position besides the number of king moves not yet known to lose. */
enum {
    MUST_CAPTURE = 255, /* its value is known from the start and nothing changes it */
    NEVER_LOSES = 254   /* a man move draws or wins */
};

#define NO_POSITION UINT32_MAX

struct placement {
    const struct index_layout *layout;
    const struct successor_source *source;
    bitboard men[2];
    uint32_t positions; /* of both sides to move */
    value *values;      /* 0 while nothing is known; what stays 0 is a draw */
    uint8_t *open_moves;
    value *exits;           /* quickest win, or slowest loss, by the moves of men */
    uint32_t *next_waiting; /* chains the positions of one bucket */
    uint32_t *queue;        /* positions in the order in which they got a value */
    uint32_t queue_end;
    uint32_t *buckets; /* by plies: positions that get their value at that distance */
    unsigned bucket_count;
    uint8_t dense[MAX_SQUARES]; /* number of each square among those without men */
};

uint64_t placement_memory(const struct index_layout *layout) {
    uint64_t bytes = sizeof(value) * 2 + sizeof(uint8_t) + sizeof(uint32_t) * 2;
    return layout->king_placements * 2 * bytes;
}

struct placement *placement_new(const struct index_layout *layout) {
    if (layout->king_placements > NO_POSITION / 2)
        return NULL;
    struct placement *placement = calloc(1, sizeof *placement);
    if (placement == NULL)
        return NULL;
    uint32_t positions = (uint32_t)layout->king_placements * 2;
    placement->layout = layout;
    placement->positions = positions;
    placement->values = malloc(sizeof *placement->values * positions);
    placement->open_moves = malloc(positions);
    placement->exits = malloc(sizeof *placement->exits * positions);
    placement->next_waiting = malloc(sizeof *placement->next_waiting * positions);
    placement->queue = malloc(sizeof *placement->queue * positions);
    if (placement->values != NULL && placement->open_moves != NULL && placement->exits != NULL &&
        placement->next_waiting != NULL && placement->queue != NULL)
        return placement;
    placement_free(placement);
    return NULL;
}

void placement_free(struct placement *placement) {
    if (placement == NULL)
        return;
    free(placement->values);
    free(placement->open_moves);
    free(placement->exits);
    free(placement->next_waiting);
    free(placement->queue);
    free(placement->buckets);
    free(placement);
}

/* ---- Moves out of the placement ---------------------------------------------------------------
 */

static bitboard reach_of_king(const struct geometry *geometry, unsigned square, bitboard pieces) {
    bitboard reach = 0;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        const bitboard *ray = geometry->ray[d];
        bitboard hits = ray[square] & pieces;
        if (hits == 0) {
            reach |= ray[square];
            continue;
        }
        unsigned wall =
            d == SOUTH_WEST || d == SOUTH_EAST ? lowest_square(hits) : highest_square(hits);
        reach |= ray[square] & ~ray[wall] & ~square_bit(wall);
    }
    return reach;
}

static unsigned count_king_moves(const struct geometry *geometry, const struct position *position) {
    bitboard pieces = position->white | position->black;
    bitboard own = position_pieces(position, position->side_to_move) & position->kings;
    unsigned moves = 0;
    for (; own != 0; own = without_lowest(own))
        moves += count_squares(reach_of_king(geometry, lowest_square(own), pieces));
    return moves;
}

/* Adds the worth of all quiet man moves. */
static bool add_man_moves(const struct successor_source *source, const struct position *position,
                          struct move_worth *worth) {
    const struct geometry *geometry = source->rules->geometry;
    enum side side = position->side_to_move;
    bitboard pieces = position->white | position->black;
    bitboard men = position_pieces(position, side) & ~position->kings;
    for (; men != 0; men = without_lowest(men)) {
        unsigned from = lowest_square(men);
        for (unsigned i = 0; i < 2; i++) {
            enum direction d = (enum direction)((side == WHITE ? NORTH_WEST : SOUTH_WEST) + i);
            unsigned to = geometry->neighbour[d][from];
            if (to == NO_SQUARE || (square_bit(to) & pieces) != 0)
                continue;
            bool promotes = (square_bit(to) & geometry->promotion_row[side]) != 0;
            struct move move = {
                .captured = 0, .from = (uint8_t)from, .to = (uint8_t)to, .promotes = promotes};
            struct position after = move_apply(source->rules, position, &move);
            if (!worth_add(source, &after, promotes, worth))
                return false;
        }
    }
    return true;
}

/* Finds out what is known of one position before any king has moved: the value where it has to
 * capture; else the number of king moves and the worth of man moves. */
static bool look_out(struct placement *placement, uint32_t number,
                     const struct position *position) {
    const struct successor_source *source = placement->source;
    placement->values[number] = VALUE_DRAW;
    placement->exits[number] = VALUE_DRAW;
    if (moves_must_capture(source->rules, position)) {
        placement->open_moves[number] = MUST_CAPTURE;
        return capture_value(source, position, &placement->values[number]);
    }
    struct move_worth worth = {0, 0, false};
    if (!add_man_moves(source, position, &worth))
        return false;
    placement->open_moves[number] =
        worth.quickest_win > 0 || worth.draws
            ? NEVER_LOSES
            : (uint8_t)count_king_moves(source->rules->geometry, position);
    if (worth.quickest_win > 0)
        placement->exits[number] = value_win_in(worth.quickest_win);
    else if (!worth.draws)
        placement->exits[number] = value_loss_in(worth.slowest_loss);
    return true;
}

/* Looks out of the king placements `first` to `end` - 1, both sides to move. */
static bool look_out_range(struct placement *placement, uint64_t first, uint64_t end) {
    const struct index_layout *layout = placement->layout;
    bitboard men = placement->men[WHITE] | placement->men[BLACK];
    bitboard white;
    bitboard black;
    king_placement(layout, men, first, &white, &black);
    for (uint64_t rank = first; rank < end; rank++) {
        if (rank > first)
            king_placement_next(layout, men, &white, &black);
        struct position position = {.white = placement->men[WHITE] | white,
                                    .black = placement->men[BLACK] | black,
                                    .kings = white | black};
        for (enum side side = WHITE; side <= BLACK; side++) {
            position.side_to_move = side;
            uint32_t number = (uint32_t)(layout->king_placements * side + rank);
            if (!look_out(placement, number, &position))
                return false;
        }
    }
    return true;
}

static bool look_out_everywhere(struct placement *placement, unsigned threads) {
    enum { RANGE = 4096 };
    uint64_t count = placement->layout->king_placements;
    uint64_t ranges = (count + RANGE - 1) / RANGE;
    bool found = true;
    if (threads <= 1 || ranges == 1)
        return look_out_range(placement, 0, count);
#pragma omp parallel for schedule(dynamic) num_threads((int)threads) reduction(&& : found)
    for (uint64_t range = 0; range < ranges; range++) {
        uint64_t end = (range + 1) * RANGE < count ? (range + 1) * RANGE : count;
        found = look_out_range(placement, range * RANGE, end) && found;
    }
    return found;
}

/* ---- King moves inside the placement ----------------------------------------------------------
 */

static bool bucket_exists(struct placement *placement, unsigned plies) {
    if (plies < placement->bucket_count)
        return true;
    unsigned count = plies + 64;
    uint32_t *buckets = realloc(placement->buckets, sizeof *buckets * count);
    if (buckets == NULL)
        return false;
    for (unsigned i = placement->bucket_count; i < count; i++)
        buckets[i] = NO_POSITION;
    placement->buckets = buckets;
    placement->bucket_count = count;
    return true;
}

/* Puts a position aside until the distance of `v` is reached. A position waits at most once. */
static bool wait_for(struct placement *placement, uint32_t number, value v) {
    unsigned plies = value_distance(v);
    if (!bucket_exists(placement, plies))
        return false;
    placement->exits[number] = v;
    placement->next_waiting[number] = placement->buckets[plies];
    placement->buckets[plies] = number;
    return true;
}

static bool wait_for_all_known(struct placement *placement) {
    for (uint32_t number = 0; number < placement->positions; number++) {
        value known = placement->open_moves[number] == MUST_CAPTURE ? placement->values[number]
                                                                    : placement->exits[number];
        bool known_now = placement->open_moves[number] == MUST_CAPTURE || value_is_win(known) ||
                         placement->open_moves[number] == 0;
        if (known != VALUE_DRAW && known_now && !wait_for(placement, number, known))
            return false;
    }
    return true;
}

static void give_value(struct placement *placement, uint32_t number, value v) {
    placement->values[number] = v;
    placement->queue[placement->queue_end++] = number;
}

/* A king move from `number` leads to a position that its opponent loses or wins in `plies` - 1. */
static bool reached(struct placement *placement, uint32_t number, bool wins, unsigned plies) {
    uint8_t *open = &placement->open_moves[number];
    if (*open == MUST_CAPTURE || placement->values[number] != VALUE_DRAW)
        return true;
    if (wins) {
        give_value(placement, number, value_win_in(plies));
        return true;
    }
    if (*open == NEVER_LOSES || --*open > 0)
        return true;
    value slowest = placement->exits[number];
    if (value_distance(slowest) > plies)
        return wait_for(placement, number, slowest);
    give_value(placement, number, value_loss_in(plies));
    return true;
}

/* Rank of kings given as sets over the dense numbers; white kings come first in significance. */
static uint64_t dense_subset_rank(bitboard set) {
    uint64_t rank = 0;
    for (unsigned taken = 1; set != 0; set = without_lowest(set), taken++)
        rank += combinations(lowest_square(set), taken);
    return rank;
}

/* The set over dense numbers that a set of squares without men is. */
static bitboard dense_set(const struct placement *placement, bitboard squares) {
    bitboard dense = 0;
    for (; squares != 0; squares = without_lowest(squares))
        dense |= square_bit(placement->dense[lowest_square(squares)]);
    return dense;
}

/* Takes the squares of `taken` out of the numbering of `set`. */
static bitboard close_gaps(bitboard set, bitboard taken) {
    while (taken != 0) {
        unsigned gap = highest_square(taken);
        bitboard below = squares_below(gap);
        set = (set & below) | (set >> 1 & ~below);
        taken &= ~square_bit(gap);
    }
    return set;
}

/* Tells every position from which a quiet king move of `mover` leads to this one. */
static bool tell_predecessors(struct placement *placement, enum side mover, bitboard white,
                              bitboard black, bool wins, unsigned plies) {
    const struct geometry *geometry = placement->layout->geometry;
    uint64_t king_placements = placement->layout->king_placements;
    bitboard men = placement->men[WHITE] | placement->men[BLACK];
    unsigned free = geometry->squares - count_squares(men);
    uint64_t black_count = combinations(free - count_squares(white), count_squares(black));
    bitboard pieces = men | white | black;
    bitboard dense_white = dense_set(placement, white);
    bitboard dense_black = dense_set(placement, black);
    uint64_t white_rank = dense_subset_rank(dense_white);
    bitboard movers = mover == WHITE ? white : black;
    for (; movers != 0; movers = without_lowest(movers)) {
        unsigned to = lowest_square(movers);
        bitboard reach = reach_of_king(geometry, to, pieces);
        bitboard stay =
            (mover == WHITE ? dense_white : dense_black) & ~square_bit(placement->dense[to]);
        for (; reach != 0; reach = without_lowest(reach)) {
            bitboard moved = stay | square_bit(placement->dense[lowest_square(reach)]);
            uint64_t rank = mover == WHITE ? dense_subset_rank(moved) * black_count +
                                                 dense_subset_rank(close_gaps(dense_black, moved))
                                           : white_rank * black_count +
                                                 dense_subset_rank(close_gaps(moved, dense_white));
            if (!reached(placement, (uint32_t)(king_placements * mover + rank), wins, plies))
                return false;
        }
    }
    return true;
}

static bool tell(struct placement *placement, uint32_t number) {
    const struct index_layout *layout = placement->layout;
    enum side side = number >= layout->king_placements ? BLACK : WHITE;
    bitboard white;
    bitboard black;
    king_placement(layout, placement->men[WHITE] | placement->men[BLACK],
                   number - layout->king_placements * side, &white, &black);
    value v = placement->values[number];
    return tell_predecessors(placement, other_side(side), white, black, value_is_loss(v),
                             value_distance(v) + 1);
}

/* Moves the positions that waited for this distance into the queue, those that got a quicker value
 * meanwhile left out. */
static void release(struct placement *placement, unsigned plies) {
    uint32_t number = placement->buckets[plies];
    placement->buckets[plies] = NO_POSITION;
    while (number != NO_POSITION) {
        uint32_t next = placement->next_waiting[number];
        if (placement->open_moves[number] == MUST_CAPTURE)
            placement->queue[placement->queue_end++] = number;
        else if (placement->values[number] == VALUE_DRAW)
            give_value(placement, number, placement->exits[number]);
        number = next;
    }
}

/* Spreads values from ply to ply. All positions at one distance are in the queue before the first
 * of them is looked at, so every position gets its shortest win and longest loss. */
static enum placement_status spread(struct placement *placement) {
    uint32_t done = 0;
    placement->queue_end = 0;
    for (unsigned plies = 0; plies < placement->bucket_count || done < placement->queue_end;
         plies++) {
        if (plies >= DISTANCE_MAX)
            return PLACEMENT_TOO_LONG;
        if (plies < placement->bucket_count)
            release(placement, plies);
        for (uint32_t end = placement->queue_end; done < end; done++)
            if (!tell(placement, placement->queue[done]))
                return PLACEMENT_NO_MEMORY;
    }
    return PLACEMENT_OK;
}

static void number_free_squares(struct placement *placement) {
    const struct geometry *geometry = placement->layout->geometry;
    bitboard free = geometry->all & ~placement->men[WHITE] & ~placement->men[BLACK];
    memset(placement->dense, 0, sizeof placement->dense);
    for (unsigned number = 0; free != 0; free = without_lowest(free), number++)
        placement->dense[lowest_square(free)] = (uint8_t)number;
}

enum placement_status placement_solve(struct placement *placement,
                                      const struct successor_source *source, bitboard white_men,
                                      bitboard black_men, unsigned threads) {
    placement->source = source;
    placement->men[WHITE] = white_men;
    placement->men[BLACK] = black_men;
    for (unsigned i = 0; i < placement->bucket_count; i++)
        placement->buckets[i] = NO_POSITION;
    number_free_squares(placement);
    if (!look_out_everywhere(placement, threads))
        return PLACEMENT_MISSING;
    if (!wait_for_all_known(placement))
        return PLACEMENT_NO_MEMORY;
    return spread(placement);
}

value placement_value(const struct placement *placement, enum side side, uint64_t king_rank) {
    value v = placement->values[placement->layout->king_placements * side + king_rank];
    return value_in_metric(placement->source->metric, v);
}
