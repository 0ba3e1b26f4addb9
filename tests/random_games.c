/* random_games.c - writes games of random moves as PDN, the same for the same arguments.
 *
 *     test-random-games GAMES PLIES [SEED]
 *
 * A game ends when a player has no move, or after PLIES. Every move of a game is equally likely.
 * Some have comments and variations. */
#include "movetext.h"
#include "rules.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static unsigned below(unsigned limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 20) % limit);
}

static void write_game(unsigned long number, unsigned plies) {
    struct position position = {
        .white = UINT64_C(0xfff) << 20, .black = 0xfff, .side_to_move = WHITE};
    static struct move_list list;
    const char *result = "*";
    printf("[Event \"Random game %lu\"]\n[GameType \"26,W,8,8,A0,0\"]\n\n", number);
    for (unsigned ply = 0; ply < plies; ply++) {
        char text[MOVE_TEXT_SIZE];
        moves_generate(&rules_brazilian, &position, &list);
        if (list.count == 0) {
            result = position.side_to_move == WHITE ? "0-1" : "1-0";
            break;
        }
        const struct move *move = &list.moves[below(list.count)];
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
    state = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
    state = state * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (unsigned long i = 1; i <= games; i++)
        write_game(i, plies);
    return ferror(stdout) != 0 || fflush(stdout) != 0;
}
