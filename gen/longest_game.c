#include "longest_game.h"
#include "table_loader.h"
#include "value.h"
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 80 };

/* Writes a word, on a new line when the present one would get too long. */
static void write_word(FILE *stream, const char *word, size_t *column) {
    size_t length = strlen(word);
    if (*column > 0 && *column + 1 + length > LINE_WIDTH) {
        fputc('\n', stream);
        *column = 0;
    }
    fprintf(stream, "%s%s", *column > 0 ? " " : "", word);
    *column += length + (*column > 0 ? 1 : 0);
}

static finais_status write_moves(FILE *stream, finais *handle, finais_position position,
                                 const finais_move *moves, size_t count, const char *result,
                                 finais_error *error) {
    size_t column = 0;
    unsigned number = 1;
    for (size_t i = 0; i < count; i++) {
        char text[FINAIS_MOVE_SIZE];
        char word[FINAIS_MOVE_SIZE + 16];
        finais_status status = finais_move_to_text(handle, &position, &moves[i], FINAIS_ALGEBRAIC,
                                                   text, sizeof text, error);
        if (status != FINAIS_OK)
            return status;
        bool white = position.side_to_move == FINAIS_WHITE;
        if (white || i == 0) {
            snprintf(word, sizeof word, white ? "%u." : "%u...", number);
            write_word(stream, word, &column);
        }
        write_word(stream, text, &column);
        number += white ? 0 : 1;
        status = finais_move_apply(handle, &position, &moves[i], &position, error);
        if (status != FINAIS_OK)
            return status;
    }
    write_word(stream, result, &column);
    fputs("\n\n", stream);
    return FINAIS_OK;
}

enum exit_code write_main_line(FILE *stream, finais_context *context, finais *handle,
                               const char *event, const char *fen, struct failure *failure) {
    finais_position position;
    finais_error error;
    size_t count = 0;
    finais_move *moves = malloc(DISTANCE_MAX * sizeof *moves);
    if (moves == NULL)
        return fail_memory(failure, "a line of play");
    finais_status status = finais_position_from_fen(handle, fen, &position, &error);
    if (status == FINAIS_OK)
        status = finais_main_line(context, &position, moves, DISTANCE_MAX, &count, &error);
    if (status == FINAIS_OK) {
        bool white_moves_last = (position.side_to_move == FINAIS_WHITE) == (count % 2 == 1);
        const char *result = white_moves_last ? "1-0" : "0-1";
        fprintf(stream,
                "[Event \"%s\"]\n[Result \"%s\"]\n[GameType \"26\"]\n[SetUp \"1\"]\n[FEN "
                "\"%s\"]\n\n",
                event, result, fen);
        status = write_moves(stream, handle, position, moves, count, result, &error);
    }
    free(moves);
    return status == FINAIS_OK ? EXIT_CODE_OK : fail_reader(failure, status, &error);
}
