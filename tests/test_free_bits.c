/* Filling free bits: what is told stays, the result is the one that free_bits.h describes and
 * depends on the arguments alone, and blocks of real endings compress better by it. */
#include "check.h"
#include "format.h"
#include "free_bits.h"
#include "moves.h"
#include "solved.h"
#include "table_block.h"
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

/* One call of fill_free_bits(); the bytes behind `size` are of any content. */
struct block {
    uint8_t bytes[ROOM];
    uint8_t told[ROOM];
    size_t size;
    size_t unit_bytes;
    size_t window;
};

static void fill_at_random(uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)random_below(256);
}

/* Of every 16 bits of a block that nothing is told of `told_of_16` are told; few values of a byte
 * make many strings occur again. */
static void make_block(struct block *block, size_t size, unsigned told_of_16, unsigned values) {
    static const size_t units[] = {0, 1, 2};
    static const size_t windows[] = {1, 5, 7, 8, 9, 40, 1000};
    block->size = size;
    block->unit_bytes = units[random_below(3)];
    block->window = windows[random_below(7)];
    fill_at_random(block->bytes, ROOM);
    fill_at_random(block->told, ROOM);
    for (size_t i = 0; i < size; i++) {
        unsigned told = 0;
        for (unsigned bit = 0; bit < 8; bit++)
            told |= (random_below(16) < told_of_16 ? 1u : 0u) << bit;
        if (block->unit_bytes > 0)
            told = (told & 1u) != 0 ? 0xff : 0;
        block->told[i] = (uint8_t)told;
        block->bytes[i] = (uint8_t)(random_below(values) * 0x55 & told);
    }
}

static void fill(const struct block *block, uint8_t *filled) {
    fill_free_bits(block->bytes, block->told, block->size, block->unit_bytes, block->window,
                   filled);
}

/* ---- The plain way ------------------------------------------------------------------------------
 */

/* How many bytes from `at` on can be those that stand `back` bytes before them. */
static size_t plain_length(const struct block *block, const uint8_t *filled, size_t at,
                           size_t back) {
    uint8_t repeated[BLOCK_MAX];
    memcpy(repeated, filled, at);
    size_t end = at;
    while (end < block->size) {
        repeated[end] = repeated[end - back];
        if (((repeated[end] ^ block->bytes[end]) & block->told[end]) != 0)
            break;
        end++;
    }
    return end - at;
}

/* The longest string and how far back it is, 0 for none: one from as far back as the last is worth
 * two bytes more than it has, and of others, which have three or more, the nearest is taken. From 8
 * bytes back on, nothing is looked for beyond one of 96. */
static size_t plain_string(const struct block *block, const uint8_t *filled, size_t at, size_t last,
                           size_t *length) {
    size_t best = 0;
    size_t worth = 2;
    *length = 0;
    if (last > 0 && plain_length(block, filled, at, last) >= 2) {
        best = last;
        *length = plain_length(block, filled, at, last);
        worth = *length + 2;
    }
    for (size_t back = 1; back <= at && back <= block->window && (back < 8 || worth < 96); back++) {
        size_t found = plain_length(block, filled, at, back);
        if (found > worth) {
            best = back;
            *length = worth = found;
        }
    }
    return best;
}

static unsigned bit_of(const uint8_t *bytes, size_t bit) {
    return (unsigned)bytes[bit / 8] >> bit % 8 & 1u;
}

/* Free bits of a byte repeat the bit before them, or the byte a unit before. */
static void plain_byte(const struct block *block, uint8_t *filled, size_t at) {
    size_t unit = 8 * block->unit_bytes;
    filled[at] = 0;
    for (size_t bit = 8 * at; bit < 8 * at + 8; bit++) {
        size_t back = unit > 0 ? unit : 1;
        unsigned repeated = bit >= back ? bit_of(filled, bit - back) : 0;
        unsigned found = bit_of(block->told, bit) != 0 ? bit_of(block->bytes, bit) : repeated;
        filled[at] = (uint8_t)(filled[at] | found << bit % 8);
    }
}

static void plain_fill(const struct block *block, uint8_t *filled) {
    size_t last = 0;
    size_t length;
    for (size_t at = 0; at < block->size; at += length) {
        size_t back = plain_string(block, filled, at, last, &length);
        if (back == 0) {
            plain_byte(block, filled, at);
            length = 1;
            continue;
        }
        for (size_t i = at; i < at + length; i++)
            filled[i] = filled[i - back];
        last = back;
    }
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

/* ---- Blocks worked out by hand ------------------------------------------------------------------
 */

static void check_filled(const char *bytes, const char *told, size_t size, size_t unit_bytes,
                         size_t window, const char *expected) {
    struct block block = {.size = size, .unit_bytes = unit_bytes, .window = window};
    uint8_t filled[ROOM];
    memcpy(block.bytes, bytes, size);
    memcpy(block.told, told, size);
    fill(&block, filled);
    CHECK(memcmp(filled, expected, size) == 0);
}

static void check_known_blocks(void) {
    /* All is told. */
    check_filled("abcdef", "\377\377\377\377\377\377", 6, 0, 100, "abcdef");
    /* Nothing is. */
    check_filled("abcdef", "\0\0\0\0\0\0", 6, 0, 100, "\0\0\0\0\0\0");
    /* Bits repeat the one before them, over the end of a byte, too; here no string is long enough.
     */
    check_filled("\x10\x00", "\x11\x10", 2, 0, 100, "\xf0\x0f");
    /* Bytes repeat the unit before. */
    check_filled("ab\0\0", "\377\377\0\0", 4, 2, 1, "abab");
    /* Three bytes that agree are a string, the free one in their middle included ... */
    check_filled("abcdea\0c", "\377\377\377\377\377\377\0\377", 8, 0, 100, "abcdeabc");
    /* ... unless they are too far back. */
    check_filled("abcdea\0c", "\377\377\377\377\377\377\0\377", 8, 1, 4, "abcdeaac");
    /* The longest string, not the nearest. */
    check_filled("abcdabcea\0\0d", "\377\377\377\377\377\377\377\377\377\0\0\377", 12, 1, 100,
                 "abcdabceabcd");
    /* The nearest of two that are as long. */
    check_filled("abcxabcyw\0bc", "\377\377\377\377\377\377\377\377\377\0\377\377", 12, 1, 100,
                 "abcxabcywabc");
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

/* The planes of outcomes are filled one by one. */
static void fill_real(const uint8_t *packed, const uint8_t *told, size_t size, unsigned value_bits,
                      uint8_t *filled) {
    size_t part = value_bits == 2 ? size / 2 : size;
    for (size_t at = 0; at < size; at += part)
        fill_free_bits(packed + at, told + at, part, value_bits / 8, 4096, filled + at);
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
    if (CHECK(list != NULL && captures != NULL && packed != NULL)) {
        for (size_t i = 0; i < positions; i++) {
            struct position position = position_of_index(&values->layout, i, side);
            list[i] = values_get(values, side, i);
            captures[i] = moves_must_capture(&rules_brazilian, &position);
        }
        block_pack(&slots, 0, (uint32_t)slots.rows, list, captures, value_bits, packed, told);
        fill_real(packed, told, size, value_bits, filled);
        sum->filled += compressed_size(filled, size);
        sum->zero += compressed_size(packed, size);
    }
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
    check_known_blocks();
    check_random_blocks();
    check_endings(METRIC_WDL, 70);
    check_endings(METRIC_DTW, 90);
    return check_report();
}
