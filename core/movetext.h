/* movetext.h - a line of moves as PDN movetext.
 *
 *     1. a5-b6 b8-g3 2. b6-d8 1-0
 *     1... b8-g3 2. b6-d8 *
 */
#ifndef CORE_MOVETEXT_H
#define CORE_MOVETEXT_H

#include "move_text.h"

enum game_result {
    RESULT_NOT_GIVEN, /* the text ends with the last move */
    RESULT_WHITE_WINS,
    RESULT_BLACK_WINS,
    RESULT_DRAW,
    RESULT_NEITHER, /* 0-0: lost by both, or not played */
    RESULT_UNKNOWN  /* the asterisk: unfinished, or the result is not known */
};

/* "1-0", "0-1", "1/2-1/2", "0-0", "*", and "" for RESULT_NOT_GIVEN; never NULL. */
const char *game_result_text(enum game_result result);

/* How to write a line. All zero is a good start. */
struct movetext_options {
    enum notation notation;
    enum game_result result;
    uint32_t first_move_number; /* 0 means 1 */
    /* Lines are broken at blanks so that none is longer than this many columns; 0: no line breaks.
     * A move longer than that stands on a line of its own. PDN files use 80. */
    unsigned columns;
};

enum movetext_status {
    MOVETEXT_FINE,
    MOVETEXT_TRUNCATED, /* the buffer holds only the beginning */
    MOVETEXT_NOT_LEGAL  /* a move is not legal where it is played; the text ends before it */
};

/* Writes `count` moves, played from `position` one after the other, into `size` bytes. *length is
 * the length of the whole text, also when it did not fit; after MOVETEXT_NOT_LEGAL, of the part
 * before the illegal move. The text has no line end after its last line. */
enum movetext_status movetext_write(const struct rules *rules, const struct position *position,
                                    const struct move *moves, size_t count,
                                    const struct movetext_options *options, char *text, size_t size,
                                    size_t *length);

#endif
