/*
 * The plain reference solver of Brazilian draughts: the judge of the table generator.
 *
 * Written from docs/rules.md alone, on an 8x8 board of characters, without any code of core/, gen/
 * or probe/, so that a mistake there cannot also be a mistake here. Slow and simple on purpose:
 * where speed and plainness disagree, plainness wins.
 *
 * Conventions
 *   square    0..31, square 0 is b8, 3 is h8, 4 is a7, 31 is g1: the number of the square minus 1.
 *   set       64 bits, bit i stands for square i; bits 32..63 are never set.
 *   distance  plies (half-moves), exact, or REFERENCE_NO_DISTANCE for a draw.
 *
 * Nothing here prints, exits or keeps global state. A solver that is finished is never written to
 * again, so any number of threads may read it.
 */
#ifndef FINAIS_TESTS_REFERENCE_H
#define FINAIS_TESTS_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    REFERENCE_WHITE = 0,
    REFERENCE_BLACK = 1,
    REFERENCE_ROWS = 8,
    REFERENCE_SQUARES = 32,
    REFERENCE_MAXIMUM_PIECES = 4, /* the largest ending a solver takes, both sides together */
    REFERENCE_MAXIMUM_PIECES_IN_ONE = 6, /* the largest ending that is solved for itself */
    REFERENCE_MAXIMUM_MOVES = 512,
    REFERENCE_NO_DISTANCE = -1
};

typedef enum {
    REFERENCE_OK = 0,
    REFERENCE_OUT_OF_MEMORY,
    REFERENCE_ILLEGAL_POSITION, /* overlapping sets, a man on its promotion row, a wrong side... */
    REFERENCE_NOT_COVERED,      /* more pieces than were solved, or no ending at all */
    REFERENCE_TOO_MANY_MOVES    /* more than REFERENCE_MAXIMUM_MOVES: never seen */
} reference_status;

/* A sentence for people. Never NULL, also for unknown numbers. */
const char *reference_status_text(reference_status status);

/* ---- Positions ------------------------------------------------------------------------------ */

/* What stands on a square. Light squares are always empty. */
enum {
    REFERENCE_EMPTY = '.',
    REFERENCE_WHITE_MAN = 'w',
    REFERENCE_WHITE_KING = 'W',
    REFERENCE_BLACK_MAN = 'b',
    REFERENCE_BLACK_KING = 'B'
};

/* squares[0] is the eighth row of the board, squares[7][0] is a1: the board as White sees it. */
typedef struct {
    char squares[REFERENCE_ROWS][REFERENCE_ROWS];
    int side; /* to move: REFERENCE_WHITE or REFERENCE_BLACK */
} reference_position;

/* Row (0 at the top) and column (0 at the left) of a square 0..31, and the way back. */
int reference_square_row(int square);
int reference_square_column(int square);
int reference_square_at(int row, int column);

/* Every man of `side` wants to reach this row. */
int reference_promotion_row(int side);

/*
 * Fills *position. `kings` says which of the pieces are kings. Either side may be empty.
 * REFERENCE_ILLEGAL_POSITION leaves *position unspecified.
 */
reference_status reference_position_from_sets(uint64_t white, uint64_t black, uint64_t kings,
                                              int side, reference_position *position);

void reference_position_to_sets(const reference_position *position, uint64_t *white,
                                uint64_t *black, uint64_t *kings);

/* The position every game starts from: twelve men a side, White to move. */
void reference_position_start(reference_position *position);

/* ---- Moves ---------------------------------------------------------------------------------- */

/* Two captures with the same start, end and captured set are one move. */
typedef struct {
    int from;
    int to;             /* may equal `from` after a capture */
    uint64_t captured;  /* empty for a quiet move */
    int captured_count; /* pieces in `captured` */
    bool promotes;
    uint64_t paths; /* ways to make this move, see reference_perft; at least 1 */
} reference_move;

typedef struct {
    int count;
    reference_move moves[REFERENCE_MAXIMUM_MOVES];
} reference_move_list;

/*
 * Lists the distinct legal moves of the side to move, in no promised order. An empty list means
 * that the side to move has lost. Errors: REFERENCE_TOO_MANY_MOVES, the list is then incomplete.
 */
reference_status reference_list_moves(const reference_position *position,
                                      reference_move_list *list);

/* Makes a move that reference_list_moves gave for this very position. */
void reference_make_move(reference_position *position, const reference_move *move);

/*
 * Lists the quiet moves of the other side that may have led to this position, backwards: `from`
 * where the piece stands now, `to` where it came from. Some may not have been legal, for want of
 * taking a piece. Errors as above.
 */
