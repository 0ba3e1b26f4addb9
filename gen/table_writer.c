#include "table_writer.h"
#include "hash.h"
#include "output_file.h"
#include "table_block.h"
#include "table_statistics.h"
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* Blocks that are compressed between two writes, for each thread. */
enum { BATCH_BLOCKS_PER_THREAD = 16 };

struct compressed_block {
    uint8_t *bytes;
    size_t size; /* a zstd error code when ZSTD_isError() */
    uint32_t check;
};

struct table_writer {
    const struct rules *rules;
    const struct values *values;
    const struct table_writer_options *options;
    struct table_header *header;
    struct output_file file;
    uint64_t blocks;
    size_t block_bytes; /* of a full block, unpacked */
    size_t bound;       /* of a compressed block */
    uint8_t *directory;
    size_t directory_bytes;
    size_t batch_capacity; /* in blocks */
    uint8_t *batch_bytes;
    struct compressed_block *batch;
    uint64_t end; /* of what was written so far */
};

/* Whether a value that takes more than a byte occurs at a position that is stored. */
static bool needs_two_bytes(const struct rules *rules, const struct values *values) {
    for (unsigned side = 0; side < values->sides; side++)
        for (uint64_t i = 0; i < values->layout.positions; i++) {
            uint8_t must_capture;
            if (values_get(values, (enum side)side, i) <= 255)
                continue;
            mark_captures(rules, values, (enum side)side, i, 1, &must_capture);
            if (!must_capture)
                return true;
        }
    return false;
}

static unsigned value_bits_of(const struct rules *rules, const struct values *values) {
    if (values->metric == METRIC_WDL)
        return 2;
    return needs_two_bytes(rules, values) ? 16 : 8;
}

static bool header_fill(const struct table_writer *writer) {
    const struct values *values = writer->values;
    struct table_header header = {.variant = writer->rules->variant,
                                  .metric = values->metric,
                                  .index_scheme = INDEX_SCHEME,
                                  .squares = writer->rules->geometry->squares,
                                  .signature = values->layout.signature,
                                  .sides = values->sides,
                                  .value_bits = value_bits_of(writer->rules, values),
                                  .block_positions = writer->options->block_positions,
                                  .positions = values->layout.positions};
    bool counted = statistics_of_values(values, writer->options->threads, header.statistics);
    *writer->header = header;
    return counted && content_hash(values, writer->header->content_hash);
}

static bool writer_allocate(struct table_writer *writer) {
    writer->blocks = header_blocks(writer->header);
    writer->block_bytes = header_block_bytes(writer->header, 0);
    writer->bound = ZSTD_compressBound(writer->block_bytes);
    writer->directory_bytes = (size_t)(writer->blocks + 1) * TABLE_ENTRY_BYTES;
    writer->directory = malloc(writer->directory_bytes);
    writer->batch_capacity = (size_t)BATCH_BLOCKS_PER_THREAD * writer->options->threads;
    writer->batch = calloc(writer->batch_capacity, sizeof *writer->batch);
    writer->batch_bytes = malloc(writer->batch_capacity * writer->bound);
    if (writer->directory == NULL || writer->batch == NULL || writer->batch_bytes == NULL)
        return false;
    for (size_t i = 0; i < writer->batch_capacity; i++)
        writer->batch[i].bytes = writer->batch_bytes + i * writer->bound;
    return true;
}

static void writer_free(struct table_writer *writer) {
    free(writer->directory);
    free(writer->batch);
    free(writer->batch_bytes);
}

/* What one thread needs to make a block. */
struct block_scratch {
    uint8_t *marks;
    uint8_t *packed;
    ZSTD_CCtx *compressor;
};

static bool scratch_allocate(const struct table_writer *writer, struct block_scratch *scratch) {
    scratch->marks = malloc(writer->header->block_positions);
    scratch->packed = malloc(writer->block_bytes);
    scratch->compressor = ZSTD_createCCtx();
    return scratch->marks != NULL && scratch->packed != NULL && scratch->compressor != NULL &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(scratch->compressor, ZSTD_c_compressionLevel,
                                                writer->options->level));
}

static void scratch_free(struct block_scratch *scratch) {
    free(scratch->marks);
    free(scratch->packed);
    ZSTD_freeCCtx(scratch->compressor);
}

