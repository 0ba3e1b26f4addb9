/* moves_internal.h - what moves.c and the generators of the variants share. */
#ifndef CORE_MOVES_INTERNAL_H
#define CORE_MOVES_INTERNAL_H

#include "moves.h"

/* The functions of moves.h that a variant provides, with its rules built in. */
struct move_generator {
    void (*generate)(const struct position *position, struct move_list *list);
    bitboard (*capturers)(const struct position *position);
    void (*captures_by)(const struct position *position, bitboard capturers,
                        struct move_list *list);
    void (*visit)(const struct position *position, capture_visitor *visit, void *context);
    bitboard (*quiet_targets)(const struct position *position, unsigned square);
};

extern const struct move_generator moves_brazilian;

#endif
