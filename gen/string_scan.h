/* string_scan.h - going through distances quickly for one from which some bytes agree.
 *
 * The same is done for the plain machine, for AVX2 and for AVX-512; the widest that the processor
 * has is chosen when the program runs. All give the same answers.
 */
#ifndef GEN_STRING_SCAN_H
#define GEN_STRING_SCAN_H

#include <stddef.h>
#include <stdint.h>

/* Bytes looked at, and the most that are read before the farthest distance. */
enum { STRING_LOOKS = 8, STRING_SCAN_SLACK = 64 };

/* Where bytes have to agree, as offsets from a place, and what is told there. An entry of zeros
 * agrees with all. */
struct string_looks {
    size_t offsets[STRING_LOOKS];
    uint8_t bytes[STRING_LOOKS];
    uint8_t told[STRING_LOOKS]; /* 1s where bits are told */
};

/* The smallest distance from `back` to `last` such that the bytes so far before `here` agree at all
 * offsets, which have to be below `back`; any distance above `last` when there is none. */
typedef size_t string_scan(const struct string_looks *looks, const uint8_t *here, size_t back,
                           size_t last);

/* The widest first: number 0 is the one to use. NULL from the last one on that runs here. */
string_scan *string_scan_number(unsigned number);

#endif
