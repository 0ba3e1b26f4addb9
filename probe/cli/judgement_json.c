/* judgement_json.c - a judgement as a JSON object. */
#include "json_result.h"
#include "judgement.h"
#include "words.h"

static void write_value(struct json *json, int32_t rules, int32_t plies, const finais_draw *draw) {
    json_string(json, "rules", rules == FINAIS_UNKNOWN ? "undecided" : wdl_word(rules));
    json_distance(json, "plies", plies);
    if (draw->drawn)
        json_string(json, "drawn_by", draw->article);
    else
        json_null(json, "drawn_by");
}

static void write_articles(struct json *json, const struct judgement *judgement) {
    static const char *const units[] = {[FINAIS_PLIES] = "plies",
                                        [FINAIS_MOVES_EACH] = "moves",
                                        [FINAIS_MOVES_STRONG] = "strong-moves"};
    json_array(json, "articles", JSON_LINES);
    for (size_t i = 0; i < judgement->article_count; i++) {
        const finais_article *article = &judgement->articles[i];
        json_object(json, NULL, JSON_INLINE);
        json_string(json, "article", article->name);
        json_string(json, "counter", article->counter);
        json_unsigned(json, "count", article->count);
        json_unsigned(json, "limit", article->limit);
        json_string(json, "unit", units[article->unit]);
        json_unsigned(json, "plies_left", article->plies_left);
        json_boolean(json, "by_claim", article->by_claim);
        json_end(json);
    }
    json_end(json);
}

static finais_status write_move(const struct session *session, const struct judgement *judgement,
                                const finais_judged_move *move, struct json *json,
                                finais_error *error) {
    char text[FINAIS_MOVE_SIZE];
    finais_status status =
        session_write_move(session, &judgement->position, &move->move, text, error);
    if (status != FINAIS_OK)
        return status;
    json_object(json, NULL, JSON_INLINE);
    json_string(json, "move", text);
    json_result(json, "theory", &move->theory);
    write_value(json, move->rules, move->plies, &move->draw);
    json_end(json);
    return FINAIS_OK;
}

finais_status judgement_print_json(const struct session *session, const struct judgement *judgement,
                                   finais_error *error) {
    char fen[FINAIS_FEN_SIZE];
    finais_status status = session_write_fen(session, &judgement->position, fen, error);
    if (status != FINAIS_OK)
        return status;
    const finais_verdict *verdict = &judgement->verdict;
    struct json json = json_start(stdout);
    json_object(&json, NULL, JSON_LINES);
    json_string(&json, "fen", fen);
    json_string(&json, "variant", finais_game_of(session->handle).variant);
    json_string(&json, "side_to_move", side_word(judgement->position.side_to_move));
    json_string(&json, "draw_rules", judgement->rules);
    json_result(&json, "theory", &verdict->theory);
    json_boolean(&json, "terminal", verdict->theory.terminal != 0);
    write_value(&json, verdict->rules, verdict->plies, &verdict->draw);
    json_boolean(&json, "by_claim", verdict->draw.by_claim);
    if (verdict->reason[0] != '\0')
        json_string(&json, "undecided_because", verdict->reason);
    else
        json_null(&json, "undecided_because");
    json_object(&json, "counters", JSON_INLINE);
    for (size_t i = 0; i < judgement->counter_count; i++)
        json_unsigned(&json, judgement->counters[i].name, judgement->counters[i].count);
    json_end(&json);
    write_articles(&json, judgement);
    json_array(&json, "moves", JSON_LINES);
    for (size_t i = 0; i < judgement->moves.count && status == FINAIS_OK; i++)
        status = write_move(session, judgement, &judgement->moves.moves[i], &json, error);
    json_end(&json);
    json_end(&json);
    return status;
}
