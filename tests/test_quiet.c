/* Values by one ply of search over quiet moves, against those that the tables hold: of the
 * positions of all signatures of up to so many pieces, every STRIDE-th. Arguments: folder, pieces,
 * STRIDE. */
#include "check.h"
#include "evaluate.h"
#include "open_folder.h"
#include "quiet.h"
#include "stored.h"
#include <stdlib.h>

static uint64_t compared;
static uint64_t different;
static uint64_t without_moves;

static void compare(finais_context *context, const struct found_signature *found,
                    const struct position *position, enum metric metric) {
    value stored;
    value searched;
    const struct table *table;
    int32_t number = table_for_metric(found, metric);
    CHECK_EQUAL(evaluate(context, position, metric, &stored, NULL), FINAIS_OK);
    CHECK_EQUAL(stored_table(context, number, &table, NULL), FINAIS_OK);
    /* One ply leads to the other side to move: it has to be one that is stored. */
    if (!signature_is_own_mirror(found->layout.signature) &&
        !header_stores(&table->header, other_side(position->side_to_move)))
        return;
    CHECK_EQUAL(value_by_quiet_moves(context, found, table, number, position, metric, 0,
                                     bounds_of_all(), &searched, NULL),
                FINAIS_OK);
    compared++;
    different += stored != searched;
    without_moves += metric != METRIC_WDL && stored == value_loss_in(0);
}

static void compare_signature(finais_context *context, const struct found_signature *found,
                              uint64_t stride) {
    const struct rules *rules = context->handle->catalogue.rules;
    unsigned sides = signature_is_own_mirror(found->layout.signature) ? 1 : 2;
    for (unsigned side = 0; side < sides; side++)
        for (uint64_t index = 0; index < found->layout.positions; index += stride) {
            struct position position = position_of_index(&found->layout, index, (enum side)side);
            for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
                if (!moves_must_capture(rules, &position))
                    compare(context, found, &position, metric);
        }
}

int main(int argc, char **argv) {
    if (!CHECK(argc == 4))
        return check_report();
    const char *directory = argv[1];
    unsigned pieces = (unsigned)strtoul(argv[2], NULL, 10);
    uint64_t stride = strtoull(argv[3], NULL, 10);
    finais *handle = NULL;
    finais_context *context = NULL;
    if (!CHECK(open_folder(directory, FINAIS_PRELOAD, &handle, &context)))
        return check_report();
    CHECK(handle->catalogue.largest >= pieces);
    for (size_t i = 0; i < handle->catalogue.signature_count; i++) {
        const struct found_signature *found = &handle->catalogue.signatures[i];
        if (signature_pieces(found->layout.signature) <= pieces)
            compare_signature(context, found, stride);
    }
    CHECK_EQUAL(different, 0);
    CHECK(compared > 20000);
    CHECK(without_moves > 0);
    finais_context_free(context);
    finais_close(handle);
    return check_report();
}
