/* ranked.h - the legal moves of a position with their values, best first. */
#ifndef PROBE_RANKED_H
#define PROBE_RANKED_H

#include "context.h"

/* What finais_root_moves() does, with valid arguments. */
finais_status rank_moves(finais_context *context, const struct position *position, unsigned flags,
                         finais_move_list *list, finais_error *error);

#endif
