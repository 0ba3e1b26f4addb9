/* block_export.h - handing the outcomes of a solved placement over in the order of the index. */
#ifndef GEN_BLOCK_EXPORT_H
#define GEN_BLOCK_EXPORT_H

#include "kernel.h"

/* Where one thread puts outcomes together. */
struct export_room {
    struct outcome_bits bits;
};

/* Memory that export_room_make() takes for so many distances. */
uint64_t export_room_memory(const struct blocks *blocks, unsigned distances);

/* False when memory is short; to be cleared in any case. */
bool export_room_make(struct export_room *room, const struct blocks *blocks,
                      const struct distance_set *distances);
void export_room_clear(struct export_room *room);

/* The portions that the outcomes of a placement are handed over in, which different threads may ask
 * for. */
uint64_t export_portions(const struct blocks *blocks);

/* Gives a portion (0 to export_portions() - 1) of the outcomes of a placement, of which `rank` is
 * the man rank in its blocks, to a sink: each position of the table once, with the number that it
 * has in `table`, the layout of the table. */
void export_outcomes(const struct kernel *kernel, const struct placement_blocks *placement,
                     uint64_t rank, uint64_t portion, const struct index_layout *table,
                     struct export_room *room, const struct outcome_sink *sink);

#endif
