#include "block_export.h"
#include "ranks.h"
#include <stdlib.h>

/* Outcomes are handed over about so many at a time. */
enum { PORTION_POSITIONS = 1 << 15 };

/* All sets of White's kings; one when only one side has kings, or none. */
static uint64_t white_king_sets(const struct blocks *blocks) {
    unsigned men = blocks->signature.men[WHITE] + blocks->signature.men[BLACK];
    return blocks->rows == 1 ? 1
                             : combinations(BOARD_SQUARES - men, blocks->signature.kings[WHITE]);
}

static struct export_portion portion_of(const struct blocks *blocks, uint64_t number) {
    uint64_t all = white_king_sets(blocks);
    uint64_t positions = blocks->layout.king_placements / all;
    uint64_t sets = positions < PORTION_POSITIONS ? PORTION_POSITIONS / positions : 1;
    uint64_t first = number * sets;
    return (struct export_portion){.first_set = first,
                                   .sets = all - first < sets ? all - first : sets,
                                   .positions_of_set = positions};
}

uint64_t export_portions(const struct blocks *blocks) {
    uint64_t sets = portion_of(blocks, 0).sets;
    return (white_king_sets(blocks) + sets - 1) / sets;
}

static size_t room_words(const struct blocks *blocks) {
    struct export_portion portion = portion_of(blocks, 0);
    return (size_t)(portion.sets * portion.positions_of_set / 64 + 2);
}

uint64_t export_room_memory(const struct blocks *blocks, unsigned distances) {
    return room_words(blocks) * (3 * sizeof(uint64_t) + 64 * distances);
}

bool export_room_make(struct export_room *room, const struct blocks *blocks,
                      const struct distance_set *distances) {
    size_t words = room_words(blocks);
    room->bits = (struct outcome_bits){.win = malloc(words * sizeof(uint64_t)),
                                       .loss = malloc(words * sizeof(uint64_t)),
                                       .capture = malloc(words * sizeof(uint64_t))};
    bool made = room->bits.win != NULL && room->bits.loss != NULL && room->bits.capture != NULL;
    for (unsigned i = 0; i < DISTANCE_METRICS; i++)
        if (distances->of[i] != NULL) {
            room->bits.plies[i] = malloc(words * 64);
            made = made && room->bits.plies[i] != NULL;
        }
    return made;
}

void export_room_clear(struct export_room *room) {
    free(room->bits.win);
    free(room->bits.loss);
    free(room->bits.capture);
    for (unsigned i = 0; i < DISTANCE_METRICS; i++)
        free(room->bits.plies[i]);
}

/* Man rank in the table of the placement whose rank in the blocks is `rank`. */
static uint64_t table_rank(const struct placement_blocks *placement, uint64_t rank,
                           const struct index_layout *table) {
    if (!placement->blocks->turned)
        return rank;
    return man_rank(table, turn32(placement->men[BLACK]), turn32(placement->men[WHITE]));
}

void export_outcomes(const struct kernel *kernel, const struct placement_blocks *placement,
                     uint64_t rank, uint64_t portion, const struct index_layout *table,
                     struct export_room *room, const struct outcome_sink *sink) {
    struct export_portion part = portion_of(placement->blocks, portion);
    uint64_t first = table_rank(placement, rank, table) * table->king_placements +
                     part.first_set * part.positions_of_set;
    unsigned sides = signature_is_own_mirror(table->signature) ? 1 : 2;
    for (unsigned side = 0; side < sides; side++) {
        kernel->export_portion(placement, (enum side)side, part, &room->bits);
        sink->put(sink->context, (enum side)side, first, &room->bits,
                  (size_t)(part.sets * part.positions_of_set));
    }
}
