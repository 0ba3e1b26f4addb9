/* row_sample.h - a uniform random sample of rows that come one after the other, in their order.
 *
 * Each row has a number at random that depends on a seed and the row alone; the rows with the
 * lowest numbers are kept. So the sample does not depend on how the rows are shared out among
 * threads.
 */
#ifndef GEN_ROW_SAMPLE_H
#define GEN_ROW_SAMPLE_H

#include "text_buffer.h"
#include <stdint.h>

struct sample_row {
    uint64_t lot;   /* the number at random */
    uint64_t place; /* among all rows that come */
    char *text;     /* with its line end */
};

struct row_sample {
    struct sample_row *rows; /* a heap, the highest lot first */
    size_t count;
    size_t capacity;
    size_t wanted;
    uint64_t highest; /* lot that can still get in */
};

static inline uint64_t mix_lot(uint64_t number) {
    number += UINT64_C(0x9e3779b97f4a7c15);
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

void row_sample_init(struct row_sample *sample, size_t wanted);

/* Takes a row of `length` characters, if it gets in. False when memory is short. */
bool row_sample_take(struct row_sample *sample, uint64_t lot, uint64_t place, const char *text,
                     size_t length);

/* Writes the rows in the order in which they came. */
void row_sample_write(struct row_sample *sample, FILE *stream);

void row_sample_free(struct row_sample *sample);

#endif
