/* move_text.h - one move as text: writing and reading.
 *
 *     c3-d4    22-18    c3xe5    22x15    c3:e5    d2xf4xd6xb4
 *
 * Writing. A quiet move has a dash, a capture an x. Start and end are enough when no other legal
 * move of the position has both (the short form). Else comes the long form: every square of one way
 * to make the capture, as in struct capture_path: the square right behind each piece taken, or
 * where the piece turned. A long form fits one move only, since two squares that follow each other
 * in it have exactly one captured piece between them.
 *
 * Reading. The first square is the start, the last one the end. A long form, of whichever way the
 * capture can be made, means its move and no other. Any other text means the one move with this
 * start and end that has a way over all squares in between, standing on them or crossing them, in
 * whatever order they are named; if there are several such moves, the text is ambiguous. So reading
 * what was written always gives the same move.
 *
 * Separators are '-', 'x' and ':', the same throughout. A capture may be written with dashes, since
 * many game files do so, and as captures are compulsory no position has a quiet move that it could
 * be taken for. A quiet move written with x or ':' is refused: it claims a capture that the
 * position does not offer, which is a slip in the position or the move. A quiet move has two
 * squares.
 *
 * Nothing else may stand in the text: no blanks, no upper-case letters, no '!' or '?'. Letters and
 * numbers are not mixed.
 */
#ifndef CORE_MOVE_TEXT_H
#define CORE_MOVE_TEXT_H

#include "moves.h"
#include "notation.h"

/* Room for every move text with its zero byte. */
enum { MOVE_TEXT_SIZE = 128 };

/* Writes a legal move of a position. Returns the length of the whole text, which is cut when that
 * is not below `size`; 0 when the move is not legal there. */
size_t move_text_write(const struct rules *rules, const struct position *position,
                       const struct move *move, enum notation notation, char *text, size_t size);

enum move_text_status {
    MOVE_TEXT_FINE,
    MOVE_TEXT_UNREADABLE, /* not of the form of a move, or with squares that the board has not */
    MOVE_TEXT_NOT_LEGAL,  /* a move, but no legal one of this position */
    MOVE_TEXT_AMBIGUOUS   /* fits several legal moves: more squares are needed */
};

/* Reads exactly `length` bytes, which may be any bytes, as a move of the position. Numbers mean
 * what `numbers` says. *move is filled in only on MOVE_TEXT_FINE. */
enum move_text_status move_text_read(const struct rules *rules, const struct position *position,
                                     enum notation numbers, const char *text, size_t length,
                                     struct move *move);

/* A short English sentence for a status; never NULL. */
const char *move_text_status_text(enum move_text_status status);

#endif
