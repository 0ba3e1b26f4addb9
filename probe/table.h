/* table.h - one table file: opening it, checking it, and reading its blocks.
 *
 * Inside the library and for the generator's verifier; not installed. A table that is open does not
 * change and may be used by any number of threads, each with a block_reader of its own.
 *
 *     struct table *table;
 *     struct block_reader reader;
 *     table_open_path(&table, "tables/brazilian/KKvK.wdl", TABLE_READ, &error);
 *     block_reader_init(&reader, &error);
 *     for (uint64_t block = 0; block < table->blocks; block++)
 *         table_read_block(table, &reader, block, bytes, &error);   (table->block_bytes of room)
 *     block_reader_free(&reader);
 *     table_close(table);
 *
 * Files hold no meaningful value for positions in which the side to move has to capture, and none
 * for a side to move that is not stored.
 */
#ifndef PROBE_TABLE_H
#define PROBE_TABLE_H

#include "error.h"
#include "file.h"
#include "format.h"
#include "index.h"
#include "loaded.h"
#include "rules.h"

/* Which table a file should be; its path says so: .../brazilian/KKvK.wdl */
struct table_identity {
    const struct rules *rules;
    struct signature signature; /* canonical */
    enum metric metric;
};

/* Takes a path apart. False when its last two parts are not a variant and the name of a table. */
bool table_identity_of_path(const char *path, struct table_identity *identity);

/* The same for the last part alone, "KKvK.wdl". */
bool table_identity_of_file(const struct rules *rules, const char *file,
                            struct table_identity *identity);

/* The name that errors give: "brazilian/KKvK.wdl". */
void table_identity_name(const struct table_identity *identity, char name[FINAIS_TABLE_NAME_SIZE]);

/* That of the table that a position belongs to. */
void table_name_of_position(const struct rules *rules, const struct position *position,
                            enum metric metric, char name[FINAIS_TABLE_NAME_SIZE]);

enum table_access {
    TABLE_READ, /* blocks are read from the file */
    TABLE_MAP   /* the file is mapped into memory and closed again */
};

struct table {
    struct table_header header; /* as in the file, checked */
    struct index_layout layout;
    struct slot_layout slots;
    uint64_t blocks;          /* of all stored sides to move */
    uint64_t first_block[2];  /* of each stored side to move */
    uint32_t last_block_rows; /* of the last block of either side to move */
    unsigned block_slot_bits; /* 2 to the power of it slots are in a full block */
    uint64_t blocks_per_side;
    size_t block_bytes; /* of a full block, unpacked: room for any block */
    char name[FINAIS_TABLE_NAME_SIZE];
    char *path;
    struct file file;       /* not open when mapped or loaded */
    const uint8_t *mapping; /* the whole file, NULL unless mapped */
    uint64_t mapping_bytes;
    uint64_t *offsets;       /* of each block in the file, and where the last ends */
    uint32_t *checks;        /* of each block */
    struct loaded loaded[2]; /* of each stored side, once table_load() was called */
};

/* Opens a table and checks its size, header and directory. The header must be of `identity`. On
 * success *table is to be closed with table_close(). Statuses: FINAIS_TABLE_MISSING (no such file),
 * FINAIS_TABLE_CORRUPT (whatever is wrong with its contents, also when it is no table, of another
 * version or unfinished), FINAIS_IO_ERROR, FINAIS_NO_MEMORY. */
finais_status table_open(struct table **table, const char *path,
                         const struct table_identity *identity, enum table_access access,
                         finais_error *error);

/* The same with a file that `io` reads; `path` is what the io knows it by. */
finais_status table_open_io(struct table **table, const finais_io *io, const char *path,
                            const struct table_identity *identity, finais_error *error);

/* The same as table_open() with the identity that the path names; FINAIS_BAD_TEXT when it names
 * none. */
finais_status table_open_path(struct table **table, const char *path, enum table_access access,
                              finais_error *error);

/* NULL is allowed. */
void table_close(struct table *table);

/* Memory that a table takes: its directory or its values, and the rest. A mapping is not counted.
 */
size_t table_memory_bytes(const struct table *table);

/* About what the directory of a table with so many positions takes, which is not known before it is
 * opened. */
uint64_t table_memory_expected(uint64_t positions);

/* What one thread needs to unpack blocks. */
struct block_reader {
    void *decompressor;
    uint8_t *compressed;
    size_t compressed_capacity;
};

finais_status block_reader_init(struct block_reader *reader, finais_error *error);
void block_reader_free(struct block_reader *reader);

/* Memory that it takes, without the packed block, which is at most a little larger than an unpacked
 * one. */
size_t block_reader_bytes(const struct block_reader *reader);

/* Reads block number `block` (below table->blocks), unpacks it and verifies its check value. Writes
 * header_block_bytes(&table->header, block) bytes, which table_block_value() takes apart. On
 * failure `bytes` is undefined. */
finais_status table_read_block(const struct table *table, struct block_reader *reader,
                               uint64_t block, uint8_t *bytes, finais_error *error);

/* Reads the histogram, header.histogram_values counts for each side to move: how many of its
 * positions, stored or not, have value 0, 1, 2... Not after table_load(). */
finais_status table_read_histogram(const struct table *table, uint64_t *counts,
                                   finais_error *error);

/* The block of a slot (slots.h) of a stored side to move, and its place in the block. */
static inline uint64_t table_block_of(const struct table *table, enum side side, uint64_t slot,
                                      uint32_t *place) {
    *place = (uint32_t)(slot & ((UINT64_C(1) << table->block_slot_bits) - 1));
    return (slot >> table->block_slot_bits) + table->first_block[side];
}

/* The value at a place of an unpacked block. */
static inline value table_block_value(const struct table *table, const uint8_t *bytes,
                                      uint64_t block, uint32_t place) {
    bool last = block + 1 == table->blocks_per_side || block + 1 == table->blocks;
    uint32_t rows = last ? table->last_block_rows : table->header.block_rows;
    size_t slots = (size_t)rows << table->slots.lane_bits;
    return packed_get(bytes, table->header.value_bits, slots, place);
}

/* Bytes that table_load() takes for a table with this header. */
uint64_t table_loaded_bytes(const struct table_header *header);

/* Unpacks all blocks into `room`, which is all 0, begins at a multiple of 8 and has to outlast the
 * table; after that values are read with table_loaded_value(), and the file is closed. Not while
 * other threads use the table. */
finais_status table_load(struct table *table, struct block_reader *reader, uint8_t *room,
                         finais_error *error);

static inline value table_loaded_value(const struct table *table, enum side side, uint64_t slot) {
    return loaded_value(&table->loaded[side], table->header.value_bits, table->slots.lane_bits,
                        slot);
}

#endif
