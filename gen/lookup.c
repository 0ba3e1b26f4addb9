#include "lookup.h"
#include <stdlib.h>

struct lookup *lookup_new(const struct rules *rules, enum metric metric) {
    struct lookup *lookup = calloc(1, sizeof *lookup);
    if (lookup != NULL) {
        lookup->rules = rules;
        lookup->metric = metric;
    }
    return lookup;
}

static bool lookup_holds(struct signature signature) {
    for (enum side side = WHITE; side <= BLACK; side++)
        if (signature.men[side] > LOOKUP_KIND_MAX || signature.kings[side] > LOOKUP_KIND_MAX)
            return false;
    return true;
}

static void set_entry(struct lookup *lookup, struct signature signature,
                      const struct values *values) {
    if (lookup_holds(signature))
        lookup->of[signature.men[WHITE]][signature.kings[WHITE]][signature.men[BLACK]]
                  [signature.kings[BLACK]] = values;
}

void lookup_add(struct lookup *lookup, const struct values *values) {
    set_entry(lookup, values->layout.signature, values);
}

void lookup_remove(struct lookup *lookup, struct signature signature) {
    set_entry(lookup, signature, NULL);
}

const struct values *lookup_find(const struct lookup *lookup, struct signature signature) {
    if (!lookup_holds(signature))
        return NULL;
    return lookup->of[signature.men[WHITE]][signature.kings[WHITE]][signature.men[BLACK]]
                     [signature.kings[BLACK]];
}

bool lookup_value(const struct lookup *lookup, const struct position *position, value *v) {
    if (position_pieces(position, position->side_to_move) == 0) {
        *v = value_loss_in(0);
        return true;
    }
    struct position canonical = position_canonical(lookup->rules->geometry, position);
    const struct values *values = lookup_find(lookup, signature_of_position(&canonical));
    if (values == NULL)
        return false;
    *v = values_get(values, canonical.side_to_move, index_of_position(&values->layout, &canonical));
    return true;
}
