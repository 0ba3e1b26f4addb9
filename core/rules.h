/* rules.h - a draughts variant as data.
 *
 * The move generator (moves_generic.h) is written once over this value and compiled once for each
 * variant with the value known to the compiler, so a variant costs nothing at run time.
 */
#ifndef CORE_RULES_H
#define CORE_RULES_H

#include "geometry.h"
#include <stdbool.h>

/* Numbers are part of the file format (docs/format.md): never reuse or renumber one. */
enum variant { VARIANT_BRAZILIAN = 1 };

enum king_range {
    KING_ONE_STEP,           /* moves one square; takes a neighbour */
    KING_FLYING,             /* any distance; lands anywhere behind the piece taken */
    KING_FLYING_LANDS_BEHIND /* any distance; lands right behind the piece taken */
};

enum capture_choice {
    CAPTURE_ANY,        /* every complete capture may be chosen */
    CAPTURE_MOST_PIECES /* only those that take the greatest number of pieces */
};

/* A man that reaches its last row inside a capture ... */
enum last_row_in_capture {
    LAST_ROW_PASSES,  /* goes on as a man if it can; promotes only where the capture ends */
    LAST_ROW_STOPS,   /* ends its move there and promotes */
    LAST_ROW_PROMOTES /* promotes at once and goes on as a king */
};

struct rules {
    enum variant variant;
    const char *name; /* lower-case; also the folder of its tables */
    const struct geometry *geometry;
    unsigned pieces_per_side;
    bool men_capture_backward;
    enum king_range king_range;
    enum capture_choice capture_choice;
    enum last_row_in_capture last_row_in_capture;
    bool captured_leave_at_once; /* else they stay, and block, until the move is over */
};

/* Brazilian draughts: FMJD rules for 64 squares; see docs/rules.md. */
#define RULES_BRAZILIAN_INITIALISER                                                                \
    {                                                                                              \
        .variant = VARIANT_BRAZILIAN, .name = "brazilian", .geometry = &geometry_8x8,              \
        .pieces_per_side = 12, .men_capture_backward = true, .king_range = KING_FLYING,            \
        .capture_choice = CAPTURE_MOST_PIECES, .last_row_in_capture = LAST_ROW_PASSES,             \
        .captured_leave_at_once = false                                                            \
    }

extern const struct rules rules_brazilian;

/* The rules of a variant by its number or by its name (case matters), NULL when there is none. */
const struct rules *rules_of_variant(unsigned variant);
const struct rules *rules_by_name(const char *name);

#endif
