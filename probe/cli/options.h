/* options.h - reads the command line. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "finais.h"

/* Which options were given; also which a command takes (see command.h). */
enum {
    OPTION_TABLES = 1 << 0,
    OPTION_NOTATION = 1 << 1,
    OPTION_JSON = 1 << 2,
    OPTION_BATCH = 1 << 3,
    OPTION_DIVIDE = 1 << 4,
    OPTION_HELP = 1 << 5,
    OPTION_VERSION = 1 << 6,
    OPTION_PIECES = 1 << 7,
    OPTION_SECONDS = 1 << 8,
    OPTION_THREADS = 1 << 9,
    OPTION_SEED = 1 << 10,
    OPTION_RULES = 1 << 11,
    OPTION_CLOCK = 1 << 12,
    OPTION_GAME_TYPE = 1 << 13,
    OPTION_TREE = 1 << 14
};

/* The strings belong to argv. */
struct options {
    unsigned given;      /* OPTION_ flags */
    const char **tables; /* the directories of --tables, in their order */
    size_t tables_count;
    finais_notation notation;
    const char *pieces; /* the texts of options with numbers, NULL when not given */
    const char *seconds;
    const char *threads;
    const char *seed;
    const char *tree;
    const char *command;    /* NULL when there is none */
    const char **arguments; /* those after the command */
    size_t argument_count;
    const char *rules; /* values of --rules, --clock and --game-type, NULL if not given */
    const char *clock;
    const char *game_type;
};

/* Returns 0, or the exit code of a fault that was reported. Free the options in either case. */
int options_read(struct options *options, int argc, char **argv);
void options_free(struct options *options);

/* "--json" for OPTION_JSON; the lowest option of the set. */
const char *option_name(unsigned set);

#endif
