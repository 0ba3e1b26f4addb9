#include "solved.h"
#include "solver.h"
#include <stdlib.h>

static bool solve_next(struct solved *solved, struct signature signature, enum metric metric,
                       const struct lookup *outcomes) {
    struct values *values = values_allocate(&rules_brazilian, signature, metric);
    if (values == NULL || solved->count == SOLVED_MAX)
        return false;
    solved->values[solved->count++] = values;
    if (solve_signature(values, solved->lookup, outcomes, 1, NULL, NULL) != SOLVE_OK)
        return false;
    lookup_add(solved->lookup, values);
    return true;
}

bool solve_endings(struct solved *solved, enum metric metric, unsigned pieces,
                   const struct lookup *outcomes) {
    struct signature list[SOLVED_MAX];
    solved->count = 0;
    solved->lookup = lookup_new(&rules_brazilian, metric);
    if (solved->lookup == NULL)
        return false;
    for (unsigned n = 2; n <= pieces; n++) {
        size_t count = signatures_of_pieces(n, rules_brazilian.pieces_per_side, list, SOLVED_MAX);
        for (size_t i = 0; i < count; i++)
            if (!solve_next(solved, list[i], metric, outcomes))
                return false;
    }
    return true;
}

void solved_free(struct solved *solved) {
    for (unsigned i = 0; i < solved->count; i++)
        values_free(solved->values[i]);
    free(solved->lookup);
}

struct values *solved_find(const struct solved *solved, const char *name) {
    struct signature signature;
    if (!signature_parse(name, rules_brazilian.pieces_per_side, &signature))
        return NULL;
    for (unsigned i = 0; i < solved->count; i++)
        if (signature_equal(solved->values[i]->layout.signature, signature))
            return solved->values[i];
    return NULL;
}
