/* moves.h - legal moves: listing, playing and counting them.
 *
 * A capture is known by its start, its end and the set of pieces it takes: two ways round to the
 * same result are one move. Where the way itself matters (notation), visit_capture_paths() gives
 * every way.
 */
#ifndef CORE_MOVES_H
#define CORE_MOVES_H

#include "position.h"
#include "rules.h"
#include <stddef.h>

struct move {
    bitboard captured; /* pieces taken, empty for a quiet move */
    uint8_t from;
    uint8_t to; /* may equal `from` after a capture */
    bool promotes;
};

/* More than any position has: the most found by searching for it is in docs/rules.md. A position
 * that had more would be reported, not cut short (see moves_generate). */
enum { MOVES_CAPACITY = 1024, CAPTURE_PATH_MAX = 32 };

struct move_list {
    unsigned count;
    bool overflow; /* set when MOVES_CAPACITY was not enough; the list is then not complete */
    struct move moves[MOVES_CAPACITY];
};

/* One way to make a capture, with the squares where the piece stands after each piece taken: where
 * it turned, else the square right behind the piece taken, and the end of the move last. */
struct capture_path {
    bitboard captured;
    bitboard visited; /* every square stood on or crossed, start and end included */
    uint8_t from;
    uint8_t captures; /* number of pieces taken, also of entries of `squares` */
    uint8_t squares[CAPTURE_PATH_MAX];
};

/* Lists the legal moves, in an order that depends on the position alone. */
void moves_generate(const struct rules *rules, const struct position *position,
                    struct move_list *list);

/* The pieces of the side to move that can take something, and whether there is one: then the side
 * has to capture. */
bitboard moves_capturers(const struct rules *rules, const struct position *position);
bool moves_must_capture(const struct rules *rules, const struct position *position);

/* Lists the legal moves where the side to move has to capture, when the pieces that can take
 * something are known. */
void moves_captures_by(const struct rules *rules, const struct position *position,
                       bitboard capturers, struct move_list *list);

/* Squares that the piece on `square`, of the side to move, reaches without taking anything, whether
 * or not its side has to capture. */
bitboard moves_quiet_targets(const struct rules *rules, const struct position *position,
                             unsigned square);

/* Whether any piece of the side to move reaches such a square. */
bool moves_any_quiet(const struct rules *rules, const struct position *position);

/* Calls `visit` with every way of every legal capture; stops early when it returns false. Makes no
 * call when there is no capture. */
typedef bool capture_visitor(void *context, const struct capture_path *path);
void visit_capture_paths(const struct rules *rules, const struct position *position,
                         capture_visitor *visit, void *context);

/* The position after a move that moves_generate() listed for it. */
struct position move_apply(const struct rules *rules, const struct position *position,
                           const struct move *move);

/* Number of legal games of `depth` plies. Each different move counts once, or, by path, each
 * different way of a capture. False when a position had more moves than a list can hold. */
bool perft(const struct rules *rules, const struct position *position, unsigned depth,
           uint64_t *nodes);
uint64_t perft_by_path(const struct rules *rules, const struct position *position, unsigned depth);

#endif
