/* move_tree.h - best play of both sides with all moves that are equally good, as a composer wants
 * to see it. */
#ifndef CLI_MOVE_TREE_H
#define CLI_MOVE_TREE_H

#include "json_writer.h"
#include "session.h"

/* Most plies of a tree. */
enum { TREE_DEPTH_MAX = 99 };

/* The number of plies after --tree, 0 when it was not given; a fault is reported. Returns the exit
 * code. */
int move_tree_depth(const struct options *options, unsigned *depth);

/* Prints a line for each move, two blanks deeper for each ply: of the winner all moves that win
 * quickest, of the loser all that lose slowest; at the end whether each move of the winner is the
 * only one that wins. Nothing when the game is over. Faults are reported; returns the exit code. */
int move_tree_print(const struct session *session, const finais_position *position, unsigned depth);

/* The same as fields of a JSON object that has been begun (docs/json.md). */
int move_tree_write_json(const struct session *session, const finais_position *position,
                         unsigned depth, struct json *json);

#endif
