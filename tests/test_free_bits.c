/* Filling free bits: what is told stays, the result is the one that a plain search for the cheapest
 * way finds and depends on the arguments alone, and blocks of real endings compress better by it.
 */
#include "check.h"
#include "format.h"
#include "free_bits.h"
#include "moves.h"
#include "solved.h"
#include "string_prices.h"
#include "string_search.h"
#include "table_block.h"
#include "xorshift.h"
#include <stdlib.h>
#include <zstd.h>

/* ---- Random blocks ------------------------------------------------------------------------------
 */

static uint64_t random_state = 1;

static unsigned random_below(unsigned limit) {
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (unsigned)((random_state >> 33) % limit);
}

enum { BLOCK_MAX = 600, ROOM = BLOCK_MAX + FREE_BITS_SLACK };

/* One call of free_bits_fill(); the bytes behind `size` are of any content. */
struct block {
    uint8_t bytes[ROOM];
    uint8_t told[ROOM];
    size_t size;
    struct free_bits_effort effort;
};

static void fill_at_random(uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)random_below(256);
}

/* Of every 16 bits of a block that nothing is told of `told_of_16` are told, or of every 16 bytes;
 * few values of a byte make many strings occur again. */
static void make_block(struct block *block, size_t size, unsigned told_of_16, unsigned values) {
    static const size_t windows[] = {1, 5, 7, 8, 9, 40, 1000};
    bool whole_bytes = random_below(3) == 0;
    block->size = size;
    block->effort.window = windows[random_below(7)];
    block->effort.thorough_passes = random_below(3);
    block->effort.hasty_passes = random_below(2) + (block->effort.thorough_passes > 0 ? 0 : 1);
    fill_at_random(block->bytes, ROOM);
    fill_at_random(block->told, ROOM);
    for (size_t i = 0; i < size; i++) {
        unsigned told = 0;
        for (unsigned bit = 0; bit < 8; bit++)
            told |= (random_below(16) < told_of_16 ? 1u : 0u) << bit;
        if (whole_bytes)
            told = (told & 1u) != 0 ? 0xff : 0;
        block->told[i] = (uint8_t)told;
        block->bytes[i] = (uint8_t)(random_below(values) * 0x55 & told);
    }
}

static struct free_bits *filler;

static void fill(const struct block *block, uint8_t *filled) {
    free_bits_fill(filler, &block->effort, block->bytes, block->told, block->size, filled);
}

/* ---- The plain way ------------------------------------------------------------------------------
 *
 * Every place has the whole content of the cheapest way to it, and of a string all lengths and all
 * distances are tried, byte by byte. Prices are those of string_prices.h. */

/* The first place costs something, as a step may cost less than nothing. */
enum { LONG = 192, HASTE = 4 * PRICE_BIT, START = 1 << 20 };

struct plain_place {
    uint32_t price;
    uint8_t content[BLOCK_MAX];
    size_t single;
    uint32_t recent[3];
    struct string_counts counts; /* of the steps of the way */
};

static struct plain_place plain_places[BLOCK_MAX + 1];

/* How many bytes from `at` on can be those that stand `back` bytes before them. */
static size_t plain_length(const struct block *block, const uint8_t *content, size_t at,
                           size_t back) {
    uint8_t repeated[BLOCK_MAX];
    memcpy(repeated, content, at);
    size_t end = at;
    while (end < block->size) {
        repeated[end] = repeated[end - back];
        if (((repeated[end] ^ block->bytes[end]) & block->told[end]) != 0)
            break;
        end++;
    }
    return end - at;
}

/* RFC 8878, 3.1.1.5: what is told for a distance, and what the last three are then. */
static uint32_t plain_told(const struct plain_place *here, uint32_t back, uint32_t recent[3]) {
    uint32_t list[3];
    memcpy(list, here->recent, sizeof list);
    if (here->single == 0) {
        list[0] = here->recent[1];
        list[1] = here->recent[2];
        list[2] = here->recent[0] - 1;
    }
    uint32_t told = back + 3;
    for (uint32_t i = 3; i-- > 0;)
        if (list[i] == back)
            told = i + 1;
    const uint32_t *old = here->recent;
    recent[0] = back;
    recent[1] = back == old[0] ? old[1] : old[0];
    recent[2] = back == old[0] || back == old[1] ? old[2] : old[1];
    return told;
}

static uint8_t plain_single(const struct block *block, const struct string_prices *prices,
                            size_t at) {
    for (unsigned i = 0; i < 256; i++)
        if (((prices->cheapest[i] ^ block->bytes[at]) & block->told[at]) == 0)
            return prices->cheapest[i];
    return 0;
}