static void make_block(const struct table_writer *writer, struct block_scratch *scratch,
                       uint64_t block, struct compressed_block *result) {
    const struct table_header *header = writer->header;
    uint64_t per_side = header_blocks_per_side(header);
    enum side side = (enum side)(block / per_side);
    uint64_t first = block % per_side * header->block_positions;
    size_t count = header_block_positions(header, block);
    size_t size = header_block_bytes(header, block);
    mark_captures(writer->rules, writer->values, side, first, count, scratch->marks);
    block_pack(writer->values, side, first, count, scratch->marks, header->value_bits,
               scratch->packed);
    result->check = block_check(header, block, scratch->packed, size);
    result->size =
        ZSTD_compress2(scratch->compressor, result->bytes, writer->bound, scratch->packed, size);
}

/* Compresses blocks first to first + count - 1 into the batch, in parallel. */
static bool make_batch(struct table_writer *writer, uint64_t first, size_t count) {
    bool fine = true;
#pragma omp parallel num_threads(writer->options->threads) reduction(&& : fine)
    {
        struct block_scratch scratch = {NULL, NULL, NULL};
        fine = scratch_allocate(writer, &scratch);
#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < count; i++) {
            if (fine)
                make_block(writer, &scratch, first + i, &writer->batch[i]);
            fine = fine && !ZSTD_isError(writer->batch[i].size);
        }
        scratch_free(&scratch);
    }
    return fine;
}

static enum exit_code write_batch(struct table_writer *writer, uint64_t first, size_t count,
                                  struct failure *failure) {
    for (size_t i = 0; i < count; i++) {
        const struct compressed_block *block = &writer->batch[i];
        entry_encode(writer->end, block->check,
                     writer->directory + (size_t)(first + i) * TABLE_ENTRY_BYTES);
        enum exit_code code =
            output_write(&writer->file, block->bytes, block->size, writer->end, failure);
        if (code != EXIT_CODE_OK)
            return code;
        writer->end += block->size;
    }
    return EXIT_CODE_OK;
}

static enum exit_code write_blocks(struct table_writer *writer, struct failure *failure) {
    writer->end = TABLE_HEADER_BYTES + writer->directory_bytes;
    for (uint64_t first = 0; first < writer->blocks; first += writer->batch_capacity) {
        uint64_t left = writer->blocks - first;
        size_t count = left < writer->batch_capacity ? (size_t)left : writer->batch_capacity;
        if (writer->options->stop != NULL && writer->options->stop())
            return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
        if (!make_batch(writer, first, count))
            return fail_memory(failure, "the compression of a table");
        enum exit_code code = write_batch(writer, first, count, failure);
        if (code != EXIT_CODE_OK)
            return code;
    }
    entry_encode(writer->end, 0, writer->directory + writer->blocks * TABLE_ENTRY_BYTES);
    return EXIT_CODE_OK;
}

/* The header, with the mark that the table is finished, goes last. */
static enum exit_code write_file(struct table_writer *writer, struct failure *failure) {
    enum exit_code code = write_blocks(writer, failure);
    if (code == EXIT_CODE_OK)
        code = output_write(&writer->file, writer->directory, writer->directory_bytes,
                            TABLE_HEADER_BYTES, failure);
    if (code == EXIT_CODE_OK)
        code = output_sync(&writer->file, failure);
    if (code != EXIT_CODE_OK)
        return code;
    uint8_t bytes[TABLE_HEADER_BYTES];
    writer->header->directory_check = directory_check(writer->directory, writer->directory_bytes);
    writer->header->file_bytes = writer->end;
    header_encode(writer->header, bytes);
    return output_write(&writer->file, bytes, sizeof bytes, 0, failure);
}

enum exit_code table_write(const struct rules *rules, const struct values *values,
                           const struct table_writer_options *options, struct table_header *header,
                           struct failure *failure) {
    struct table_writer writer = {
        .rules = rules, .values = values, .options = options, .header = header};
    char name[TABLE_FILE_NAME_SIZE];
    table_file_name(values->layout.signature, values->metric, name);
    if (!header_fill(&writer) || !writer_allocate(&writer)) {
        writer_free(&writer);
        return fail_memory(failure, "writing a table");
    }
    enum exit_code code = output_open(&writer.file, options->folder, name, failure);
    if (code == EXIT_CODE_OK) {
        code = write_file(&writer, failure);
        if (code == EXIT_CODE_OK)
            code = output_commit(&writer.file, failure);
        else
            output_abandon(&writer.file);
    }
    writer_free(&writer);
    return code;
}
