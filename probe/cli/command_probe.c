/* command_probe.c - finais probe 'FEN': value, distances and ranked moves of one position. */
#include "answer.h"
#include "command.h"
#include "move_tree.h"
#include "report.h"
#include <stdlib.h>

static int print_text(const struct session *session, const struct answer *answer, unsigned depth) {
    finais_error error;
    if (answer_print(session, answer, &error) != FINAIS_OK)
        return report_error(&error);
    if (depth == 0)
        return EXIT_FINE;
    putchar('\n');
    return move_tree_print(session, &answer->position, depth);
}

static int print_object(const struct session *session, const struct answer *answer,
                        unsigned depth) {
    finais_error error;
    struct json json = json_start(stdout);
    json_object(&json, NULL, JSON_LINES);
    int code = EXIT_FINE;
    if (answer_write_json(session, answer, JSON_LINES, &json, &error) != FINAIS_OK)
        code = report_error(&error);
    else if (depth > 0)
        code = move_tree_write_json(session, &answer->position, depth, &json);
    json_end(&json);
    return code;
}

/* A tree needs to know how long the game lasts, which an answer does without. */
static finais_status find_distance(const struct session *session, struct answer *answer,
                                   finais_error *error) {
    if (answer->result.wdl == FINAIS_DRAW || answer->result.dtw != FINAIS_NO_DISTANCE)
        return FINAIS_OK;
    return finais_probe(session->context, &answer->position, FINAIS_WANT_DTW, &answer->result,
                        error);
}

/* With the tree of so many plies, 0 for none. */
static int probe(const struct session *session, const char *fen, bool as_json, unsigned depth,
                 struct answer *answer) {
    finais_error error;
    if (answer_find(session, fen, answer, &error) != FINAIS_OK ||
        (depth > 0 && find_distance(session, answer, &error) != FINAIS_OK))
        return report_error(&error);
    int code = (as_json ? print_object : print_text)(session, answer, depth);
    if (code != EXIT_FINE)
        return code;
    size_t unknown = answer_unknown_moves(session, answer, &error);
    if (unknown > 0)
        report(EXIT_FINE, "%zu of the moves without a value: %s", unknown, error_text(&error));
    return EXIT_FINE;
}

int command_probe(const struct options *options) {
    bool batch = (options->given & OPTION_BATCH) != 0;
    if (batch && options->argument_count > 0)
        return report(EXIT_INPUT,
                      "--batch reads the positions from standard input, not from '%s'; "
                      "see finais probe --help",
                      options->arguments[0]);
    if (batch && (options->given & OPTION_TREE) != 0)
        return report(EXIT_INPUT, "--batch and --tree exclude each other; see finais probe --help");
    if (batch)
        return command_batch(options);
    if (options->argument_count == 0)
        return report(EXIT_INPUT, "a FEN is missing: finais probe 'FEN'; see finais probe --help");

    unsigned depth;
    int code = move_tree_depth(options, &depth);
    if (code != EXIT_FINE)
        return code;
    struct answer *answer = malloc(sizeof *answer);
    if (answer == NULL)
        return report(EXIT_MEMORY, "not enough memory for the list of moves");
    struct session session;
    code = session_open(&session, options);
    if (code == EXIT_FINE)
        code = probe(&session, options->arguments[0], (options->given & OPTION_JSON) != 0, depth,
                     answer);
    session_close(&session);
    free(answer);
    return code;
}
