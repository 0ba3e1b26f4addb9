/* tsv.h - reading the files of tests/data: a headline, then rows of columns separated by tabs. */
#ifndef TESTS_TSV_H
#define TESTS_TSV_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { TSV_COLUMNS_MAX = 24, TSV_LINE_MAX = 8192 };

struct tsv {
    FILE *file;
    unsigned line; /* number of the current row in the file, the headline is 1 */
    unsigned count;
    const char *fields[TSV_COLUMNS_MAX];
    char text[TSV_LINE_MAX];
};

/* Goes to the next row; false at the end of the file. */
static inline bool tsv_next(struct tsv *tsv) {
    if (tsv->file == NULL || fgets(tsv->text, sizeof tsv->text, tsv->file) == NULL)
        return false;
    tsv->line++;
    tsv->text[strcspn(tsv->text, "\r\n")] = '\0';
    char *rest = tsv->text;
    for (tsv->count = 0; rest != NULL && tsv->count < TSV_COLUMNS_MAX; tsv->count++) {
        tsv->fields[tsv->count] = rest;
        rest = strchr(rest, '\t');
        if (rest != NULL)
            *rest++ = '\0';
    }
    return true;
}

/* Opens a file and passes the headline. False when it cannot be read. */
static inline bool tsv_open(struct tsv *tsv, const char *path) {
    tsv->file = fopen(path, "r");
    tsv->line = 0;
    return tsv_next(tsv);
}

static inline void tsv_close(struct tsv *tsv) {
    if (tsv->file != NULL)
        fclose(tsv->file);
}

#endif
