/* longest_game.h - best play from a position to the end of the game, as PDN. */
#ifndef GEN_LONGEST_GAME_H
#define GEN_LONGEST_GAME_H

#include "failure.h"
#include "finais.h"
#include <stdio.h>

/* Writes a game with the main line of a FEN by the DTW tables; `event` says what is special. */
enum exit_code write_main_line(FILE *stream, finais_context *context, finais *handle,
                               const char *event, const char *fen, struct failure *failure);

#endif
