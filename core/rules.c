#include "rules.h"
#include <string.h>

const struct rules rules_brazilian = RULES_BRAZILIAN_INITIALISER;

static const struct rules *const all_rules[] = {&rules_brazilian};

const struct rules *rules_of_variant(unsigned variant) {
    for (unsigned i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if ((unsigned)all_rules[i]->variant == variant)
            return all_rules[i];
    return NULL;
}

const struct rules *rules_by_name(const char *name) {
    for (unsigned i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i]->name, name) == 0)
            return all_rules[i];
    return NULL;
}
