#include "table_writer.h"
#include "hash.h"
#include "output_file.h"
#include "table_block.h"
#include "table_statistics.h"
#include "threads.h"
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

struct compressed_block {
    uint8_t *bytes; /* NULL as long as not all of its positions are final */
    uint32_t size;
    uint32_t check;
    uint32_t missing; /* positions that are not final yet */
};

/* What one thread needs to make a block, and what it has counted. */
struct worker {
    struct source_room room;
    uint8_t *packed;
    uint8_t *compressed;
    ZSTD_CCtx *compressor;
    struct value_tally tally[2]; /* by side to move */
};

struct table_writer {
    struct table_source source;
    struct table_writer_options options;
    struct table_header header;
    uint64_t block_count;
    struct compressed_block *blocks;
    size_t block_bytes; /* of a full block, unpacked */
    size_t bound;       /* of a compressed block */
    struct worker *workers;
    bool failed; /* memory was short in some thread */
    struct output_file file;
    uint64_t end; /* of what was written so far */
};

/* ---- Making and closing --------------------------------------------------------------------- */

static bool worker_make(struct worker *worker, const struct table_writer *writer) {
    size_t positions = writer->header.block_positions;
    *worker = (struct worker){.room = {malloc(positions * sizeof(value)), malloc(positions)},
                              .packed = malloc(writer->block_bytes),
                              .compressed = malloc(writer->bound),
                              .compressor = ZSTD_createCCtx()};
    bool counts = tally_make(&worker->tally[WHITE], writer->header.metric);
    counts = tally_make(&worker->tally[BLACK], writer->header.metric) && counts;
    return counts && worker->room.values != NULL && worker->room.must_capture != NULL &&
           worker->packed != NULL && worker->compressed != NULL && worker->compressor != NULL &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(worker->compressor, ZSTD_c_compressionLevel,
                                                writer->options.level));
}

static void worker_clear(struct worker *worker) {
    free(worker->room.values);
    free(worker->room.must_capture);
    free(worker->packed);
    free(worker->compressed);
    ZSTD_freeCCtx(worker->compressor);
    tally_clear(&worker->tally[WHITE]);
    tally_clear(&worker->tally[BLACK]);
}

static struct table_header header_of_source(const struct table_source *source,
                                            uint32_t block_positions) {
    return (struct table_header){.variant = source->rules->variant,
                                 .metric = source->metric,
                                 .index_scheme = INDEX_SCHEME,
                                 .squares = source->rules->geometry->squares,
                                 .signature = source->layout->signature,
                                 .sides = source->sides,
                                 .value_bits = source->value_bits,
                                 .block_positions = block_positions,
                                 .positions = source->layout->positions};
}

static bool writer_make(struct table_writer *writer) {
    writer->block_count = header_blocks(&writer->header);
    writer->block_bytes = header_block_bytes(&writer->header, 0);
    writer->bound = ZSTD_compressBound(writer->block_bytes);
    writer->blocks = calloc((size_t)writer->block_count, sizeof *writer->blocks);
    writer->workers = calloc(writer->options.threads, sizeof *writer->workers);
    if (writer->blocks == NULL || writer->workers == NULL)
        return false;
    for (uint64_t block = 0; block < writer->block_count; block++)
        writer->blocks[block].missing = header_block_positions(&writer->header, block);
    for (unsigned i = 0; i < writer->options.threads; i++)
        if (!worker_make(&writer->workers[i], writer))
            return false;
    return true;
}

struct table_writer *table_writer_open(const struct table_source *source,
                                       const struct table_writer_options *options) {
    struct table_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->source = *source;
    writer->options = *options;
    writer->header = header_of_source(source, options->block_positions);
    if (writer_make(writer))
        return writer;
    table_writer_close(writer);
    return NULL;
}

void table_writer_close(struct table_writer *writer) {
    if (writer == NULL)
        return;
    for (uint64_t block = 0; writer->blocks != NULL && block < writer->block_count; block++)
        free(writer->blocks[block].bytes);
    for (unsigned i = 0; writer->workers != NULL && i < writer->options.threads; i++)
        worker_clear(&writer->workers[i]);
    free(writer->blocks);
    free(writer->workers);
    free(writer);
}

uint64_t table_writer_memory(uint64_t positions_of_all_sides,
                             const struct table_writer_options *options) {
    /* Compressed outcomes of signatures of a size that matters take less than half a bit each, and
     * the memory around each block about 64 bytes. */
    uint64_t blocks = positions_of_all_sides / options->block_positions + 2;
    uint64_t worker = (uint64_t)options->block_positions * 8 + ((uint64_t)8 << 20);
    return positions_of_all_sides / 16 + blocks * 64 + worker * options->threads;
}

