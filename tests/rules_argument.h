/* rules_argument.h - the draw rules that an argument of a test program names: built-in ones, or a
 * file of docs/adjudication.md's form. */
#ifndef TESTS_RULES_ARGUMENT_H
#define TESTS_RULES_ARGUMENT_H

#include "draw_text.h"
#include <stdio.h>

/* False when it is neither. */
static inline bool rules_of_argument(const char *argument, struct draw_rules *rules) {
    char text[4096];
    struct draw_text_error error;
    if (draw_rules_named(argument, rules))
        return true;
    FILE *file = fopen(argument, "rb");
    if (file == NULL)
        return false;
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    return length < sizeof text && draw_rules_read(text, length, rules, &error);
}

#endif
