/* example.c - prints the value of a position and its best move.
 *     cc example.c $(pkg-config --cflags --libs finais) -o example
 *     ./example 'W:WKd8,a7:BKg1' */
#include <finais.h>
#include <stdio.h>

static finais_status answer(finais *tables, finais_context *context, const char *fen,
                            finais_error *error) {
    static const char *const words[] = {"loss", "draw", "win"};
    static finais_move_list list; /* too large for some stacks */
    finais_position position;
    finais_result result;
    char text[FINAIS_MOVE_SIZE] = "none";

    if (finais_position_from_fen(tables, fen, &position, error) != FINAIS_OK ||
        finais_probe(context, &position, FINAIS_WANT_ALL, &result, error) != FINAIS_OK ||
        finais_root_moves(context, &position, FINAIS_WANT_ALL, &list, error) != FINAIS_OK)
        return error->status;
    if (list.count > 0 &&
        finais_move_to_text(tables, &position, &list.moves[0].move, FINAIS_ALGEBRAIC, text,
                            sizeof text, error) != FINAIS_OK)
        return error->status;
    printf("%s, plies to the end %d, best move %s\n", words[result.wdl + 1], result.dtw, text);
    return FINAIS_OK;
}

int main(int argc, char **argv) {
    finais *tables = NULL;
    finais_context *context = NULL;
    finais_error error;
    finais_status status = finais_open(&tables, NULL, &error);
    if (status == FINAIS_OK)
        status = finais_context_new(&context, tables, &error);
    if (status == FINAIS_OK)
        status = answer(tables, context, argc == 2 ? argv[1] : "W:WKd8,a7:BKg1", &error);
    if (status != FINAIS_OK)
        fprintf(stderr, "example: %s\n", error.message);
    finais_context_free(context);
    finais_close(tables);
    return status == FINAIS_OK ? 0 : 1;
}
