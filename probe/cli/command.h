/* command.h - the commands of the program, and what each may be given. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "options.h"

struct command {
    const char *name;
    unsigned options; /* the OPTION_ flags that it takes, beside --help */
    size_t arguments_min;
    size_t arguments_max;
    const char *form;                          /* how it is called, for messages */
    int (*run)(const struct options *options); /* returns the exit code; faults are reported */
    const char *help;
};

int command_probe(const struct options *options);
int command_batch(const struct options *options); /* probe --batch */
int command_line(const struct options *options);
int command_perft(const struct options *options);
int command_tables(const struct options *options);
int command_bench(const struct options *options);
int command_adjudicate(const struct options *options);

extern const char help_general[];
extern const char help_probe[];
extern const char help_line[];
extern const char help_perft[];
extern const char help_tables[];
extern const char help_bench[];
extern const char help_adjudicate[];

#endif
