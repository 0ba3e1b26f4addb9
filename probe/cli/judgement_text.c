/* judgement_text.c - a judgement as text for a reader: theory, articles, value under the rules, and
 * a table of the moves. */
#include "board_diagram.h"
#include "draw_options.h"
#include "judgement.h"
#include "words.h"
#include <string.h>

static const char *player(uint32_t side) {
    return side_name(side);
}

/* The side that wins in theory. */
static uint32_t winner_of(const struct judgement *judgement) {
    uint32_t side = judgement->position.side_to_move;
    return judgement->verdict.theory.wdl == FINAIS_WIN ? side : FINAIS_WHITE + FINAIS_BLACK - side;
}

static void print_theory(const struct judgement *judgement) {
    const finais_result *theory = &judgement->verdict.theory;
    char dtw[DISTANCE_TEXT_SIZE];
    char dtc[DISTANCE_TEXT_SIZE];
    printf("theory ");
    if (theory->wdl == FINAIS_UNKNOWN)
        printf("?      no table tells\n");
    else if (theory->wdl == FINAIS_DRAW)
        printf("draw   neither side can force a win\n");
    else if (theory->terminal != 0)
        printf("loss   %s has no legal move\n", player(judgement->position.side_to_move));
    else
        printf("%-6s %s wins against any play; DTW %s, DTC %s\n", wdl_word(theory->wdl),
               player(winner_of(judgement)), distance_text(theory->dtw, dtw),
               distance_text(theory->dtc, dtc));
}

static void print_article(const finais_article *article) {
    char resets[RESETS_TEXT_SIZE];
    printf("%-8s %u of %u ", article->name, article->count, article->limit);
    if (article->unit == FINAIS_MOVES_EACH)
        printf("moves of each side");
    else if (article->unit == FINAIS_MOVES_STRONG && article->strong_side >= 0)
        printf("moves of %s", player((uint32_t)article->strong_side));
    else if (article->unit == FINAIS_MOVES_STRONG)
        printf("moves of one side");
    else
        printf("plies");
    if (article->on_road)
        printf(", with the lone king on the main road");
    if (article->plies_left == 0) {
        printf(": the limit is reached\n");
        return;
    }
    printf(": %s in %u plies, unless one side has won by then or %s sets the counter back\n",
           article->by_claim ? "a draw can be claimed" : "drawn", article->plies_left,
           resets_text(article->resets, resets));
}

static void print_held(const struct judgement *judgement) {
    const finais_verdict *verdict = &judgement->verdict;
    const char *winner = player(winner_of(judgement));
    if (verdict->theory.terminal != 0)
        printf("loss   %s has no legal move\n", player(judgement->position.side_to_move));
    else if (verdict->plies == FINAIS_NO_DISTANCE)
        printf("%-6s %s wins under the rules\n", wdl_word(verdict->rules), winner);
    else
        printf("%-6s %s wins under the rules, in %d plies\n", wdl_word(verdict->rules), winner,
               (int)verdict->plies);
}

static void print_value(const struct judgement *judgement) {
    const finais_verdict *verdict = &judgement->verdict;
    bool decided = verdict->theory.wdl == FINAIS_WIN || verdict->theory.wdl == FINAIS_LOSS;
    printf("value  ");
    if (verdict->draw.drawn)
        printf("draw   %s by %s%s%s\n", verdict->draw.by_claim ? "can be claimed" : "drawn",
               verdict->draw.article, decided ? ", though in theory the winner would be " : "",
               decided ? player(winner_of(judgement)) : "");
    else if (verdict->rules == FINAIS_UNKNOWN)
        printf("?      not decided: %s\n", verdict->reason);
    else if (verdict->rules != FINAIS_DRAW)
        print_held(judgement);
    else if (decided)
        printf("draw   the counters have made a draw of the win of %s\n",
               player(winner_of(judgement)));
    else
        printf("draw   neither side can force a win\n");
}

static void print_move(const finais_judged_move *move, const char *text, size_t width) {
    char dtw[DISTANCE_TEXT_SIZE];
    char plies[DISTANCE_TEXT_SIZE];
    printf("%-*s  %-5s  %5s  %-6s  %4s", (int)width, text, wdl_word(move->rules),
           distance_text(move->plies, plies), wdl_word(move->theory.wdl),
           distance_text(move->theory.dtw, dtw));
    if (move->draw.drawn)
        printf("  drawn by %s", move->draw.article);
    else if (move->theory.terminal != 0)
        printf("  ends the game");
    else if (move->rules == FINAIS_DRAW && move->theory.wdl == FINAIS_WIN)
        printf("  too late");
    putchar('\n');
}

/* The table as wide as its longest move: one pass measures, the next prints. */
static finais_status print_moves(const struct session *session, const struct judgement *judgement,
                                 finais_error *error) {
    size_t width = strlen("move");
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1)
            printf("\n%-*s  value  plies  theory   DTW\n", (int)width, "move");
        for (size_t i = 0; i < judgement->moves.count; i++) {
            const finais_judged_move *move = &judgement->moves.moves[i];
            char text[FINAIS_MOVE_SIZE];
            finais_status status =
                session_write_move(session, &judgement->position, &move->move, text, error);
            if (status != FINAIS_OK)
                return status;
            if (pass == 1)
                print_move(move, text, width);
            else if (strlen(text) > width)
                width = strlen(text);
        }
    }
    return FINAIS_OK;
}

finais_status judgement_print(const struct session *session, const struct judgement *judgement,
                              finais_error *error) {
    char fen[FINAIS_FEN_SIZE];
    finais_status status = session_write_fen(session, &judgement->position, fen, error);
    if (status != FINAIS_OK)
        return status;
    finais_game game = finais_game_of(session->handle);
    printf("%s\n\n", fen);
    board_diagram_print(stdout, &game, &judgement->position, session->notation);
    printf("\n%s to move, draw rules %s", player(judgement->position.side_to_move),
           judgement->rules);
    for (size_t i = 0; i < judgement->counter_count; i++)
        if (judgement->counters[i].matters)
            printf("; %s %u", judgement->counters[i].name, judgement->counters[i].count);
    putchar('\n');
    print_theory(judgement);
    for (size_t i = 0; i < judgement->article_count; i++)
        print_article(&judgement->articles[i]);
    print_value(judgement);
    return judgement->moves.count == 0 ? FINAIS_OK : print_moves(session, judgement, error);
}
