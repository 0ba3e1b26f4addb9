#include "row_sample.h"
#include <stdlib.h>
#include <string.h>

void row_sample_init(struct row_sample *sample, size_t wanted) {
    *sample = (struct row_sample){.wanted = wanted, .highest = UINT64_MAX};
}

static void swap_rows(struct sample_row *a, struct sample_row *b) {
    struct sample_row row = *a;
    *a = *b;
    *b = row;
}

static void sift_up(struct sample_row *rows, size_t at) {
    for (; at > 0 && rows[at].lot > rows[(at - 1) / 2].lot; at = (at - 1) / 2)
        swap_rows(&rows[at], &rows[(at - 1) / 2]);
}

static void sift_down(struct sample_row *rows, size_t count) {
    for (size_t at = 0, child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && rows[child + 1].lot > rows[child].lot)
            child++;
        if (rows[at].lot >= rows[child].lot)
            return;
        swap_rows(&rows[at], &rows[child]);
    }
}

static bool make_room(struct row_sample *sample) {
    if (sample->count < sample->capacity)
        return true;
    size_t capacity = sample->capacity != 0 ? 2 * sample->capacity : 1024;
    struct sample_row *rows = realloc(sample->rows, capacity * sizeof *rows);
    if (rows == NULL)
        return false;
    sample->rows = rows;
    sample->capacity = capacity;
    return true;
}

bool row_sample_take(struct row_sample *sample, uint64_t lot, uint64_t place, const char *text,
                     size_t length) {
    if (lot > sample->highest || (sample->count == sample->wanted && lot == sample->highest))
        return true;
    char *copy = malloc(length + 1);
    if (copy == NULL || !make_room(sample)) {
        free(copy);
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    struct sample_row row = {lot, place, copy};
    if (sample->count < sample->wanted) {
        sample->rows[sample->count] = row;
        sift_up(sample->rows, sample->count++);
    } else {
        free(sample->rows[0].text);
        sample->rows[0] = row;
        sift_down(sample->rows, sample->count);
    }
    if (sample->count == sample->wanted) {
#pragma omp atomic write
        sample->highest = sample->rows[0].lot;
    }
    return true;
}

static int compare_places(const void *a, const void *b) {
    uint64_t first = ((const struct sample_row *)a)->place;
    uint64_t second = ((const struct sample_row *)b)->place;
    return first < second ? -1 : first > second;
}

void row_sample_write(struct row_sample *sample, FILE *stream) {
    if (sample->count > 0)
        qsort(sample->rows, sample->count, sizeof *sample->rows, compare_places);
    for (size_t i = 0; i < sample->count; i++)
        fputs(sample->rows[i].text, stream);
}

void row_sample_free(struct row_sample *sample) {
    for (size_t i = 0; i < sample->count; i++)
        free(sample->rows[i].text);
    free(sample->rows);
    *sample = (struct row_sample){0};
}
