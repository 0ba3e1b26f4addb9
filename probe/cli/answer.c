#include "answer.h"

finais_status answer_find(const struct session *session, const char *fen, struct answer *answer,
                          finais_error *error) {
    const unsigned flags = FINAIS_WANT_ALL | FINAIS_IF_PRESENT;
    finais_status status = session_read_fen(session, fen, &answer->position, error);
    if (status == FINAIS_OK)
        status = finais_probe(session->context, &answer->position, flags, &answer->result, error);
    if (status == FINAIS_OK)
        status =
            finais_root_moves(session->context, &answer->position, flags, &answer->moves, error);
    return status;
}

size_t answer_unknown_moves(const struct session *session, struct answer *answer,
                            finais_error *error) {
    finais_move_list *moves = &answer->moves;
    size_t known = moves->count;
    while (known > 0 && moves->moves[known - 1].result.wdl == FINAIS_UNKNOWN)
        known--;
    size_t unknown = moves->count - known;
    /* Asked for without leave to pass over it, the table tells its name. */
    if (unknown > 0 && finais_root_moves(session->context, &answer->position, FINAIS_WANT_WDL,
                                         moves, error) == FINAIS_OK)
        return 0;
    return unknown;
}
