/* variant.h - other draughts variants, made for the tests alone from core/moves_generic.h. */
#ifndef TESTS_VARIANT_H
#define TESTS_VARIANT_H

#include "moves_internal.h"

struct test_variant {
    const struct rules *rules;
    struct move_generator generator;
};

extern const struct test_variant variant_english;
extern const struct test_variant variant_russian;

#endif