static void plain_byte(const struct block *block, const struct string_prices *prices, size_t at) {
    const struct plain_place *here = &plain_places[at];
    struct plain_place *next = &plain_places[at + 1];
    uint8_t byte = plain_single(block, prices, at);
    uint32_t price = here->price + prices->bytes[byte] +
                     prices->runs[run_code((uint32_t)here->single + 1)] -
                     prices->runs[run_code((uint32_t)here->single)];
    if (price >= next->price)
        return;
    *next = *here;
    next->price = price;
    next->content[at] = byte;
    next->single++;
    next->counts.bytes[byte]++;
}

static void plain_string(const struct string_prices *prices, size_t at, uint32_t back,
                         size_t length) {
    const struct plain_place *here = &plain_places[at];
    struct plain_place *next = &plain_places[at + length];
    uint32_t recent[3];
    uint32_t told = plain_told(here, back, recent);
    uint32_t price = here->price + prices->distances[distance_code(told)] + prices->runs[0] +
                     prices->lengths[length_code((uint32_t)length)];
    if (price >= next->price)
        return;
    *next = *here;
    next->price = price;
    for (size_t i = at; i < at + length; i++)
        next->content[i] = next->content[i - back];
    next->single = 0;
    memcpy(next->recent, recent, sizeof recent);
    next->counts.runs[run_code((uint32_t)here->single)]++;
    next->counts.lengths[length_code((uint32_t)length)]++;
    next->counts.distances[distance_code(told)]++;
}

/* All lengths above `over` of strings of a distance. The longest. */
static size_t plain_strings(const struct block *block, const struct string_prices *prices,
                            size_t at, uint32_t back, size_t over) {
    size_t longest = plain_length(block, plain_places[at].content, at, back);
    for (size_t length = over + 1; length <= longest; length++)
        plain_string(prices, at, back, length);
    return longest;
}

