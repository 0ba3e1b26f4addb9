/* draw_options.h - what --rules and --clock say. Faults are reported; functions return 0 or the
 * exit code. */
#ifndef CLI_DRAW_OPTIONS_H
#define CLI_DRAW_OPTIONS_H

#include "options.h"

/* The draw rules of --rules: built-in ones by their name, else those of a file; fmjd64 without the
 * option. To be freed. */
int draw_options_rules(const struct options *options, finais_draw_rules **rules);

/* Sets the counters that --clock names: a number for all that count plies, or name=number pairs
 * with commas between. */
int draw_options_clock(const struct options *options, finais_clock *clock);

/* "a capture or a promotion" for FINAIS_RESET_ flags, in `text`, room for RESETS_TEXT_SIZE. */
enum { RESETS_TEXT_SIZE = 160 };
const char *resets_text(unsigned resets, char *text);

#endif
