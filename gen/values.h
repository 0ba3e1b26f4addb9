/* values.h - the values of one signature and metric in memory, true for every position.
 *
 * The generator's own working form, in index order, one array per stored side to move. Table files
 * leave out what a prober can find by itself; these arrays leave out nothing.
 */
#ifndef GEN_VALUES_H
#define GEN_VALUES_H

#include "index.h"
#include "rules.h"
#include "value.h"
#include <stddef.h>

/* A value of one byte leaves a bit in which a solver may note that the side to move has to capture;
 * captures_marked tells that it did so everywhere. */
enum { VALUES_MUST_CAPTURE = 0x80 };

struct values {
    enum metric metric;
    struct index_layout layout;
    unsigned sides; /* 1 when the signature is its own mirror (White to move), else 2 */
    unsigned bytes; /* of one value in memory: 1 for WDL, 2 for distances */
    unsigned told;  /* stored_bit() (format.h) of the sides to move of which a file told the quiet
                       positions; of both, when the values come from no file */
    bool captures_marked;
    const uint64_t
        *captures[2]; /* bits of the positions with a capture, somebody else's; or NULL */
    uint8_t *data[2];
};

/* Memory that values_allocate() will take for a signature; 0 when the signature cannot be indexed.
 */
uint64_t values_memory(const struct rules *rules, struct signature signature, enum metric metric);

/* Makes room for a canonical signature, all draws. NULL when memory is short. Owned by the caller,
 * who gives it back with values_free() (NULL is allowed). */
struct values *values_allocate(const struct rules *rules, struct signature signature,
                               enum metric metric);
void values_free(struct values *values);

/* One value. Different positions may be written by different threads at once. */
static inline value values_get(const struct values *values, enum side side, uint64_t index) {
    if (values->bytes == 1)
        return values->data[side][index] & (uint8_t)~VALUES_MUST_CAPTURE;
    return ((const uint16_t *)(const void *)values->data[side])[index];
}
static inline void values_set(struct values *values, enum side side, uint64_t index, value v) {
    if (values->bytes == 1)
        values->data[side][index] = (uint8_t)v;
    else
        ((uint16_t *)(void *)values->data[side])[index] = v;
}

#endif
