#include "table_writer.h"
#include "free_bits.h"
#include "hash.h"
#include "output_file.h"
#include "side_samples.h"
#include "table_block.h"
#include "table_statistics.h"
#include "threads.h"
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* A block of either side to move, stored or not. */
struct written_block {
    uint8_t *bytes; /* NULL as long as it is not compressed */
    uint32_t length;
    uint32_t check;
    uint32_t missing; /* positions that are not final yet */
    bool taken;       /* some thread compresses it, or did */
};

/* What one thread needs to make a block, and what it has counted. */
struct worker {
    struct source_room room;
    uint8_t *packed;
    uint8_t *told;
    uint8_t *filled;
    uint8_t *compressed;
    ZSTD_CCtx *compressor;
    struct value_tally tally[2]; /* by side to move */
};

/* How blocks are made: chosen by measurement, see docs/compression.md. Small endings are few, so
 * they get more time and, where answers take a search anyway, larger blocks. */
struct effort {
    uint32_t block_rows; /* of a full block, unless the rows are mostly empty */
    size_t window;       /* of fill_free_bits() */
};

static const struct effort effort_for_distances = {512, 4096};
static const struct effort effort_for_few_pieces = {4096, 4096};
static const struct effort effort_for_few_pieces_fast = {2048, 4096};
static const struct effort effort_for_many_pieces = {2048, 1024};
enum { FEW_PIECES = 5, BLOCK_ROWS_MOST = 4 * 4096 };

struct table_writer {
    struct table_source source;
    struct table_writer_options options;
    struct effort effort;
    struct slot_layout slots;
    struct table_header header; /* as if all sides to move were stored, until one is chosen */
    uint64_t per_side;          /* blocks of one side to move */
    uint64_t block_count;       /* of all sides to move */
    uint64_t *first_index;      /* of each block of a side, and the number of positions */
    bool *sample;               /* of each block of a side: whether it decides the side stored */
    uint64_t samples_missing;   /* of both sides, not compressed yet */
    unsigned stored;            /* stored_bit() of the sides to move stored; 0: not decided yet */
    uint64_t next_left;         /* blocks that were final before it was: looked at up to here */
    struct written_block *blocks;
    size_t block_bytes; /* of a full block, unpacked */
    size_t bound;       /* of a compressed block */
    struct worker *workers;
    bool failed; /* memory was short in some thread */
    struct output_file file;
    uint64_t end; /* of what was written so far */
};

/* ---- Making and closing --------------------------------------------------------------------- */

static bool worker_make(struct worker *worker, const struct table_writer *writer) {
    size_t slots = (size_t)writer->header.block_rows * writer->header.lanes;
    size_t bytes = writer->block_bytes + FREE_BITS_SLACK;
    *worker = (struct worker){.room = {malloc(slots * sizeof(value)), malloc(slots)},
                              .packed = calloc(bytes, 1),
                              .told = calloc(bytes, 1),
                              .filled = calloc(bytes, 1),
                              .compressed = malloc(writer->bound),
                              .compressor = ZSTD_createCCtx()};
    bool counts = tally_make(&worker->tally[WHITE], writer->header.metric);
    counts = tally_make(&worker->tally[BLACK], writer->header.metric) && counts;
    return counts && worker->room.values != NULL && worker->room.must_capture != NULL &&
           worker->packed != NULL && worker->told != NULL && worker->filled != NULL &&
           worker->compressed != NULL && worker->compressor != NULL &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(worker->compressor, ZSTD_c_compressionLevel,
                                                writer->options.level));
}

static void worker_clear(struct worker *worker) {
    free(worker->room.values);
    free(worker->room.must_capture);
    free(worker->packed);
    free(worker->told);
    free(worker->filled);
    free(worker->compressed);
    ZSTD_freeCCtx(worker->compressor);
    tally_clear(&worker->tally[WHITE]);
    tally_clear(&worker->tally[BLACK]);
}

