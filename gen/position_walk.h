/* position_walk.h - positions one after the other in index order, far cheaper than unranking each
 * index.
 *
 *     struct position_walk walk = position_walk_start(layout, side, first);
 *     for (index = first; index < end; index++, position_walk_next(&walk))
 *         ... walk.position ...
 */
#ifndef GEN_POSITION_WALK_H
#define GEN_POSITION_WALK_H

#include "index.h"

struct position_walk {
    const struct index_layout *layout;
    struct position position; /* at the present index */
    uint64_t man_rank;
    uint64_t king_rank;
    bitboard white_men;
    bitboard black_men;
    bitboard white_kings;
    bitboard black_kings;
};

static inline void position_walk_place(struct position_walk *walk) {
    walk->position.white = walk->white_men | walk->white_kings;
    walk->position.black = walk->black_men | walk->black_kings;
    walk->position.kings = walk->white_kings | walk->black_kings;
}

/* Begins at an index below layout->positions. The layout has to outlive the walk. */
static inline struct position_walk position_walk_start(const struct index_layout *layout,
                                                       enum side side_to_move, uint64_t index) {
    struct position_walk walk = {.layout = layout,
                                 .position.side_to_move = side_to_move,
                                 .man_rank = index / layout->king_placements,
                                 .king_rank = index % layout->king_placements};
    man_placement(layout, walk.man_rank, &walk.white_men, &walk.black_men);
    king_placement(layout, walk.white_men | walk.black_men, walk.king_rank, &walk.white_kings,
                   &walk.black_kings);
    position_walk_place(&walk);
    return walk;
}

/* Goes to the next index; stays after the last. */
static inline void position_walk_next(struct position_walk *walk) {
    const struct index_layout *layout = walk->layout;
    if (++walk->king_rank < layout->king_placements) {
        king_placement_next(layout, walk->white_men | walk->black_men, &walk->white_kings,
                            &walk->black_kings);
    } else {
        if (walk->man_rank + 1 == layout->man_placements)
            return;
        walk->king_rank = 0;
        man_placement(layout, ++walk->man_rank, &walk->white_men, &walk->black_men);
        king_placement(layout, walk->white_men | walk->black_men, 0, &walk->white_kings,
                       &walk->black_kings);
    }
    position_walk_place(walk);
}

#endif
