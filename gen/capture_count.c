/* One king, the last, is not placed: the squares on which it would make, or leave, a capture are
 * found together as a set. So some 20 positions take the time of one. It is one of theirs when they
 * have kings, else one of ours. */
#include "capture_count.h"
#include "blocks.h"
#include "interrupt.h"
#include "squares32.h"

/* The pieces but the last king; "we" are to move. */
struct pieces {
    squares32 our_men;
    squares32 our_kings;
    squares32 their_men;
    squares32 their_kings;
};

static bool has_two(squares32 set) {
    return (set & (set - 1)) != 0;
}

/* Squares that all captures of our men need empty; each needs the one that it lands on. A last king
 * there takes all of them away. Without a capture these are all squares. */
static squares32 men_need(const struct pieces *pieces, squares32 enemies, squares32 empty) {
    squares32 common = UINT32_MAX;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        squares32 landings = step32(d, step32(d, pieces->our_men) & enemies) & empty;
        if (landings != 0)
            common &= has_two(landings) ? 0 : landings;
    }
    return common;
}

/* The same for our kings: the way to the piece taken, and the square behind it. */
static squares32 kings_need(const struct pieces *pieces, squares32 enemies, squares32 empty) {
    squares32 common = UINT32_MAX;
    for (squares32 rest = pieces->our_kings; rest != 0; rest &= rest - 1) {
        squares32 king = rest & ~(rest - 1);
        for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
            squares32 way = slide32(d, king, empty);
            squares32 landing = step32(d, step32(d, king | way) & enemies) & empty;
            if (landing != 0)
                common &= way | landing;
        }
    }
    return common;
}

/* Squares on which a last king of theirs could be captured. */
static squares32 victims(const struct pieces *pieces, squares32 empty) {
    squares32 found = 0;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        squares32 attacked = step32(d, pieces->our_men) | slide32(d, pieces->our_kings, empty);
        found |= attacked & step32(opposite_direction(d), empty);
    }
    return found & empty;
}

/* Squares from which a last king of ours could capture. */
static squares32 capturers(squares32 enemies, squares32 empty) {
    squares32 found = 0;
    for (enum direction d = NORTH_WEST; d < DIRECTIONS; d++) {
        enum direction back = opposite_direction(d);
        found |= slide32(back, enemies & step32(back, empty), empty);
    }
    return found;
}

static squares32 needs_in_common(const struct pieces *pieces, squares32 empty) {
    squares32 enemies = pieces->their_men | pieces->their_kings;
    return men_need(pieces, enemies, empty) & kings_need(pieces, enemies, empty);
}

/* Which king is the last one. */
enum last { LAST_OURS, LAST_THEIRS, LAST_NONE };

/* How many of the squares `among`, as that of the last king, make or leave a capture; without a
 * last king 1 when there is a capture. */
static unsigned count_last(const struct pieces *pieces, enum last last, squares32 among) {
    squares32 empty =
        ~(pieces->our_men | pieces->our_kings | pieces->their_men | pieces->their_kings);
    squares32 common = needs_in_common(pieces, empty);
    if (last == LAST_NONE)
        return common != UINT32_MAX;
    squares32 with =
        last == LAST_OURS ? capturers(pieces->their_men, empty) : victims(pieces, empty);
    return count32(empty & among & (with | ~common));
}

/* Squares above all of a set: where its last king can stand, so that each set of kings comes once.
 */
static squares32 above(squares32 set) {
    return set == 0 ? UINT32_MAX : ~(UINT32_MAX >> (31 - (unsigned)highest_square(set)));
}

/* The kings to be placed, all but the last. */
struct kings {
    unsigned ours;
    unsigned theirs;
    enum last last;
};

/* All placements of the kings with one of the men. */
static uint64_t count_placement(struct pieces *pieces, const struct kings *kings) {
    squares32 free = ~(pieces->our_men | pieces->their_men);
    uint64_t count = 0;
    squares32 ours = first_subset32(free, kings->ours);
    for (uint64_t i = combinations(count32(free), kings->ours); i > 0; i--) {
        squares32 rest = free & ~ours;
        squares32 theirs = first_subset32(rest, kings->theirs);
        pieces->our_kings = ours;
        for (uint64_t j = combinations(count32(rest), kings->theirs); j > 0; j--) {
            pieces->their_kings = theirs;
            squares32 among = above(kings->last == LAST_OURS ? ours : theirs);
            if (among != 0)
                count += count_last(pieces, kings->last, among);
            theirs = (squares32)next_subset(theirs, rest);
        }
        ours = (squares32)next_subset(ours, free);
    }
    return count;
}

bool count_captures(const struct index_layout *layout, enum side side, unsigned threads,
                    uint64_t *captures) {
    enum side other = other_side(side);
    struct kings kings = {layout->signature.kings[side], layout->signature.kings[other], LAST_NONE};
    if (kings.theirs > 0) {
        kings.last = LAST_THEIRS;
        kings.theirs--;
    } else if (kings.ours > 0) {
        kings.last = LAST_OURS;
        kings.ours--;
    }
    uint64_t count = 0;
    int64_t placements = (int64_t)layout->man_placements;
#pragma omp parallel for num_threads((int)threads) schedule(dynamic, 16) reduction(+ : count)
    for (int64_t rank = 0; rank < placements; rank++) {
        bitboard men[2];
        if (interrupt_requested())
            continue;
        man_placement(layout, (uint64_t)rank, &men[WHITE], &men[BLACK]);
        struct pieces pieces = {(squares32)men[side], 0, (squares32)men[other], 0};
        count += count_placement(&pieces, &kings);
    }
    *captures = count;
    return !interrupt_requested();
}
