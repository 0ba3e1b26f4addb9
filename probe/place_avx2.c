/* Places for Brazilian draughts, by vectors of AVX2: four directions, or four kinds of pieces, side
 * by side in lanes of 32 bits, one for each square. */
#include "place.h"
#include "place_ranks.h"

#if defined(COUNTING) && defined(__x86_64__)

#include <immintrin.h>

#define VECTORS __attribute__((target("avx2,popcnt,bmi")))

/* ---- Captures ----------------------------------------------------------------------------------
 *
 * Lanes are north-west, north-east, south-west, south-east. A step back (capturers.h) is one of two
 * shifts, by the row that a square is in; one of two rows is the same shift for all, and so is one
 * of four. Squares for which it would leave the board are masked.
 */

enum { SHIFTED_OUT = 32 };

static inline VECTORS __m128i shift(__m128i sets, __m128i left, __m128i right) {
    return _mm_or_si128(_mm_sllv_epi32(sets, left), _mm_srlv_epi32(sets, right));
}

static inline VECTORS __m128i step_back_by_1(__m128i sets) {
    const int even = 0x0f0f0f0f;     /* rows that begin with a light square */
    const int not_last = 0x07070707; /* of these, without the last square */
    const int not_first = (int)0xe0e0e0e0u;
    __m128i one = shift(sets, _mm_setr_epi32(4, 3, SHIFTED_OUT, SHIFTED_OUT),
                        _mm_setr_epi32(SHIFTED_OUT, SHIFTED_OUT, 4, 5));
    __m128i other = shift(sets, _mm_setr_epi32(5, 4, SHIFTED_OUT, SHIFTED_OUT),
                          _mm_setr_epi32(SHIFTED_OUT, SHIFTED_OUT, 3, 4));
    one = _mm_and_si128(one, _mm_setr_epi32(even, not_last, even, not_last));
    other = _mm_and_si128(other, _mm_setr_epi32(not_first, ~even, not_first, ~even));
    return _mm_or_si128(one, other);
}

/* Over two or four rows, where all rows take the same two shifts. The masks leave out the squares
 * that would come from beyond the western or the eastern edge. */
static inline VECTORS __m128i step_back_far(__m128i sets, int more, int less, int not_west,
                                            int not_east) {
    sets = shift(sets, _mm_setr_epi32(more, less, SHIFTED_OUT, SHIFTED_OUT),
                 _mm_setr_epi32(SHIFTED_OUT, SHIFTED_OUT, less, more));
    return _mm_and_si128(sets, _mm_setr_epi32(not_west, not_east, not_west, not_east));
}

static inline VECTORS __m128i step_back_by_2(__m128i sets) {
    return step_back_far(sets, 9, 7, (int)0xeeeeeeeeu, 0x77777777);
}

static inline VECTORS __m128i step_back_by_4(__m128i sets) {
    return step_back_far(sets, 18, 14, (int)0xccccccccu, 0x33333333);
}

/* The other way: what is a step back for the opposite direction. */
static inline VECTORS __m128i opposite(__m128i sets) {
    return _mm_shuffle_epi32(sets, _MM_SHUFFLE(0, 1, 2, 3));
}

/* As capturers_by_rules(). A man captures from right before an enemy that has an empty square
 * behind, a king from there or from farther away over empty squares. */