/* ---- Compressing ---------------------------------------------------------------------------- */

static void note_failure(struct table_writer *writer) {
    __atomic_store_n(&writer->failed, true, __ATOMIC_RELAXED);
}

static bool has_failed(const struct table_writer *writer) {
    return __atomic_load_n(&writer->failed, __ATOMIC_RELAXED);
}

static void make_block(struct table_writer *writer, uint64_t number, struct worker *worker) {
    const struct table_header *header = &writer->header;
    struct compressed_block *block = &writer->blocks[number];
    uint64_t per_side = header_blocks_per_side(header);
    enum side side = (enum side)(number / per_side);
    uint64_t first = number % per_side * header->block_positions;
    size_t count = header_block_positions(header, number);
    size_t size = header_block_bytes(header, number);
    writer->source.pack(&writer->source, side, first, count, worker->room, worker->packed,
                        &worker->tally[side]);
    block->check = block_check(header, number, worker->packed, size);
    size =
        ZSTD_compress2(worker->compressor, worker->compressed, writer->bound, worker->packed, size);
    uint8_t *bytes = ZSTD_isError(size) ? NULL : malloc(size);
    if (bytes == NULL) {
        note_failure(writer);
        return;
    }
    memcpy(bytes, worker->compressed, size);
    block->size = (uint32_t)size;
    block->bytes = bytes;
}

void table_writer_ready(struct table_writer *writer, enum side side, uint64_t first,
                        uint64_t count) {
    uint64_t at_a_time = writer->header.block_positions;
    uint64_t first_block = (unsigned)side * header_blocks_per_side(&writer->header);
    while (count > 0) {
        uint64_t left = at_a_time - first % at_a_time;
        uint32_t part = (uint32_t)(count < left ? count : left);
        uint64_t number = first_block + first / at_a_time;
        /* Whoever completes a block sees what all others wrote. */
        uint32_t missing =
            __atomic_sub_fetch(&writer->blocks[number].missing, part, __ATOMIC_ACQ_REL);
        if (missing == 0)
            make_block(writer, number, &writer->workers[thread_number()]);
        first += part;
        count -= part;
    }
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
    uint8_t *bytes = malloc(WRITE_BYTES + writer->bound);
    if (bytes == NULL)
        return fail_memory(failure, "writing a table");
    for (uint64_t number = 0; number < writer->block_count && code == EXIT_CODE_OK; number++) {
        const struct compressed_block *block = &writer->blocks[number];
        entry_encode(writer->end + used, block->check, directory + number * TABLE_ENTRY_BYTES);
        memcpy(bytes + used, block->bytes, block->size);
        used += block->size;
        if (used < WRITE_BYTES && number + 1 < writer->block_count)
            continue;
        code = output_write(&writer->file, bytes, used, writer->end, failure);
        writer->end += used;
        used = 0;
    }
    free(bytes);
    entry_encode(writer->end, 0, directory + writer->block_count * TABLE_ENTRY_BYTES);
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
    size_t size = (size_t)(writer->block_count + 1) * TABLE_ENTRY_BYTES;
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

static bool all_compressed(const struct table_writer *writer) {
    for (uint64_t block = 0; block < writer->block_count; block++)
        if (writer->blocks[block].bytes == NULL)
            return false;
    return true;
}

enum exit_code table_writer_finish(struct table_writer *writer, struct table_header *header,
                                   struct failure *failure) {
    char name[TABLE_FILE_NAME_SIZE];
    table_file_name(writer->header.signature, writer->header.metric, name);
    if (has_failed(writer) || !all_compressed(writer) || !hash_values(writer))
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

static void compress_all(struct table_writer *writer) {
    const struct table_header *header = &writer->header;
    stop_check *stop = writer->options.stop;
    uint64_t per_side = header_blocks_per_side(header);
#pragma omp parallel for schedule(dynamic) num_threads((int)writer->options.threads)
    for (uint64_t block = 0; block < writer->block_count; block++)
        if (!has_failed(writer) && (stop == NULL || !stop()))
            table_writer_ready(writer, (enum side)(block / per_side),
                               block % per_side * header->block_positions,
                               header_block_positions(header, block));
}

enum exit_code table_write(const struct rules *rules, const struct values *values,
                           const struct table_writer_options *options, struct table_header *header,
                           struct failure *failure) {
    struct table_source source = source_of_values(rules, values);
    struct table_writer *writer = table_writer_open(&source, options);
    if (writer == NULL)
        return fail_memory(failure, "writing a table");
    compress_all(writer);
    enum exit_code code = options->stop != NULL && options->stop()
                              ? fail(failure, EXIT_CODE_INTERRUPTED, "interrupted")
                              : table_writer_finish(writer, header, failure);
    table_writer_close(writer);
    return code;
}