/* Where there is a long one among the recent distances it is taken; else the nearest of all. */
static size_t plain_all_strings(const struct block *block, const struct string_prices *prices,
                                size_t at) {
    const struct plain_place *here = &plain_places[at];
    size_t longest = 2;
    for (unsigned i = 0; i < 3; i++) {
        uint32_t back = here->recent[i] - (i == 0 && here->single == 0 ? 1 : 0);
        if (back == 0 || back > at)
            continue;
        size_t length = plain_strings(block, prices, at, back, 2);
        longest = length > longest ? length : longest;
    }
    if (longest >= LONG)
        return longest;
    longest = 2;
    for (uint32_t back = 1; back <= at && back <= block->effort.window && longest < LONG; back++) {
        size_t length = plain_strings(block, prices, at, back, longest);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static bool plain_overtaken(const struct block *block, size_t at, uint32_t haste) {
    for (size_t i = at + 1; i <= block->size && i <= at + LONG; i++)
        if (plain_places[i].price < plain_places[at].price + haste)
            return true;
    return false;
}

static void plain_pass(const struct block *block, struct string_counts *counts, uint32_t haste) {
    struct string_prices prices;
    string_prices_make(&prices, counts);
    for (size_t at = 0; at <= block->size; at++)
        plain_places[at].price = UINT32_MAX;
    plain_places[0] = (struct plain_place){.price = START, .recent = {1, 4, 8}};
    for (size_t at = 0; at < block->size;) {
        size_t length = 1;
        if (plain_places[at].price != UINT32_MAX) {
            bool overtaken = plain_overtaken(block, at, haste);
            plain_byte(block, &prices, at);
            length = overtaken ? 1 : plain_all_strings(block, &prices, at);
        }
        at += length < LONG ? 1 : length;
    }
    *counts = plain_places[block->size].counts;
}

static unsigned bit_of(const uint8_t *bytes, size_t bit) {
    return (unsigned)bytes[bit / 8] >> bit % 8 & 1u;
}

static void plain_fill(const struct block *block, uint8_t *filled) {
    struct string_counts counts;
    uint8_t repeated[BLOCK_MAX] = {0};
    string_counts_guess(&counts);
    for (size_t bit = 0; bit < 8 * block->size; bit++) {
        unsigned before = bit > 0 ? bit_of(repeated, bit - 1) : 0;
        unsigned now = bit_of(block->told, bit) != 0 ? bit_of(block->bytes, bit) : before;
        repeated[bit / 8] = (uint8_t)(repeated[bit / 8] | now << bit % 8);
    }
    for (size_t at = 0; at < block->size; at++)
        if (block->told[at] != 0)
            counts.bytes[repeated[at]]++;
    for (unsigned i = 0; i < block->effort.hasty_passes; i++)
        plain_pass(block, &counts, HASTE);
    for (unsigned i = 0; i < block->effort.thorough_passes; i++)
        plain_pass(block, &counts, 0);
    memcpy(filled, plain_places[block->size].content, block->size);
}

static void check_block(struct block *block) {
    uint8_t filled[ROOM];
    uint8_t again[ROOM];
    uint8_t plain[BLOCK_MAX];
    memset(filled, 0xa5, sizeof filled);
    fill(block, filled);
    size_t wrong = 0;
    for (size_t i = 0; i < block->size; i++)
        wrong += ((filled[i] ^ block->bytes[i]) & block->told[i]) != 0;
    CHECK_EQUAL(wrong, 0);
    for (size_t i = block->size; i < ROOM; i++)
        wrong += filled[i] != 0xa5;
    CHECK_EQUAL(wrong, 0);
    plain_fill(block, plain);
    CHECK(memcmp(filled, plain, block->size) == 0);

    /* Nothing depends on what was there before, nor on what lies behind the arrays. */
    fill_at_random(again, ROOM);
    fill_at_random(block->bytes + block->size, ROOM - block->size);
    fill_at_random(block->told + block->size, ROOM - block->size);
    /* Nor on bits of `bytes` that are free. */
    for (size_t i = 0; i < block->size; i++)
        block->bytes[i] = (uint8_t)(block->bytes[i] ^ (random_below(256) & ~block->told[i]));
    fill(block, again);
    CHECK(memcmp(filled, again, block->size) == 0);
}

/* Blocks of which the first step to a single byte costs less than nothing, as bytes told one by one
 * are frequent; once that was taken for a place that is not reached, and what came of it disagreed
 * with what is told. Found by trying blocks made from the numbers 1, 2, 3... */
static void check_first_steps(void) {
    enum { MOST = 800 };
    static const uint64_t numbers[] = {73418, 615264};
    static const struct free_bits_effort effort = {1000, 1, 1};
    uint8_t bytes[MOST + FREE_BITS_SLACK] = {0};
    uint8_t told[MOST + FREE_BITS_SLACK] = {0};
    uint8_t filled[MOST];
    struct free_bits *large = free_bits_new(MOST);
    if (!CHECK(large != NULL))
        return;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        uint64_t state = numbers[i] * UINT64_C(0x9e3779b97f4a7c15);
        xorshift_below(&state, 1);
        size_t size = 200 + xorshift_below(&state, 600);
        unsigned zeros = 40 + xorshift_below(&state, 50);
        unsigned values = 2 + xorshift_below(&state, 250);
        unsigned whole = 4 + xorshift_below(&state, 30);
        size_t wrong = 0;
        for (size_t at = 0; at < size; at++) {
            bool zero = xorshift_below(&state, 100) < zeros;
            bytes[at] = (uint8_t)(zero ? 0 : xorshift_below(&state, values));
            bool all = xorshift_below(&state, whole) != 0;
            told[at] = (uint8_t)(all ? 0xff : xorshift_below(&state, 256));
        }
        free_bits_fill(large, &effort, bytes, told, size, filled);
        for (size_t at = 0; at < size; at++)
            wrong += ((filled[at] ^ bytes[at]) & told[at]) != 0;
        CHECK_EQUAL(wrong, 0);
    }
    free_bits_free(large);
}

static void check_random_blocks(void) {
    struct block block;
    for (size_t size = 0; size <= 40; size++)
        for (unsigned told_of_16 = 0; told_of_16 <= 16; told_of_16 += 4)
            for (unsigned values = 1; values <= 3; values++) {
                make_block(&block, size, told_of_16, values);
                check_block(&block);
            }
    for (unsigned i = 0; i < 300; i++) {
        make_block(&block, 41 + random_below(BLOCK_MAX - 40), random_below(17),
                   1 + random_below(5));
        check_block(&block);
    }
}

/* ---- Worked out by hand -------------------------------------------------------------------------
 */

static void check_filled(const char *bytes, const char *told, size_t size, size_t window,
                         const char *expected) {
    struct block block = {.size = size, .effort = {window, 1, 1}};
    uint8_t filled[ROOM];
    memcpy(block.bytes, bytes, size);
    memcpy(block.told, told, size);
    fill(&block, filled);
    CHECK(memcmp(filled, expected, size) == 0);
}

static void check_known_blocks(void) {
    /* All is told. */
    check_filled("abcdef", "\377\377\377\377\377\377", 6, 100, "abcdef");
    /* Nothing is. */
    check_filled("abcdef", "\0\0\0\0\0\0", 6, 100, "\0\0\0\0\0\0");
    /* Alone, a byte is one that is used anyway. */
    check_filled("axaya\x60", "\377\377\377\377\377\x60", 6, 100, "axayaa");
    /* A string with a free byte in its middle ... */
    check_filled("abcdefgh_abc\0efgh",
                 "\377\377\377\377\377\377\377\377\377\377\377\377\0\377"
                 "\377\377\377",
                 17, 100, "abcdefgh_abcdefgh");
    /* ... and with free bits at its end. */
    check_filled("abcdefgh_abcdef\0\0",
                 "\377\377\377\377\377\377\377\377\377\377\377\377\377"
                 "\377\377\0\0",
                 17, 100, "abcdefgh_abcdefgh");
}

/* The codes of RFC 8878, at both ends of each range that tables 15 and 17 give. */
static void check_codes(void) {
    static const uint32_t run_starts[RUN_CODES] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,   9,   10,  11,   12,   13,   14,   15,    16,    18,
        20, 22, 24, 28, 32, 40, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};
    static const uint32_t length_starts[LENGTH_CODES] = {
        3,  4,  5,  6,  7,  8,  9,  10,  11,  12,  13,   14,   15,   16,   17,    18,    19,   20,
        21, 22, 23, 24, 25, 26, 27, 28,  29,  30,  31,   32,   33,   34,   35,    37,    39,   41,
        43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027, 2051, 4099, 8195, 16387, 32771, 65539};
    for (unsigned code = 0; code < RUN_CODES; code++) {
        CHECK_EQUAL(run_code(run_starts[code]), code);
        if (code > 0)
            CHECK_EQUAL(run_code(run_starts[code] - 1), code - 1);
    }
    for (unsigned code = 0; code < LENGTH_CODES; code++) {
        CHECK_EQUAL(length_code(length_starts[code]), code);
        if (code > 0)
            CHECK_EQUAL(length_code(length_starts[code] - 1), code - 1);
    }
    CHECK_EQUAL(distance_code(1), 0);
    CHECK_EQUAL(distance_code(3), 1);
    CHECK_EQUAL(distance_code(4), 2);
    CHECK_EQUAL(distance_code(1023), 9);
    CHECK_EQUAL(distance_code(1024), 10);
}

