/* query_match.h - whether a position of a table in memory is as a query says. What the table does
 * not tell, the values of other positions and draw rules, is asked from the library. */
#ifndef GEN_QUERY_MATCH_H
#define GEN_QUERY_MATCH_H

#include "finais.h"
#include "position_walk.h"
#include "query.h"
#include "table_scan.h"

/* The draw rules that a query names, each once, and what solves positions under them. */
struct judged_rules {
    char name[24];
    finais_draw_rules *rules;
    finais_clock *clock;
    finais_adjudicator *adjudicator;
};

/* For one thread. Positions are to be asked about in rising order of their index, for the
 * sake of speed. */
struct matcher {
    const struct query *query;
    finais *handle;          /* NULL when the query needs none */
    finais_context *context; /* or NULL */
    finais_move *moves;      /* room for all moves of a position */
    struct judged_rules judged[QUERY_CONDITIONS_MAX];
    unsigned judged_count;
    uint64_t undecided;   /* questions about draw rules that the library could not answer */
    finais_status status; /* of the first question that failed */
    finais_error error;
    const struct scanned_table *table;
    enum side side;
    uint64_t index; /* asked about last */
    bool placed;    /* walk stands at walk_index */
    uint64_t walk_index;
    struct position_walk walk;
};

/* Opens the tables of a directory for the matchers, if the query needs them. */
enum exit_code matcher_open_tables(finais **handle, const struct query *query, const char *tables,
                                   struct failure *failure);

/* To be freed with matcher_free() in any case. The query and the handle have to stay. */
enum exit_code matcher_init(struct matcher *matcher, const struct query *query, finais *handle,
                            struct failure *failure);
void matcher_free(struct matcher *matcher);

/* Goes to a table and side to move. */
void matcher_begin(struct matcher *matcher, const struct scanned_table *table, enum side side);

/* Whether the position with this index fits. False also when matcher->status tells of a fault. */
bool matcher_fits(struct matcher *matcher, uint64_t index, value outcome);

/* The position itself. */
const struct position *matcher_position(struct matcher *matcher, uint64_t index);

#endif
