/* matrix_avx512.h - the functions of matrix.h that cost most, in AVX-512 (part of matrix.h).
 *
 * A matrix is two registers of 16 rows. Each function gives the bits of the plain_ one of its name.
 */
#ifndef GEN_MATRIX_AVX512_H
#define GEN_MATRIX_AVX512_H

#include <immintrin.h>

static inline __m512i load_rows(const squares32 *rows) {
    return _mm512_loadu_si512(rows);
}

static inline void store_rows(squares32 *rows, __m512i values) {
    _mm512_storeu_si512(rows, values);
}

static inline __m512i all_rows(squares32 word) {
    return _mm512_set1_epi32((int)word);
}

/* a | (b & c) and a | (b & ~c), in the rows of a mask; `a` in the others. */
#define OR_AND 0xf8
#define OR_AND_NOT 0xf4
/* a ? b : c, bit by bit; a & (b | c). */
#define CHOOSE 0xca
#define AND_OR 0xe0

static inline squares32 wide_matrix_column(const squares32 *rows, unsigned column) {
    __m512i bit = all_rows(square32(column));
    return (squares32)_mm512_test_epi32_mask(load_rows(rows), bit) |
           (squares32)_mm512_test_epi32_mask(load_rows(rows + 16), bit) << 16;
}

static inline void wide_add_rectangle(struct matrix *wins, struct matrix *saves, squares32 rows,
                                      squares32 columns, const squares32 *win,
                                      const squares32 *loss) {
    __m512i here = all_rows(columns);
    for (unsigned half = 0; half < BOARD_SQUARES; half += 16) {
        __mmask16 mask = (__mmask16)(rows >> half);
        __m512i a = load_rows(wins->row + half);
        __m512i b = load_rows(saves->row + half);
        a = _mm512_mask_ternarylogic_epi32(a, mask, here, load_rows(loss + half), OR_AND);
        b = _mm512_mask_ternarylogic_epi32(b, mask, here, load_rows(win + half), OR_AND_NOT);
        store_rows(wins->row + half, a);
        store_rows(saves->row + half, b);
    }
}

static inline void wide_add_positions(struct matrix *positions, squares32 rows, squares32 columns) {
    __m512i here = all_rows(columns);
    for (unsigned half = 0; half < BOARD_SQUARES; half += 16) {
        __m512i old = load_rows(positions->row + half);
        store_rows(positions->row + half,
                   _mm512_mask_or_epi32(old, (__mmask16)(rows >> half), old, here));
    }
}

static inline void wide_add_origins(struct matrix *positions, const squares32 *origins,
                                    squares32 columns) {
    __m512i here = all_rows(columns);
    for (unsigned half = 0; half < BOARD_SQUARES; half += 16)
        store_rows(positions->row + half,
                   _mm512_ternarylogic_epi32(load_rows(positions->row + half), here,
                                             load_rows(origins + half), OR_AND));
}

static inline void wide_matrix_open(squares32 empty, struct matrix *open) {
    const __m512i number = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i own = _mm512_sllv_epi32(all_rows(1), number);
    for (unsigned half = 0; half < BOARD_SQUARES; half += 16, own = _mm512_slli_epi32(own, 16))
        store_rows(open->row + half, _mm512_maskz_andnot_epi32((__mmask16)(empty >> half), own,
                                                               all_rows(UINT32_MAX)));
}

/* ---- Exchanging rows and columns --------------------------------------------------------------
 */

/* One round: blocks of `width` x `width` bits are exchanged with those of rows `width` further up
 * or down, which `partner` has. Rows keep the bits of `keep` and take the others, rotated. */
#define EXCHANGE(rows, partner, keep, rotate)                                                      \
    _mm512_ternarylogic_epi32(keep, rows, _mm512_rolv_epi32(partner, rotate), CHOOSE)

/* Four rounds within a register of 16 rows, after that of width 16 between the two. The masks are
 * those of the first of each pair of rows; the second has the opposite. */
static inline __m512i exchange_within(__m512i rows, bool turn) {
    const __mmask16 second[4] = {0xff00, 0xf0f0, 0xcccc, 0xaaaa};
    const squares32 low[4] = {0x00ff00ff, 0x0f0f0f0f, 0x33333333, 0x55555555};
    __m512i keep[4];
    __m512i rotate[4];
    for (unsigned i = 0; i < 4; i++) {
        int width = 8 >> i;
        __mmask16 high = turn ? (__mmask16)~second[i] : second[i];
        keep[i] = _mm512_mask_set1_epi32(all_rows(low[i]), high, (int)~low[i]);
        rotate[i] = _mm512_mask_set1_epi32(_mm512_set1_epi32(width), high, 32 - width);
    }
    rows = EXCHANGE(rows, _mm512_shuffle_i64x2(rows, rows, 0x4e), keep[0], rotate[0]);
    rows = EXCHANGE(rows, _mm512_shuffle_i64x2(rows, rows, 0xb1), keep[1], rotate[1]);
    rows = EXCHANGE(rows, _mm512_shuffle_epi32(rows, _MM_PERM_BADC), keep[2], rotate[2]);
    return EXCHANGE(rows, _mm512_shuffle_epi32(rows, _MM_PERM_CDAB), keep[3], rotate[3]);
}

