/* Outcomes that are read through the summary of a loaded table, against the bits of the rows: every
 * position of all signatures of up to so many pieces in which the side to move need not capture.
 * Arguments: folder, pieces. */
#include "check.h"
#include "handle.h"
#include "moves.h"
#include <stdlib.h>

static uint64_t positions;
static uint64_t different;
static uint64_t by_summary; /* positions that the summary answers for */
static uint64_t by_bits;    /* those that it would answer for if it went by the bits alone */

static value outcome_by_bits(const struct loaded *loaded, uint64_t row, unsigned lane) {
    const uint8_t *wins = loaded->values + 8 * row;
    if ((wins[lane / 8] >> lane % 8 & 1) != 0)
        return VALUE_WIN;
    return (wins[4 + lane / 8] >> lane % 8 & 1) != 0 ? VALUE_LOSS : VALUE_DRAW;
}

/* Whether all lanes of a group have the same bits. */
static bool is_even(const struct loaded *loaded, uint64_t rows, uint64_t group) {
    uint64_t first = group << SUMMARY_ROW_BITS;
    value v = outcome_by_bits(loaded, first, 0);
    for (uint64_t row = first; row < rows && row >> SUMMARY_ROW_BITS == group; row++)
        for (unsigned lane = 0; lane < 32; lane++)
            if (outcome_by_bits(loaded, row, lane) != v)
                return false;
    return true;
}

static void compare_side(const struct found_signature *found, const struct table *table,
                         enum side side) {
    const struct loaded *loaded = &table->loaded[side];
    for (uint64_t index = 0; index < found->layout.positions; index++) {
        struct position position = position_of_index(&found->layout, index, side);
        if (moves_must_capture(&rules_brazilian, &position))
            continue;
        uint64_t slot = slot_of_position(&found->slots, &position);
        uint64_t row = slot >> found->slots.lane_bits;
        uint64_t group = row >> SUMMARY_ROW_BITS;
        positions++;
        different += loaded_outcome(loaded, found->slots.lane_bits, slot) !=
                     outcome_by_bits(loaded, row, (unsigned)slot % 32);
        by_summary += summary_of_group(loaded->summary, group) != SUMMARY_MIXED;
        by_bits += is_even(loaded, found->slots.rows, group);
    }
}

int main(int argc, char **argv) {
    if (!CHECK(argc == 3))
        return check_report();
    const char *directory = argv[1];
    unsigned pieces = (unsigned)strtoul(argv[2], NULL, 10);
    finais *handle = NULL;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = &directory;
    options.directory_count = 1;
    options.mode = FINAIS_PRELOAD;
    if (!CHECK(finais_open(&handle, &options, NULL) == FINAIS_OK))
        return check_report();
    CHECK(handle->catalogue.largest >= pieces);
    for (size_t i = 0; i < handle->catalogue.signature_count; i++) {
        const struct found_signature *found = &handle->catalogue.signatures[i];
        if (signature_pieces(found->layout.signature) > pieces ||
            !CHECK(found->table[METRIC_WDL] != NO_TABLE))
            continue;
        const struct table *table = handle_peek(handle, found->table[METRIC_WDL]);
        for (enum side side = WHITE; side <= BLACK; side++)
            if (table->loaded[side].values != NULL)
                compare_side(found, table, side);
    }
    printf("%llu positions; %.1f%% answered by the summaries, %.1f%% by their bits alone\n",
           (unsigned long long)positions, 100 * (double)by_summary / (double)positions,
           100 * (double)by_bits / (double)positions);
    CHECK(positions > 1000);
    CHECK(by_summary > by_bits);
    CHECK_EQUAL(different, 0);
    finais_close(handle);
    return check_report();
}
