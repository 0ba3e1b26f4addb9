#include "free_bits.h"
#include <endian.h>
#include <stdbool.h>
#include <string.h>

/* Strings of so many bytes are worth a copy: any, and one from where the last came from. */
enum { SHORTEST = 3, SHORTEST_AGAIN = 2, WORD = 8, LONG = 96 };

struct filler {
    const uint8_t *bytes;
    const uint8_t *told;
    uint8_t *filled;
    size_t size;
    size_t window;
    size_t unit_bytes;
};

static uint64_t word_at(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

/* Bytes that agree with what is told, of those that `word` proposes for place `at`, up to 8. */
static size_t agreeing(const struct filler *filler, uint64_t word, size_t at) {
    size_t left = filler->size - at;
    uint64_t told = word_at(filler->told + at);
    if (left < WORD)
        told &= (UINT64_C(1) << 8 * left) - 1;
    uint64_t wrong = (word ^ word_at(filler->bytes + at)) & told;
    return wrong == 0 ? WORD : (size_t)__builtin_ctzll(wrong) / 8;
}

/* Length of the string that can be copied to `at` from `back` bytes before it; like zstd's it may
 * run into itself. */
static size_t string_length(const struct filler *filler, size_t at, size_t back) {
    const uint8_t *from = filler->filled + at - back;
    size_t left = filler->size - at;
    size_t length = 0;
    while (length < left && length + WORD <= back) {
        size_t more = agreeing(filler, word_at(from + length), at + length);
        length += more;
        if (more < WORD)
            return length < left ? length : left;
    }
    for (; length < left; length++)
        if (((from[length % back] ^ filler->bytes[at + length]) & filler->told[at + length]) != 0)
            break;
    return length < left ? length : left;
}

struct string {
    size_t back;
    size_t length;
};

/* Takes a string that is longer than the best so far. Most are not, which one look at where they
 * would have to go on tells. */
static void consider(const struct filler *filler, size_t at, size_t back, struct string *best) {
    size_t end = best->length + 1;
    if (end > WORD && end <= back && at + end <= filler->size &&
        agreeing(filler, word_at(filler->filled + at - back + end - WORD), at + end - WORD) < WORD)
        return;
    size_t length = string_length(filler, at, back);
    if (length > best->length)
        *best = (struct string){back, length};
}

/* The longest string, the nearest of several; one from as far back as the last counts for
 * SHORTEST_AGAIN bytes more, as zstd tells it in fewer bits. One of LONG bytes ends the search. */
static struct string longest_string(const struct filler *filler, size_t at, size_t last_back) {
    struct string best = {0, SHORTEST - 1};
    size_t again = last_back == 0 ? 0 : string_length(filler, at, last_back);
    if (again >= SHORTEST_AGAIN)
        best = (struct string){last_back, again + SHORTEST_AGAIN};
    size_t farthest = at < filler->window ? at : filler->window;
    for (size_t back = 1; back < WORD && back <= farthest; back++)
        consider(filler, at, back, &best);
    for (size_t back = WORD; back <= farthest && best.length < LONG; back++) {
        size_t length = agreeing(filler, word_at(filler->filled + at - back), at);
        if (length == WORD)
            consider(filler, at, back, &best);
        else if (length > best.length)
            best = (struct string){back, length};
    }
    if (best.back == last_back && last_back != 0)
        best.length = again;
    if (best.length > filler->size - at)
        best.length = filler->size - at;
    return best;
}

/* A byte of which no string gives the free bits. */
static uint8_t lone_byte(const struct filler *filler, size_t at) {
    unsigned told = filler->told[at];
    size_t unit = filler->unit_bytes;
    if (unit > 0) {
        unsigned before = at >= unit ? filler->filled[at - unit] : 0;
        return (uint8_t)((filler->bytes[at] & told) | (before & ~told));
    }
    unsigned bit = at > 0 ? filler->filled[at - 1] >> 7u : 0;
    unsigned byte = 0;
    for (unsigned i = 0; i < 8; i++) {
        if ((told >> i & 1u) != 0)
            bit = filler->bytes[at] >> i & 1u;
        byte |= bit << i;
    }
    return (uint8_t)byte;
}

void fill_free_bits(const uint8_t *bytes, const uint8_t *told, size_t size, size_t unit_bytes,
                    size_t window, uint8_t *filled) {
    struct filler filler = {bytes, told, filled, size, window, unit_bytes};
    size_t last_back = 0;
    for (size_t at = 0; at < size;) {
        struct string string = longest_string(&filler, at, last_back);
        if (string.back == 0) {
            filled[at] = lone_byte(&filler, at);
            at++;
            continue;
        }
        for (size_t i = 0; i < string.length; i++)
            filled[at + i] = filled[at + i - string.back];
        at += string.length;
        last_back = string.back;
    }
}
