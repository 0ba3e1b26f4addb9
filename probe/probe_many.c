/* Probing many positions, in the order in which the tables hold them. */
#include "evaluate.h"
#include <stdlib.h>

/* Where a position lies: positions of one table, then of one block, are probed together. */
struct place {
    uint64_t index;
    uint64_t signature_and_side;
    size_t position; /* number in the caller's list */
};

static int compare_places(const void *left, const void *right) {
    const struct place *a = left;
    const struct place *b = right;
    if (a->signature_and_side != b->signature_and_side)
        return a->signature_and_side < b->signature_and_side ? -1 : 1;
    if (a->index != b->index)
        return a->index < b->index ? -1 : 1;
    return a->position < b->position ? -1 : a->position > b->position;
}

/* Positions that are in no table, or impossible, come first, in the caller's order. */
static struct place place_of(const finais *handle, const finais_position *given, size_t number) {
    struct place place = {.position = number};
    struct position position;
    if (position_import(handle, given, &position, NULL) != FINAIS_OK)
        return place;
    const struct catalogue *catalogue = &handle->catalogue;
    struct position canonical;
    const struct found_signature *found = catalogue_place(catalogue, &position, &canonical);
    if (found == NULL)
        return place;
    uint64_t signature = (uint64_t)(found - catalogue->signatures) + 1;
    place.signature_and_side = 2 * signature + (canonical.side_to_move == BLACK);
    place.index = index_of_position(&found->layout, &canonical);
    return place;
}

/* Gives back the first failure in the caller's order, and its error. */
static finais_status probe_in_order(finais_context *context, const finais_position *positions,
                                    const struct place *places, size_t count, unsigned flags,
                                    finais_result *results, finais_status *statuses,
                                    finais_error *error) {
    finais_status first = FINAIS_OK;
    size_t first_position = count;
    for (size_t i = 0; i < count; i++) {
        size_t number = places != NULL ? places[i].position : i;
        finais_error failure;
        bool may_be_first = number < first_position;
        statuses[number] = finais_probe(context, &positions[number], flags, &results[number],
                                        may_be_first && error != NULL ? &failure : NULL);
        if (statuses[number] == FINAIS_OK || !may_be_first)
            continue;
        first_position = number;
        first = statuses[number];
        if (error != NULL)
            *error = failure;
    }
    return first;
}

finais_status finais_probe_many(finais_context *context, const finais_position *positions,
                                size_t count, unsigned flags, finais_result *results,
                                finais_status *statuses, finais_error *error) {
    if (context == NULL ||
        (count > 0 && (positions == NULL || results == NULL || statuses == NULL)))
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_probe_many: NULL");
    finais_status status = check_flags(flags, error);
    if (status != FINAIS_OK)
        return status;
    /* Without memory for sorting, and with all values in memory, the caller's order is as good. */
    struct place *places = NULL;
    if (context->handle->mode != FINAIS_PRELOAD && count > 1 && count < SIZE_MAX / sizeof *places)
        places = malloc(count * sizeof *places);
    if (places != NULL) {
        for (size_t i = 0; i < count; i++)
            places[i] = place_of(context->handle, &positions[i], i);
        qsort(places, count, sizeof *places, compare_places);
    }
    status = probe_in_order(context, positions, places, count, flags, results, statuses, error);
    free(places);
    return status;
}
