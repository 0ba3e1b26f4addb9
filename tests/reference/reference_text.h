/* Reads the positions and moves of the data files. Not a general FEN reader: tests only. */
#ifndef FINAIS_TESTS_REFERENCE_TEXT_H
#define FINAIS_TESTS_REFERENCE_TEXT_H

#include "reference.h"

/* "start", or "W:WKa1,c3:Bh8" with squares as letter and digit or as a number 1..32. */
bool reference_read_position(const char *text, reference_position *position);

/* A move as written: start, end, and the squares named in between. */
typedef struct {
    int square_count; /* 2 or more */
    int squares[REFERENCE_SQUARES];
} reference_written_move;

/* "c3-d4", "c3xe5" or "d2xf4xd6xb4", squares as above. The text may end at a blank. */
bool reference_read_move(const char *text, reference_written_move *move);

#endif
