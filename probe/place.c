#include "place.h"
#include "moves.h"

enum place_kind place_find_plain(const struct catalogue *catalogue, const struct position *position,
                                 struct place *place) {
    if (position->white == 0 || position->black == 0)
        return PLACE_ONE_SIDE;
    place->capturers = moves_capturers(catalogue->rules, position);
    if (place->capturers != 0)
        return PLACE_CAPTURE;
    place->found = catalogue_place(catalogue, position, &place->canonical);
    if (place->found == NULL)
        return PLACE_UNKNOWN;
    place->slot = slot_of_position(&place->found->slots, &place->canonical);
    return PLACE_STORED;
}

place_finder *place_finder_for(const struct rules *rules) {
    place_finder *finder = place_finder_avx2(rules);
    if (finder == NULL)
        finder = place_finder_counting(rules);
    return finder != NULL ? finder : place_find_plain;
}
