#include "index.h"
#include "ranks.h"

/* Pascal's triangle as constant expressions: C(n, k) = C(n, k - 1) * (n - k + 1) / k, exact at each
 * step. A factor is zero when k > n, and so is then the entry. */
#define C0(n) UINT64_C(1)
#define C1(n) ((uint64_t)(n))
#define C2(n) (C1(n) * ((n)-UINT64_C(1)) / 2)
#define C3(n) (C2(n) * ((n)-UINT64_C(2)) / 3)
#define C4(n) (C3(n) * ((n)-UINT64_C(3)) / 4)
#define C5(n) (C4(n) * ((n)-UINT64_C(4)) / 5)
#define C6(n) (C5(n) * ((n)-UINT64_C(5)) / 6)
#define C7(n) (C6(n) * ((n)-UINT64_C(6)) / 7)
#define C8(n) (C7(n) * ((n)-UINT64_C(7)) / 8)
#define C9(n) (C8(n) * ((n)-UINT64_C(8)) / 9)
#define C10(n) (C9(n) * ((n)-UINT64_C(9)) / 10)
#define C11(n) (C10(n) * ((n)-UINT64_C(10)) / 11)
#define C12(n) (C11(n) * ((n)-UINT64_C(11)) / 12)
#define ROW(n)                                                                                     \
    { C0(n), C1(n), C2(n), C3(n), C4(n), C5(n), C6(n), C7(n), C8(n), C9(n), C10(n), C11(n), C12(n) }
#define EIGHT_ROWS(n)                                                                              \
    ROW(n), ROW((n) + 1), ROW((n) + 2), ROW((n) + 3), ROW((n) + 4), ROW((n) + 5), ROW((n) + 6),    \
        ROW((n) + 7)

const uint64_t combination_table[MAX_SQUARES + 1][INDEX_KIND_MAX + 1] = {
    EIGHT_ROWS(0),  EIGHT_ROWS(8),  EIGHT_ROWS(16), EIGHT_ROWS(24), EIGHT_ROWS(32),
    EIGHT_ROWS(40), EIGHT_ROWS(48), EIGHT_ROWS(56), ROW(64)};

/* The squares that a side's men can reach and the other's cannot: its own back row. */
static bitboard back_row(const struct geometry *geometry, enum side side) {
    return geometry->promotion_row[other_side(side)];
}

static bitboard shared_squares(const struct geometry *geometry) {
    return geometry->all & ~geometry->promotion_row[WHITE] & ~geometry->promotion_row[BLACK];
}

/* ---- Tables for the ranks of sets --------------------------------------------------------------
 */

#define EIGHT_OF(c, n)                                                                             \
    c(n), c((n) + 1), c((n) + 2), c((n) + 3), c((n) + 4), c((n) + 5), c((n) + 6), c((n) + 7)
#define COLUMN(c)                                                                                  \
    {                                                                                              \
        EIGHT_OF(c, 0), EIGHT_OF(c, 8), EIGHT_OF(c, 16), EIGHT_OF(c, 24), EIGHT_OF(c, 32),         \
            EIGHT_OF(c, 40), EIGHT_OF(c, 48), EIGHT_OF(c, 56)                                      \
    }
const uint64_t rank_terms[INDEX_KIND_MAX + 1][MAX_SQUARES] = {
    COLUMN(C0), COLUMN(C1), COLUMN(C2), COLUMN(C3),  COLUMN(C4),  COLUMN(C5), COLUMN(C6),
    COLUMN(C7), COLUMN(C8), COLUMN(C9), COLUMN(C10), COLUMN(C11), COLUMN(C12)};

const uint8_t row_ranks[1 << INDEX_ROW_MAX] = {0, 0, 1, 0, 2, 1, 2, 0, 3, 3, 4, 1, 5, 2, 3, 0,
                                               4, 6, 7, 4, 8, 5, 6, 1, 9, 7, 8, 2, 9, 3, 4, 0};
const uint8_t row_sizes[1 << INDEX_ROW_MAX] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                               1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5};

/* ---- Sets of ranks ----------------------------------------------------------------------------
 */

static bitboard subset_of_rank(uint64_t rank, unsigned size, bitboard among) {
    bitboard subset = 0;
    unsigned left = count_squares(among);
    while (size > 0) {
        unsigned highest = highest_square(among);
        among &= ~square_bit(highest);
        uint64_t without = combinations(--left, size);
        if (rank >= without) {
            rank -= without;
            subset |= square_bit(highest);
            size--;
        }
    }
    return subset;
}

