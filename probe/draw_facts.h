/* draw_facts.h - what has been proved of the built-in draw rules once and for all. */
#ifndef PROBE_DRAW_FACTS_H
#define PROBE_DRAW_FACTS_H

#include "draw_solver.h"

/* The facts about the built-in draw rules of this name; NULL when there are none. */
const struct draw_facts *draw_facts_of(const char *name);

#endif
