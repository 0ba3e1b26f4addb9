/* Legal moves for the public interface: listing, playing and counting them. */
#include "moves_legal.h"

finais_status finais_moves(const finais *handle, const finais_position *position,
                           finais_move *moves, size_t capacity, size_t *count,
                           finais_error *error) {
    struct position imported;
    finais_status status = position_import(handle, position, &imported, error);
    if (status != FINAIS_OK)
        return status;
    if (count == NULL || (moves == NULL && capacity > 0))
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_moves: NULL");
    struct move_list list;
    moves_generate(handle->catalogue.rules, &imported, &list);
    if (list.overflow || list.count > capacity)
        return error_plain(error, FINAIS_TOO_MANY_MOVES,
                           "the position has more legal moves than the %zu there is room for",
                           capacity);
    for (unsigned i = 0; i < list.count; i++)
        moves[i] = move_export(&list.moves[i]);
    *count = list.count;
    return FINAIS_OK;
}

finais_status find_legal_move(const finais *handle, const struct position *position,
                              const finais_move *given, struct move *move, finais_error *error) {
    struct move_list list;
    moves_generate(handle->catalogue.rules, position, &list);
    for (unsigned i = 0; given->reserved == 0 && i < list.count; i++)
        if (list.moves[i].from == given->from && list.moves[i].to == given->to &&
            list.moves[i].captured == given->captured) {
            *move = list.moves[i];
            return FINAIS_OK;
        }
    return error_plain(error, FINAIS_ILLEGAL_MOVE, "the move is not legal in this position");
}

finais_status finais_move_apply(const finais *handle, const finais_position *position,
                                const finais_move *move, finais_position *after,
                                finais_error *error) {
    struct position imported;
    struct move legal;
    finais_status status = position_import(handle, position, &imported, error);
    if (status != FINAIS_OK)
        return status;
    if (move == NULL || after == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_move_apply: NULL");
    status = find_legal_move(handle, &imported, move, &legal, error);
    if (status != FINAIS_OK)
        return status;
    struct position next = move_apply(handle->catalogue.rules, &imported, &legal);
    *after = position_export(&next);
    return FINAIS_OK;
}

finais_status finais_perft(const finais *handle, const finais_position *position, unsigned depth,
                           uint64_t *nodes, finais_error *error) {
    struct position imported;
    finais_status status = position_import(handle, position, &imported, error);
    if (status != FINAIS_OK)
        return status;
    if (nodes == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "nodes is NULL");
    uint64_t counted;
    if (!perft(handle->catalogue.rules, &imported, depth, &counted))
        return error_plain(error, FINAIS_TOO_MANY_MOVES,
                           "a position on the way has too many legal moves");
    *nodes = counted;
    return FINAIS_OK;
}
