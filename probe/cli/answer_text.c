/* answer_text.c - an answer as text for a reader: board, value and a table of the moves. */
#include "answer.h"
#include "board_diagram.h"
#include "words.h"
#include <string.h>

static void print_distance(const char *name, int32_t distance, const char *meaning) {
    if (distance == FINAIS_NO_DISTANCE)
        printf("%-6s -      not known: there is no table of it\n", name);
    else
        printf("%-6s %-6d plies %s\n", name, (int)distance, meaning);
}

static void print_value(const struct answer *answer) {
    const finais_result *result = &answer->result;
    const char *side = side_name(answer->position.side_to_move);
    if (result->wdl == FINAIS_DRAW) {
        printf("%-6s draw   neither side can force a win\n", "value");
        return;
    }
    if (result->terminal != 0)
        printf("%-6s loss   %s has no legal move\n", "value", side);
    else if (result->wdl == FINAIS_WIN)
        printf("%-6s win    %s wins against any play\n", "value", side);
    else
        printf("%-6s loss   %s loses against best play\n", "value", side);
    print_distance("DTW", result->dtw, "to the end of the game");
    print_distance("DTC", result->dtc, "to the next capture or promotion");
}

/* What is worth saying of a move beside its value, each with a comma before it. */
static void print_remarks(const finais_ranked_move *ranked) {
    const char *separator = "  ";
    if (ranked->move.captures > 0) {
        printf("%stakes %u", separator, (unsigned)ranked->move.captures);
        separator = ", ";
    }
    if (ranked->move.promotes != 0) {
        printf("%spromotes", separator);
        separator = ", ";
    }
    if (ranked->result.terminal != 0)
        printf("%sends the game", separator);
    putchar('\n');
}

static void print_move(const finais_ranked_move *ranked, const char *text, size_t width) {
    char dtw[DISTANCE_TEXT_SIZE];
    char dtc[DISTANCE_TEXT_SIZE];
    printf("%-*s  %-5s  %4s  %4s", (int)width, text, wdl_word(ranked->result.wdl),
           distance_text(ranked->result.dtw, dtw), distance_text(ranked->result.dtc, dtc));
    print_remarks(ranked);
}

/* The table as wide as its longest move: one pass measures, the next prints. */
static finais_status print_moves(const struct session *session, const struct answer *answer,
                                 finais_error *error) {
    size_t width = strlen("move");
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1)
            printf("\n%-*s  value   DTW   DTC\n", (int)width, "move");
        for (size_t i = 0; i < answer->moves.count; i++) {
            const finais_ranked_move *ranked = &answer->moves.moves[i];
            char text[FINAIS_MOVE_SIZE];
            finais_status status =
                session_write_move(session, &answer->position, &ranked->move, text, error);
            if (status != FINAIS_OK)
                return status;
            if (pass == 1)
                print_move(ranked, text, width);
            else if (strlen(text) > width)
                width = strlen(text);
        }
    }
    return FINAIS_OK;
}

finais_status answer_print(const struct session *session, const struct answer *answer,
                           finais_error *error) {
    char fen[FINAIS_FEN_SIZE];
    finais_status status = session_write_fen(session, &answer->position, fen, error);
    if (status != FINAIS_OK)
        return status;
    finais_game game = finais_game_of(session->handle);
    printf("%s\n\n", fen);
    board_diagram_print(stdout, &game, &answer->position, session->notation);
    printf("\n%s to move\n", side_name(answer->position.side_to_move));
    print_value(answer);
    return answer->moves.count == 0 ? FINAIS_OK : print_moves(session, answer, error);
}
