/* The move generator compiled for Brazilian draughts. */
#include "rules.h"

static const struct rules variant_rules = RULES_BRAZILIAN_INITIALISER;

#include "moves_generic.h"

const struct move_generator moves_brazilian = {
    variant_generate, variant_capturers, variant_captures_by, variant_visit, variant_quiet_targets};
