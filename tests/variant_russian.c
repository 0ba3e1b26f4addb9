/* Russian draughts: as Brazilian, but any capture may be chosen, and a man that reaches the last
 * row inside a capture goes on as a king. */
#include "variant.h"

static const struct rules variant_rules = {.name = "russian",
                                           .geometry = &geometry_8x8,
                                           .pieces_per_side = 12,
                                           .men_capture_backward = true,
                                           .king_range = KING_FLYING,
                                           .capture_choice = CAPTURE_ANY,
                                           .last_row_in_capture = LAST_ROW_PROMOTES,
                                           .captured_leave_at_once = false};

#include "moves_generic.h"

const struct test_variant variant_russian = {&variant_rules,
                                             {variant_generate, variant_capturers,
                                              variant_captures_by, variant_visit,
                                              variant_quiet_targets}};
