/* reference_draws.h - a plain solver of positions together with draw counters, which judges the
 * adjudicator.
 *
 * Written from docs/rules.md alone, on the reference solver's board: nothing of core/ or probe/ is
 * in it. Values are those of the side to move when both play to win under the rules, counters
 * included: what neither can force is a draw. Positions are solved for one placement of the men
 * after the other, the most advanced first, and each for all counts, the highest first, since no
 * count ever falls without a move that cannot be taken back.
 */
#ifndef TESTS_REFERENCE_DRAWS_H
#define TESTS_REFERENCE_DRAWS_H

#include "reference.h"
#include <stddef.h>

typedef enum { DRAWS_FMJD64, DRAWS_LIDRAUGHTS, DRAWS_MOVES40 } draws_rules;

/* Counters of a state. FMJD: plies in the balance, plies by kings alone, counted moves on the road.
 * Server: clock, nothing, counted plies on the road. 40 moves: plies, nothing, nothing. */
typedef struct {
    int main;
    int kings;
    int road;
} draws_clock;

/* Called for every state of the wanted signature that is not drawn as it stands: `value` is +1, 0
 * or -1 for the side to move. */
typedef void draws_visitor(void *context, uint64_t white, uint64_t black, uint64_t kings, int side,
                           draws_clock clock, int value);

/* Solves the signature and all that its moves lead to, and visits its states; of its placements of
 * the men every `step`-th alone is visited, all are solved. */
reference_status reference_draws_solve(draws_rules rules, const reference_signature *signature,
                                       size_t step, draws_visitor *visit, void *context);

#endif