static inline VECTORS bitboard capturers_by_vectors(uint32_t own, uint32_t enemies,
                                                    uint32_t kings) {
    __m128i empty = _mm_set1_epi32((int)~(own | enemies));
    __m128i before_empty = step_back_by_1(empty);
    __m128i open = _mm_and_si128(before_empty, _mm_set1_epi32((int)enemies));
    __m128i near = step_back_by_1(open);
    __m128i empty_2 = _mm_and_si128(empty, opposite(before_empty));
    __m128i empty_4 = _mm_and_si128(empty_2, opposite(step_back_by_2(opposite(empty_2))));
    __m128i far = _mm_or_si128(near, step_back_by_1(_mm_and_si128(near, empty)));
    far = _mm_or_si128(far, step_back_by_2(_mm_and_si128(far, empty_2)));
    far = _mm_or_si128(far, step_back_by_4(_mm_and_si128(far, empty_4)));
    far = _mm_and_si128(far, _mm_set1_epi32((int)kings));
    __m128i capturers = _mm_and_si128(_mm_or_si128(near, far), _mm_set1_epi32((int)own));
    capturers = _mm_or_si128(capturers, _mm_shuffle_epi32(capturers, _MM_SHUFFLE(1, 0, 3, 2)));
    capturers = _mm_or_si128(capturers, _mm_shuffle_epi32(capturers, _MM_SHUFFLE(2, 3, 0, 1)));
    return (uint32_t)_mm_cvtsi128_si32(capturers);
}

/* ---- Turning -----------------------------------------------------------------------------------
 */

/* The sets seen from the other side of the board if `turn`, with their colours exchanged. */
static inline VECTORS struct piece_sets turn_sets_if(const struct piece_sets *sets, bool turn) {
    const __m128i nibble = _mm_set1_epi8(15);
    const __m128i reversed = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    const __m128i exchanged = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    __m128i as_is = _mm_set_epi64x((int64_t)(sets->white_kings | sets->black_kings << 32),
                                   (int64_t)(sets->white_men | sets->black_men << 32));
    __m128i low = _mm_and_si128(as_is, nibble);
    __m128i high = _mm_and_si128(_mm_srli_epi32(as_is, 4), nibble);
    __m128i turned = _mm_or_si128(_mm_slli_epi32(_mm_shuffle_epi8(reversed, low), 4),
                                  _mm_shuffle_epi8(reversed, high));
    turned = _mm_shuffle_epi8(turned, exchanged);
    __m128i chosen = _mm_blendv_epi8(as_is, turned, _mm_set1_epi32(-(int)turn));
    bitboard men = (bitboard)_mm_cvtsi128_si64(chosen);
    bitboard kings = (bitboard)_mm_extract_epi64(chosen, 1);
    return (struct piece_sets){(uint32_t)men, men >> 32, (uint32_t)kings, kings >> 32};
}

/* ---- Both --------------------------------------------------------------------------------------
 */

static VECTORS enum place_kind find_by_vectors(const struct catalogue *catalogue,
                                               const struct position *position,
                                               struct place *place) {
    bitboard white = position->white;
    bitboard black = position->black;
    bitboard kings = position->kings;
    bitboard own = position_pieces(position, position->side_to_move);
    if (white == 0 || black == 0)
        return PLACE_ONE_SIDE;
    place->capturers =
        capturers_by_vectors((uint32_t)own, (uint32_t)((white | black) ^ own), (uint32_t)kings);
    if (place->capturers != 0)
        return PLACE_CAPTURE;
    if (count_by_instruction(white | black) > SIGNATURE_CODE_SIDE_MAX)
        return PLACE_UNKNOWN;
    struct piece_sets sets = {white & ~kings, black & ~kings, white & kings, black & kings};
    bool turn;
    place->found = catalogue_found(catalogue, code_of_sets(&sets), position->side_to_move, &turn);
    if (place->found == NULL)
        return PLACE_UNKNOWN;
    sets = turn_sets_if(&sets, turn);
    place->canonical = (struct position){
        .white = sets.white_men | sets.white_kings,
        .black = sets.black_men | sets.black_kings,
        .kings = sets.white_kings | sets.black_kings,
        .side_to_move = (enum side)((unsigned)position->side_to_move ^ (unsigned)turn)};
    place->slot = slot_of_sets(&place->found->slots, &sets);
    return PLACE_STORED;
}

place_finder *place_finder_avx2(const struct rules *rules) {
    return rules->variant == VARIANT_BRAZILIAN && RUNS_COUNTING && __builtin_cpu_supports("avx2")
               ? find_by_vectors
               : NULL;
}

#else

place_finder *place_finder_avx2(const struct rules *rules) {
    (void)rules;
    return NULL;
}

#endif
