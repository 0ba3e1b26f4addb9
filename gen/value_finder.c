#include "value_finder.h"
#include "ranks.h"

static const struct values *find_values(const struct value_finder *finder,
                                        struct signature signature) {
    if (signature_equal(signature, finder->own->layout.signature))
        return finder->own;
    return lookup_find(finder->others, signature);
}

void finder_fill(const struct value_finder *finder, struct finder_place *place,
                 const struct position *position) {
    struct position canonical = position_canonical(finder->geometry, position);
    bitboard men = (canonical.white | canonical.black) & ~canonical.kings;
    place->used = true;
    place->white_men = position->white & ~position->kings;
    place->black_men = position->black & ~position->kings;
    place->white_kings = (uint8_t)count_squares(position->white & position->kings);
    place->black_kings = (uint8_t)count_squares(position->black & position->kings);
    place->side_to_move = (uint8_t)position->side_to_move;
    place->side = canonical.side_to_move;
    place->turned = canonical.side_to_move != position->side_to_move;
    place->values = find_values(finder, signature_of_position(&canonical));
    if (place->values == NULL)
        return;
    const struct index_layout *layout = &place->values->layout;
    bitboard free = finder->geometry->all & ~men;
    uint8_t number = 0;
    place->first_index =
        man_rank(layout, canonical.white & men, canonical.black & men) * layout->king_placements;
    place->black_placements = combinations(count_squares(free) - layout->signature.kings[WHITE],
                                           layout->signature.kings[BLACK]);
    if (layout->king_placements > 1)
        for (bitboard rest = free; rest != 0; rest = without_lowest(rest))
            place->number[lowest_square(rest)] = number++;
}
