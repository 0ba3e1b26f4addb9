/* draw_rules.h - draw articles as data, and the clock that counts for them.
 *
 * A set of draw rules (a profile) has counters and articles. A counter counts plies, or moves of a
 * special kind, and some kinds of moves set it back to 0. An article is a condition on the material
 * with a limit: when it fits a position and its counter has reached the limit, the game is drawn,
 * unless the side to move has no legal move; it has lost then, whatever a counter says.
 *
 *     struct draw_rules rules;
 *     draw_rules_named("fmjd64", &rules);
 *     struct draw_clock clock = {{0}};
 *     clock = draw_clock_after(&rules, geometry, &before, &move, &after, &clock);
 *     int article = draw_article_due(&rules, geometry, &after, &clock);
 *
 * The stronger side is the one with more pieces, or, if equal, with more kings. When the sides are
 * equal in both, the side that made the first counted move stands for it. Nothing here keeps state.
 */
#ifndef CORE_DRAW_RULES_H
#define CORE_DRAW_RULES_H

#include "moves.h"
#include "signature.h"

enum { DRAW_COUNTERS_MAX = 4, DRAW_ARTICLES_MAX = 16, DRAW_NAME_SIZE = 24 };

/* No counter, or no article. */
enum { DRAW_NONE = -1 };

/* Greatest value of a counter, where it stops, and greatest limit. */
enum { DRAW_COUNT_MAX = 9999, DRAW_LIMIT_MAX = 1000 };

enum draw_counts {
    DRAW_COUNTS_PLIES,
    /* Moves of the stronger side before which the lone king stood alone on the main road. */
    DRAW_COUNTS_ROAD_MOVES,
    /* Plies after which it stood so. */
    DRAW_COUNTS_ROAD_PLIES
};

/* Kinds of moves that set a counter back, as bits. */
enum {
    DRAW_RESET_CAPTURE = 1 << 0,
    DRAW_RESET_PROMOTION = 1 << 1,
    DRAW_RESET_MAN = 1 << 2,        /* any move of a man */
    DRAW_RESET_FIRST_KING = 1 << 3, /* a promotion to the only king of a side */
    DRAW_RESET_CAPTURE_IN = 1 << 4  /* a capture from more pieces than the article is about */
};

struct draw_range {
    uint8_t least;
    uint8_t most;
};

/* Numbers of pieces, of all and of either side. */
struct draw_material {
    struct draw_range pieces;
    struct draw_range strong_pieces;
    struct draw_range strong_kings;
    struct draw_range strong_men;
    struct draw_range weak_pieces;
    struct draw_range weak_kings;
    struct draw_range weak_men;
};

struct draw_counter {
    char name[DRAW_NAME_SIZE];
    enum draw_counts counts;
    bool by_article; /* the article in force tells the resets; 0 while there is none */
    unsigned resets; /* DRAW_RESET_ bits */
    struct draw_material material; /* of counters about the road: while the material is this */
};

enum draw_limit_unit {
    DRAW_UNIT_PLIES,
    DRAW_UNIT_MOVES, /* of each side */
    DRAW_UNIT_STRONG_MOVES
};

struct draw_article {
    char name[DRAW_NAME_SIZE];
    struct draw_material material;
    bool on_road; /* fits only while the lone king stands alone on the main road */
    int needs;    /* fits only when this counter has reached `needs_count`, or DRAW_NONE */
    unsigned needs_count;
    int counter;
    enum draw_limit_unit unit; /* of the limit; a counter about the road has a unit of its own */
    unsigned limit;
    unsigned resets; /* for counters with by_article */
    bool by_claim;   /* a player has to claim the draw; else it is automatic */
};

struct draw_rules {
    char name[DRAW_NAME_SIZE];
    unsigned repetitions; /* a position is drawn when it is there this often, 0: never */
    bool repetition_by_claim;
    bool first_fits; /* only the first article that fits has a say; else all that fit */
    int counter_count;
    int article_count;
    struct draw_counter counters[DRAW_COUNTERS_MAX];
    struct draw_article articles[DRAW_ARTICLES_MAX];
};

/* What the counters of some draw rules have reached, by their numbers. */
struct draw_clock {
    uint16_t counts[DRAW_COUNTERS_MAX];
};

/* The stronger side, or -1 when the sides are equal. */
int draw_strong_side(struct signature signature);

/* Whether the weaker side is one king, which stands on the main road, and no other piece does. */
bool draw_lone_king_on_road(const struct geometry *geometry, const struct position *position);

bool draw_material_fits(const struct draw_material *material, struct signature signature);

/* Whether the article is about this position. */
bool draw_article_fits(const struct draw_rules *rules, int article, const struct geometry *geometry,
                       const struct position *position, const struct draw_clock *clock);

/* What the counter of an article has reached, in the unit of the article. */
unsigned draw_article_count(const struct draw_rules *rules, int article,
                            const struct position *position, const struct draw_clock *clock);

/* The article by which the position is drawn: of those that fit and whose limit is reached the
 * first in order; DRAW_NONE when there is none. Repetition and the end of the game are not seen to
 * here. */
int draw_article_due(const struct draw_rules *rules, const struct geometry *geometry,
                     const struct position *position, const struct draw_clock *clock);

/* The clock after a legal move, once for a whole capture. */
struct draw_clock draw_clock_after(const struct draw_rules *rules, const struct geometry *geometry,
                                   const struct position *before, const struct move *move,
                                   const struct position *after, const struct draw_clock *clock);

/* Number of the counter with this name, DRAW_NONE when there is none. */
int draw_counter_named(const struct draw_rules *rules, const char *name, size_t length);

#endif
