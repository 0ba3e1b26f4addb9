#include "string_search.h"
#include <endian.h>
#include <stdbool.h>
#include <string.h>

enum { WORD = 8 };

static uint64_t word_at(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

/* How many of the content's bytes from `at` on agree with what is told, up to 8. */
static size_t agreeing(const struct string_search *search, size_t at, const uint8_t *content) {
    uint64_t wrong = (word_at(content) ^ word_at(search->bytes + at)) & word_at(search->told + at);
    return wrong == 0 ? WORD : (size_t)__builtin_ctzll(wrong) / 8;
}

/* Repeats the last `back` bytes, fewer than a word, over two words behind them. A multiple of
 * `back` from which whole words can be copied on. */
static size_t repeat_few(uint8_t *here, size_t back) {
    size_t words_back = back;
    for (size_t i = 0; i < 2 * (size_t)WORD; i++)
        here[i] = (here - back)[i];
    while (words_back < WORD)
        words_back += back;
    return words_back;
}

size_t string_length(const struct string_search *search, size_t at, size_t back) {
    uint8_t *here = search->content + at;
    size_t left = search->size - at;
    size_t written = back < WORD ? 2 * (size_t)WORD : 0; /* bytes of the string */
    if (back < WORD)
        back = repeat_few(here, back);
    for (size_t length = 0; length < left;) {
        const uint8_t *from = length < written ? here + length : here - back + length;
        if (length >= written && length + WORD > back) {
            /* To go on, a string that runs into itself has to be there. */
            if (written == 0)
                memcpy(here, here - back, length);
            memcpy(here + length, from, WORD);
            written = length + WORD;
        }
        size_t more = agreeing(search, at + length, from);
        length += more;
        if (more < WORD)
            return length < left ? length : left;
    }
    return left;
}

/* ---- The hunt ---------------------------------------------------------------------------------
 */

static void look_there(struct string_hunt *hunt, size_t offset) {
    struct string_looks *looks = &hunt->looks;
    for (unsigned i = STRING_LOOKS; i-- > 1;) {
        looks->offsets[i] = looks->offsets[i - 1];
        looks->bytes[i] = looks->bytes[i - 1];
        looks->told[i] = looks->told[i - 1];
    }
    looks->offsets[0] = offset;
    looks->bytes[0] = hunt->search->bytes[hunt->at + offset];
    looks->told[0] = hunt->search->told[hunt->at + offset];
}

/* Whether a string that runs into itself, `offset` being below `back`, disagrees there or where the
 * longest so far did. */
static bool is_no_longer(const struct string_hunt *hunt, size_t back, size_t offset) {
    const struct string_search *search = hunt->search;
    const uint8_t *from = search->content + hunt->at - back;
    size_t here = hunt->at + offset;
    if (((from[offset] ^ search->bytes[here]) & search->told[here]) != 0)
        return true;
    size_t end = hunt->at + hunt->length;
    uint8_t there = from[(uint32_t)hunt->length % (uint32_t)back];
    return ((there ^ search->bytes[end]) & search->told[end]) != 0;
}

/* The next distance from `back` on that is worth a closer look. */
static size_t next_promising(const struct string_hunt *hunt, size_t back) {
    size_t overlapping = hunt->length < hunt->last ? hunt->length : hunt->last;
    while (back <= overlapping && is_no_longer(hunt, back, hunt->looks.offsets[0]))
        back++;
    if (back <= overlapping)
        return back;
    return hunt->search->scan(&hunt->looks, hunt->search->content + hunt->at, back, hunt->last);
}

bool string_hunt_next(struct string_hunt *hunt) {
    const struct string_search *search = hunt->search;
    if (hunt->at + hunt->length >= search->size)
        return false;
    for (size_t back = hunt->back + 1;; back++) {
        back = next_promising(hunt, back);
        if (back > hunt->last)
            return false;
        size_t length = string_length(search, hunt->at, back);
        if (length < back && hunt->at + length < search->size)
            look_there(hunt, length);
        if (length > hunt->length) {
            hunt->back = back;
            hunt->length = length;
            return true;
        }
    }
}
