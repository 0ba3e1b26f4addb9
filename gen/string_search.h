/* string_search.h - strings that occurred before and agree with what is told of a block.
 *
 * Of a block's bytes some bits are told, the others free. A string that is copied to a place from
 * some bytes back has to agree in the bits that are told there. Like zstd's it may run into itself.
 */
#ifndef GEN_STRING_SEARCH_H
#define GEN_STRING_SEARCH_H

#include "string_scan.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of room, of any content, that the content so far needs before and behind it. The arrays of
 * what is told need a word behind them. */
enum { STRING_SLACK = STRING_SCAN_SLACK };

struct string_search {
    const uint8_t *bytes; /* of the block */
    const uint8_t *told;  /* 1s where bits are told */
    uint8_t *content;     /* bytes that were chosen, up to the place that is asked for; those
                             behind it are written to */
    size_t size;          /* of the block */
    string_scan *scan;
};

/* How long a string can be copied to `at` from `back` bytes before it; `back` from 1 to `at`. */
size_t string_length(const struct string_search *search, size_t at, size_t back);

/* A search for strings to copy to `at`, each longer than the one before. Of as long ones that with
 * the smallest distance is found. */
struct string_hunt {
    const struct string_search *search;
    size_t at;
    size_t last;   /* farthest distance, `at` at most */
    size_t back;   /* of the string found, 0 at the beginning */
    size_t length; /* of the string found; at the beginning strings have to be longer than it */
    /* Where strings disagreed, the latest first: what disagrees with one string is likely to
     * disagree with the next. */
    struct string_looks looks;
};

/* The next longer string. False when there is none. */
bool string_hunt_next(struct string_hunt *hunt);

#endif
