#include "values.h"
#include "format.h"
#include <stdlib.h>

static unsigned bytes_of_metric(enum metric metric) {
    return metric == METRIC_WDL ? 1 : 2;
}

static unsigned sides_of_signature(struct signature signature) {
    return signature_is_own_mirror(signature) ? 1 : 2;
}

uint64_t values_memory(const struct rules *rules, struct signature signature, enum metric metric) {
    struct index_layout layout;
    if (!index_layout_init(&layout, rules->geometry, signature) ||
        layout.positions > UINT64_MAX / 8)
        return 0;
    return layout.positions * sides_of_signature(signature) * bytes_of_metric(metric);
}

struct values *values_allocate(const struct rules *rules, struct signature signature,
                               enum metric metric) {
    struct values *values = calloc(1, sizeof *values);
    if (values == NULL)
        return NULL;
    values->metric = metric;
    values->sides = sides_of_signature(signature);
    values->told = stored_bit(WHITE) | stored_bit(BLACK);
    values->bytes = bytes_of_metric(metric);
    bool fits = index_layout_init(&values->layout, rules->geometry, signature) &&
                values->layout.positions <= SIZE_MAX / 8;
    for (unsigned side = 0; fits && side < values->sides; side++) {
        values->data[side] = calloc((size_t)values->layout.positions, values->bytes);
        fits = values->data[side] != NULL;
    }
    if (fits)
        return values;
    values_free(values);
    return NULL;
}

void values_free(struct values *values) {
    if (values == NULL)
        return;
    free(values->data[0]);
    free(values->data[1]);
    free(values);
}