static struct effort effort_for(const struct table_source *source, enum table_form form) {
    if (source->metric != METRIC_WDL)
        return effort_for_distances;
    if (signature_pieces(source->layout->signature) > FEW_PIECES)
        return effort_for_many_pieces;
    /* One side to move is all there is of a signature that is its own mirror, in either form. */
    return form == FORM_FAST && source->sides == 2 ? effort_for_few_pieces_fast
                                                   : effort_for_few_pieces;
}

/* Rows of a block: in a table whose rows are mostly empty more of them, so that blocks hold about
 * as many positions. */
static uint32_t rows_of_block(const struct table_writer *writer) {
    uint32_t rows = writer->options.block_rows;
    if (rows != 0)
        return rows;
    rows = writer->effort.block_rows;
    uint64_t slots = writer->slots.rows << writer->slots.lane_bits;
    uint64_t positions = writer->source.layout->positions;
    for (unsigned times = 2; times <= 4 && slots / positions >= times; times *= 2)
        rows *= 2;
    return rows;
}

static void header_start(struct table_writer *writer) {
    const struct table_source *source = &writer->source;
    writer->header = (struct table_header){
        .variant = source->rules->variant,
        .metric = source->metric,
        .index_scheme = INDEX_SCHEME,
        .squares = source->rules->geometry->squares,
        .signature = source->layout->signature,
        .sides = source->sides,
        .value_bits = source->value_bits,
        .stored = source->sides == 1 ? stored_bit(WHITE) : stored_bit(WHITE) | stored_bit(BLACK),
        .block_rows = rows_of_block(writer),
        .positions = source->layout->positions,
        .rows = writer->slots.rows,
        .lanes = slot_lanes(&writer->slots)};
    writer->per_side = header_blocks_per_side(&writer->header);
    writer->block_count = header_blocks(&writer->header);
}

/* Of the form that stores one of two sides to move. */
static bool has_choice(const struct table_writer *writer) {
    return writer->source.sides == 2 && writer->options.form == FORM_STANDARD;
}

static bool prepare_choice(struct table_writer *writer) {
    if (!has_choice(writer)) {
        writer->stored = writer->header.stored;
        return true;
    }
    uint64_t count;
    if (!side_samples_mark(writer->source.layout, writer->first_index, writer->per_side,
                           writer->sample, &count))
        return false;
    writer->samples_missing = 2 * count;
    return true;
}

static bool writer_make(struct table_writer *writer) {
    if (!slot_layout_init(&writer->slots, writer->source.layout))
        return false;
    header_start(writer);
    writer->block_bytes = header_block_bytes(&writer->header, 0);
    writer->bound = ZSTD_compressBound(writer->block_bytes);
    writer->first_index = malloc((size_t)(writer->per_side + 1) * sizeof(uint64_t));
    writer->sample = calloc((size_t)writer->per_side, sizeof *writer->sample);
    writer->blocks = calloc((size_t)writer->block_count, sizeof *writer->blocks);
    writer->workers = calloc(writer->options.threads, sizeof *writer->workers);
    if (writer->first_index == NULL || writer->sample == NULL || writer->blocks == NULL ||
        writer->workers == NULL)
        return false;
    for (uint64_t i = 0; i <= writer->per_side; i++) {
        uint64_t row = i * writer->header.block_rows;
        writer->first_index[i] =
            slot_first_index(&writer->slots, row < writer->slots.rows ? row : writer->slots.rows);
    }
    for (uint64_t block = 0; block < writer->block_count; block++) {
        uint64_t number = block % writer->per_side;
        writer->blocks[block].missing =
            (uint32_t)(writer->first_index[number + 1] - writer->first_index[number]);
    }
    for (unsigned i = 0; i < writer->options.threads; i++)
        if (!worker_make(&writer->workers[i], writer))
            return false;
    return prepare_choice(writer);
}

