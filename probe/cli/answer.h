/* answer.h - what the tables say of one position, and its forms of output. */
#ifndef CLI_ANSWER_H
#define CLI_ANSWER_H

#include "json_writer.h"
#include "session.h"

/* About 40 KB: keep it off the stack. */
struct answer {
    finais_position position;
    finais_result result;
    finais_move_list moves;
};

/* Reads a FEN and looks it up, with every legal move. Distances and values of moves without tables
 * are left out. */
finais_status answer_find(const struct session *session, const char *fen, struct answer *answer,
                          finais_error *error);

/* The number of moves whose values were left out; what was missing is then in *error. */
size_t answer_unknown_moves(const struct session *session, struct answer *answer,
                            finais_error *error);

/* Writes the text or the JSON object. A failure of the library to name a move or a position comes
 * back. */
finais_status answer_print(const struct session *session, const struct answer *answer,
                           finais_error *error);
finais_status answer_print_json(const struct session *session, const struct answer *answer,
                                enum json_layout layout, finais_error *error);

/* Its fields alone, for an object that has been begun. */
finais_status answer_write_json(const struct session *session, const struct answer *answer,
                                enum json_layout layout, struct json *json, finais_error *error);

#endif
