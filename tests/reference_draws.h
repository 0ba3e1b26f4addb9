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

/* Sets of counts on the road, as bits by count. */
typedef uint16_t road_set;

/* A position of the wanted signature. */
typedef struct {
    uint64_t white;
    uint64_t black;
    uint64_t kings;
    int side;
    size_t number; /* among those with the same men */
} draws_position;

/* States of a position that differ in the count on the road alone: for which counts it is drawn as
 * it stands, and for which others the side to move wins or loses. */
typedef struct {
    road_set drawn;
    road_set win;
    road_set loss;
    int road_most;
} draws_values;

/* Called for every position of the wanted signature and all main and king counts; clock.road is 0.
 * All positions with the same men come one after the other. */
typedef void draws_visitor(void *context, const draws_position *position, draws_clock clock,
                           const draws_values *values);

/* Solves the signature and all that its moves lead to, and visits its states. */
reference_status reference_draws_solve(draws_rules rules, const reference_signature *signature,
                                       draws_visitor *visit, void *context);

#endif
