/* turn_bytes.h - turning the board of a block of 32 x 32 bytes, or of a word of 32, one for each
 * bit of a word. */
#ifndef GEN_TURN_BYTES_H
#define GEN_TURN_BYTES_H

#include "kernel_bytes.h"
#include <string.h>

/* Sixteen bytes of one row. */
typedef uint8_t half_row __attribute__((vector_size(16)));

#if defined(__clang__)
#define MIX_BYTES(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define MIX_BYTES(a, b, ...) __builtin_shuffle(a, b, (half_row){__VA_ARGS__})
#endif
#define MIX_LOW(a, b) MIX_BYTES(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define MIX_HIGH(a, b) MIX_BYTES(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)

/* matrix_turn() for bytes. Mixing rows half the height apart four times exchanges the rows and
 * columns of 16 x 16 bytes. */
static inline void turn_bytes(const uint8_t *from, uint8_t *to) {
    for (unsigned quarter = 0; quarter < 4; quarter++) {
        unsigned top = quarter / 2 * 16;
        unsigned left = quarter % 2 * 16;
        half_row rows[2][16];
        for (unsigned i = 0; i < 16; i++)
            memcpy(&rows[0][i], from + (31 - top - i) * ROW_BYTES + left, sizeof(half_row));
        for (unsigned round = 0; round < 4; round++)
            for (unsigned i = 0; i < 8; i++) {
                const half_row *in = rows[round % 2];
                rows[1 - round % 2][2 * i] = MIX_LOW(in[i], in[i + 8]);
                rows[1 - round % 2][2 * i + 1] = MIX_HIGH(in[i], in[i + 8]);
            }
        for (unsigned i = 0; i < 16; i++)
            memcpy(to + (31 - left - i) * ROW_BYTES + top, &rows[0][i], sizeof(half_row));
    }
}

/* The same for a word, in place. */
static inline void reverse_bytes(uint8_t *bytes) {
    for (unsigned i = 0; i < ROW_BYTES / 2; i++) {
        uint8_t byte = bytes[i];
        bytes[i] = bytes[ROW_BYTES - 1 - i];
        bytes[ROW_BYTES - 1 - i] = byte;
    }
}

#endif
