/* free_bits.c - the cheapest way through a block.
 *
 * A place of a block is reached by a byte or by a string from an earlier place, at a price. For
 * each place, first to last, the cheapest way to it is known when its turn comes; from there a byte
 * and all strings lead on. What a string copies depends on the free bits chosen on the way to it,
 * so the content that it is looked for in is that of the cheapest way to the place at hand.
 */
#include "free_bits.h"
#include "string_prices.h"
#include "string_search.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A string so long is taken without looking at the places in it. */
enum { LONG = 192 };

/* Strings are not looked for where the way to a place behind is cheaper, as that place can be gone
 * on from as well; in a hasty pass where it costs no more than so much. */
enum { HASTE = 4 * PRICE_BIT };

/* The last three distances in use, which are told in few bits (RFC 8878, 3.1.1.5). */
enum { RECENT = 3 };
static const uint32_t recent_at_start[RECENT] = {1, 4, 8};

/* A place, and the last step of the cheapest way to it. */
struct place {
    uint32_t from;   /* where the step began */
    uint32_t back;   /* distance of its string, 0 for a byte */
    uint32_t single; /* bytes told one by one just before the place */
    uint32_t recent[RECENT];
};

#define UNREACHED UINT32_MAX

/* What the first place costs. A step may cost less than nothing, as the bytes told one by one
 * become more and their number cheaper to tell; but no way as much less as this. */
enum { START_COST = 256 * PRICE_BIT };

struct free_bits {
    struct place *places; /* one more than there are bytes */
    uint32_t *costs;      /* of the cheapest way to each; UNREACHED before there is one */
    uint32_t *steps;      /* room for a way, last step first */
    uint8_t *content;     /* of the way to `reached`, behind STRING_SLACK bytes */
    uint8_t *singles;     /* what each byte would be if told alone */
    size_t reached;
    struct string_search search;
    struct string_counts counts;
    struct string_prices prices;
};

struct free_bits *free_bits_new(size_t most) {
    struct free_bits *filler = calloc(1, sizeof *filler);
    if (filler == NULL)
        return NULL;
    filler->places = malloc((most + 1) * sizeof *filler->places);
    filler->costs = malloc((most + 1) * sizeof *filler->costs);
    filler->steps = malloc((most + 1) * sizeof *filler->steps);
    filler->content = calloc(most + 2 * (size_t)STRING_SLACK, 1);
    filler->singles = malloc(most + 1);
    if (filler->places != NULL && filler->costs != NULL && filler->steps != NULL &&
        filler->content != NULL && filler->singles != NULL)
        return filler;
    free_bits_free(filler);
    return NULL;
}

void free_bits_free(struct free_bits *filler) {
    if (filler == NULL)
        return;
    free(filler->places);
    free(filler->costs);
    free(filler->steps);
    free(filler->content);
    free(filler->singles);
    free(filler);
}

/* ---- The content of a way -----------------------------------------------------------------------
 */

static void copy_step(struct free_bits *filler, uint32_t end) {
    const struct place *place = &filler->places[end];
    uint8_t *content = filler->content + STRING_SLACK;
    if (place->back == 0)
        content[place->from] = filler->singles[place->from];
    else
        for (uint32_t i = place->from; i < end; i++)
            content[i] = content[i - place->back];
}

/* Makes the content that of the cheapest way to a place. What both ways have in common stands. */
static void reach(struct free_bits *filler, uint32_t at) {
    size_t steps = 0;
    uint32_t common = (uint32_t)filler->reached;
    for (uint32_t end = at; end != common;)
        if (end > common) {
            filler->steps[steps++] = end;
            end = filler->places[end].from;
        } else {
            common = filler->places[common].from;
        }
    while (steps > 0)
        copy_step(filler, filler->steps[--steps]);
    filler->reached = at;
}

/* ---- Steps ------------------------------------------------------------------------------------
 */

/* What zstd tells for a distance: 1 to 3 for a recent one, else 3 more than it is. Right behind
 * another string the last distance cannot come again, and what tells of it means one byte less. */
