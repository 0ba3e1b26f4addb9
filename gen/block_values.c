/* Blocks from values in index order, and from their mirror. */
#include "blocks.h"

void placement_view_open(struct placement_view *view, const struct blocks *blocks,
                         const struct values *values, uint64_t rank) {
    bitboard white_men;
    bitboard black_men;
    man_placement(&blocks->layout, rank, &white_men, &black_men);
    if (blocks->turned) {
        bitboard turned_white = turn_set(black_men, BOARD_SQUARES);
        black_men = turn_set(white_men, BOARD_SQUARES);
        white_men = turned_white;
    }
    *view = (struct placement_view){.blocks = blocks,
                                    .values = values,
                                    .free = ~(squares32)(white_men | black_men),
                                    .first_index = man_rank(&values->layout, white_men, black_men) *
                                                   values->layout.king_placements};
}

/* Reads a word for all squares of the king that varies. Its place among the others of its side
 * decides their part of the rank, so that is computed once for each gap between them. */
static void get_word(const uint8_t *data, uint64_t index, squares32 outer, squares32 free,
                     squares32 *win, squares32 *loss) {
    uint64_t others[BLOCK_KIND_MAX + 1];
    unsigned numbers[BLOCK_KIND_MAX];
    unsigned count = 0;
    for (squares32 rest = outer; rest != 0; rest &= rest - 1)
        numbers[count++] = count32(free & (square32(lowest32(rest)) - 1));
    others[0] = 0;
    for (unsigned i = 0; i < count; i++)
        others[0] += combinations(numbers[i], i + 2);
    for (unsigned i = 0; i < count; i++)
        others[i + 1] =
            others[i] + combinations(numbers[i], i + 1) - combinations(numbers[i], i + 2);
    *win = 0;
    *loss = 0;
    unsigned below = 0;
    unsigned number = 0;
    for (squares32 rest = free; rest != 0; rest &= rest - 1, number++) {
        squares32 square = rest & (0 - rest);
        if ((outer & square) != 0) {
            below++;
            continue;
        }
        unsigned v = data[index + others[below] + combinations(number, below + 1)];
        *win |= square & (0 - (squares32)(v >> 1 & 1));
        *loss |= square & (0 - (squares32)(v & 1));
    }
}

static void get_rows(const struct placement_view *view, const uint8_t *data,
                     struct outer_kings outer, squares32 *win, squares32 *loss) {
    unsigned white_kings = view->blocks->signature.kings[WHITE];
    unsigned black_kings = view->blocks->signature.kings[BLACK];
    uint64_t black_placements = combinations(count32(view->free) - white_kings, black_kings);
    for (unsigned row = 0; row < BOARD_SQUARES; row++) {
        squares32 white = outer.white | square32(row);
        win[row] = 0;
        loss[row] = 0;
        if ((view->free & ~outer.white & ~outer.black & square32(row)) == 0)
            continue;
        uint64_t index = view->first_index + subset_rank32(white, view->free) * black_placements;
        get_word(data, index, outer.black, view->free & ~white, &win[row], &loss[row]);
    }
}

void block_from_values(const struct placement_view *view, struct outer_kings outer, enum side side,
                       squares32 *win, squares32 *loss) {
    const struct blocks *blocks = view->blocks;
    const uint8_t *data = view->values->data[blocks->turned ? other_side(side) : side];
    unsigned kings = blocks->signature.kings[BLACK];
    if (blocks->rows > 1) {
        get_rows(view, data, outer, win, loss);
    } else if (kings == 0) {
        uint8_t v = data[view->first_index] & (uint8_t)~VALUES_MUST_CAPTURE;
        *win = v == VALUE_WIN;
        *loss = v == VALUE_LOSS;
    } else {
        squares32 others = blocks->turned ? turn32(outer.black) : outer.black;
        get_word(data, view->first_index, others, view->free, win, loss);
        if (blocks->turned) {
            *win = turn32(*win);
            *loss = turn32(*loss);
        }
    }
}

static void turn_block(const struct blocks *blocks, const squares32 *from, squares32 *to) {
    if (blocks->rows > 1)
        matrix_turn(from, to);
    else
        *to = *from;
}

/* The blocks of one placement from those of its mirror. */
static void mirror_placement(struct blocks *blocks, uint64_t rank) {
    bitboard white_men;
    bitboard black_men;
    man_placement(&blocks->layout, rank, &white_men, &black_men);
    squares32 free = ~(squares32)(white_men | black_men);
    uint64_t mirror = man_rank(&blocks->layout, turn_set(black_men, BOARD_SQUARES),
                               turn_set(white_men, BOARD_SQUARES));
    unsigned kings = blocks->signature.kings[WHITE];
    squares32 white = kings == 0 ? 0 : first_subset32(free, kings - 1);
    for (uint64_t i = 0; i < blocks->white_sets; i++) {
        squares32 black = kings == 0 ? 0 : first_subset32(free, kings - 1);
        for (uint64_t j = 0; j < blocks->black_sets; j++) {
            uint64_t block = rank * blocks->blocks_per_placement + block_number(blocks, i, j);
            uint64_t source = mirror * blocks->blocks_per_placement +
                              block_number(blocks, subset_rank32(turn32(black), turn32(free)),
                                           subset_rank32(turn32(white), turn32(free)));
            turn_block(blocks, blocks->win[WHITE] + source * blocks->rows,
                       blocks->win[BLACK] + block * blocks->rows);
            turn_block(blocks, blocks->loss[WHITE] + source * blocks->rows,
                       blocks->loss[BLACK] + block * blocks->rows);
            black = (squares32)next_subset(black, free);
        }
        white = (squares32)next_subset(white, free);
    }
}

void blocks_mirror(struct blocks *blocks, unsigned threads) {
#pragma omp parallel for schedule(dynamic, 16) num_threads((int)threads)
    for (uint64_t rank = 0; rank < blocks->layout.man_placements; rank++)
        mirror_placement(blocks, rank);
}
