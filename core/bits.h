/* bits.h - sets of squares as bits, and the few bit operations that everything else uses.
 *
 * A bitboard has bit i set when square number i + 1 (the numbering of docs/rules.md) is in the set.
 * Inside the program a square is always its bit number, 0 to squares - 1.
 */
#ifndef CORE_BITS_H
#define CORE_BITS_H

#include <stdint.h>

typedef uint64_t bitboard;

static inline bitboard square_bit(unsigned square) {
    return UINT64_C(1) << square;
}

/* Number of squares in the set. A plain x86-64 has no instruction for it, and what the compiler
 * calls instead is slower than counting in place, by pairs, nibbles and bytes at once. */
static inline unsigned count_squares(bitboard set) {
#if defined(__x86_64__) && !defined(__POPCNT__)
    set -= (set >> 1) & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + ((set >> 2) & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)((set * UINT64_C(0x0101010101010101)) >> 56);
#else
    return (unsigned)__builtin_popcountll(set);
#endif
}

/* The numbers of squares in two sets at once, in *a those of `low`, in *b those of `high`. Sets of
 * up to 32 squares share a word. */
static inline void count_two(bitboard low, bitboard high, unsigned *a, unsigned *b) {
    if (((low | high) >> 32) != 0) {
        *a = count_squares(low);
        *b = count_squares(high);
        return;
    }
    bitboard set = low | high << 32;
    set -= (set >> 1) & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + ((set >> 2) & UINT64_C(0x3333333333333333));
    set = ((set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x01010101);
    *a = (unsigned)(set >> 24) & 0xff;
    *b = (unsigned)(set >> 56);
}

/* Counts the squares of two words with two sets of up to 32 squares each: *low gets the numbers of
 * those in the low halves, that of `a` in the four low bits and that of `b` in the next four, and
 * *high the same for the high halves. No word may have more than 15. */
static inline void count_nibbles(bitboard a, bitboard b, unsigned *low, unsigned *high) {
    const bitboard pairs = UINT64_C(0x5555555555555555);
    const bitboard nibbles = UINT64_C(0x3333333333333333);
    const bitboard bytes = UINT64_C(0x0f0f0f0f0f0f0f0f);
    a -= (a >> 1) & pairs;
    b -= (b >> 1) & pairs;
    a = (a & nibbles) + ((a >> 2) & nibbles);
    b = (b & nibbles) + ((b >> 2) & nibbles);
    bitboard counts = ((a + (a >> 4)) & bytes) | ((b + (b >> 4)) & bytes) << 4;
    counts *= UINT64_C(0x01010101);
    *low = (unsigned)(counts >> 24) & 0xff;
    *high = (unsigned)(counts >> 56);
}

/* Lowest or highest square number in a set that is not empty. */
static inline unsigned lowest_square(bitboard set) {
    return (unsigned)__builtin_ctzll(set);
}
static inline unsigned highest_square(bitboard set) {
    return 63u - (unsigned)__builtin_clzll(set);
}

/* The set without its lowest square; empty stays empty. */
static inline bitboard without_lowest(bitboard set) {
    return set & (set - 1);
}

/* All squares with a smaller number than `square`. */
static inline bitboard squares_below(unsigned square) {
    return square_bit(square) - 1;
}

/* The set seen from the other side of a board of `squares` squares (1 to 64): square s becomes
 * squares - 1 - s, which is a turn of the board by 180 degrees. */
static inline bitboard turn_set(bitboard set, unsigned squares) {
    set = __builtin_bswap64(set);
    set = ((set >> 4) & UINT64_C(0x0f0f0f0f0f0f0f0f)) | ((set & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4);
    set = ((set >> 2) & UINT64_C(0x3333333333333333)) | ((set & UINT64_C(0x3333333333333333)) << 2);
    set = ((set >> 1) & UINT64_C(0x5555555555555555)) | ((set & UINT64_C(0x5555555555555555)) << 1);
    return set >> (64 - squares);
}

#endif