/* Exchanges rows and columns. */
static inline void transpose_registers(__m512i *low, __m512i *high) {
    const __m512i left = all_rows(0x0000ffff);
    __m512i a = _mm512_ternarylogic_epi32(left, *low, _mm512_slli_epi32(*high, 16), CHOOSE);
    __m512i b = _mm512_ternarylogic_epi32(left, _mm512_srli_epi32(*low, 16), *high, CHOOSE);
    *low = exchange_within(a, false);
    *high = exchange_within(b, false);
}

static inline void wide_matrix_turn(const squares32 *from, squares32 *to) {
    const __m512i left = all_rows(0x0000ffff);
    __m512i low = load_rows(from);
    __m512i high = load_rows(from + 16);
    __m512i a = _mm512_ternarylogic_epi32(left, _mm512_srli_epi32(high, 16), low, CHOOSE);
    __m512i b = _mm512_ternarylogic_epi32(left, high, _mm512_slli_epi32(low, 16), CHOOSE);
    store_rows(to, exchange_within(a, true));
    store_rows(to + 16, exchange_within(b, true));
}

/* ---- Slides -----------------------------------------------------------------------------------
 */

/* Two matrices of targets, or of the positions that reach them. */
struct two_matrices {
    __m512i a[2];
    __m512i b[2];
};

/* The rows of the board one after the other: the carried positions of one row are, of 4 squares
 * each, those of `a` that look west, of `a` east, of `b` west, of `b` east. */
