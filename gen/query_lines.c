#include "query_lines.h"
#include <stdlib.h>
#include <string.h>

bool matcher_is_fine(struct matcher *matcher, finais_status status) {
    if (status != FINAIS_OK && matcher->status == FINAIS_OK)
        matcher->status = status;
    return status == FINAIS_OK;
}

finais_wdl matcher_probe(struct matcher *matcher, const finais_position *position) {
    finais_wdl wdl = FINAIS_UNKNOWN;
    matcher_is_fine(matcher, finais_probe_wdl(matcher->context, position, &wdl, &matcher->error));
    return wdl;
}

/* ---- Moves ---------------------------------------------------------------------------------- */

/* Into matcher->moves. */
static size_t list_moves(struct matcher *matcher, const finais_position *position) {
    size_t count = 0;
    bool fine = matcher_is_fine(matcher, finais_moves(matcher->handle, position, matcher->moves,
                                                      FINAIS_MOVES_MAX, &count, &matcher->error));
    return fine ? count : 0;
}

/* A list that stays while others are made; NULL when memory is short. The caller frees it. */
static finais_move *keep_moves(struct matcher *matcher, const finais_position *position,
                               size_t *count) {
    *count = list_moves(matcher, position);
    finais_move *moves = malloc((*count + 1) * sizeof *moves);
    if (moves == NULL)
        matcher_is_fine(matcher, FINAIS_NO_MEMORY);
    else
        memcpy(moves, matcher->moves, *count * sizeof *moves);
    return moves;
}

static bool apply(struct matcher *matcher, const finais_position *position, const finais_move *move,
                  finais_position *after) {
    return matcher_is_fine(
        matcher, finais_move_apply(matcher->handle, position, move, after, &matcher->error));
}

/* ---- Unique wins ---------------------------------------------------------------------------- */

unsigned matcher_count_winning_moves(struct matcher *matcher, const finais_position *position,
                                     unsigned enough, finais_position *after) {
    size_t count = list_moves(matcher, position);
    unsigned winning = 0;
    for (size_t i = 0; i < count && winning <= enough && matcher->status == FINAIS_OK; i++) {
        finais_position next;
        if (apply(matcher, position, &matcher->moves[i], &next) &&
            matcher_probe(matcher, &next) == FINAIS_LOSS) {
            winning++;
            *after = next;
        }
    }
    return winning;
}

bool matcher_has_unique_line(struct matcher *matcher, const finais_position *position,
                             unsigned moves) {
    finais_position after;
    if (matcher_count_winning_moves(matcher, position, 1, &after) != 1)
        return false;
    if (moves == 1)
        return true;
    size_t count;
    finais_move *answers = keep_moves(matcher, &after, &count);
    bool unique = answers != NULL;
    for (size_t i = 0; unique && i < count; i++) {
        finais_position next;
        unique = apply(matcher, &after, &answers[i], &next) &&
                 matcher_has_unique_line(matcher, &next, moves - 1);
    }
    free(answers);
    return unique && matcher->status == FINAIS_OK;
}

/* ---- Sacrifices ----------------------------------------------------------------------------- */

/* Whether every answer takes pieces and, where these are not yet enough, more can be given after
 * it. All captures of a position take as many. */
static bool gives_away(struct matcher *matcher, const finais_position *after, unsigned pieces) {
    size_t count;
    finais_move *answers = keep_moves(matcher, after, &count);
    bool gives = answers != NULL && count > 0 && answers[0].captures > 0;
    for (size_t i = 0; gives && i < count && answers[i].captures < pieces; i++) {
        finais_position next;
        gives = apply(matcher, after, &answers[i], &next) &&
                matcher_has_sacrifice(matcher, &next, pieces - answers[i].captures);
    }
    free(answers);
    return gives && matcher->status == FINAIS_OK;
}

bool matcher_has_sacrifice(struct matcher *matcher, const finais_position *position,
                           unsigned pieces) {
    size_t count;
    finais_move *moves = keep_moves(matcher, position, &count);
    bool found = false;
    for (size_t i = 0; moves != NULL && !found && i < count && moves[i].captures == 0; i++) {
        finais_position after;
        found = apply(matcher, position, &moves[i], &after) &&
                matcher_probe(matcher, &after) == FINAIS_LOSS &&
                gives_away(matcher, &after, pieces);
    }
    free(moves);
    return found && matcher->status == FINAIS_OK;
}
