/* command_line.c - finais line 'FEN': best play of both sides to the end, as PDN movetext. */
#include "command.h"
#include "json_writer.h"
#include "move_tree.h"
#include "report.h"
#include "session.h"
#include "words.h"
#include <stdlib.h>
#include <string.h>

struct main_line {
    finais_position start;
    finais_result result;
    size_t count;
    char (*moves)[FINAIS_MOVE_SIZE]; /* as text */
};

/* The result of the game under best play, as PDN writes it. */
static const char *pdn_result(const struct main_line *line) {
    if (line->result.wdl == FINAIS_DRAW)
        return "1/2-1/2";
    bool white = (line->start.side_to_move == FINAIS_WHITE) == (line->result.wdl == FINAIS_WIN);
    return white ? "1-0" : "0-1";
}

/* Writes each move as it is read in its own position. */
static finais_status name_moves(const struct session *session, const finais_move *moves,
                                struct main_line *line, finais_error *error) {
    finais_position position = line->start;
    finais_status status = FINAIS_OK;
    for (size_t i = 0; i < line->count && status == FINAIS_OK; i++) {
        status = session_write_move(session, &position, &moves[i], line->moves[i], error);
        if (status == FINAIS_OK)
            status = finais_move_apply(session->handle, &position, &moves[i], &position, error);
    }
    return status;
}

/* The value first: a draw needs no distance, and a distance tells how long the line is. */
static finais_status find_value(const struct session *session, struct main_line *line,
                                finais_error *error) {
    finais_status status = finais_probe(session->context, &line->start,
                                        FINAIS_WANT_DTW | FINAIS_IF_PRESENT, &line->result, error);
    if (status != FINAIS_OK || line->result.wdl == FINAIS_DRAW ||
        line->result.dtw != FINAIS_NO_DISTANCE)
        return status;
    return finais_probe(session->context, &line->start, FINAIS_WANT_DTW, &line->result, error);
}

static int find_line(const struct session *session, const char *fen, struct main_line *line) {
    finais_error error;
    if (session_read_fen(session, fen, &line->start, &error) != FINAIS_OK ||
        find_value(session, line, &error) != FINAIS_OK)
        return report_error(&error);
    if (line->result.wdl == FINAIS_DRAW || line->result.dtw <= 0)
        return EXIT_FINE;
    size_t capacity = (size_t)line->result.dtw;
    finais_move *moves = malloc(capacity * sizeof *moves);
    line->moves = malloc(capacity * sizeof *line->moves);
    int code = EXIT_FINE;
    if (moves == NULL || line->moves == NULL)
        code = report(EXIT_MEMORY, "not enough memory for a line of %zu moves", capacity);
    else if (finais_main_line(session->context, &line->start, moves, capacity, &line->count,
                              &error) != FINAIS_OK ||
             name_moves(session, moves, line, &error) != FINAIS_OK)
        code = report_error(&error);
    free(moves);
    return code;
}

static void print_movetext(FILE *stream, const struct main_line *line) {
    bool white = line->start.side_to_move == FINAIS_WHITE;
    size_t number = 1;
    for (size_t i = 0; i < line->count; i++, white = !white) {
        if (white)
            fprintf(stream, "%zu. ", number);
        else if (i == 0)
            fprintf(stream, "%zu... ", number);
        fprintf(stream, "%s ", line->moves[i]);
        if (!white)
            number++;
    }
    fputs(pdn_result(line), stream);
}

/* The line with, unless `depth` is 0, the tree. */
static int print_json(const struct session *session, const struct main_line *line, unsigned depth) {
    finais_error error;
    char fen[FINAIS_FEN_SIZE];
    if (session_write_fen(session, &line->start, fen, &error) != FINAIS_OK)
        return report_error(&error);
    char *movetext = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&movetext, &size);
    if (memory != NULL)
        print_movetext(memory, line);
    bool failed = memory == NULL || ferror(memory) != 0;
    if (memory != NULL)
        failed = fclose(memory) != 0 || failed;
    if (failed || movetext == NULL) { /* fclose() does not always tell */
        free(movetext);
        return report(EXIT_MEMORY, "not enough memory for the text of the line");
    }
    struct json json = json_start(stdout);
    json_object(&json, NULL, JSON_LINES);
    json_string(&json, "fen", fen);
    json_string(&json, "variant", finais_game_of(session->handle).variant);
    json_string(&json, "side_to_move", side_word(line->start.side_to_move));
    json_string(&json, "wdl", wdl_word(line->result.wdl));
    if (line->result.wdl == FINAIS_DRAW)
        json_null(&json, "dtw");
    else
        json_integer(&json, "dtw", line->result.dtw);
    json_string(&json, "result", pdn_result(line));
    json_array(&json, "moves", JSON_INLINE);
    for (size_t i = 0; i < line->count; i++)
        json_string(&json, NULL, line->moves[i]);
    json_end(&json);
    json_string(&json, "movetext", movetext);
    int code = depth == 0 ? EXIT_FINE : move_tree_write_json(session, &line->start, depth, &json);
    json_end(&json);
    free(movetext);
    return code;
}

static int print_text(const struct session *session, const char *fen, unsigned depth) {
    struct main_line line = {.count = 0};
    finais_error error;
    int code = EXIT_FINE;
    if (depth > 0) {
        if (session_read_fen(session, fen, &line.start, &error) != FINAIS_OK)
            return report_error(&error);
        return move_tree_print(session, &line.start, depth);
    }
    code = find_line(session, fen, &line);
    if (code == EXIT_FINE) {
        print_movetext(stdout, &line);
        putchar('\n');
    }
    free(line.moves);
    return code;
}

static int print_object(const struct session *session, const char *fen, unsigned depth) {
    struct main_line line = {.count = 0};
    int code = find_line(session, fen, &line);
    if (code == EXIT_FINE)
        code = print_json(session, &line, depth);
    free(line.moves);
    return code;
}

int command_line(const struct options *options) {
    struct session session;
    unsigned depth;
    int code = move_tree_depth(options, &depth);
    if (code != EXIT_FINE)
        return code;
    code = session_open(&session, options);
    if (code == EXIT_FINE)
        code = ((options->given & OPTION_JSON) != 0 ? print_object : print_text)(
            &session, options->arguments[0], depth);
    session_close(&session);
    return code;
}
