/* English draughts (American checkers) with White in Black's role: men capture forward and stop on
 * the last row, kings go one step, any capture may be chosen. */
#include "variant.h"

static const struct rules variant_rules = {.name = "english",
                                           .geometry = &geometry_8x8,
                                           .pieces_per_side = 12,
                                           .men_capture_backward = false,
                                           .king_range = KING_ONE_STEP,
                                           .capture_choice = CAPTURE_ANY,
                                           .last_row_in_capture = LAST_ROW_STOPS,
                                           .captured_leave_at_once = false};

#include "moves_generic.h"

const struct test_variant variant_english = {&variant_rules,
                                             {variant_generate, variant_capturers,
                                              variant_captures_by, variant_visit,
                                              variant_quiet_targets}};
