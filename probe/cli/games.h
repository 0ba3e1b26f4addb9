/* games.h - adjudicating games in PDN: each is played through under draw rules and reported. */
#ifndef CLI_GAMES_H
#define CLI_GAMES_H

#include "session.h"

/* Judges the games of the files that the options name, or of standard input, and prints a report of
 * each. Memory does not grow with the input. Faults are reported and passed over; returns the exit
 * code of the gravest. */
int judge_games(const struct session *session, const struct options *options,
                const finais_draw_rules *rules);

#endif