struct table_writer *table_writer_open(const struct table_source *source,
                                       const struct table_writer_options *options) {
    struct table_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->source = *source;
    writer->options = *options;
    writer->effort = effort_for(source, options->form);
    if (writer_make(writer))
        return writer;
    table_writer_close(writer);
    return NULL;
}

static void drop_block(struct written_block *block) {
    free(block->bytes);
    block->bytes = NULL;
}

void table_writer_close(struct table_writer *writer) {
    if (writer == NULL)
        return;
    for (uint64_t block = 0; writer->blocks != NULL && block < writer->block_count; block++)
        drop_block(&writer->blocks[block]);
    for (unsigned i = 0; writer->workers != NULL && i < writer->options.threads; i++)
        worker_clear(&writer->workers[i]);
    free(writer->first_index);
    free(writer->sample);
    free(writer->blocks);
    free(writer->workers);
    free(writer);
}

uint64_t table_writer_memory(uint64_t positions_of_all_sides,
                             const struct table_writer_options *options) {
    /* Compressed outcomes of signatures of a size that matters take less than half a bit each, and
     * the memory around each block about 64 bytes. A thread has four values and three bytes or so
     * for each slot of a block, and what zstd needs. */
    enum { LANES = 32, SLOT_BYTES = 8, ZSTD_BYTES = 8 << 20 };
    uint32_t least_rows =
        options->block_rows != 0 ? options->block_rows : effort_for_distances.block_rows;
    uint32_t most_rows = options->block_rows != 0 ? options->block_rows : BLOCK_ROWS_MOST;
    uint64_t blocks = positions_of_all_sides / ((uint64_t)least_rows * LANES / 4) + 4;
    uint64_t worker = (uint64_t)most_rows * LANES * SLOT_BYTES + ZSTD_BYTES;
    return positions_of_all_sides / 16 + blocks * 64 + worker * options->threads;
}

/* ---- Compressing ---------------------------------------------------------------------------- */

static void note_failure(struct table_writer *writer) {
    __atomic_store_n(&writer->failed, true, __ATOMIC_RELAXED);
}

static bool has_failed(const struct table_writer *writer) {
    return __atomic_load_n(&writer->failed, __ATOMIC_RELAXED);
}

static bool is_stopped(const struct table_writer *writer) {
    return writer->options.stop != NULL && writer->options.stop();
}

static enum side side_of(const struct table_writer *writer, uint64_t block) {
    return block < writer->per_side ? WHITE : BLACK;
}

/* Fills the free bits of a block; the planes of outcomes are looked at one by one. */
static void fill_block(const struct table_writer *writer, size_t size,
                       const struct worker *worker) {
    size_t window = writer->effort.window;
    if (writer->source.value_bits == 2) {
        size_t plane = size / 2;
        fill_free_bits(worker->packed, worker->told, plane, 0, window, worker->filled);
        fill_free_bits(worker->packed + plane, worker->told + plane, plane, 0, window,
                       worker->filled + plane);
    } else {
        fill_free_bits(worker->packed, worker->told, size, writer->source.value_bits / 8, window,
                       worker->filled);
    }
}

/* Compresses a block and takes off the beginning that files leave out. */
static void compress_block(struct table_writer *writer, uint64_t number, struct worker *worker) {
    const struct table_header *header = &writer->header;
    struct written_block *block = &writer->blocks[number];
    enum side side = side_of(writer, number);
    uint64_t in_side = number % writer->per_side;
    size_t size = header_block_bytes(header, in_side);
    uint8_t beginning[TABLE_FRAME_HEADER_MAX];
    size_t left_out = frame_header(size, beginning);
    writer->source.pack(&writer->source, &writer->slots, side, in_side * header->block_rows,
                        header_block_rows(header, in_side), worker->room, worker->packed,
                        worker->told);
    fill_block(writer, size, worker);
    block->check =
        block_check(header, side, has_choice(writer) ? in_side : number, worker->filled, size);
    size_t length =
        ZSTD_compress2(worker->compressor, worker->compressed, writer->bound, worker->filled, size);
    bool fine = !ZSTD_isError(length) && length > left_out &&
                length - left_out < TABLE_BLOCK_LENGTH_LIMIT &&
                memcmp(worker->compressed, beginning, left_out) == 0;
    uint8_t *bytes = fine ? malloc(length - left_out) : NULL;
    if (bytes == NULL) {
        note_failure(writer);
        return;
    }
    memcpy(bytes, worker->compressed + left_out, length - left_out);
    block->length = (uint32_t)(length - left_out);
    block->bytes = bytes;
}

