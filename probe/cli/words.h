/* words.h - the words of the output that several commands share. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include "finais.h"

/* "win", "draw" or "loss". */
const char *wdl_word(int32_t wdl);

/* "white" or "black"; and with a capital for sentences. */
const char *side_word(uint32_t side);
const char *side_name(uint32_t side);

/* A distance in `text`, room for DISTANCE_TEXT_SIZE: digits, or "-" when there is none. Returns
 * `text`. */
enum { DISTANCE_TEXT_SIZE = 12 };
const char *distance_text(int32_t distance, char *text);

/* Replaces control characters, line ends and tabs included, by blanks. */
void make_printable(char *text);

#endif
