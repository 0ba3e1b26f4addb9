/* main.c - finais: asks endgame tables from the command line. */
#include "command.h"
#include "report.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Ends with a command without name. */
static const struct command command_list[] = {
    {"probe", OPTION_TABLES | OPTION_NOTATION | OPTION_JSON | OPTION_BATCH | OPTION_TREE, 0, 1,
     "finais probe 'FEN' or finais probe --batch", command_probe, help_probe},
    {"line", OPTION_TABLES | OPTION_NOTATION | OPTION_JSON | OPTION_TREE, 1, 1, "finais line 'FEN'",
     command_line, help_line},
    {"perft", OPTION_TABLES | OPTION_NOTATION | OPTION_JSON | OPTION_DIVIDE, 2, 2,
     "finais perft 'FEN' DEPTH", command_perft, help_perft},
    {"tables", OPTION_TABLES | OPTION_JSON, 0, 0, "finais tables", command_tables, help_tables},
    {"bench",
     OPTION_TABLES | OPTION_JSON | OPTION_PIECES | OPTION_SECONDS | OPTION_THREADS | OPTION_SEED, 0,
     0, "finais bench", command_bench, help_bench},
    {"adjudicate",
     OPTION_TABLES | OPTION_NOTATION | OPTION_JSON | OPTION_RULES | OPTION_CLOCK | OPTION_GAME_TYPE,
     0, SIZE_MAX, "finais adjudicate 'FEN' or finais adjudicate FILE.pdn...", command_adjudicate,
     help_adjudicate},
    {NULL, 0, 0, 0, NULL, NULL, NULL}};

static const struct command *find_command(const char *name) {
    for (const struct command *command = command_list; command->name != NULL; command++) {
        if (strcmp(command->name, name) == 0)
            return command;
    }
    return NULL;
}

/* Whether the options and the number of arguments fit the command; else reports what does not. */
static int check_call(const struct command *command, const struct options *options) {
    unsigned foreign = options->given & ~(command->options | OPTION_HELP | OPTION_VERSION);
    if (foreign != 0)
        return report(EXIT_INPUT, "%s is no option of finais %s; see finais %s --help",
                      option_name(foreign), command->name, command->name);
    if (options->argument_count > command->arguments_max)
        return report(EXIT_INPUT,
                      "one argument too many, '%s' (quote a FEN): %s; see finais %s "
                      "--help",
                      options->arguments[command->arguments_max], command->form, command->name);
    if (options->argument_count < command->arguments_min)
        return report(EXIT_INPUT, "an argument is missing: %s; see finais %s --help", command->form,
                      command->name);
    return EXIT_FINE;
}

/* finais help, and finais help COMMAND, as with --help. */
static void read_help_command(struct options *options) {
    if (options->command == NULL || strcmp(options->command, "help") != 0)
        return;
    options->given |= OPTION_HELP;
    options->command = options->argument_count > 0 ? options->arguments[0] : NULL;
}

static int run(const struct options *options) {
    if ((options->given & OPTION_VERSION) != 0) {
        printf("finais %s\n", finais_version());
        return EXIT_FINE;
    }
    bool help = (options->given & OPTION_HELP) != 0;
    if (options->command == NULL) {
        if (!help)
            return report(EXIT_INPUT, "no command given; see finais --help");
        fputs(help_general, stdout);
        return EXIT_FINE;
    }
    const struct command *command = find_command(options->command);
    if (command == NULL)
        return report(EXIT_INPUT, "unknown command '%s'; see finais --help", options->command);
    if (help) {
        fputs(command->help, stdout);
        return EXIT_FINE;
    }
    int code = check_call(command, options);
    return code != EXIT_FINE ? code : command->run(options);
}

int main(int argc, char **argv) {
    struct options options;
    int code = options_read(&options, argc, argv);
    if (code == EXIT_FINE) {
        read_help_command(&options);
        code = run(&options);
    }
    options_free(&options);
    return finish_output(code);
}
