#include "draw_options.h"
#include "report.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULES_FILE_MAX = 65536 };

static int read_rules_file(const char *path, finais_draw_rules **rules) {
    FILE *file = fopen(path, "rb");
    if (file == NULL && errno == ENOENT)
        return report(
            EXIT_INPUT,
            "'%s' is neither a file nor one of the draw rules fmjd64, lidraughts, moves40, "
            "cbd20, repetition and none; see finais adjudicate --help",
            path);
    if (file == NULL)
        return report(EXIT_IO, "cannot open %s: %s", path, strerror(errno));
    char *text = malloc(RULES_FILE_MAX + 1);
    size_t length = text != NULL ? fread(text, 1, RULES_FILE_MAX + 1, file) : 0;
    int code = EXIT_FINE;
    finais_error error;
    if (text == NULL)
        code = report(EXIT_MEMORY, "not enough memory for %s", path);
    else if (ferror(file) != 0)
        code = report(EXIT_IO, "cannot read %s: %s", path, strerror(errno));
    else if (length > RULES_FILE_MAX)
        code = report(EXIT_INPUT, "%s is too long for draw rules", path);
    else if (finais_draw_rules_read(rules, text, length, &error) != FINAIS_OK)
        code = report(exit_code_of(error.status), "%s: %s", path, error_text(&error));
    free(text);
    fclose(file);
    return code;
}

int draw_options_rules(const struct options *options, finais_draw_rules **rules) {
    const char *name = options->rules != NULL ? options->rules : "fmjd64";
    finais_error error;
    finais_status status = finais_draw_rules_named(rules, name, &error);
    if (status == FINAIS_BAD_TEXT)
        return read_rules_file(name, rules);
    return status == FINAIS_OK ? EXIT_FINE : report_error(&error);
}

static int set_counter(finais_clock *clock, const char *name, const char *number) {
    enum { COUNT_MAX = 9999 };
    finais_error error;
    char *end = NULL;
    unsigned long count = strtoul(number, &end, 10);
    if (number[0] < '0' || number[0] > '9' || *end != '\0' || count > COUNT_MAX)
        return report(EXIT_INPUT,
                      "--clock: '%s' is no number from 0 to %d; see finais adjudicate --help",
                      number, (int)COUNT_MAX);
    return finais_clock_set(clock, name, (unsigned)count, &error) == FINAIS_OK
               ? EXIT_FINE
               : report_error(&error);
}

/* Whether a part of --clock, which ends in a zero as all before it, gives a count that an earlier
 * one gave. One without a name gives all. */
static bool is_given_before(const char *text, const char *part, const char *name) {
    if (name == NULL)
        return part != text;
    for (const char *before = text; before < part; before += strlen(before) + 1)
        if (strcmp(before, name) == 0)
            return true;
    return false;
}

int draw_options_clock(const struct options *options, finais_clock *clock) {
    if (options->clock == NULL)
        return EXIT_FINE;
    char *text = strdup(options->clock);
    if (text == NULL)
        return report(EXIT_MEMORY, "not enough memory to read the command line");
    int code = EXIT_FINE;
    char *rest = text;
    for (char *part; code == EXIT_FINE && (part = strsep(&rest, ",")) != NULL;) {
        char *number = strchr(part, '=');
        if (number != NULL)
            *number++ = '\0';
        const char *name = number != NULL ? part : NULL;
        if (is_given_before(text, part, name))
            code = report(EXIT_INPUT,
                          "--clock: '%s' gives a count twice; all of them first, then single ones",
                          options->clock);
        else
            code = set_counter(clock, name, number != NULL ? number : part);
    }
    free(text);
    return code;
}

const char *resets_text(unsigned resets, char *text) {
    static const struct {
        unsigned flag;
        const char *words;
    } kinds[] = {{FINAIS_RESET_CAPTURE, "a capture"},
                 {FINAIS_RESET_CAPTURE_IN, "a capture from more pieces"},
                 {FINAIS_RESET_PROMOTION, "a promotion"},
                 {FINAIS_RESET_FIRST_KING, "a promotion to a first king"},
                 {FINAIS_RESET_MAN, "a move of a man"}};
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if ((resets & kinds[i].flag) != 0)
            length += (size_t)snprintf(text + length, RESETS_TEXT_SIZE - length, "%s%s",
                                       length > 0 ? " or " : "", kinds[i].words);
    return text;
}
