/* answer_json.c - an answer as a JSON object. */
#include "answer.h"
#include "json_result.h"
#include "words.h"

static finais_status write_move(const struct session *session, const struct answer *answer,
                                const finais_ranked_move *ranked, struct json *json,
                                finais_error *error) {
    char text[FINAIS_MOVE_SIZE];
    finais_status status =
        session_write_move(session, &answer->position, &ranked->move, text, error);
    if (status != FINAIS_OK)
        return status;
    json_object(json, NULL, JSON_INLINE);
    json_string(json, "move", text);
    json_result(json, "wdl", &ranked->result);
    json_integer(json, "captures", ranked->move.captures);
    json_boolean(json, "promotes", ranked->move.promotes != 0);
    json_end(json);
    return FINAIS_OK;
}

finais_status answer_write_json(const struct session *session, const struct answer *answer,
                                enum json_layout layout, struct json *json, finais_error *error) {
    char fen[FINAIS_FEN_SIZE];
    finais_status status = session_write_fen(session, &answer->position, fen, error);
    if (status != FINAIS_OK)
        return status;
    json_string(json, "fen", fen);
    json_string(json, "variant", finais_game_of(session->handle).variant);
    json_string(json, "side_to_move", side_word(answer->position.side_to_move));
    json_result(json, "wdl", &answer->result);
    json_boolean(json, "terminal", answer->result.terminal != 0);
    json_array(json, "moves", layout);
    for (size_t i = 0; i < answer->moves.count && status == FINAIS_OK; i++)
        status = write_move(session, answer, &answer->moves.moves[i], json, error);
    json_end(json);
    return status;
}

finais_status answer_print_json(const struct session *session, const struct answer *answer,
                                enum json_layout layout, finais_error *error) {
    struct json json = json_start(stdout);
    json_object(&json, NULL, layout);
    finais_status status = answer_write_json(session, answer, layout, &json, error);
    json_end(&json);
    return status;
}
