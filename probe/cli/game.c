#include "game.h"
#include "json_writer.h"
#include "words.h"
#include <inttypes.h>

/* The player to move has none. */
static bool is_over(const struct game *game) {
    return game->final.theory.terminal != 0;
}

static enum game_result result_when_over(const struct game *game) {
    return game->position.side_to_move == FINAIS_WHITE ? RESULT_BLACK_WINS : RESULT_WHITE_WINS;
}

/* Games end by agreement, resignation and on time as well, so a result disagrees only where the
 * rules leave one alone: after an automatic draw, and after a move that won. */
enum game_agreement game_agreement(const struct game *game) {
    if (game->unknown_move || game->result == RESULT_UNKNOWN || game->result == RESULT_NOT_GIVEN)
        return GAME_NOTHING_TO_SAY;
    if (game->first_draw_ply > 0)
        return game->result == RESULT_DRAW ? GAME_AGREES
               : game->first_draw.by_claim ? GAME_NOTHING_TO_SAY
                                           : GAME_DISAGREES;
    if (is_over(game))
        return game->result == result_when_over(game) ? GAME_AGREES : GAME_DISAGREES;
    return GAME_NOTHING_TO_SAY;
}

bool game_claim_is_justified(const struct game *game) {
    return game->first_draw_ply > 0;
}

/* ---- Better moves ---------------------------------------------------------------------------- */

/* Calls for every move that keeps the value which the change gave away. */
typedef void move_writer(void *context, const char *text, bool first);

static finais_status write_better(const struct session *session, const struct game_change *change,
                                  move_writer *write, void *context, finais_error *error) {
    static finais_move_list list;
    finais_status status = finais_root_moves(session->context, &change->before,
                                             FINAIS_WANT_WDL | FINAIS_IF_PRESENT, &list, error);
    bool first = true;
    for (size_t i = 0; status == FINAIS_OK && i < list.count; i++) {
        char text[FINAIS_MOVE_SIZE];
        if (list.moves[i].result.wdl != change->value_before)
            continue;
        status = session_write_move(session, &change->before, &list.moves[i].move, text, error);
        if (status == FINAIS_OK)
            write(context, text, first);
        first = false;
    }
    return status;
}

static void print_better_move(void *context, const char *text, bool first) {
    fprintf(context, "%s%s", first ? "" : ", ", text);
}

static void write_better_move(void *context, const char *text, bool first) {
    (void)first;
    json_string(context, NULL, text);
}

/* ---- Text ------------------------------------------------------------------------------------ */

static finais_status print_changes(const struct session *session, const struct game *game,
                                   finais_error *error) {
    finais_status status = FINAIS_OK;
    for (size_t i = 0; i < game->change_count && i < GAME_CHANGES_MAX && status == FINAIS_OK; i++) {
        const struct game_change *change = &game->changes[i];
        char text[FINAIS_MOVE_SIZE];
        status = session_write_move(session, &change->before, &change->move, text, error);
        if (status != FINAIS_OK)
            return status;
        printf("  ply %u, %s: %s made a %s of a %s; better ", change->ply, text,
               side_name(change->before.side_to_move), wdl_word(change->value_after),
               wdl_word(change->value_before));
        status = write_better(session, change, print_better_move, stdout, error);
        putchar('\n');
    }
    if (game->change_count > GAME_CHANGES_MAX)
        printf("  and %zu more moves that changed the value\n",
               game->change_count - GAME_CHANGES_MAX);
    return status;
}

static void print_draw(const struct game *game) {
    if (game->first_draw_ply > 0)
        printf("  %s after ply %u by %s\n",
               game->first_draw.by_claim ? "a draw could be claimed" : "drawn",
               game->first_draw_ply, game->first_draw.article);
    if (game->unknown_move)
        printf("  not followed after ply %u: a move is not known\n", game->plies);
    if (game_agreement(game) == GAME_DISAGREES)
        printf("  the result %s disagrees with the rules\n", game->result_text);
    if (game->tagged != RESULT_NOT_GIVEN && game->tagged != game->result)
        printf("  the tag Result says %s\n", game->result_tag);
    if (game->result == RESULT_DRAW && !game->unknown_move && !game_claim_is_justified(game))
        printf("  as a claim this draw is not justified: no article allows it\n");
    else if (game->result == RESULT_DRAW && !game->unknown_move)
        printf("  as a claim this draw is justified\n");
}

