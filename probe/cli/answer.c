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
