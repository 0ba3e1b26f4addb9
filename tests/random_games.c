/* random_games.c - writes games of random moves as PDN, the same for the same arguments.
 *
 *     test-random-games GAMES PLIES [SEED [SIGNATURE]]
 *
 * A game ends when a player has no move, or after PLIES. Every move of a game is equally likely.
 * Some have comments and variations. With a signature a game begins with a random position of it,
 * and moves that allow a capture are mostly passed over, so that counters run. */
#include "fen.h"
#include "index.h"
#include "movetext.h"
#include "rules.h"
#include "xorshift.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static unsigned below(unsigned limit) {
    return xorshift_below(&state, limit);
}

/* Where games begin. */
static const struct position opening = {
    .white = UINT64_C(0xfff) << 20, .black = 0xfff, .side_to_move = WHITE};

static struct position begin(const struct index_layout *ending) {
    if (ending == NULL)
        return opening;
    char fen[FEN_SIZE];
    struct position position =
        position_of_index(ending, below((unsigned)ending->positions), below(2) ? BLACK : WHITE);
    fen_write_position(&rules_brazilian, NOTATION_ALGEBRAIC, &position, fen, sizeof fen);
    printf("[SetUp \"1\"]\n[FEN \"%s\"]\n", fen);
    return position;
}

static const struct move *choose(const struct move_list *list, const struct position *position,
                                 bool careful) {
    const struct move *move = NULL;
    for (int tries = careful ? 8 : 1; tries > 0; tries--) {
        move = &list->moves[below(list->count)];
        struct position after = move_apply(&rules_brazilian, position, move);
        if (!careful || !moves_must_capture(&rules_brazilian, &after))
            break;
    }
    return move;
}

static void write_game(unsigned long number, unsigned plies, const struct index_layout *ending) {
    static struct move_list list;
    const char *result = "*";
    printf("[Event \"Random game %lu\"]\n[GameType \"26,W,8,8,A0,0\"]\n", number);
    struct position position = begin(ending);
    bool white_begins = position.side_to_move == WHITE;
    printf("\n%s", white_begins ? "" : "1... ");
    for (unsigned ply = white_begins ? 0 : 1; ply < plies; ply++) {
        char text[MOVE_TEXT_SIZE];
        moves_generate(&rules_brazilian, &position, &list);
        if (list.count == 0) {
            result = position.side_to_move == WHITE ? "0-1" : "1-0";
            break;
        }
        const struct move *move = choose(&list, &position, ending != NULL);
        move_text_write(&rules_brazilian, &position, move, NOTATION_ALGEBRAIC, text, sizeof text);
        if (ply % 2 == 0)
            printf("%u. ", ply / 2 + 1);
        printf("%s%c", text, ply % 8 == 7 ? '\n' : ' ');
        if (below(64) == 0)
            printf("{a comment} (1. %s) ", text);
        position = move_apply(&rules_brazilian, &position, move);
    }
    printf("%s\n\n", result);
}

int main(int argc, char **argv) {
    unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    unsigned plies = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 120;
    struct signature signature;
    struct index_layout ending;
    state = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
    state = state * UINT64_C(0x9e3779b97f4a7c15) + 1;
    if (argc > 4 && (!signature_parse(argv[4], rules_brazilian.pieces_per_side, &signature) ||
                     !index_layout_init(&ending, rules_brazilian.geometry, signature)))
        return 2;
    for (unsigned long i = 1; i <= games; i++)
        write_game(i, plies, argc > 4 ? &ending : NULL);
    return ferror(stdout) != 0 || fflush(stdout) != 0;
}
