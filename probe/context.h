/* context.h - the scratch memory of one thread, and the positions it works on. */
#ifndef PROBE_CONTEXT_H
#define PROBE_CONTEXT_H

#include "block_cache.h"
#include "handle.h"
#include "moves.h"

struct finais_context {
    finais *handle;
    struct block_cache *cache;
    struct block_reader reader;
    /* One list for each capture that can follow another: every one takes a piece off the board.
     * Large, but only the pages that are written take memory. */
    struct move_list *lists;
    struct move_list *near_lists; /* for near_distance(), by plies left */
    finais_move_list *ranked;     /* scratch of finais_main_line() */
    size_t fixed_bytes;           /* memory of all this but for cached blocks */
    uint64_t cache_hits;          /* values found in the cache */
    uint64_t cache_misses;        /* values whose block was unpacked for them */
    bool no_io;                   /* FINAIS_NO_IO, for the call at hand */
    struct leaves *leaves;        /* of finais_probe_many(), else NULL; see leaves.h */
};

/* About what a context takes, without its cache. */
size_t context_memory_expected(const finais *handle);

/* Every call that probes begins with this. */
static inline void context_begin(struct finais_context *context, bool no_io) {
    context->no_io = no_io;
    if (memory_is_crowded(&context->handle->memory))
        block_cache_trim(context->cache);
}

/* What position_import() does with a position that it does not take. */
finais_status position_refuse(const finais *handle, const finais_position *given,
                              finais_error *error);

/* Turns a public position into one of the core and checks it. FINAIS_INVALID_ARGUMENT for NULL,
 * FINAIS_ILLEGAL_POSITION with the fault in the message. */
static inline finais_status position_import(const finais *handle, const finais_position *given,
                                            struct position *position, finais_error *error) {
    *position = (struct position){.white = 0};
    if (handle == NULL || given == NULL)
        return position_refuse(handle, given, error);
    const struct rules *rules = handle->catalogue.rules;
    *position = (struct position){.white = given->white,
                                  .black = given->black,
                                  .kings = given->kings,
                                  .side_to_move = (enum side)given->side_to_move};
    return position_is_fine(rules->geometry, rules->pieces_per_side, position) &&
                   given->reserved == 0
               ? FINAIS_OK
               : position_refuse(handle, given, error);
}

static inline finais_position position_export(const struct position *position) {
    return (finais_position){.white = position->white,
                             .black = position->black,
                             .kings = position->kings,
                             .side_to_move =
                                 position->side_to_move == WHITE ? FINAIS_WHITE : FINAIS_BLACK};
}

static inline bool move_converts(const struct move *move) {
    return move->captured != 0 || move->promotes;
}

static inline finais_move move_export(const struct move *move) {
    return (finais_move){.captured = move->captured,
                         .from = move->from,
                         .to = move->to,
                         .captures = (uint8_t)count_squares(move->captured),
                         .promotes = move->promotes};
}

#endif
