#include "move_tree.h"
#include "report.h"
#include <stdio.h>
#include <stdlib.h>

struct tree {
    const struct session *session;
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

static finais_status print_move(struct tree *tree, const finais_position *position,
                                const finais_ranked_move *move, unsigned ply, unsigned first,
                                size_t wins, size_t best) {
    char text[FINAIS_MOVE_SIZE];
    const struct session *session = tree->session;
    finais_status status = finais_move_to_text(session->handle, position, &move->move,
                                               session->notation, text, sizeof text, &tree->error);
    if (status != FINAIS_OK)
        return status;
    printf("%*s%u%s %s  %d", (int)(2 * ply), "", (ply + first) / 2 + 1,
           position->side_to_move == FINAIS_WHITE ? "." : "...", text, (int)move->result.dtw);
    if (wins == 1)
        fputs("  only", stdout);
    else if (wins > 1 && best == 1)
        printf("  quickest of %zu that win", wins);
    else if (wins > 1)
        printf("  one of %zu as quick, of %zu that win", best, wins);
    putchar('\n');
    return FINAIS_OK;
}

/* `first` is 1 when Black moves first, else 0, for the numbers of moves. */
static finais_status print_tree(struct tree *tree, const finais_position *position, unsigned ply,
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
    tree->winner_nodes += wins > 0;
    tree->with_duals += wins > 1;
    for (size_t i = 0; i < best && status == FINAIS_OK; i++) {
        finais_position after;
        status = print_move(tree, position, &list->moves[i], ply, first, wins, best);
        if (status == FINAIS_OK)
            status = finais_move_apply(tree->session->handle, position, &list->moves[i].move,
                                       &after, &tree->error);
        if (status == FINAIS_OK)
            status = print_tree(tree, &after, ply + 1, depth, first);
    }
    free(list);
    return status;
}

int move_tree_print(const struct session *session, const finais_position *position,
                    unsigned depth) {
    struct tree tree = {.session = session, .error.message = ""};
    finais_result result;
    finais_status status =
        finais_probe(session->context, position, FINAIS_WANT_WDL, &result, &tree.error);
    if (status == FINAIS_OK && result.wdl == FINAIS_DRAW) {
        puts("1/2-1/2");
        return EXIT_FINE;
    }
    unsigned first = position->side_to_move == FINAIS_BLACK;
    if (status == FINAIS_OK)
        status = print_tree(&tree, position, 0, depth, first);
    if (status == FINAIS_NO_MEMORY && tree.error.message[0] == '\0')
        return report(EXIT_MEMORY, "not enough memory for the moves of a position");
    if (status != FINAIS_OK)
        return report_error(&tree.error);
    if (tree.with_duals == 0 && tree.winner_nodes > 0)
        puts("no duals: each move of the winner is the only one that wins");
    else if (tree.with_duals > 0)
        printf("duals: in %zu of %zu positions more than one move wins\n", tree.with_duals,
               tree.winner_nodes);
    return EXIT_FINE;
}
