/* Blocks from values in index order, and from their mirror. */
#include "blocks.h"
#include "distances.h"
#include "ranks.h"
#include "turn_bytes.h"

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

/* The values of one side to move, and where a word of them goes; `plies` is NULL when the values
 * have no distances. */
struct value_reader {
    const struct values *values;
    enum side side;
};

struct value_word {
    squares32 win;
    squares32 loss;
    uint8_t *plies;
};

/* Puts the value of the position with an index under the squares of `square`. Plies that a byte
 * does not tell become 255. */
static void put_value(const struct value_reader *reader, uint64_t index, squares32 square,
                      struct value_word *word) {
    unsigned v = values_get(reader->values, reader->side, index);
    squares32 lost = 0 - (squares32)(v & 1);
    word->win |= square & ~lost & (0 - (squares32)(v != 0));
    word->loss |= square & lost;
    if (word->plies != NULL)
        word->plies[lowest32(square)] = (uint8_t)(v < 2 * UINT8_MAX ? v / 2 : UINT8_MAX);
}

/* Reads a word for all squares of the king that varies. Its place among the others of its side
 * decides their part of the rank, so that is computed once for each gap between them. */
static void get_word(const struct value_reader *reader, uint64_t index, squares32 outer,
                     squares32 free, struct value_word *word) {
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
    unsigned below = 0;
    unsigned number = 0;
    for (squares32 rest = free; rest != 0; rest &= rest - 1, number++) {
        squares32 square = rest & (0 - rest);
        if ((outer & square) != 0) {
            below++;
            continue;
        }
        put_value(reader, index + others[below] + combinations(number, below + 1), square, word);
    }
}

static void get_rows(const struct placement_view *view, const struct value_reader *reader,
                     struct outer_kings outer, squares32 *win, squares32 *loss, uint8_t *plies) {
    unsigned white_kings = view->blocks->signature.kings[WHITE];
    unsigned black_kings = view->blocks->signature.kings[BLACK];
    uint64_t black_placements = combinations(count32(view->free) - white_kings, black_kings);
    for (unsigned row = 0; row < BOARD_SQUARES; row++) {
        squares32 white = outer.white | square32(row);
        struct value_word word = {0, 0, plies == NULL ? NULL : plies + row * BOARD_SQUARES};
        if ((view->free & ~outer.white & ~outer.black & square32(row)) != 0)
            get_word(reader,
                     view->first_index + subset_rank32(white, view->free) * black_placements,
                     outer.black, view->free & ~white, &word);
        win[row] = word.win;
        loss[row] = word.loss;
    }
}

void block_from_values(const struct placement_view *view, struct outer_kings outer, enum side side,
                       squares32 *win, squares32 *loss, uint8_t *plies) {
    const struct blocks *blocks = view->blocks;
    struct value_reader reader = {view->values, blocks->turned ? other_side(side) : side};
    struct value_word word = {0, 0, plies};
    unsigned kings = blocks->signature.kings[BLACK];
    if (blocks->rows > 1) {
        get_rows(view, &reader, outer, win, loss, plies);
        return;
    }
    if (kings == 0)
        put_value(&reader, view->first_index, square32(0), &word);
    else
        get_word(&reader, view->first_index, blocks->turned ? turn32(outer.black) : outer.black,
                 view->free, &word);
    bool turned = kings > 0 && blocks->turned;
    *win = turned ? turn32(word.win) : word.win;
    *loss = turned ? turn32(word.loss) : word.loss;
    if (turned && plies != NULL)
        reverse_bytes(plies);
}

static void turn_block(const struct blocks *blocks, const squares32 *from, squares32 *to) {
    if (blocks->rows > 1)
        matrix_turn(from, to);
    else
        *to = *from;
}

static void turn_plies(const struct distances *distances, uint64_t from, uint64_t to) {
    const uint8_t *white = distances->plies[WHITE] + from * distances->word_bytes;
    uint8_t *black = distances->plies[BLACK] + to * distances->word_bytes;
    if (distances->blocks->rows > 1)
        turn_bytes(white, black);
    else
        *black = *white;
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
            if (blocks->distances != NULL)
                turn_plies(blocks->distances, source * blocks->rows, block * blocks->rows);
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
