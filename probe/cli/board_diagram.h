/* board_diagram.h - draws a position with letters. */
#ifndef CLI_BOARD_DIAGRAM_H
#define CLI_BOARD_DIAGRAM_H

#include "finais.h"
#include <stdio.h>

/* Draws the board from White's side: w and b are men, W and B kings, dots are empty squares. The
 * margin names rows and files, or, in a numeric notation, the first and last square of each row. */
void board_diagram_print(FILE *stream, const finais_game *game, const finais_position *position,
                         finais_notation notation);

#endif
