#include "man_sets.h"
#include <stdlib.h>

/* Squares in a back row, and those that the men of both sides can stand on. */
enum { ROW_SQUARES = 4, SHARED_SQUARES = 24 };

static unsigned largest_set(const struct index_layout *layout) {
    unsigned white = layout->signature.men[WHITE];
    unsigned black = layout->signature.men[BLACK];
    return white > black ? white : black;
}

uint64_t man_sets_memory(const struct index_layout *layout) {
    uint64_t sets = 0;
    for (unsigned size = 0; size <= largest_set(layout); size++)
        sets += combinations(SHARED_SQUARES, size);
    return sets * sizeof(squares32);
}

static squares32 *list_sets(unsigned size) {
    uint64_t count = combinations(SHARED_SQUARES, size);
    squares32 *list = malloc((size_t)count * sizeof *list);
    bitboard set = (UINT64_C(1) << size) - 1;
    for (uint64_t i = 0; list != NULL && i < count; i++) {
        list[i] = (squares32)set;
        set = next_subset(set, (UINT64_C(1) << SHARED_SQUARES) - 1);
    }
    return list;
}

static void list_groups(struct man_sets *sets, const struct index_layout *layout) {
    unsigned white = layout->signature.men[WHITE];
    unsigned black = layout->signature.men[BLACK];
    for (unsigned i = 0; i <= ROW_SQUARES && i <= white; i++)
        for (unsigned j = 0; j <= ROW_SQUARES && j <= black; j++) {
            struct man_group *group = &sets->groups[sets->count];
            unsigned left = SHARED_SQUARES - (white - i);
            *group = (struct man_group){.first = (uint32_t)layout->group_first[i][j],
                                        .back = {(uint8_t)i, (uint8_t)j},
                                        .rest = {(uint8_t)(white - i), (uint8_t)(black - j)},
                                        .black_back_sets = (uint32_t)combinations(ROW_SQUARES, j),
                                        .white_rest_sets =
                                            (uint32_t)combinations(SHARED_SQUARES, white - i),
                                        .black_rest_sets = (uint32_t)combinations(left, black - j)};
            if (group->white_rest_sets != 0 && group->black_rest_sets != 0)
                sets->count++;
        }
}

bool man_sets_make(struct man_sets *sets, const struct index_layout *layout) {
    *sets = (struct man_sets){.count = 0};
    list_groups(sets, layout);
    for (unsigned size = 0; size <= largest_set(layout); size++) {
        sets->of_size[size] = list_sets(size);
        if (sets->of_size[size] == NULL)
            return false;
    }
    return true;
}

void man_sets_clear(struct man_sets *sets) {
    for (unsigned size = 0; size <= MAN_SET_MAX; size++)
        free(sets->of_size[size]);
    *sets = (struct man_sets){.count = 0};
}

/* Puts a set of the squares that `taken` leaves back among all squares. */
static squares32 open_gaps(squares32 set, squares32 taken) {
    for (; taken != 0; taken &= taken - 1) {
        squares32 below = (taken & (0 - taken)) - 1;
        set = (set & below) | (set & ~below) << 1;
    }
    return set;
}

/* Splits off the least digit of a rank. */
static uint32_t split_digit(uint32_t *rank, uint32_t base) {
    uint32_t digit = *rank % base;
    *rank /= base;
    return digit;
}

void man_sets_placement(const struct man_sets *sets, uint32_t rank, squares32 *white_men,
                        squares32 *black_men) {
    unsigned i = sets->count - 1;
    while (sets->groups[i].first > rank)
        i--;
    const struct man_group *group = &sets->groups[i];
    rank -= group->first;
    squares32 black_rest =
        sets->of_size[group->rest[BLACK]][split_digit(&rank, group->black_rest_sets)];
    squares32 white_rest =
        sets->of_size[group->rest[WHITE]][split_digit(&rank, group->white_rest_sets)];
    squares32 black_back =
        sets->of_size[group->back[BLACK]][split_digit(&rank, group->black_back_sets)];
    squares32 white_back = sets->of_size[group->back[WHITE]][rank];
    *white_men = white_rest << 4 | white_back << 28;
    *black_men = open_gaps(black_rest, white_rest) << 4 | black_back;
}