static uint32_t distance_told(const struct place *place, uint32_t back) {
    const uint32_t *recent = place->recent;
    if (place->single > 0) {
        for (uint32_t i = 0; i < RECENT; i++)
            if (back == recent[i])
                return i + 1;
    } else if (back == recent[1] || back == recent[2]) {
        return back == recent[1] ? 1 : 2;
    } else if (back + 1 == recent[0]) {
        return 3;
    }
    return back + 3;
}

static void use_distance(const uint32_t before[RECENT], uint32_t back, uint32_t after[RECENT]) {
    unsigned keep = back == before[0] ? 0 : back == before[1] ? 1 : 2;
    after[0] = back;
    after[1] = keep == 0 ? before[1] : before[0];
    after[2] = keep <= 1 ? before[2] : before[1];
}

static void step_by_byte(struct free_bits *filler, uint32_t at) {
    const struct place *here = &filler->places[at];
    struct place *next = &filler->places[at + 1];
    const struct string_prices *prices = &filler->prices;
    uint32_t cost = filler->costs[at] + prices->bytes[filler->singles[at]] +
                    prices->runs[run_code(here->single + 1)] - prices->runs[run_code(here->single)];
    if (cost >= filler->costs[at + 1])
        return;
    *next = *here;
    filler->costs[at + 1] = cost;
    next->from = at;
    next->back = 0;
    next->single = here->single + 1;
}

/* Strings of one distance, of all lengths from `shortest` to `longest`. */
static void step_by_strings(struct free_bits *filler, uint32_t at, uint32_t back, size_t shortest,
                            size_t longest) {
    const struct place *here = &filler->places[at];
    const struct string_prices *prices = &filler->prices;
    uint32_t told = distance_told(here, back);
    uint32_t base = filler->costs[at] + prices->distances[distance_code(told)] + prices->runs[0];
    for (size_t length = shortest; length <= longest; length++) {
        struct place *next = &filler->places[at + length];
        uint32_t cost = base + prices->lengths[length_code((uint32_t)length)];
        if (cost >= filler->costs[at + length])
            continue;
        filler->costs[at + length] = cost;
        next->from = at;
        next->back = back;
        next->single = 0;
        use_distance(here->recent, back, next->recent);
    }
}

