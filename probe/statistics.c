/* What the header of a table tells of its positions. */
#include "context.h"
#include <string.h>

/* The distance and the position of a longest win or loss; `turned` for the side to move that is not
 * stored, being the mirror image of the one that is. */
static void export_longest(const struct table *table, uint32_t plies, uint64_t index,
                           enum side side, bool turned, int32_t *distance,
                           finais_position *example) {
    *distance = FINAIS_NO_DISTANCE;
    memset(example, 0, sizeof *example);
    if (table->header.metric == METRIC_WDL || index >= table->layout.positions)
        return;
    struct position position = position_of_index(&table->layout, index, side);
    if (turned)
        position = position_mirror(table->layout.geometry, &position);
    *distance = (int32_t)plies;
    *example = position_export(&position);
}

static void export_side(const struct table *table, enum side side, bool turned,
                        finais_side_statistics *exported) {
    const struct table_statistics *statistics = &table->header.statistics[side];
    exported->wins = statistics->wins;
    exported->draws = statistics->draws;
    exported->losses = statistics->losses;
    export_longest(table, statistics->longest_win, statistics->longest_win_index, side, turned,
                   &exported->longest_win, &exported->longest_win_position);
    export_longest(table, statistics->longest_loss, statistics->longest_loss_index, side, turned,
                   &exported->longest_loss, &exported->longest_loss_position);
}

finais_status finais_table_statistics_of(finais *handle, const char *name,
                                         finais_table_statistics *statistics, finais_error *error) {
    if (handle == NULL || name == NULL || statistics == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_table_statistics_of: NULL");
    int32_t number = catalogue_table_by_name(&handle->catalogue, name);
    if (number == NO_TABLE)
        return error_table(error, FINAIS_TABLE_MISSING, name, ERROR_NO_BLOCK,
                           "no table %s was found", name);
    const struct table *table;
    finais_status status = handle_open_table(handle, number, &table, error);
    if (status != FINAIS_OK)
        return status;
    bool one_side = signature_is_own_mirror(table->header.signature);
    export_side(table, WHITE, false, &statistics->sides[FINAIS_WHITE]);
    export_side(table, one_side ? WHITE : BLACK, one_side, &statistics->sides[FINAIS_BLACK]);
    memcpy(statistics->content_hash, table->header.content_hash, sizeof statistics->content_hash);
    return FINAIS_OK;
}