/* A price is the bits of the share that a byte or a code has, and of what is told behind it. */
static void check_prices(void) {
    struct string_counts counts = {.bytes = {[7] = 3, [9] = 1}};
    struct string_prices prices;
    counts.runs[0] = counts.lengths[0] = counts.distances[5] = 1000000;
    string_prices_make(&prices, &counts);
    CHECK_EQUAL(prices.cheapest[0], 7);
    CHECK_EQUAL(prices.cheapest[1], 9);
    CHECK_EQUAL(prices.cheapest[2], 0);
    CHECK_EQUAL(prices.cheapest[255], 255);
    /* 256 * log2(272 / 13) and 256 * log2(272), to a tenth of a bit. */
    CHECK(prices.bytes[7] > 1123 - 26 && prices.bytes[7] < 1123 + 26);
    CHECK(prices.bytes[0] > 2070 - 26 && prices.bytes[0] < 2070 + 26);
    CHECK(prices.runs[0] < 26 && prices.lengths[0] < 26);
    CHECK(prices.distances[5] >= 5 * PRICE_BIT && prices.distances[5] < 5 * PRICE_BIT + 26);
    CHECK_EQUAL(prices.runs[35] - prices.runs[1], 16 * PRICE_BIT);
    CHECK_EQUAL(prices.lengths[32] - prices.lengths[1], 1 * PRICE_BIT);
    CHECK_EQUAL(prices.lengths[52] - prices.lengths[1], 16 * PRICE_BIT);
}

/* ---- Going through distances --------------------------------------------------------------------
 */

/* The plain answer: any distance above `last` is as good as another. */
static size_t plain_scan(const struct string_looks *looks, const uint8_t *here, size_t back,
                         size_t last) {
    for (; back <= last; back++) {
        unsigned wrong = 0;
        for (unsigned i = 0; i < STRING_LOOKS; i++)
            wrong |= ((here - back)[looks->offsets[i]] ^ looks->bytes[i]) & looks->told[i];
        if (wrong == 0)
            return back;
    }
    return last + 1;
}