/* Recent distances, which are the cheapest. The longest string of one of them. */
static size_t step_by_recent(struct free_bits *filler, uint32_t at) {
    uint32_t recent[RECENT];
    size_t longest = 0;
    memcpy(recent, filler->places[at].recent, sizeof recent);
    if (filler->places[at].single == 0)
        recent[0]--;
    for (unsigned i = 0; i < RECENT; i++) {
        if (recent[i] == 0 || recent[i] > at)
            continue;
        size_t length = string_length(&filler->search, at, recent[i]);
        if (length >= STRING_SHORTEST)
            step_by_strings(filler, at, recent[i], STRING_SHORTEST, length);
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* All strings; of each length the nearest is the cheapest. The longest, or one that is LONG. */
static size_t step_by_any(struct free_bits *filler, uint32_t at, size_t window) {
    struct string_hunt hunt = {.search = &filler->search,
                               .at = at,
                               .last = at < window ? at : window,
                               .length = STRING_SHORTEST - 1};
    size_t before = hunt.length;
    while (before < LONG && string_hunt_next(&hunt)) {
        step_by_strings(filler, at, (uint32_t)hunt.back, before + 1, hunt.length);
        before = hunt.length;
    }
    return before;
}

/* Whether the way to some place behind costs less than `cost`. */
static bool is_overtaken(const struct free_bits *filler, size_t at, uint32_t cost) {
    size_t last = at + LONG < filler->search.size ? at + LONG : filler->search.size;
    uint32_t least = UNREACHED;
    for (size_t i = at + 1; i <= last; i++)
        least = filler->costs[i] < least ? filler->costs[i] : least;
    return least < cost;
}

/* All steps from a place. How far the next place to look at is. */
static size_t step(struct free_bits *filler, uint32_t at, size_t window, uint32_t haste) {
    uint32_t cost = filler->costs[at];
    if (cost == UNREACHED)
        return 1;
    if (is_overtaken(filler, at, cost + haste)) {
        step_by_byte(filler, at);
        return 1;
    }
    reach(filler, at);
    step_by_byte(filler, at);
    size_t longest = step_by_recent(filler, at);
    if (longest < LONG)
        longest = step_by_any(filler, at, window);
    return longest < LONG ? 1 : longest;
}

static void find_way(struct free_bits *filler, size_t window, uint32_t haste) {
    size_t size = filler->search.size;
    for (size_t at = 0; at <= size; at++)
        filler->costs[at] = UNREACHED;
    filler->costs[0] = START_COST;
    filler->places[0] = (struct place){.from = 0};
    memcpy(filler->places[0].recent, recent_at_start, sizeof recent_at_start);
    filler->reached = 0;
    for (size_t at = 0; at < size;)
        at += step(filler, (uint32_t)at, window, haste);
    reach(filler, (uint32_t)size);
}

/* ---- Prices -----------------------------------------------------------------------------------
 */

/* Told alone, a byte is the cheapest that agrees. */
static void choose_singles(struct free_bits *filler) {
    for (size_t at = 0; at < filler->search.size; at++) {
        unsigned i = 0;
        while (((filler->prices.cheapest[i] ^ filler->search.bytes[at]) &
                filler->search.told[at]) != 0)
            i++;
        filler->singles[at] = filler->prices.cheapest[i];
    }
}

static void count_way(struct free_bits *filler) {
    struct string_counts *counts = &filler->counts;
    memset(counts, 0, sizeof *counts);
    for (uint32_t end = (uint32_t)filler->search.size; end > 0;) {
        const struct place *place = &filler->places[end];
        const struct place *from = &filler->places[place->from];
        if (place->back == 0) {
            counts->bytes[filler->singles[place->from]]++;
        } else {
            counts->runs[run_code(from->single)]++;
            counts->lengths[length_code(end - place->from)]++;
            counts->distances[distance_code(distance_told(from, place->back))]++;
        }
        end = place->from;
    }
}

/* Counts to begin with: bytes as if free bits repeated the bit before them, which makes many of
 * them alike. */
static void guess_counts(struct free_bits *filler) {
    const struct string_search *search = &filler->search;
    unsigned bit = 0;
    string_counts_guess(&filler->counts);
    for (size_t at = 0; at < search->size; at++) {
        unsigned byte = 0;
        for (unsigned i = 0; i < 8; i++) {
            if ((search->told[at] >> i & 1u) != 0)
                bit = search->bytes[at] >> i & 1u;
            byte |= bit << i;
        }
        filler->counts.bytes[byte] += search->told[at] != 0;
    }
}

static void make_pass(struct free_bits *filler, size_t window, uint32_t haste) {
    string_prices_make(&filler->prices, &filler->counts);
    choose_singles(filler);
    find_way(filler, window, haste);
    count_way(filler);
}

void free_bits_fill(struct free_bits *filler, const struct free_bits_effort *effort,
                    const uint8_t *bytes, const uint8_t *told, size_t size, uint8_t *filled) {
    filler->search = (struct string_search){bytes, told, filler->content + STRING_SLACK, size,
                                            string_scan_number(0)};
    guess_counts(filler);
    for (unsigned i = 0; i < effort->hasty_passes; i++)
        make_pass(filler, effort->window, HASTE);
    for (unsigned i = 0; i < effort->thorough_passes; i++)
        make_pass(filler, effort->window, 0);
    memcpy(filled, filler->content + STRING_SLACK, size);
}

size_t free_bits_strings(const struct free_bits *filler, struct told_string *strings) {
    const struct place *places = filler->places;
    size_t count = 0;
    uint32_t end = (uint32_t)filler->search.size;
    strings[count++] = (struct told_string){.singles = places[end].single};
    end -= places[end].single;
    while (end > 0) {
        uint32_t from = places[end].from;
        strings[count++] = (struct told_string){places[from].single, end - from, places[end].back};
        end = from - places[from].single;
    }
    for (size_t i = 0; i < count / 2; i++) {
        struct told_string last = strings[count - 1 - i];
        strings[count - 1 - i] = strings[i];
        strings[i] = last;
    }
    return count;
}