/* True for one thread alone. */
static bool take(struct written_block *block) {
    return !__atomic_exchange_n(&block->taken, true, __ATOMIC_RELAXED);
}

/* Stores the side to move whose samples take less, White if they are even. The other's are not
 * needed any more. */
static void choose_side(struct table_writer *writer) {
    uint64_t bytes[2] = {0, 0};
    for (uint64_t block = 0; block < writer->block_count; block++)
        if (writer->sample[block % writer->per_side])
            bytes[side_of(writer, block)] += writer->blocks[block].length;
    enum side chosen = bytes[BLACK] < bytes[WHITE] ? BLACK : WHITE;
    for (uint64_t block = 0; block < writer->block_count; block++)
        if (side_of(writer, block) != chosen)
            drop_block(&writer->blocks[block]);
    __atomic_store_n(&writer->stored, stored_bit(chosen), __ATOMIC_RELEASE);
}

/* One of the blocks that were final before the side to move to store was chosen. */
static void compress_left(struct table_writer *writer, unsigned stored, struct worker *worker) {
    if (__atomic_load_n(&writer->next_left, __ATOMIC_RELAXED) >= writer->per_side)
        return;
    uint64_t before = stored == stored_bit(BLACK) ? writer->per_side : 0;
    uint64_t next;
    while ((next = __atomic_fetch_add(&writer->next_left, 1, __ATOMIC_RELAXED)) <
           writer->per_side) {
        struct written_block *block = &writer->blocks[before + next];
        if (__atomic_load_n(&block->missing, __ATOMIC_ACQUIRE) == 0 && take(block)) {
            compress_block(writer, before + next, worker);
            return;
        }
    }
}

/* All positions of a block are final. It is compressed at once, if it is known to be stored or
 * helps to decide that. */
static void take_block(struct table_writer *writer, uint64_t number, struct worker *worker) {
    enum side side = side_of(writer, number);
    uint64_t in_side = number % writer->per_side;
    uint64_t first = writer->first_index[in_side];
    uint64_t end = writer->first_index[in_side + 1];
    writer->source.count(&writer->source, side, first, (size_t)(end - first), &worker->tally[side]);
    unsigned stored = __atomic_load_n(&writer->stored, __ATOMIC_ACQUIRE);
    bool decides = stored == 0 && writer->sample[in_side];
    if ((decides || (stored & stored_bit(side)) != 0) && take(&writer->blocks[number]))
        compress_block(writer, number, worker);
    if (decides && __atomic_sub_fetch(&writer->samples_missing, 1, __ATOMIC_ACQ_REL) == 0)
        choose_side(writer);
    if (stored != 0 && has_choice(writer))
        compress_left(writer, stored, worker);
}

