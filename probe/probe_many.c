/* Probing many positions: the values that they need are fetched in the order of the files. */
#include "evaluate.h"
#include "leaves.h"
#include "stored.h"

/* In place of the status of a position that is still to be probed alone, or in the order of the
 * files. One whose values were noted has their number as its status until it is answered. */
enum { STILL_OPEN = 1 << 30, IN_ORDER = STILL_OPEN + 1 };

/* What the caller gave. */
struct request {
    const finais_position *positions;
    size_t count;
    unsigned flags;
    finais_result *results;
    finais_status *statuses;
};

/* Evaluates a position with context->leaves; false when it has to be probed alone, for its own
 * error, for a missing table or for want of room. */
static bool evaluate_leaves(finais_context *context, struct leaves *leaves,
                            const struct request *request, size_t number) {
    struct position position;
    finais_result result;
    if (position_import(context->handle, &request->positions[number], &position, NULL) != FINAIS_OK)
        return false;
    context->leaves = leaves;
    leaves->given_up = false;
    leaves->full = false;
    leaves->searches = false;
    leaves->outline.full = false;
    finais_status status = evaluate_result(context, &position, request->flags, &result, NULL);
    context->leaves = NULL;
    leaves->full = leaves->full || leaves->outline.full;
    if (status != FINAIS_OK || leaves->given_up || leaves->outline.full)
        return false;
    if (leaves->answering)
        request->results[number] = result;
    return true;
}

/* Notes the values of positions from `first` on until there is no room; returns where it ended. */
static size_t note_values(finais_context *context, struct leaves *leaves,
                          const struct request *request, size_t first) {
    size_t number;
    for (number = first; number < request->count; number++) {
        size_t before = leaves->count;
        size_t steps_before = leaves->outline.count;
        bool noted = evaluate_leaves(context, leaves, request, number);
        outline_note_end(&leaves->outline);
        if (noted && !leaves->outline.full) {
            request->statuses[number] = (finais_status)(leaves->count - before);
            continue;
        }
        leaves->full = leaves->full || leaves->outline.full;
        leaves->count = before;
        leaves->outline.count = steps_before;
        if (leaves->full && before > 0)
            break;
        request->statuses[number] = (finais_status)(leaves->searches ? IN_ORDER : STILL_OPEN);
    }
    return number;
}

/* Whether the side to move has lost because it has no move. */
static bool has_no_move(finais_context *context, const finais_position *given) {
    struct position position;
    struct move_list *list = &context->lists[0];
    if (position_import(context->handle, given, &position, NULL) != FINAIS_OK)
        return false;
    moves_generate(context->handle->catalogue.rules, &position, list);
    return list->count == 0;
}

/* Answers for outcomes, by the outline. */
static bool answer_outcome(finais_context *context, struct leaves *leaves,
                           const struct request *request, size_t number) {
    value outcome;
    bool has_moves;
    if (!outline_take(&leaves->outline, &leaves->values[leaves->next], NOT_FETCHED, &outcome,
                      &has_moves))
        return false;
    request->results[number] = (finais_result){
        .wdl = outcome_export(outcome), .dtw = FINAIS_NO_DISTANCE, .dtc = FINAIS_NO_DISTANCE};
    if (value_is_loss(outcome) && !has_moves)
        request->results[number].terminal = has_no_move(context, &request->positions[number]);
    return true;
}

static void answer(finais_context *context, struct leaves *leaves, const struct request *request,
                   size_t first, size_t end) {
    for (size_t number = first; number < end; number++) {
        if (request->statuses[number] >= (finais_status)STILL_OPEN)
            continue;
        size_t next = leaves->next + (size_t)request->statuses[number];
        bool answered = leaves->outline.steps != NULL
                            ? answer_outcome(context, leaves, request, number)
                            : evaluate_leaves(context, leaves, request, number);
        request->statuses[number] = answered ? FINAIS_OK : (finais_status)STILL_OPEN;
        leaves->next = next;
    }
}

/* Notes a position by where it lies. One that lies in no table stays open. */
static void note_position(finais_context *context, struct leaves *leaves,
                          const finais_position *given, uint32_t number) {
    struct position position;
    struct position canonical;
    if (position_import(context->handle, given, &position, NULL) != FINAIS_OK)
        return;
    const struct found_signature *found =
        catalogue_place(&context->handle->catalogue, &position, &canonical);
    int32_t table = found != NULL ? table_for_metric(found, METRIC_WDL) : NO_TABLE;
    if (table != NO_TABLE)
        leaves_note_position(leaves, number, table, WHITE,
                             slot_of_position(&found->slots, &canonical));
}

/* Probes positions IN_ORDER. What they need lies near to where they lie themselves, so most of it
 * is in the cache when it is needed. A failure leaves the position open. */
static void probe_in_order(finais_context *context, struct leaves *leaves,
                           const struct request *request, size_t first, size_t end) {
    while (first < end) {
        size_t next = first;
        leaves_clear(leaves);
        for (; next < end && next - first < UINT32_MAX && leaves->count < leaves->capacity; next++)
            if (request->statuses[next] == (finais_status)IN_ORDER)
                note_position(context, leaves, &request->positions[next], (uint32_t)(next - first));
        leaves_sort(leaves);
        for (size_t i = 0; i < leaves->count; i++) {
            size_t number = first + leaves->list[i].number;
            finais_status status = finais_probe(context, &request->positions[number],
                                                request->flags, &request->results[number], NULL);
            if (status == FINAIS_OK)
                request->statuses[number] = FINAIS_OK;
        }
        first = next;
    }
}

/* Probes all positions that need not be probed alone. Without memory for it, that is none. */
static void probe_by_leaves(finais_context *context, const struct request *request) {
    const struct memory *memory = &context->handle->memory;
    struct leaves leaves;
    size_t first = 0;
    bool outcomes = (request->flags & FINAIS_WANT_ALL) == 0;
    if (leaves_init(&leaves, request->count, memory->limit != 0 ? memory->limit / 4 : SIZE_MAX,
                    outcomes))
        while (first < request->count) {
            leaves_clear(&leaves);
            size_t end = note_values(context, &leaves, request, first);
            leaves_fetch(&leaves, context);
            answer(context, &leaves, request, first, end);
            probe_in_order(context, &leaves, request, first, end);
            first = end;
        }
    leaves_free(&leaves);
    for (; first < request->count; first++)
        request->statuses[first] = (finais_status)STILL_OPEN;
}

/* Probes those that are open. Gives back the first failure in the caller's order, and its error. */
static finais_status probe_open(finais_context *context, const struct request *request,
                                finais_error *error) {
    finais_status first = FINAIS_OK;
    for (size_t i = 0; i < request->count; i++) {
        if (request->statuses[i] == FINAIS_OK)
            continue;
        request->statuses[i] =
            finais_probe(context, &request->positions[i], request->flags, &request->results[i],
                         first == FINAIS_OK ? error : NULL);
        if (first == FINAIS_OK)
            first = request->statuses[i];
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
    struct request request = {positions, count, flags, results, statuses};
    context_begin(context, (flags & FINAIS_NO_IO) != 0);
    for (size_t i = 0; i < count; i++)
        statuses[i] = (finais_status)STILL_OPEN;
    /* Where nothing is to be read there is no order to be kept either. */
    if (count > 1 && context->handle->mode != FINAIS_PRELOAD && (flags & FINAIS_NO_IO) == 0)
        probe_by_leaves(context, &request);
    return probe_open(context, &request, error);
}
