/* moves_legal.h - finding a public move among the legal ones. */
#ifndef PROBE_MOVES_LEGAL_H
#define PROBE_MOVES_LEGAL_H

#include "context.h"

/* The legal move with the start, end and captures of `given`; FINAIS_ILLEGAL_MOVE if there is none.
 */
finais_status find_legal_move(const finais *handle, const struct position *position,
                              const finais_move *given, struct move *move, finais_error *error);

#endif