/* The lowest `size` squares of a set. */
static bitboard first_subset(unsigned size, bitboard among) {
    bitboard rest = among;
    for (; size > 0; size--)
        rest = without_lowest(rest);
    return among & ~rest;
}

bitboard next_subset(bitboard subset, bitboard among) {
    if (subset == 0)
        return 0;
    bitboard lowest = subset & (0 - subset);
    bitboard carried = ((subset | ~among) + lowest) & among;
    /* The run of neighbours at the bottom lost all but one of its members to the carry; they start
     * again from the lowest squares. */
    unsigned left = count_squares(subset) - count_squares(carried);
    return carried | first_subset(left, among);
}

/* Multiplies *product by a factor; false when 64 bits cannot hold it. */
static bool multiply(uint64_t *product, uint64_t factor) {
    return !__builtin_mul_overflow(*product, factor, product);
}

/* Placements of one group of men, see index.h. */
static bool group_size(const struct index_layout *layout, unsigned white_back, unsigned black_back,
                       uint64_t *size) {
    unsigned row = count_squares(back_row(layout->geometry, WHITE));
    unsigned shared = count_squares(shared_squares(layout->geometry));
    unsigned white_rest = layout->signature.men[WHITE] - white_back;
    unsigned black_rest = layout->signature.men[BLACK] - black_back;
    *size = combinations(row, white_back) * combinations(row, black_back);
    if (white_rest + black_rest > shared)
        *size = 0;
    else if (!multiply(size, combinations(shared, white_rest)) ||
             !multiply(size, combinations(shared - white_rest, black_rest)))
        return false;
    return true;
}

/* What the ranks of the first three choices of a group count for. A group that is not empty has
 * been counted in 64 bits, so its weights fit. */
static void weigh_group(struct index_layout *layout, unsigned white_back, unsigned black_back) {
    unsigned shared = count_squares(layout->shared);
    unsigned white_rest = layout->signature.men[WHITE] - white_back;
    unsigned black_rest = layout->signature.men[BLACK] - black_back;
    uint64_t *weights = layout->group_weights[white_back][black_back];
    if (white_rest + black_rest > shared)
        return;
    weights[2] = combinations(shared - white_rest, black_rest);
    weights[1] = weights[2] * combinations(shared, white_rest);
    weights[0] = weights[1] * combinations(layout->row, black_back);
}

static bool count_man_placements(struct index_layout *layout) {
    unsigned row = layout->row;
    for (unsigned white = 0; white <= row && white <= layout->signature.men[WHITE]; white++)
        for (unsigned black = 0; black <= row && black <= layout->signature.men[BLACK]; black++) {
            uint64_t size;
            layout->group_first[white][black] = layout->man_placements;
            if (!group_size(layout, white, black, &size) ||
                __builtin_add_overflow(layout->man_placements, size, &layout->man_placements))
                return false;
            weigh_group(layout, white, black);
        }
    return layout->man_placements > 0;
}

bool index_layout_init(struct index_layout *layout, const struct geometry *geometry,
                       struct signature signature) {
    for (enum side side = WHITE; side <= BLACK; side++)
        if (signature.men[side] > INDEX_KIND_MAX || signature.kings[side] > INDEX_KIND_MAX)
            return false;
    if (signature_pieces(signature) > geometry->squares)
        return false;
    unsigned row = count_squares(back_row(geometry, WHITE));
    *layout = (struct index_layout){.geometry = geometry,
                                    .signature = signature,
                                    .row = row,
                                    .white_row_shift = geometry->squares - row,
                                    .black_row = back_row(geometry, BLACK),
                                    .shared = shared_squares(geometry)};
    if (!count_man_placements(layout))
        return false;
    unsigned free = geometry->squares - signature.men[WHITE] - signature.men[BLACK];
    layout->black_king_placements =
        combinations(free - signature.kings[WHITE], signature.kings[BLACK]);
    layout->king_placements = combinations(free, signature.kings[WHITE]);
    if (!multiply(&layout->king_placements, layout->black_king_placements))
        return false;
    layout->positions = layout->man_placements;
    return multiply(&layout->positions, layout->king_placements);
}

/* The group that a man rank falls into; returns the rank within it. */
static uint64_t find_group(const struct index_layout *layout, uint64_t rank, unsigned *white_back,
                           unsigned *black_back) {
    unsigned row = count_squares(back_row(layout->geometry, WHITE));
    uint64_t first = 0;
    *white_back = 0;
    *black_back = 0;
    for (unsigned white = 0; white <= row && white <= layout->signature.men[WHITE]; white++)
        for (unsigned black = 0; black <= row && black <= layout->signature.men[BLACK]; black++) {
            if (layout->group_first[white][black] > rank)
                return rank - first;
            first = layout->group_first[white][black];
            *white_back = white;
            *black_back = black;
        }
    return rank - first;
}

