/* leaves.h - the values that the answers to many positions need, fetched in the order of the files.
 *
 * All positions are evaluated twice. The first time every value that a table would be asked for is
 * noted, and taken for a draw, so that no search ends before it has asked for all it may need. Then
 * the values are fetched block by block. The second time the evaluation goes the same way, and gets
 * them in the order in which they were noted; for outcomes an outline of the evaluation is enough.
 */
#ifndef PROBE_LEAVES_H
#define PROBE_LEAVES_H

#include "context.h"
#include "outline.h"

/* A value that is to be fetched. */
struct leaf {
    uint64_t key;    /* table, side to move and index, so that their order is that of the values */
    uint32_t number; /* of the values noted before it */
};

struct leaves {
    bool answering; /* the second time */
    bool given_up;  /* the position at hand is not answered in this way */
    bool full;      /* because there is no room for its values */
    bool searches;  /* because it takes a search, see leaves_refuse_search() */
    size_t count;
    size_t capacity;
    size_t next; /* value that is asked for next, when answering */
    struct leaf *list;
    struct leaf *scratch;
    value *values;
    struct outline outline; /* of outcomes; without it positions are evaluated twice */
};

/* In place of a value that could not be fetched. It is also the longest loss there can be; a
 * position that has it is asked for alone. */
enum { NOT_FETCHED = 2 * DISTANCE_MAX + 1 };

/* Room for the values of `count` positions, or for a good part of them, in about `bytes`; for
 * outcomes alone with an outline. False when there is no memory. Free it with leaves_free() in
 * either case. */
bool leaves_init(struct leaves *leaves, size_t count, size_t bytes, bool outcomes);
void leaves_free(struct leaves *leaves);

/* Gives the position at hand up: its outcome takes a search over moves, which asks for far fewer
 * values when it knows those before. Such positions are better evaluated one after the other, in
 * the order of leaves_sort(). */
finais_status leaves_refuse_search(struct leaves *leaves);

/* Notes a position by its number and where its own value lies or would lie, instead of a value that
 * is to be fetched, and brings those noted in order. There is room for leaves->capacity. */
void leaves_note_position(struct leaves *leaves, uint32_t number, int32_t table, enum side side,
                          uint64_t index);
void leaves_sort(struct leaves *leaves);

/* What stored_value() does while context->leaves is set. */
finais_status leaves_value(struct leaves *leaves, int32_t table, enum side side, uint64_t index,
                           value *v);

/* Fetches the values noted, and makes ready for answering. Those that cannot be fetched make their
 * positions give up. */
void leaves_fetch(struct leaves *leaves, finais_context *context);

/* Forgets all, for more positions. */
void leaves_clear(struct leaves *leaves);

#endif
