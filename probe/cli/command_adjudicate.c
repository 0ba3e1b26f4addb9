/* command_adjudicate.c - finais adjudicate: a position, or games in PDN, under draw rules. */
#include "command.h"
#include "draw_options.h"
#include "games.h"
#include "judgement.h"
#include "report.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A FEN begins with the side to move and a colon. */
static bool is_fen(const char *argument) {
    return strcmp(argument, "start") == 0 || (argument[0] != '\0' && argument[1] == ':');
}

static finais_status find_judgement(const struct session *session, finais_clock *clock,
                                    const finais_draw_rules *rules, struct judgement *judgement,
                                    finais_error *error) {
    finais_adjudicator *adjudicator = NULL;
    judgement->rules = finais_draw_rules_name(rules);
    judgement->position = finais_clock_position(clock);
    judgement->counter_count = 0;
    while (judgement->counter_count < FINAIS_COUNTERS_MAX &&
           finais_clock_counter(clock, judgement->counter_count,
                                &judgement->counters[judgement->counter_count]))
        judgement->counter_count++;
    finais_status status = finais_clock_articles(clock, judgement->articles, FINAIS_ARTICLES_MAX,
                                                 &judgement->article_count, error);
    if (status == FINAIS_OK)
        status = finais_adjudicator_new(&adjudicator, session->context, rules, 0, error);
    if (status == FINAIS_OK)
        status = finais_adjudicate(adjudicator, clock, &judgement->verdict, error);
    if (status == FINAIS_OK)
        status = finais_adjudicate_moves(adjudicator, clock, &judgement->moves, error);
    finais_adjudicator_free(adjudicator);
    return status;
}

/* Reads the FEN into the clock, and what --clock says. */
static int set_up(const struct session *session, const struct options *options,
                  finais_clock *clock) {
    finais_error error;
    if (strcmp(options->arguments[0], "start") != 0 &&
        finais_clock_restart_fen(clock, options->arguments[0], session->numbers, &error) !=
            FINAIS_OK)
        return report_error(&error);
    return draw_options_clock(options, clock);
}

static int judge_position(const struct session *session, const struct options *options,
                          const finais_draw_rules *rules) {
    finais_position start;
    finais_clock *clock = NULL;
    finais_error error;
    struct judgement *judgement = malloc(sizeof *judgement);
    if (judgement == NULL)
        return report(EXIT_MEMORY, "not enough memory for the list of moves");
    int code = EXIT_FINE;
    finais_status status = session_read_fen(session, "start", &start, &error);
    if (status == FINAIS_OK)
        status = finais_clock_new(&clock, session->handle, rules, &start, &error);
    if (status == FINAIS_OK)
        code = set_up(session, options, clock);
    if (status == FINAIS_OK && code == EXIT_FINE)
        status = find_judgement(session, clock, rules, judgement, &error);
    if (status == FINAIS_OK && code == EXIT_FINE)
        status = (options->given & OPTION_JSON) != 0
                     ? judgement_print_json(session, judgement, &error)
                     : judgement_print(session, judgement, &error);
    if (status != FINAIS_OK)
        code = report_error(&error);
    finais_clock_free(clock);
    free(judgement);
    return code;
}

static int adjudicate(const struct session *session, const struct options *options,
                      const finais_draw_rules *rules) {
    bool position = options->argument_count > 0 && is_fen(options->arguments[0]);
    if (position && options->argument_count > 1)
        return report(EXIT_INPUT,
                      "one argument too many, '%s' (quote a FEN): finais adjudicate 'FEN'; see "
                      "finais adjudicate --help",
                      options->arguments[1]);
    if (position)
        return judge_position(session, options, rules);
    if (options->clock != NULL)
        return report(EXIT_INPUT,
                      "--clock goes with a FEN, and games have clocks of their own; see "
                      "finais adjudicate --help");
    return judge_games(session, options, rules);
}

int command_adjudicate(const struct options *options) {
    struct session session = {.handle = NULL};
    finais_draw_rules *rules = NULL;
    int code = draw_options_rules(options, &rules);
    if (code == EXIT_FINE)
        code = session_open(&session, options);
    if (code == EXIT_FINE)
        code = adjudicate(&session, options, rules);
    session_close(&session);
    finais_draw_rules_free(rules);
    return code;
}