/* Takes the last of the mixed-radix digits off a rank. */
static uint64_t take_digit(uint64_t *rank, uint64_t radix) {
    uint64_t digit = *rank % radix;
    *rank /= radix;
    return digit;
}

void man_placement(const struct index_layout *layout, uint64_t rank, bitboard *white_men,
                   bitboard *black_men) {
    const struct geometry *geometry = layout->geometry;
    bitboard shared = shared_squares(geometry);
    unsigned shared_count = count_squares(shared);
    unsigned row = count_squares(back_row(geometry, WHITE));
    unsigned white_back;
    unsigned black_back;
    rank = find_group(layout, rank, &white_back, &black_back);
    unsigned white_rest = layout->signature.men[WHITE] - white_back;
    unsigned black_rest = layout->signature.men[BLACK] - black_back;
    uint64_t black_digit = take_digit(&rank, combinations(shared_count - white_rest, black_rest));
    uint64_t white_digit = take_digit(&rank, combinations(shared_count, white_rest));
    uint64_t black_back_digit = take_digit(&rank, combinations(row, black_back));
    *white_men = subset_of_rank(white_digit, white_rest, shared);
    *black_men = subset_of_rank(black_digit, black_rest, shared & ~*white_men) |
                 subset_of_rank(black_back_digit, black_back, back_row(geometry, BLACK));
    *white_men |= subset_of_rank(rank, white_back, back_row(geometry, WHITE));
}

/* Moves the part of a set that is in `among` on to the next one; false after the last, when it is
 * the first again. */
static bool advance_part(bitboard *set, bitboard among) {
    bitboard part = *set & among;
    bitboard next = next_subset(part, among);
    *set = (*set & ~among) | next;
    return next > part;
}

void man_placement_next(const struct index_layout *layout, bitboard *white_men,
                        bitboard *black_men) {
    bitboard shared = shared_squares(layout->geometry);
    bitboard black_row = back_row(layout->geometry, BLACK);
    bitboard before[2] = {*white_men, *black_men};
    unsigned black_rest = count_squares(*black_men & shared);
    if (advance_part(black_men, shared & ~*white_men))
        return;
    bool moved = advance_part(white_men, shared);
    *black_men = (*black_men & black_row) | first_subset(black_rest, shared & ~*white_men);
    if (!moved && !advance_part(black_men, black_row) &&
        !advance_part(white_men, back_row(layout->geometry, WHITE)))
        man_placement(layout, man_rank(layout, before[WHITE], before[BLACK]) + 1, white_men,
                      black_men);
}

void king_placement(const struct index_layout *layout, bitboard men, uint64_t rank,
                    bitboard *white_kings, bitboard *black_kings) {
    bitboard free = layout->geometry->all & ~men;
    unsigned white = layout->signature.kings[WHITE];
    unsigned black = layout->signature.kings[BLACK];
    uint64_t black_digit = take_digit(&rank, combinations(count_squares(free) - white, black));
    *white_kings = subset_of_rank(rank, white, free);
    *black_kings = subset_of_rank(black_digit, black, free & ~*white_kings);
}

void king_placement_next(const struct index_layout *layout, bitboard men, bitboard *white_kings,
                         bitboard *black_kings) {
    bitboard free = layout->geometry->all & ~men;
    unsigned black = layout->signature.kings[BLACK];
    bitboard next = next_subset(*black_kings, free & ~*white_kings);
    if (next <= *black_kings) {
        *white_kings = next_subset(*white_kings, free);
        next = first_subset(black, free & ~*white_kings);
    }
    *black_kings = next;
}

uint64_t index_of_position(const struct index_layout *layout, const struct position *position) {
    bitboard men = (position->white | position->black) & ~position->kings;
    uint64_t rank = man_rank(layout, position->white & men, position->black & men);
    return rank * layout->king_placements + king_rank(layout, men,
                                                      position->white & position->kings,
                                                      position->black & position->kings);
}

struct position position_of_index(const struct index_layout *layout, uint64_t index,
                                  enum side side_to_move) {
    bitboard white_men;
    bitboard black_men;
    bitboard white_kings;
    bitboard black_kings;
    man_placement(layout, index / layout->king_placements, &white_men, &black_men);
    king_placement(layout, white_men | black_men, index % layout->king_placements, &white_kings,
                   &black_kings);
    struct position position = {.white = white_men | white_kings,
                                .black = black_men | black_kings,
                                .kings = white_kings | black_kings,
                                .side_to_move = side_to_move};
    return position;
}