/* The block of a side to move that an index is in: the last that does not begin after it. */
static uint64_t block_of_index(const struct table_writer *writer, uint64_t index) {
    uint64_t low = 0;
    uint64_t high = writer->per_side;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (writer->first_index[middle] <= index)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void table_writer_ready(struct table_writer *writer, enum side side, uint64_t first,
                        uint64_t count) {
    uint64_t before = side == BLACK ? writer->per_side : 0;
    uint64_t end = first + count;
    for (uint64_t block = block_of_index(writer, first); first < end; block++) {
        uint64_t next = writer->first_index[block + 1];
        uint32_t part = (uint32_t)((next < end ? next : end) - first);
        first += part;
        if (part == 0)
            continue;
        /* Whoever completes a block sees what all others wrote. */
        uint32_t missing =
            __atomic_sub_fetch(&writer->blocks[before + block].missing, part, __ATOMIC_ACQ_REL);
        if (missing == 0)
            take_block(writer, before + block, &writer->workers[thread_number()]);
    }
}

static void compress_rest(struct table_writer *writer, uint64_t first, uint64_t end) {
#pragma omp parallel for schedule(dynamic) num_threads((int)writer->options.threads)
    for (uint64_t block = first; block < end; block++)
        if (writer->blocks[block].bytes == NULL && !has_failed(writer) && !is_stopped(writer))
            compress_block(writer, block, &writer->workers[thread_number()]);
}

/* The blocks that the file has, in its order. */
static struct written_block *file_blocks(const struct table_writer *writer) {
    return writer->blocks + (header_stores(&writer->header, WHITE) ? 0 : writer->per_side);
}

static bool all_compressed(const struct table_writer *writer) {
    for (uint64_t block = 0; block < header_blocks(&writer->header); block++)
        if (file_blocks(writer)[block].bytes == NULL)
            return false;
    return true;
}

uint64_t table_writer_compress(struct table_writer *writer) {
    if (has_failed(writer) || writer->stored == 0)
        return 0;
    writer->header.stored = writer->stored;
    uint64_t first = header_stores(&writer->header, WHITE) ? 0 : writer->per_side;
    uint64_t end = first + header_blocks(&writer->header);
    /* Blocks in which no position lies are never completed. */
    compress_rest(writer, first, end);
    if (has_failed(writer) || !all_compressed(writer))
        return 0;
    uint64_t bytes = TABLE_HEADER_BYTES + header_directory_bytes(&writer->header);
    for (uint64_t block = first; block < end; block++)
        bytes += writer->blocks[block].length;
    return bytes;
}

/* ---- Writing -------------------------------------------------------------------------------- */

/* What the threads have counted goes together in the tallies of the first. */
static void sum_statistics(struct table_writer *writer) {
    struct table_header *header = &writer->header;
    struct value_tally *sums = writer->workers[0].tally;
    for (unsigned side = 0; side < header->sides; side++)
        for (unsigned i = 1; i < writer->options.threads; i++)
            tally_merge(&sums[side], &writer->workers[i].tally[side]);
    statistics_of_tallies(sums, header->sides, header->statistics);
    if (header->metric != METRIC_WDL)
        header->histogram_values = (uint32_t)tallies_values(sums, header->sides);
}

static bool hash_values(struct table_writer *writer) {
    const struct table_source *source = &writer->source;
    struct content_hasher *hasher = content_hash_begin(source->metric);
    for (unsigned side = 0; hasher != NULL && side < source->sides; side++)
        source->hash(source, (enum side)side, hasher);
    return content_hash_end(hasher, writer->header.content_hash);
}

/* Blocks are small, so many are written at once. */
enum { WRITE_BYTES = 1 << 20 };

static enum exit_code write_blocks(struct table_writer *writer, uint8_t *directory,
                                   struct failure *failure) {
    enum exit_code code = EXIT_CODE_OK;
    size_t used = 0;
    uint64_t count = header_blocks(&writer->header);
    uint8_t *bytes = malloc(WRITE_BYTES + writer->bound);
    if (bytes == NULL)
        return fail_memory(failure, "writing a table");
    for (uint64_t number = 0; number < count && code == EXIT_CODE_OK; number++) {
        const struct written_block *block = &file_blocks(writer)[number];
        entry_encode(block->length, block->check, directory + number * TABLE_ENTRY_BYTES);
        memcpy(bytes + used, block->bytes, block->length);
        used += block->length;
        if (used < WRITE_BYTES && number + 1 < count)
            continue;
        code = output_write(&writer->file, bytes, used, writer->end, failure);
        writer->end += used;
        used = 0;
    }
    free(bytes);
    return code;
}

static enum exit_code write_histogram(struct table_writer *writer, struct failure *failure) {
    struct table_header *header = &writer->header;
    size_t size = (size_t)header_histogram_bytes(header);
    size_t at = 0;
    uint8_t *bytes = malloc(size + 1);
    if (bytes == NULL)
        return fail_memory(failure, "writing a table");
    for (unsigned side = 0; side < header->sides; side++)
        for (uint32_t v = 0; v < header->histogram_values; v++, at += TABLE_COUNT_BYTES)
            count_encode(writer->workers[0].tally[side].positions[v], bytes + at);
    header->histogram_check = histogram_check(bytes, size);
    enum exit_code code = EXIT_CODE_OK;
    if (size > 0)
        code = output_write(&writer->file, bytes, size, writer->end, failure);
    writer->end += size;
    free(bytes);
    return code;
}

/* The header, with the mark that the table is finished, goes last. */
static enum exit_code write_file(struct table_writer *writer, struct failure *failure) {
    uint8_t bytes[TABLE_HEADER_BYTES];
    size_t size = (size_t)header_directory_bytes(&writer->header);
    uint8_t *directory = malloc(size);
    if (directory == NULL)
        return fail_memory(failure, "writing a table");
    writer->end = TABLE_HEADER_BYTES + size;
    enum exit_code code = write_blocks(writer, directory, failure);
    if (code == EXIT_CODE_OK)
        code = output_write(&writer->file, directory, size, TABLE_HEADER_BYTES, failure);
    if (code == EXIT_CODE_OK)
        code = write_histogram(writer, failure);
    if (code == EXIT_CODE_OK)
        code = output_sync(&writer->file, failure);
    writer->header.directory_check = directory_check(directory, size);
    writer->header.file_bytes = writer->end;
    free(directory);
    if (code != EXIT_CODE_OK)
        return code;
    header_encode(&writer->header, bytes);
    return output_write(&writer->file, bytes, sizeof bytes, 0, failure);
}

enum exit_code table_writer_finish(struct table_writer *writer, struct table_header *header,
                                   struct failure *failure) {
    char name[TABLE_FILE_NAME_SIZE];
    table_file_name(writer->header.signature, writer->header.metric, name);
    bool compressed = table_writer_compress(writer) > 0;
    if (!compressed && is_stopped(writer))
        return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    if (!compressed || !hash_values(writer))
        return fail_memory(failure, "the compression of a table");
    sum_statistics(writer);
    enum exit_code code = output_open(&writer->file, writer->options.folder, name, failure);
    if (code != EXIT_CODE_OK)
        return code;
    code = write_file(writer, failure);
    if (code == EXIT_CODE_OK)
        code = output_commit(&writer->file, failure);
    else
        output_abandon(&writer->file);
    *header = writer->header;
    return code;
}

/* ---- All at once ---------------------------------------------------------------------------- */

static void take_all(struct table_writer *writer) {
#pragma omp parallel for schedule(dynamic) num_threads((int)writer->options.threads)
    for (uint64_t block = 0; block < writer->block_count; block++)
        if (!has_failed(writer) && !is_stopped(writer))
            take_block(writer, block, &writer->workers[thread_number()]);
}

enum exit_code table_write(const struct rules *rules, const struct values *values,
                           const struct table_writer_options *options, struct table_header *header,
                           struct failure *failure) {
    struct table_source source = source_of_values(rules, values);
    struct table_writer *writer = table_writer_open(&source, options);
    if (writer == NULL)
        return fail_memory(failure, "writing a table");
    take_all(writer);
    enum exit_code code = options->stop != NULL && options->stop()
                              ? fail(failure, EXIT_CODE_INTERRUPTED, "interrupted")
                              : table_writer_finish(writer, header, failure);
    table_writer_close(writer);
    return code;
}
