/* draw_unit.h - positions and counters solved together, for one placement of the men: inside the
 * solver of draw_solver.h, whose parts share this struct. */
#ifndef PROBE_DRAW_UNIT_H
#define PROBE_DRAW_UNIT_H

#include "draw_lengths.h"
#include "draw_solver.h"
#include "draw_values.h"
#include "ranks.h"

/* A number for which counts of the thresholds' counter a win holds: 0 for none, n for those below
 * n, UNIT_ALWAYS for all, also beyond the greatest. */
enum { UNIT_NEVER = 0, UNIT_ALWAYS = 255 };

struct draw_balance {
    struct draw_plan plan;
    struct index_layout layout;
    bool solvable; /* the layout is there */
    bool clean;    /* see struct draw_facts */
    bool successors_clean;
    uint32_t to_come;  /* see draw_articles_to_come() */
    uint64_t searched; /* positions that short searches have looked at */
    /* Thresholds from which on a position is drawn where it stands, by layer, class and vector;
     * made when a class is met. */
    uint8_t *caps;
    bool caps_made[4];
    struct draw_balance *next;
};

struct draw_unit {
    struct draw_balance *balance;
    uint64_t man_rank;
    uint32_t nodes;   /* positions: king placements with White to move, then with Black */
    unsigned vectors; /* thresholds of each */
    unsigned kept;    /* layers in `values`, from layer 0 */
    uint8_t *values;
    struct draw_unit *next;
};

struct draw_solver {
    finais_context *context;
    struct draw_values *values;   /* what is remembered of positions, */
    struct draw_lengths *lengths; /* and of states */
    uint32_t questions;           /* with forbidden positions, so far */
    const struct rules *game;
    struct draw_rules rules;
    const struct draw_facts *facts;
    size_t memory;
    size_t bytes;
    bool without_bounds;
    const char *reason; /* of DRAW_UNDECIDED */
    struct draw_balance *balances;
    struct draw_unit **units; /* by hash */
};

/* Outcomes of inner functions. */
enum draw_status { DRAW_DONE, DRAW_STOPPED /* `reason` says why */, DRAW_FAILED /* error */ };

/* Solves `unit`, of which balance, rank and sizes are filled in, and keeps its first `keep` layers.
 * Positions of `forbidden` (NULL for none) count as drawn. */
enum draw_status draw_unit_solve(struct draw_solver *solver, struct draw_unit *unit, unsigned keep,
                                 const struct draw_forbidden *forbidden, finais_error *error);

/* The unit of a placement of the men of a canonical signature, solved with all its layers kept; it
 * stays until the solver needs its memory, so until the next question. */
enum draw_status draw_solver_unit(struct draw_solver *solver, struct signature signature,
                                  uint64_t man_rank, const struct draw_unit **unit,
                                  finais_error *error);

/* Whether the decision of a position holds; it is known to be decided. */
enum draw_status draw_solver_holds(struct draw_solver *solver, const struct position *position,
                                   const struct draw_clock *clock, bool *holds,
                                   finais_error *error);

/* Whether a search about the balance of a position is worth its time, of which it has taken
 * `looked_at` positions more: as long as less has gone into searches than solving all of the
 * balance would cost. Many questions are answered faster by units that are solved and kept. */
bool draw_solver_may_search(struct draw_solver *solver, const struct position *position,
                            uint64_t looked_at);

/* What freshness and distances tell of a decided position, or a unit that is solved already;
 * DRAW_UNDECIDED when that is not enough. */
enum draw_status draw_solver_bound(struct draw_solver *solver, const struct position *position,
                                   const struct draw_clock *clock, enum draw_answer *answer,
                                   finais_error *error);

/* Whether a unit that is solved already, or the distance to the conversion, tells that the decision
 * of a position does not hold; it is decided in `dtw` plies. */
enum draw_status draw_solver_falls(struct draw_solver *solver, const struct position *position,
                                   const struct draw_clock *clock, unsigned dtw, bool *falls,
                                   finais_error *error);

/* The plan for the balance of a position; NULL, with a reason, when there is no memory. */
const struct draw_plan *draw_solver_plan(struct draw_solver *solver,
                                         const struct position *position);

/* Whether it is sure that no article falls within so many plies, of which the last ends the game.
 */
bool draw_solver_none_falls(struct draw_solver *solver, const struct position *position,
                            const struct draw_clock *clock, unsigned plies);

/* The theoretical value, or DRAW_STOPPED when a table is missing. */
enum draw_status draw_solver_theory(struct draw_solver *solver, const struct position *position,
                                    value *v, finais_error *error);

/* Memory within the limit, zeroed; NULL with a reason when there is none. What is idle is given up
 * first. To be freed with draw_solver_release(). */
void *draw_solver_take(struct draw_solver *solver, size_t count, size_t size);
void draw_solver_release(struct draw_solver *solver, void *memory, size_t count, size_t size);

/* Threshold of a state: the one stored for a layer, a node and an entry of the vector. */
static inline uint8_t draw_unit_value(const struct draw_unit *unit, unsigned layer, uint32_t node,
                                      unsigned vector) {
    return unit->values[((size_t)layer * unit->nodes + node) * unit->vectors + vector];
}

static inline uint32_t draw_unit_node(const struct draw_unit *unit, bitboard men,
                                      const struct position *position) {
    const struct index_layout *layout = &unit->balance->layout;
    uint64_t rank = king_rank(layout, men, position->white & position->kings,
                              position->black & position->kings);
    return (uint32_t)(rank + (position->side_to_move == WHITE ? 0 : layout->king_placements));
}

#endif