static void check_scan(string_scan *scan) {
    enum { BYTES = 500 };
    uint8_t content[STRING_SCAN_SLACK + BYTES];
    struct string_looks looks;
    unsigned found = 0;
    for (unsigned n = 0; n < 20000; n++) {
        for (size_t i = 0; i < sizeof content; i++)
            content[i] = (uint8_t)random_below(3);
        size_t at = 1 + random_below(BYTES - 1);
        size_t last = 1 + random_below((unsigned)at);
        size_t back = 1 + random_below((unsigned)last);
        unsigned count = random_below(STRING_LOOKS + 1);
        memset(&looks, 0, sizeof looks);
        for (unsigned i = 0; i < count; i++) {
            looks.offsets[i] = random_below((unsigned)back);
            looks.bytes[i] = (uint8_t)random_below(256);
            looks.told[i] = (uint8_t)(1u << random_below(3));
        }
        const uint8_t *here = content + STRING_SCAN_SLACK + at;
        size_t expected = plain_scan(&looks, here, back, last);
        size_t nearest = scan(&looks, here, back, last);
        CHECK(nearest == expected || (nearest > last && expected > last));
        found += expected <= last && expected > back;
    }
    CHECK(found > 1000);
}

static void check_scans(void) {
    unsigned number = 0;
    for (; string_scan_number(number) != NULL; number++)
        check_scan(string_scan_number(number));
    CHECK(number >= 1);
}

/* ---- Real endings -------------------------------------------------------------------------------
 */

static size_t compressed_size(const uint8_t *bytes, size_t size) {
    size_t bound = ZSTD_compressBound(size);
    void *room = malloc(bound);
    size_t length = room == NULL ? 0 : ZSTD_compress(room, bound, bytes, size, 19);
    free(room);
    CHECK(length > 0 && !ZSTD_isError(length));
    return length;
}

/* Bytes that blocks take with free bits that are filled, and with free bits of 0. */
struct sizes {
    size_t filled;
    size_t zero;
};

/* All values of a side to move as one block. */
static void add_ending(const struct values *values, enum side side, unsigned value_bits,
                       struct sizes *sum) {
    struct slot_layout slots;
    if (!CHECK(slot_layout_init(&slots, &values->layout)))
        return;
    size_t positions = (size_t)values->layout.positions;
    size_t size = (size_t)slots.rows * slot_lanes(&slots) * value_bits / 8;
    value *list = malloc(positions * sizeof *list);
    uint8_t *captures = malloc(positions);
    uint8_t *packed = calloc(3, size + FREE_BITS_SLACK);
    uint8_t *told = packed + size + FREE_BITS_SLACK;
    uint8_t *filled = told + size + FREE_BITS_SLACK;
    struct free_bits *room = free_bits_new(size);
    static const struct free_bits_effort effort = {4096, 1, 1};
    if (CHECK(list != NULL && captures != NULL && packed != NULL && room != NULL)) {
        for (size_t i = 0; i < positions; i++) {
            struct position position = position_of_index(&values->layout, i, side);
            list[i] = values_get(values, side, i);
            captures[i] = moves_must_capture(&rules_brazilian, &position);
        }
        block_pack(&slots, 0, (uint32_t)slots.rows, list, captures, value_bits, packed, told);
        free_bits_fill(room, &effort, packed, told, size, filled);
        sum->filled += compressed_size(filled, size);
        sum->zero += compressed_size(packed, size);
    }
    free_bits_free(room);
    free(list);
    free(captures);
    free(packed);
}

/* The endings of 3 pieces together take at most `percent` of what they take with free bits of 0. */
static void check_endings(enum metric metric, unsigned percent) {
    struct solved solved;
    struct sizes sum = {0, 0};
    if (!CHECK(solve_endings(&solved, metric, 3, NULL)))
        return;
    for (unsigned i = 0; i < solved.count; i++)
        for (unsigned side = 0; side < solved.values[i]->sides; side++)
            add_ending(solved.values[i], (enum side)side, metric == METRIC_WDL ? 2 : 8, &sum);
    printf("%s: %zu bytes, %zu with free bits of 0\n", metric_name(metric), sum.filled, sum.zero);
    CHECK(100 * sum.filled <= percent * sum.zero);
    solved_free(&solved);
}

int main(void) {
    filler = free_bits_new(BLOCK_MAX);
    check_codes();
    check_prices();
    check_scans();
    if (CHECK(filler != NULL)) {
        check_known_blocks();
        check_random_blocks();
        check_first_steps();
    }
    free_bits_free(filler);
    check_endings(METRIC_WDL, 70);
    check_endings(METRIC_DTW, 90);
    return check_report();
}
