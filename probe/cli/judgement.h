/* judgement.h - what the adjudicator says of one position, and its forms of output. */
#ifndef CLI_JUDGEMENT_H
#define CLI_JUDGEMENT_H

#include "session.h"

/* About 60 KB: keep it off the stack. */
struct judgement {
    const char *rules; /* their name */
    finais_position position;
    finais_verdict verdict;
    size_t counter_count;
    finais_counter counters[FINAIS_COUNTERS_MAX];
    size_t article_count;
    finais_article articles[FINAIS_ARTICLES_MAX];
    finais_judged_list moves;
};

/* Writes the text or the JSON object. A failure of the library to name a move or a position comes
 * back. */
finais_status judgement_print(const struct session *session, const struct judgement *judgement,
                              finais_error *error);
finais_status judgement_print_json(const struct session *session, const struct judgement *judgement,
                                   finais_error *error);

#endif
