/* session.h - the open tables and what every command does with them. Faults are reported; functions
 * return 0 or the exit code. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "options.h"

struct session {
    finais *handle;
    finais_context *context;
    finais_notation notation; /* of the output */
    finais_notation numbers;  /* what numbers mean when reading */
};

/* Close a session in either case. */
int session_open(struct session *session, const struct options *options);
void session_close(struct session *session);

/* Reads a FEN as the options want it, or the word "start": the start of the game. Nothing is
 * reported. */
finais_status session_read_fen(const struct session *session, const char *fen,
                               finais_position *position, finais_error *error);

/* Write a position and a move in the notation of the output. Nothing is reported. */
finais_status session_write_fen(const struct session *session, const finais_position *position,
                                char fen[FINAIS_FEN_SIZE], finais_error *error);
finais_status session_write_move(const struct session *session, const finais_position *position,
                                 const finais_move *move, char text[FINAIS_MOVE_SIZE],
                                 finais_error *error);

#endif
