/* command_probe.c - finais probe 'FEN': value, distances and ranked moves of one position. */
#include "answer.h"
#include "command.h"
#include "report.h"
#include <stdlib.h>

static int probe(const struct session *session, const char *fen, bool as_json,
                 struct answer *answer) {
    finais_error error;
    finais_status status = answer_find(session, fen, answer, &error);
    if (status == FINAIS_OK)
        status = as_json ? answer_print_json(session, answer, JSON_LINES, &error)
                         : answer_print(session, answer, &error);
    if (status != FINAIS_OK)
        return report_error(&error);
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
    if (batch)
        return command_batch(options);
    if (options->argument_count == 0)
        return report(EXIT_INPUT, "a FEN is missing: finais probe 'FEN'; see finais probe --help");

    struct answer *answer = malloc(sizeof *answer);
    if (answer == NULL)
        return report(EXIT_MEMORY, "not enough memory for the list of moves");
    struct session session;
    int code = session_open(&session, options);
    if (code == EXIT_FINE)
        code = probe(&session, options->arguments[0], (options->given & OPTION_JSON) != 0, answer);
    session_close(&session);
    free(answer);
    return code;
}
