/* query_lines.h - what a query asks about the moves of a position, from the library: part of
 * query_match.c. A fault of the library is noted in the matcher, and later answers do not count. */
#ifndef GEN_QUERY_LINES_H
#define GEN_QUERY_LINES_H

#include "query_match.h"

/* Notes the first fault. */
bool matcher_is_fine(struct matcher *matcher, finais_status status);

finais_wdl matcher_probe(struct matcher *matcher, const finais_position *position);

/* How many moves win, counting no further than one above `enough`; *after is what the last of them
 * leads to. */
unsigned matcher_count_winning_moves(struct matcher *matcher, const finais_position *position,
                                     unsigned enough, finais_position *after);

/* Whether a won position has one winning move, and after every answer again, for so many moves. */
bool matcher_has_unique_line(struct matcher *matcher, const finais_position *position,
                             unsigned moves);

/* Whether the side to move can give away so many pieces, or more, and win: by quiet moves running,
 * each of which the other side has to answer by a capture, whichever it chooses. */
bool matcher_has_sacrifice(struct matcher *matcher, const finais_position *position,
                           unsigned pieces);

#endif