finais_status game_print(const struct session *session, const struct game *game,
                         finais_error *error) {
    char fen[FINAIS_FEN_SIZE];
    finais_status status = session_write_fen(session, &game->position, fen, error);
    if (status != FINAIS_OK)
        return status;
    printf("game %" PRIu64 ", line %" PRIu64 ": %u plies, %s\n", game->number, game->line,
           game->plies, game->result_text);
    print_draw(game);
    status = print_changes(session, game, error);
    if (game->unknown_move || status != FINAIS_OK)
        return status;
    printf("  %s: theory %s, rules %s", fen, wdl_word(game->final.theory.wdl),
           wdl_word(game->final.rules));
    if (game->final.plies != FINAIS_NO_DISTANCE)
        printf(" in %" PRId32 " plies", game->final.plies);
    putchar('\n');
    return status;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void write_fault(struct json *json, const struct game *game) {
    json_object(json, "error", JSON_INLINE);
    json_unsigned(json, "line", game->fault_line);
    if (game->fault_word[0] != '\0')
        json_string(json, "move", game->fault_word);
    else
        json_null(json, "move");
    json_string(json, "message", game->fault);
    json_end(json);
}

static void write_final(struct json *json, const struct game *game, const char *fen) {
    if (game->unknown_move) {
        json_null(json, "final");
        return;
    }
    json_object(json, "final", JSON_INLINE);
    json_string(json, "fen", fen);
    if (game->final.theory.wdl == FINAIS_UNKNOWN)
        json_null(json, "theory");
    else
        json_string(json, "theory", wdl_word(game->final.theory.wdl));
    json_string(json, "rules",
                game->final.rules == FINAIS_UNKNOWN ? "undecided" : wdl_word(game->final.rules));
    if (game->final.plies == FINAIS_NO_DISTANCE)
        json_null(json, "plies");
    else
        json_integer(json, "plies", game->final.plies);
    json_end(json);
}

static finais_status write_changes(const struct session *session, const struct game *game,
                                   struct json *json, finais_error *error) {
    finais_status status = FINAIS_OK;
    json_array(json, "changes", JSON_INLINE);
    for (size_t i = 0; i < game->change_count && i < GAME_CHANGES_MAX && status == FINAIS_OK; i++) {
        const struct game_change *change = &game->changes[i];
        char text[FINAIS_MOVE_SIZE] = "";
        status = session_write_move(session, &change->before, &change->move, text, error);
        json_object(json, NULL, JSON_INLINE);
        json_unsigned(json, "ply", change->ply);
        json_string(json, "move", text);
        json_string(json, "before", wdl_word(change->value_before));
        json_string(json, "after", wdl_word(change->value_after));
        json_array(json, "better", JSON_INLINE);
        if (status == FINAIS_OK)
            status = write_better(session, change, write_better_move, json, error);
        json_end(json);
        json_end(json);
    }
    json_end(json);
    return status;
}

static void write_result(struct json *json, const struct game *game) {
    static const char *const words[] = {
        [GAME_AGREES] = "yes", [GAME_DISAGREES] = "no", [GAME_NOTHING_TO_SAY] = NULL};
    const char *agrees = words[game_agreement(game)];
    json_string(json, "result", game->result_text);
    if (game->tagged != RESULT_NOT_GIVEN)
        json_string(json, "result_tag", game->result_tag);
    else
        json_null(json, "result_tag");
    if (agrees != NULL)
        json_boolean(json, "result_agrees", game_agreement(game) == GAME_AGREES);
    else
        json_null(json, "result_agrees");
    if (game->result == RESULT_DRAW && !game->unknown_move)
        json_boolean(json, "claim_justified", game_claim_is_justified(game));
    else
        json_null(json, "claim_justified");
}

static void write_first_draw(struct json *json, const struct game *game) {
    if (game->first_draw_ply > 0) {
        json_unsigned(json, "first_draw_ply", game->first_draw_ply);
        json_string(json, "first_draw_article", game->first_draw.article);
        json_boolean(json, "first_draw_by_claim", game->first_draw.by_claim);
    } else {
        json_null(json, "first_draw_ply");
        json_null(json, "first_draw_article");
        json_null(json, "first_draw_by_claim");
    }
}

finais_status game_print_json(const struct session *session, const struct game *game,
                              finais_error *error) {
    char fen[FINAIS_FEN_SIZE];
    finais_status status = session_write_fen(session, &game->position, fen, error);
    if (status != FINAIS_OK)
        return status;
    struct json json = json_start(stdout);
    json_object(&json, NULL, JSON_INLINE);
    if (game->file != NULL)
        json_string(&json, "file", game->file);
    else
        json_null(&json, "file");
    json_unsigned(&json, "game", game->number);
    json_unsigned(&json, "line", game->line);
    if (game->failed) {
        write_fault(&json, game);
        json_end(&json);
        return FINAIS_OK;
    }
    write_result(&json, game);
    json_unsigned(&json, "plies", game->plies);
    json_boolean(&json, "unknown_move", game->unknown_move);
    write_first_draw(&json, game);
    write_final(&json, game, fen);
    json_unsigned(&json, "change_count", game->change_count);
    status = write_changes(session, game, &json, error);
    json_end(&json);
    return status;
}