reference_status reference_list_retreats(const reference_position *position,
                                         reference_move_list *list);

/* The position before such a move, from the position it was listed for. */
void reference_take_back(reference_position *position, const reference_move *retreat);

typedef enum {
    REFERENCE_COUNT_DISTINCT, /* a move counts once */
    REFERENCE_COUNT_BY_PATH   /* a move counts as often as there are paths to make it */
} reference_counting;

/*
 * Counts the move sequences of exactly `depth` plies (0 or more; one sequence at depth 0).
 *
 * A path is the squares a capture starts, turns and ends on. By path, two ways to take the same
 * pieces between the same squares differ when a turning square differs; a king that goes straight
 * on behind a victim makes the same path whatever squares it might have rested on.
 */
reference_status reference_perft(const reference_position *position, int depth,
                                 reference_counting counting, uint64_t *nodes);

/* ---- Endings -------------------------------------------------------------------------------- */

typedef struct {
    int white_men;
    int white_kings;
    int black_men;
    int black_kings;
} reference_signature;

/* Seen from the side to move, under infinite play. */
typedef struct {
    int8_t wdl;  /* +1 win, 0 draw, -1 loss */
    int16_t dtw; /* plies to the end of the game; 0 = no move */
    int16_t dtc; /* plies to the next capture or promotion, that move included; 0 = no move */
} reference_value;

typedef struct reference_solver reference_solver;

/*
 * Solves every ending of up to `pieces` pieces (2..REFERENCE_MAXIMUM_PIECES) with at least one
 * piece a side. On success the caller owns *solver and frees it; otherwise *solver is NULL.
 * Three pieces take about a second and 10 MB, four half a minute and 190 MB, on one core.
 * Errors: REFERENCE_OUT_OF_MEMORY, REFERENCE_NOT_COVERED (a wrong number of pieces).
 */
reference_status reference_solver_create(int pieces, reference_solver **solver);

/* NULL is allowed. */
void reference_solver_free(reference_solver *solver);

/*
 * The value of one position. A side to move without a piece has lost in 0; a position in which
 * only the other side has no piece does not occur in a game and is REFERENCE_NOT_COVERED, as are
 * positions with more pieces than were solved. Errors leave *value alone.
 */
reference_status reference_solver_value(const reference_solver *solver, uint64_t white,
                                        uint64_t black, uint64_t kings, int side,
                                        reference_value *value);

/* Called with `context` as it was given. Returns false to end the visit early. */
typedef bool reference_visitor(void *context, uint64_t white, uint64_t black, uint64_t kings,
                               int side, const reference_value *value);

/*
 * Calls the visitor once for every position of a signature, both sides to move, in no promised
 * order. An early end is no error. REFERENCE_NOT_COVERED when the signature was not solved.
 */
reference_status reference_solver_visit(const reference_solver *solver,
                                        const reference_signature *signature,
                                        reference_visitor *visitor, void *context);

/* ---- One larger ending ---------------------------------------------------------------------- */

/*
 * The outcomes, without distances, of one ending and of those that its captures and promotions
 * lead to. No moves are kept: they are generated again whenever a position is looked at.
 */
typedef struct reference_outcomes reference_outcomes;

/*
 * Prepares for an ending of up to REFERENCE_MAXIMUM_PIECES_IN_ONE pieces: memory of a little more
 * than a byte a position. On success the caller owns *outcomes and frees it; otherwise it is NULL.
 * Errors: REFERENCE_OUT_OF_MEMORY, REFERENCE_NOT_COVERED (too many pieces, or a side without any).
 */
reference_status reference_outcomes_create(const reference_signature *signature,
                                           reference_outcomes **outcomes);

/* NULL is allowed. */
void reference_outcomes_free(reference_outcomes *outcomes);

/* The endings are numbered from 0, each after those it leads to; the last is the one asked for. */
int reference_outcomes_count(const reference_outcomes *outcomes);
reference_signature reference_outcomes_signature(const reference_outcomes *outcomes, int number);

/*
 * Solves one ending; those before it must have been solved. *passes (NULL is allowed) is how often
 * its positions were gone through. Uses as many threads as OpenMP gives.
 */
reference_status reference_outcomes_solve(reference_outcomes *outcomes, int number, int *passes);

/* `outcome` is +1 win, 0 draw, -1 loss for the side to move. Returns false to end early. */
typedef bool reference_outcome_visitor(void *context, uint64_t white, uint64_t black,
                                       uint64_t kings, int side, int outcome);

/* Calls the visitor for every position of an ending that was solved, both sides to move. */
void reference_outcomes_visit(const reference_outcomes *outcomes, int number,
                              reference_outcome_visitor *visitor, void *context);

#endif
