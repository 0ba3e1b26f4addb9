/* signature.h - material signatures: how many men and kings each side has, as in "KKMvK".
 *
 * White stands before the v. Turning the board and exchanging colours makes KvKKM of KKMvK and
 * White to move of Black to move, so tables exist only for one of each pair: the canonical one. A
 * signature that is its own mirror (KMvKM) has a table for White to move alone.
 */
#ifndef CORE_SIGNATURE_H
#define CORE_SIGNATURE_H

#include "position.h"
#include "rules.h"
#include <stddef.h>

struct signature {
    uint8_t men[2];   /* by side */
    uint8_t kings[2]; /* by side */
};

/* Room for the name of any signature with its terminating zero: 2 sides of up to 20 pieces. */
enum { SIGNATURE_NAME_SIZE = 48 };

static inline struct signature signature_of_position(const struct position *position) {
    bitboard kings = position->kings;
    unsigned men[2];
    unsigned crowned[2];
    count_two(position->white & ~kings, position->black & ~kings, &men[WHITE], &men[BLACK]);
    count_two(position->white & kings, position->black & kings, &crowned[WHITE], &crowned[BLACK]);
    struct signature signature = {.men = {(uint8_t)men[WHITE], (uint8_t)men[BLACK]},
                                  .kings = {(uint8_t)crowned[WHITE], (uint8_t)crowned[BLACK]}};
    return signature;
}

/* The signature of a position in 16 bits, for looking things up: the counts of white men, black
 * men, white kings, black kings, four bits each, the first lowest. Neither side may have more than
 * 15 pieces. */
enum { SIGNATURE_CODES = 1 << 16, SIGNATURE_CODE_SIDE_MAX = 15 };

static inline unsigned signature_code(struct signature signature) {
    return (unsigned)signature.men[WHITE] | (unsigned)signature.men[BLACK] << 4 |
           (unsigned)signature.kings[WHITE] << 8 | (unsigned)signature.kings[BLACK] << 12;
}

static inline unsigned signature_code_of_position(const struct position *position) {
    if ((position->white | position->black) >> 32 != 0)
        return signature_code(signature_of_position(position));
    bitboard kings = position->kings;
    unsigned men_counts;
    unsigned king_counts;
    count_nibbles((position->white & ~kings) | (position->white & kings) << 32,
                  (position->black & ~kings) | (position->black & kings) << 32, &men_counts,
                  &king_counts);
    return men_counts | king_counts << 8;
}

struct signature signature_mirror(struct signature signature);
bool signature_equal(struct signature a, struct signature b);
unsigned signature_pieces(struct signature signature);
unsigned signature_side_pieces(struct signature signature, enum side side);

/* Whether tables are named after this one of the pair: White has more pieces; if equal, more kings;
 * a signature that equals its mirror is canonical. */
bool signature_is_canonical(struct signature signature);
bool signature_is_own_mirror(struct signature signature);

/* Writes "KKMvK": kings first, then men. `name` has room for SIGNATURE_NAME_SIZE characters. */
void signature_name(struct signature signature, char *name);

/* Reads such a name: K and M in upper case, kings first, a small v, at least one piece a side and
 * at most `pieces_per_side`, and nothing else. False when the text is anything else. */
bool signature_parse(const char *text, unsigned pieces_per_side, struct signature *signature);

/* All canonical signatures of exactly `pieces` pieces with at least one a side, in the order in
 * which they can be solved: one comes after every other of that many pieces that promotions lead
 * to. Writes at most `capacity` and returns how many there are. */
size_t signatures_of_pieces(unsigned pieces, unsigned pieces_per_side, struct signature *list,
                            size_t capacity);

/* The canonical signatures that a quiet promotion, a capture, or both at once can lead to from
 * `signature`, each once, without those that leave a side empty. Captures that take several pieces
 * count. Writes at most `capacity` and returns how many there are. */
size_t signature_successors(struct signature signature, struct signature *list, size_t capacity);

/* Where a position is looked up: the position itself when its signature is canonical, else its
 * mirror. When the signature is its own mirror, White is to move in the result. */
struct position position_canonical(const struct geometry *geometry,
                                   const struct position *position);

#endif