static inline struct two_matrices sweep_both_ways(const struct two_matrices *targets,
                                                  const struct matrix *open) {
    /* To even rows (files b d f h) and to odd ones: bytes of each 4 squares, -1 for none. */
    const __m128i stay = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m128i from_east =
        _mm_setr_epi8(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1);
    const __m128i from_west = _mm_setr_epi8(-1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    const __m512i to_even = _mm512_broadcast_i64x4(_mm256_setr_m128i(stay, from_east));
    const __m512i to_odd = _mm512_broadcast_i64x4(_mm256_setr_m128i(from_west, stay));
    __m512i target[8];
    __m512i empty[8];
    __m512i reach[8];
#define SPREAD_ROW(i, lane)                                                                        \
    target[i] = _mm512_shuffle_i64x2(targets->a[(i) / 4], targets->b[(i) / 4], lane);              \
    empty[i] = _mm512_broadcast_i32x4(_mm_load_si128((const __m128i *)(open->row + 4 * (i))))
    SPREAD_ROW(0, 0x00);
    SPREAD_ROW(1, 0x55);
    SPREAD_ROW(2, 0xaa);
    SPREAD_ROW(3, 0xff);
    SPREAD_ROW(4, 0x00);
    SPREAD_ROW(5, 0x55);
    SPREAD_ROW(6, 0xaa);
    SPREAD_ROW(7, 0xff);
#undef SPREAD_ROW
    __m512i down = _mm512_setzero_si512();
    __m512i up = _mm512_setzero_si512();
    reach[0] = down;
    for (unsigned row = 1; row < 8; row++) {
        down = _mm512_ternarylogic_epi32(empty[row - 1], target[row - 1], down, AND_OR);
        down = _mm512_shuffle_epi8(down, row % 2 == 0 ? to_even : to_odd);
        reach[row] = down;
    }
    for (unsigned row = 7; row-- > 0;) {
        up = _mm512_ternarylogic_epi32(empty[row + 1], target[row + 1], up, AND_OR);
        up = _mm512_shuffle_epi8(up, row % 2 == 0 ? to_even : to_odd);
        reach[row] = _mm512_or_si512(reach[row], up);
    }
    struct two_matrices result;
    for (unsigned half = 0; half < 2; half++) {
        const __m512i *row = reach + 4 * half;
        __m512i first = _mm512_or_si512(_mm512_shuffle_i64x2(row[0], row[1], 0x88),
                                        _mm512_shuffle_i64x2(row[0], row[1], 0xdd));
        __m512i last = _mm512_or_si512(_mm512_shuffle_i64x2(row[2], row[3], 0x88),
                                       _mm512_shuffle_i64x2(row[2], row[3], 0xdd));
        result.a[half] = _mm512_shuffle_i64x2(first, last, 0x88);
        result.b[half] = _mm512_shuffle_i64x2(first, last, 0xdd);
    }
    return result;
}

static inline void add_rows(struct matrix *to, const __m512i rows[2]) {
    store_rows(to->row, _mm512_or_si512(load_rows(to->row), rows[0]));
    store_rows(to->row + 16, _mm512_or_si512(load_rows(to->row + 16), rows[1]));
}

static inline void wide_slide_along_rows(const squares32 *targets_a, const squares32 *targets_b,
                                         const struct matrix *open, struct matrix *reach_a,
                                         struct matrix *reach_b) {
    struct two_matrices targets = {{load_rows(targets_a), load_rows(targets_a + 16)},
                                   {load_rows(targets_b), load_rows(targets_b + 16)}};
    struct two_matrices reach = sweep_both_ways(&targets, open);
    add_rows(reach_a, reach.a);
    add_rows(reach_b, reach.b);
}

/* With rows and columns exchanged before and after. */
static inline void wide_slide_along_columns(const squares32 *targets_a, const squares32 *targets_b,
                                            squares32 empty, struct matrix *reach_a,
                                            struct matrix *reach_b) {
    struct two_matrices targets = {{load_rows(targets_a), load_rows(targets_a + 16)},
                                   {load_rows(targets_b), load_rows(targets_b + 16)}};
    struct matrix open;
    wide_matrix_open(empty, &open);
    transpose_registers(&targets.a[0], &targets.a[1]);
    transpose_registers(&targets.b[0], &targets.b[1]);
    struct two_matrices reach = sweep_both_ways(&targets, &open);
    transpose_registers(&reach.a[0], &reach.a[1]);
    transpose_registers(&reach.b[0], &reach.b[1]);
    add_rows(reach_a, reach.a);
    add_rows(reach_b, reach.b);
}

/* ---- Meetings ---------------------------------------------------------------------------------
 */

/* The words of two directions, for the 4 squares of a row of the board each. */
static inline __m256i two_directions(const squares32 *words, enum direction west,
                                     enum direction east) {
    return _mm256_setr_m128i(_mm_set1_epi32((int)words[west]), _mm_set1_epi32((int)words[east]));
}

/* Rows of the board one after the other, like a slide: what is carried are the squares on which the
 * king meets another to the west, and to the east. */
static inline void wide_add_meetings(struct matrix *reached, struct matrix *wins,
                                     struct matrix *saves, squares32 empty,
                                     const struct meetings *meetings) {
    const __m128i stay = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m128i from_east =
        _mm_setr_epi8(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1);
    const __m128i from_west = _mm_setr_epi8(-1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    const __m256i to_even = _mm256_setr_m128i(stay, from_east);
    const __m256i to_odd = _mm256_setr_m128i(from_west, stay);
    const __m256i own = _mm256_setr_epi32(1, 2, 4, 8, 1, 2, 4, 8);
    __m256i found[3][8];
    for (unsigned down = 0; down < 2; down++) {
        enum direction west = down != 0 ? NORTH_WEST : SOUTH_WEST;
        enum direction east = down != 0 ? NORTH_EAST : SOUTH_EAST;
        __m256i word[3] = {two_directions(meetings->reached, west, east),
                           two_directions(meetings->wins, west, east),
                           two_directions(meetings->saves, west, east)};
        __m256i meets = _mm256_setzero_si256();
        for (unsigned i = 0; i < 8; i++) {
            unsigned row = down != 0 ? i : 7 - i;
            unsigned squares = empty >> 4 * row & 0xf;
            __mmask8 open = (__mmask8)(squares | squares << 4);
            for (unsigned j = 0; j < 3; j++) {
                __m256i here = _mm256_maskz_and_epi32(open, meets, word[j]);
                found[j][row] = down == 0 ? here : _mm256_or_si256(found[j][row], here);
            }
            meets = _mm256_maskz_or_epi32(open, meets, _mm256_slli_epi32(own, 4 * (int)row));
            meets = _mm256_shuffle_epi8(meets, row % 2 == 0 ? to_odd : to_even);
        }
    }
    struct matrix *results[3] = {reached, wins, saves};
    for (unsigned j = 0; j < 3; j++)
        for (unsigned row = 0; row < 8; row++) {
            __m128i both = _mm_or_si128(_mm256_castsi256_si128(found[j][row]),
                                        _mm256_extracti128_si256(found[j][row], 1));
            __m128i *to = (__m128i *)(results[j]->row + 4 * row);
            _mm_store_si128(to, _mm_or_si128(_mm_load_si128(to), both));
        }
}

#undef EXCHANGE
#undef OR_AND
#undef OR_AND_NOT
#undef CHOOSE
#undef AND_OR

#endif
