/* Counts checks, and reads the data files row by row. */
#include "test_reference.h"

#include <stdio.h>
#include <string.h>

void check(test_run *run, bool passed, const char *file, const char *name, const char *outcome) {
    if (passed) {
        run->passed++;
        return;
    }
    run->failed++;
    printf("FAILED %s (%s): %s\n", file, name, outcome);
}

static void split_row(char *line, data_row *row) {
    line[strcspn(line, "\r\n")] = '\0';
    row->count = 0;
    for (char *field = line; field != NULL && row->count < MAXIMUM_FIELDS;) {
        char *tab = strchr(field, '\t');

        row->fields[row->count++] = field;
        if (tab != NULL) {
            *tab++ = '\0';
        }
        field = tab;
    }
}

bool check_file(test_run *run, const char *file, row_checker *checker) {
    char text[MAXIMUM_LINE];
    int line = 0;

    if (snprintf(text, sizeof text, "%s/%s", run->data_directory, file) >= (int)sizeof text) {
        return false;
    }
    FILE *stream = fopen(text, "r");
    if (stream == NULL) {
        printf("cannot read %s\n", text);
        return false;
    }
    while (fgets(text, sizeof text, stream) != NULL) {
        data_row row;

        split_row(text, &row);
        if (line++ > 0) {
            checker(run, file, &row);
        }
    }
    bool complete = ferror(stream) == 0 && line > 1;
    fclose(stream);
    return complete;
}
