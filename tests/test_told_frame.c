/* Frames of given strings: zstd unpacks them to the block that the strings tell, whatever the
 * strings are, and they begin as files expect. */
#include "check.h"
#include "format.h"
#include "free_bits.h"
#include "told_frame.h"
#include "xorshift.h"
#include <stdlib.h>
#include <zstd.h>

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t limit) {
    return xorshift_below(&random_state, limit);
}

/* What strings tell, the single bytes being the next of singles[]. How many bytes that are. */
static size_t tell(const struct told_string *strings, size_t count, const uint8_t *singles,
                   uint8_t *bytes) {
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < strings[i].singles; k++)
            bytes[size++] = *singles++;
        for (uint32_t k = 0; k < strings[i].length; k++, size++)
            bytes[size] = bytes[size - strings[i].back];
    }
    return size;
}

/* The length of the frame, 0 when it is wrong. */
static size_t check_frame(struct told_frame *frame, const struct told_string *strings, size_t count,
                          const uint8_t *bytes, size_t size) {
    static uint8_t unpacked[TOLD_BYTES_MAX];
    uint8_t beginning[TABLE_FRAME_HEADER_MAX];
    const uint8_t *made;
    size_t length = 0;
    size_t before = frame_header(size, beginning);
    bool right = CHECK_EQUAL(told_frame_make(frame, strings, count, bytes, size, &made, &length),
                             BLOCK_MADE) &&
                 CHECK(length > before) && CHECK(memcmp(made, beginning, before) == 0) &&
                 CHECK_EQUAL(ZSTD_decompress(unpacked, sizeof unpacked, made, length), size) &&
                 CHECK(memcmp(unpacked, bytes, size) == 0);
    return right ? length : 0;
}

/* ---- Strings without a purpose ------------------------------------------------------------------
 */

static void check_random(struct told_frame *frame) {
    static uint8_t singles[TOLD_BYTES_MAX];
    static uint8_t bytes[TOLD_BYTES_MAX];
    static struct told_string strings[TOLD_BYTES_MAX / 3 + 1];
    for (unsigned round = 0; round < 200; round++) {
        static const size_t limits[] = {1, 3, 20, 300, 5000, TOLD_BYTES_MAX};
        size_t limit = limits[random_below(6)];
        uint32_t values = 1 + random_below(256);
        uint32_t longest = 1 + random_below(2000);
        size_t size = 0;
        size_t count = 0;
        for (size_t i = 0; i < limit; i++)
            singles[i] = (uint8_t)random_below(values);
        for (;;) {
            struct told_string *string = &strings[count++];
            string->singles = random_below(4) + (size == 0);
            if (size + string->singles + 3 > limit) {
                *string = (struct told_string){.singles = (uint32_t)(limit - size)};
                size = limit;
                break;
            }
            size += string->singles;
            string->length = 3 + random_below(longest);
            if (string->length > limit - size)
                string->length = (uint32_t)(limit - size);
            string->back =
                1 + random_below(random_below(2) == 0 && size > 20 ? 20 : (uint32_t)size);
            size += string->length;
        }
        CHECK_EQUAL(tell(strings, count, singles, bytes), size);
        check_frame(frame, strings, count, bytes, size);
    }
}

/* Bytes that are not what the strings tell are not passed over. */
static void check_wrong(struct told_frame *frame) {
    static const struct told_string strings[] = {{4, 400, 4}, {1, 0, 0}};
    uint8_t bytes[405];
    const uint8_t *made;
    size_t length;
    size_t size = tell(strings, 2, (const uint8_t *)"abcde", bytes);
    CHECK_EQUAL(told_frame_make(frame, strings, 2, bytes, size, &made, &length), BLOCK_MADE);
    bytes[200] ^= 1;
    CHECK_EQUAL(told_frame_make(frame, strings, 2, bytes, size, &made, &length), BLOCK_WRONG);
}

/* A long string from near by, which is told as two. */
static void check_runs(struct told_frame *frame) {
    static uint8_t bytes[TOLD_BYTES_MAX];
    static const uint32_t lengths[] = {3, 511, 512, 513, 600, 20000, TOLD_BYTES_MAX - 40};
    for (uint32_t back = 1; back <= 20; back++)
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            struct told_string strings[] = {{back, lengths[i], back}, {back % 3, 0, 0}};
            size_t size = tell(strings, 2, (const uint8_t *)"abcdefghijklmnopqrstuvwxyz", bytes);
            size_t length = check_frame(frame, strings, 2, bytes, size);
            CHECK(length > 0 && length < 60);
        }
}

/* ---- Ways through blocks -----------------------------------------------------------------------
 */

static void check_ways(struct told_frame *frame) {
    enum { SIZE = 700 };
    uint8_t block[SIZE + FREE_BITS_SLACK] = {0};
    uint8_t told[SIZE + FREE_BITS_SLACK] = {0};
    uint8_t filled[SIZE];
    uint8_t singles[SIZE];
    uint8_t again[SIZE];
    struct told_string strings[SIZE / 3 + 1];
    struct free_bits *filler = free_bits_new(SIZE);
    static const struct free_bits_effort effort = {300, 1, 1};
    if (!CHECK(filler != NULL))
        return;
    for (unsigned round = 0; round < 200; round++) {
        size_t size = 1 + random_below(SIZE);
        uint32_t values = 1 + random_below(4);
        for (size_t i = 0; i < size; i++) {
            block[i] = (uint8_t)(random_below(values) * 0x55);
            told[i] = (uint8_t)(random_below(3) == 0 ? random_below(256) : 0xff * random_below(2));
        }
        free_bits_fill(filler, &effort, block, told, size, filled);
        size_t count = free_bits_strings(filler, strings);
        CHECK(count > 0 && count <= size / 3 + 1 && strings[count - 1].length == 0);
        size_t single = 0;
        for (size_t i = 0, at = 0; i < count; at += strings[i++].length)
            for (uint32_t k = 0; k < strings[i].singles; k++)
                singles[single++] = filled[at++];
        CHECK_EQUAL(tell(strings, count, singles, again), size);
        CHECK(memcmp(again, filled, size) == 0);
        check_frame(frame, strings, count, filled, size);
    }
    free_bits_free(filler);
}

int main(void) {
    struct told_frame *frame = told_frame_new(TOLD_BYTES_MAX);
    if (CHECK(frame != NULL)) {
        check_random(frame);
        check_runs(frame);
        check_wrong(frame);
        check_ways(frame);
    }
    told_frame_free(frame);
    return check_report();
}
