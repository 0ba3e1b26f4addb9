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
 * Files hold no meaningful value for positions in which the side to move has to capture.
 */
#ifndef PROBE_TABLE_H
#define PROBE_TABLE_H

#include "error.h"
#include "file.h"
#include "format.h"
#include "index.h"
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

enum table_access {
    TABLE_READ, /* blocks are read from the file */
    TABLE_MAP   /* the file is mapped into memory and closed again */
};

struct table {
    struct table_header header; /* as in the file, checked */
    struct index_layout layout;
    uint64_t blocks; /* of all sides; block b belongs to side b / blocks_per_side */
    uint64_t blocks_per_side;
    size_t block_bytes; /* of a full block, unpacked: room for any block */
    unsigned
        block_shift; /* 2 to this are the positions in a block; 0 when they are no power of 2 */
    char name[FINAIS_TABLE_NAME_SIZE];
    char *path;
    struct file file;       /* not open when mapped or loaded */
    const uint8_t *mapping; /* the whole file, NULL unless mapped */
    uint64_t mapping_bytes;
    uint8_t *directory; /* (blocks + 1) entries as in the file, checked */
    uint8_t *loaded[2]; /* all values of a side, packed; NULL unless table_load() was called */
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
 * header_block_bytes(&table->header, block) bytes, which packed_get() takes apart: entry i is the
 * position with index table_block_first(table, block) + i, for i below
 * header_block_positions(&table->header, block). On failure `bytes` is undefined. */
finais_status table_read_block(const struct table *table, struct block_reader *reader,
                               uint64_t block, uint8_t *bytes, finais_error *error);

/* Reads the histogram, header.histogram_values counts for each stored side to move: how many of its
 * positions, stored or not, have value 0, 1, 2... Not after table_load(). */
finais_status table_read_histogram(const struct table *table, uint64_t *counts,
                                   finais_error *error);

/* Side to move and first position index of a block. */
static inline enum side table_block_side(const struct table *table, uint64_t block) {
    return block < table->blocks_per_side ? WHITE : BLACK;
}
static inline uint64_t table_block_first(const struct table *table, uint64_t block) {
    return block % table->blocks_per_side * table->header.block_positions;
}

/* The block of a position and its place inside the block. */
static inline uint64_t table_block_of(const struct table *table, enum side side, uint64_t index,
                                      uint32_t *place) {
    uint64_t first = side == BLACK ? table->blocks_per_side : 0;
    if (table->block_shift != 0) {
        *place = (uint32_t)(index & (table->header.block_positions - 1));
        return (index >> table->block_shift) + first;
    }
    *place = (uint32_t)(index % table->header.block_positions);
    return index / table->header.block_positions + first;
}

/* Bytes that table_load() takes for a table with this header. */
uint64_t table_loaded_bytes(const struct table_header *header);

/* Unpacks all blocks into table->loaded, after which values are read with table_loaded_value() and
 * the file is closed. Not while other threads use the table. */
finais_status table_load(struct table *table, struct block_reader *reader, finais_error *error);

static inline value table_loaded_value(const struct table *table, enum side side, uint64_t index) {
    return packed_get(table->loaded[side], table->header.value_bits, index);
}

#endif
