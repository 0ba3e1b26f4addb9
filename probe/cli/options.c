#include "options.h"
#include "report.h"
#include <stdlib.h>
#include <string.h>

static const struct option {
    const char *name;
    unsigned flag;
    bool has_value;
} option_list[] = {{"--tables", OPTION_TABLES, true},
                   {"--notation", OPTION_NOTATION, true},
                   {"--json", OPTION_JSON, false},
                   {"--batch", OPTION_BATCH, false},
                   {"--divide", OPTION_DIVIDE, false},
                   {"--help", OPTION_HELP, false},
                   {"-h", OPTION_HELP, false},
                   {"--version", OPTION_VERSION, false},
                   {"--pieces", OPTION_PIECES, true},
                   {"--seconds", OPTION_SECONDS, true},
                   {"--threads", OPTION_THREADS, true},
                   {"--seed", OPTION_SEED, true},
                   {"--rules", OPTION_RULES, true},
                   {"--clock", OPTION_CLOCK, true},
                   {"--game-type", OPTION_GAME_TYPE, true},
                   {"--tree", OPTION_TREE, true}};

enum { OPTION_COUNT = sizeof option_list / sizeof option_list[0] };

const char *option_name(unsigned set) {
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if ((option_list[i].flag & set) != 0)
            return option_list[i].name;
    }
    return "";
}

/* The option that an argument such as "--notation" or "--notation=numeric" names, else NULL. */
static const struct option *find_option(const char *argument) {
    size_t length = strcspn(argument, "=");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (strlen(option_list[i].name) == length &&
            strncmp(option_list[i].name, argument, length) == 0)
            return &option_list[i];
    }
    return NULL;
}

static int read_notation(struct options *options, const char *text) {
    static const char *const names[] = {[FINAIS_ALGEBRAIC] = "algebraic",
                                        [FINAIS_NUMERIC] = "numeric",
                                        [FINAIS_NUMERIC_A1] = "numeric-a1"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(text, names[i]) == 0) {
            options->notation = (finais_notation)i;
            return EXIT_FINE;
        }
    }
    return report(EXIT_INPUT,
                  "unknown notation '%s': choose algebraic, numeric or numeric-a1; "
                  "see finais --help",
                  text);
}

static int take_option(struct options *options, const struct option *option, const char *value) {
    options->given |= option->flag;
    if (option->flag == OPTION_TABLES)
        options->tables[options->tables_count++] = value;
    if (option->flag == OPTION_RULES)
        options->rules = value;
    if (option->flag == OPTION_CLOCK)
        options->clock = value;
    if (option->flag == OPTION_GAME_TYPE)
        options->game_type = value;
    if (option->flag == OPTION_NOTATION)
        return read_notation(options, value);
    if (option->flag == OPTION_PIECES)
        options->pieces = value;
    if (option->flag == OPTION_SECONDS)
        options->seconds = value;
    if (option->flag == OPTION_THREADS)
        options->threads = value;
    if (option->flag == OPTION_SEED)
        options->seed = value;
    if (option->flag == OPTION_TREE)
        options->tree = value;
    return EXIT_FINE;
}

static void take_argument(struct options *options, const char *argument) {
    if (options->command == NULL)
        options->command = argument;
    else
        options->arguments[options->argument_count++] = argument;
}

/* Reads the option at argv[*at] and its value, which may be the argument after it. */
static int read_option(struct options *options, int argc, char **argv, int *at) {
    const char *argument = argv[*at];
    const struct option *option = find_option(argument);
    if (option == NULL)
        return report(EXIT_INPUT, "unknown option '%s'; see finais --help", argument);
    const char *value = strchr(argument, '=');
    if (!option->has_value && value != NULL)
        return report(EXIT_INPUT, "option %s takes no value; see finais --help", option->name);
    if (option->has_value && value == NULL && *at + 1 == argc)
        return report(EXIT_INPUT, "option %s needs a value; see finais --help", option->name);
    if (value != NULL)
        value++;
    else if (option->has_value)
        value = argv[++*at];
    if (option->has_value && *value == '\0')
        return report(EXIT_INPUT, "the value of option %s is empty; see finais --help",
                      option->name);
    return take_option(options, option, value);
}

int options_read(struct options *options, int argc, char **argv) {
    *options = (struct options){.notation = FINAIS_ALGEBRAIC};
    options->tables = malloc((size_t)argc * sizeof *options->tables + 1);
    options->arguments = malloc((size_t)argc * sizeof *options->arguments + 1);
    if (options->tables == NULL || options->arguments == NULL)
        return report(EXIT_MEMORY, "not enough memory to read the command line");
    bool only_arguments = false;
    for (int i = 1; i < argc; i++) {
        if (only_arguments || argv[i][0] != '-' || argv[i][1] == '\0') {
            take_argument(options, argv[i]);
        } else if (strcmp(argv[i], "--") == 0) {
            only_arguments = true;
        } else {
            int code = read_option(options, argc, argv, &i);
            if (code != EXIT_FINE)
                return code;
        }
    }
    return EXIT_FINE;
}

void options_free(struct options *options) {
    free(options->tables);
    free(options->arguments);
}
