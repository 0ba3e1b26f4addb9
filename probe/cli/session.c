#include "session.h"
#include "report.h"
#include <string.h>

/* Where a game starts, in numbers as FINAIS_NUMERIC. */
static const char start_fen[] = "W:W21-32:B1-12";

/* What 5 pieces take; the default is for programs that have many contexts. */
enum { CACHE_BYTES = 64 << 20 };

int session_open(struct session *session, const struct options *options) {
    *session = (struct session){
        .notation = options->notation,
        .numbers = options->notation == FINAIS_NUMERIC_A1 ? FINAIS_NUMERIC_A1 : FINAIS_NUMERIC};
    finais_options open = FINAIS_OPTIONS_DEFAULT;
    open.context_cache_bytes = CACHE_BYTES;
    if (options->tables_count > 0) {
        open.directories = options->tables;
        open.directory_count = options->tables_count;
    }
    finais_error error;
    if (finais_open(&session->handle, &open, &error) != FINAIS_OK ||
        finais_context_new(&session->context, session->handle, &error) != FINAIS_OK)
        return report_error(&error);
    return EXIT_FINE;
}

void session_close(struct session *session) {
    finais_context_free(session->context);
    finais_close(session->handle);
}

finais_status session_read_fen(const struct session *session, const char *fen,
                               finais_position *position, finais_error *error) {
    if (strcmp(fen, "start") == 0)
        return finais_position_from_fen(session->handle, start_fen, position, error);
    return finais_position_from_fen_numbered(session->handle, fen, session->numbers, position,
                                             error);
}

finais_status session_write_fen(const struct session *session, const finais_position *position,
                                char fen[FINAIS_FEN_SIZE], finais_error *error) {
    return finais_position_to_fen(session->handle, position, session->notation, fen,
                                  FINAIS_FEN_SIZE, error);
}

finais_status session_write_move(const struct session *session, const finais_position *position,
                                 const finais_move *move, char text[FINAIS_MOVE_SIZE],
                                 finais_error *error) {
    return finais_move_to_text(session->handle, position, move, session->notation, text,
                               FINAIS_MOVE_SIZE, error);
}
