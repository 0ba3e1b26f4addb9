/* game.h - one game that is being judged, and its report. */
#ifndef CLI_GAME_H
#define CLI_GAME_H

#include "movetext.h"
#include "session.h"
#include <stdio.h>

/* Changes of the theoretical value that are kept for the report; more are counted. */
enum { GAME_CHANGES_MAX = 512, GAME_RESULT_SIZE = 16, GAME_MESSAGE_SIZE = 640 };

/* A move that changed the value; values are those of the player who made it. */
struct game_change {
    unsigned ply;
    finais_position before;
    finais_move move;
    int32_t value_before;
    int32_t value_after;
};

struct game {
    const char *file; /* NULL for standard input */
    uint64_t number;
    uint64_t line; /* where it begins */
    char result_tag[GAME_RESULT_SIZE];
    char result_text[GAME_RESULT_SIZE]; /* as written after the moves, else as in the tag */
    enum game_result result;
    enum game_result tagged;
    unsigned plies;
    bool unknown_move; /* a move nobody knows was made, and the game was not followed from there */
    finais_draw first_draw;
    unsigned first_draw_ply;
    finais_position position;
    int32_t value;       /* of the position in theory, FINAIS_UNKNOWN when no table tells */
    size_t change_count; /* in all */
    struct game_change changes[GAME_CHANGES_MAX];
    finais_verdict final;
    bool failed; /* it could not be read; what follows says why */
    uint64_t fault_line;
    char fault_word[FINAIS_MOVE_SIZE];
    char fault[GAME_MESSAGE_SIZE];
};

/* How the result of a game and the rules go together. */
enum game_agreement { GAME_AGREES, GAME_DISAGREES, GAME_NOTHING_TO_SAY };

enum game_agreement game_agreement(const struct game *game);

/* Whether a drawn result is one that the rules make or allow. */
bool game_claim_is_justified(const struct game *game);

/* Writes the report of a game: lines of text, or one line of JSON. */
finais_status game_print(const struct session *session, const struct game *game,
                         finais_error *error);
finais_status game_print_json(const struct session *session, const struct game *game,
                              finais_error *error);

#endif
