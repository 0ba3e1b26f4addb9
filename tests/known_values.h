/* known_values.h - positions with the answers of an intact set of tables, to compare with those of
 * a damaged one. By the public interface alone, so that it holds for any form of the files.
 *
 *     known_values_make(&known, intact_context, "KKvM", KNOWN_ALL);
 *     struct comparison comparison = {0};
 *     known_values_compare(&known, damaged_context, FINAIS_WANT_DTW, 0, 1, &comparison);
 *     ... comparison.wrong is 0 ...
 *     known_values_free(&known);
 */
#ifndef TESTS_KNOWN_VALUES_H
#define TESTS_KNOWN_VALUES_H

#include "finais.h"

struct known_values {
    finais_position *positions;
    finais_result *results; /* with every distance that the intact set tells */
    size_t count;
};

enum { KNOWN_ALL = 0 };

/* All positions of a signature, both sides to move, or `sample` of them drawn at random, the same
 * in every run. `context` is of the intact set. False when memory or an answer is missing. */
bool known_values_make(struct known_values *known, finais_context *context, const finais *handle,
                       const char *signature, size_t sample);

/* The positions alone, without answers. */
bool known_values_list(struct known_values *known, const finais *handle, const char *signature,
                       size_t sample);

void known_values_free(struct known_values *known);

/* What comparing gave: how many answers of each kind. */
struct comparison {
    unsigned long right;
    unsigned long wrong;
    unsigned long corrupt;
    unsigned long other; /* of any other status */
    finais_error error;  /* of the last answer that was none */
};

/* Asks for positions number `first`, `first` + `step` and on, and adds to the counts. `flags` are
 * those of finais_probe(); only what they ask for is compared. */
void known_values_compare(const struct known_values *known, finais_context *context, unsigned flags,
                          size_t first, size_t step, struct comparison *comparison);

/* The flags that make the table of a name such as "brazilian/KKvM.dtw" be read. */
unsigned known_values_flags(const char *table);

/* The signature in such a name, in `signature` of FINAIS_TABLE_NAME_SIZE. */
void known_values_signature(const char *table, char *signature);

#endif
