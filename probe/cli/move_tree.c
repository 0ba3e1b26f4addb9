#include "move_tree.h"
#include "report.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tree {
    const struct session *session;
    struct json *json;   /* NULL: text */
    size_t winner_nodes; /* positions of the tree with the winner to move */
    size_t with_duals;   /* those in which more than one move wins */
    finais_error error;
};

/* Moves at the head of a list that have its best value: the list is sorted. */
static size_t count_best(const finais_move_list *list) {
    size_t count = 0;
    while (count < list->count && list->moves[count].result.wdl == list->moves[0].result.wdl &&
           list->moves[count].result.dtw == list->moves[0].result.dtw)
        count++;
    return count;
}

static size_t count_wins(const finais_move_list *list) {
    size_t count = 0;
    while (count < list->count && list->moves[count].result.wdl == FINAIS_WIN)
        count++;
    return count;
}

/* A move as it is told. */
struct told_move {
    char text[FINAIS_MOVE_SIZE];
    int plies;
    unsigned ply;    /* of the tree, from 0 */
    unsigned number; /* of the move in the game */
    bool white;
    size_t wins; /* moves of the position that win; 0 for the loser */
    size_t best; /* as good as this one, and itself */
};

static void print_move(const struct told_move *move) {
    printf("%*s%u%s %s  %d", (int)(2 * move->ply), "", move->number, move->white ? "." : "...",
           move->text, move->plies);
    if (move->wins == 1)
        fputs("  only", stdout);
    else if (move->wins > 1 && move->best == 1)
        printf("  quickest of %zu that win", move->wins);
    else if (move->wins > 1)
        printf("  one of %zu as quick, of %zu that win", move->best, move->wins);
    putchar('\n');
}

static void write_move(struct json *json, const struct told_move *move) {
    json_object(json, NULL, JSON_INLINE);
    json_unsigned(json, "ply", move->ply + 1);
    json_string(json, "move", move->text);
    json_integer(json, "dtw", move->plies);
    if (move->wins > 0)
        json_unsigned(json, "winning_moves", move->wins);
    else
        json_null(json, "winning_moves");
    json_unsigned(json, "best_moves", move->best);
    json_end(json);
}

static finais_status tell_move(struct tree *tree, const finais_position *position,
                               const finais_ranked_move *move, struct told_move *told) {
    const struct session *session = tree->session;
    finais_status status =
        session_write_move(session, position, &move->move, told->text, &tree->error);
    if (status != FINAIS_OK)
        return status;
    told->plies = (int)move->result.dtw;
    if (tree->json != NULL)
        write_move(tree->json, told);
    else
        print_move(told);
    return FINAIS_OK;
}

/* `first` is 1 when Black moves first, else 0, for the numbers of moves. */
static finais_status tell_tree(struct tree *tree, const finais_position *position, unsigned ply,
                               unsigned depth, unsigned first) {
    if (ply == depth)
        return FINAIS_OK;
    finais_move_list *list = malloc(sizeof *list);
    if (list == NULL)
        return tree->error.status = FINAIS_NO_MEMORY;
    finais_status status =
        finais_root_moves(tree->session->context, position, FINAIS_WANT_DTW, list, &tree->error);
    size_t best = status == FINAIS_OK ? count_best(list) : 0;
    size_t wins = status == FINAIS_OK ? count_wins(list) : 0;
    struct told_move told = {.ply = ply,
                             .number = (ply + first) / 2 + 1,
                             .white = position->side_to_move == FINAIS_WHITE,
                             .wins = wins,
                             .best = best};
    tree->winner_nodes += wins > 0;
    tree->with_duals += wins > 1;
    for (size_t i = 0; i < best && status == FINAIS_OK; i++) {
        finais_position after;
        status = tell_move(tree, position, &list->moves[i], &told);
        if (status == FINAIS_OK)
            status = finais_move_apply(tree->session->handle, position, &list->moves[i].move,
                                       &after, &tree->error);
        if (status == FINAIS_OK)
            status = tell_tree(tree, &after, ply + 1, depth, first);
    }
    free(list);
    return status;
}

/* All of it; *drawn when there is nothing to tell. Faults are reported. */
static int tell_all(struct tree *tree, const finais_position *position, unsigned depth,
                    bool *drawn) {
    finais_result result;
    finais_status status =
        finais_probe(tree->session->context, position, FINAIS_WANT_WDL, &result, &tree->error);
    *drawn = status == FINAIS_OK && result.wdl == FINAIS_DRAW;
    if (status == FINAIS_OK && !*drawn)
        status = tell_tree(tree, position, 0, depth, position->side_to_move == FINAIS_BLACK);
    if (status == FINAIS_NO_MEMORY && tree->error.message[0] == '\0')
        return report(EXIT_MEMORY, "not enough memory for the moves of a position");
    return status == FINAIS_OK ? EXIT_FINE : report_error(&tree->error);
}

int move_tree_print(const struct session *session, const finais_position *position,
                    unsigned depth) {
    struct tree tree = {.session = session, .error.message = ""};
    bool drawn;
    int code = tell_all(&tree, position, depth, &drawn);
    if (code != EXIT_FINE)
        return code;
    if (drawn)
        puts("1/2-1/2");
    else if (tree.with_duals == 0 && tree.winner_nodes > 0)
        puts("no duals: each move of the winner is the only one that wins");
    else if (tree.with_duals > 0)
        printf("duals: in %zu of %zu positions more than one move wins\n", tree.with_duals,
               tree.winner_nodes);
    return EXIT_FINE;
}

int move_tree_write_json(const struct session *session, const finais_position *position,
                         unsigned depth, struct json *json) {
    struct tree tree = {.session = session, .json = json, .error.message = ""};
    bool drawn;
    json_array(json, "tree", JSON_LINES);
    int code = tell_all(&tree, position, depth, &drawn);
    json_end(json);
    json_unsigned(json, "winner_positions", tree.winner_nodes);
    json_unsigned(json, "dual_positions", tree.with_duals);
    return code;
}

int move_tree_depth(const struct options *options, unsigned *depth) {
    const char *text = options->tree;
    *depth = 0;
    if ((options->given & OPTION_TREE) == 0)
        return EXIT_FINE;
    size_t length = strspn(text, "0123456789");
    *depth = (unsigned)strtoul(text, NULL, 10);
    if (length == 0 || length > 2 || text[length] != '\0' || text[0] == '0')
        return report(EXIT_INPUT, "--tree '%s': expected a number of plies from 1 to %d", text,
                      TREE_DEPTH_MAX);
    return EXIT_FINE;
}
