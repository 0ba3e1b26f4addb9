/* Places for Brazilian draughts, by a processor that counts bits in one instruction. */
#include "capturers.h"
#include "place.h"
#include "place_ranks.h"

#ifdef COUNTING

static const struct rules brazilian = RULES_BRAZILIAN_INITIALISER;

static inline struct piece_sets sets_of(const struct position *position) {
    bitboard kings = position->kings;
    return (struct piece_sets){position->white & ~kings, position->black & ~kings,
                               position->white & kings, position->black & kings};
}

static COUNTING enum place_kind find_by_counting(const struct catalogue *catalogue,
                                                 const struct position *position,
                                                 struct place *place) {
    struct piece_sets sets = sets_of(position);
    if (position->white == 0 || position->black == 0)
        return PLACE_ONE_SIDE;
    place->capturers = capturers_by_rules(&brazilian, position);
    if (place->capturers != 0)
        return PLACE_CAPTURE;
    if (count_by_instruction(position->white | position->black) > SIGNATURE_CODE_SIDE_MAX)
        return PLACE_UNKNOWN;
    place->found = catalogue_place_of(catalogue, code_of_sets(&sets), position, &place->canonical);
    if (place->found == NULL)
        return PLACE_UNKNOWN;
    sets = sets_of(&place->canonical);
    place->slot = slot_of_sets(&place->found->slots, &sets);
    return PLACE_STORED;
}

place_finder *place_finder_counting(const struct rules *rules) {
    return rules->variant == VARIANT_BRAZILIAN && RUNS_COUNTING ? find_by_counting : NULL;
}

#else

place_finder *place_finder_counting(const struct rules *rules) {
    (void)rules;
    return NULL;
}

#endif
