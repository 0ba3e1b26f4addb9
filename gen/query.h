/* query.h - conditions on positions as text, such as
 *
 *     white to move, win or draw, dtw 20..30, not black king on main road
 *
 * Conditions separated by commas must all hold; of those with "or" between them one. finais-gen
 * find --help lists them.
 */
#ifndef GEN_QUERY_H
#define GEN_QUERY_H

#include "failure.h"
#include "plan.h"
#include "value.h"

/* Numbered by what it takes to judge them. */
enum condition_kind {
    CONDITION_SIDE,          /* `side` is to move */
    CONDITION_OUTCOME,       /* `outcome` for the side to move */
    CONDITION_WINNER,        /* `side` wins */
    CONDITION_DISTANCE,      /* plies of `metric` from `lowest` to `highest` */
    CONDITION_ZUGZWANG,      /* whoever moves does worse than if the other did: loses (`full`), or
                                one loses and one draws (`half`), or either (both) */
    CONDITION_PIECE_ON,      /* such a piece stands on one of `squares` */
    CONDITION_CAPTURE,       /* the side to move has to capture */
    CONDITION_QUIET_BOTH,    /* neither side would have to capture */
    CONDITION_WINNING_MOVES, /* their number is from `lowest` to `highest` */
    CONDITION_UNIQUE_LINE,   /* the winner's next `lowest` moves are the only ones, whatever the
                                answers */
    CONDITION_SACRIFICE,     /* at least `lowest` pieces are given away, and the game is won */
    CONDITION_CHANGED,    /* one such piece crowned, or else removed, and the outcome is another */
    CONDITION_DRAWN_UNDER /* no draw, but one by the draw rules of this name */
};

struct condition {
    enum condition_kind kind;
    bool negated;
    bool any_side; /* of pieces; else those of `side` */
    bool men;      /* among the pieces */
    bool kings;
    bool full; /* of zugzwang */
    bool half;
    bool crowning;
    enum side side;
    value outcome;
    enum metric metric;
    unsigned lowest;
    unsigned highest;
    bitboard squares;
    char rules[24];
    unsigned clause; /* those with the same number are alternatives */
    size_t offset;   /* of its first word */
};

enum { QUERY_CONDITIONS_MAX = 32 };

struct query {
    const char *text; /* the caller's */
    struct condition conditions[QUERY_CONDITIONS_MAX];
    unsigned count; /* ordered by clause, cheap clauses first */
};

/* Reads a text, which has to stay. EXIT_CODE_USAGE, with the word concerned, when it is no query or
 * one that no position can satisfy. "" is true of all positions. */
enum exit_code query_read(struct query *query, const struct rules *rules, const char *text,
                          struct failure *failure);

/* The metrics with distances that the conditions are about. */
metric_set query_metrics(const struct query *query);

/* What is known of a query, or condition, when only some things are known of a position. */
enum truth { TRUTH_NO, TRUTH_MAYBE, TRUTH_YES };

/* When the side to move and the outcome for it are known. */
enum truth query_truth(const struct query *query, enum side side, value outcome);

/* The failure of a query at the word that begins `offset` characters into it. */
enum exit_code query_fail(const struct query *query, size_t offset, struct failure *failure,
                          const char *what);

#endif
