#include "table_writer.h"
#include "hash.h"
#include "output_file.h"
#include "table_statistics.h"
#include <stdlib.h>
#include <string.h>

struct table_writer {
    struct table_source source;
    struct table_writer_options options;
    struct block_packer *packer;
    struct value_tally *tallies; /* the packer's, by side to move */
    struct table_header header;
    struct output_file file;
    uint64_t end; /* of what was written so far */
};

struct table_writer *table_writer_open(const struct table_source *source,
                                       const struct table_writer_options *options) {
    struct table_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->source = *source;
    writer->options = *options;
    writer->packer = packer_open(source, &options->packing);
    if (writer->packer != NULL)
        return writer;
    free(writer);
    return NULL;
}

void table_writer_ready(struct table_writer *writer, enum side side, uint64_t first,
                        uint64_t count) {
    packer_ready(writer->packer, side, first, count);
}

void table_writer_close(struct table_writer *writer) {
    if (writer == NULL)
        return;
    packer_close(writer->packer);
    free(writer);
}

static void take_statistics(struct table_writer *writer) {
    struct table_header *header = &writer->header;
    writer->tallies = packer_tallies(writer->packer);
    statistics_of_tallies(writer->tallies, header->sides, header->statistics);
    if (header->metric != METRIC_WDL)
        header->histogram_values = (uint32_t)tallies_values(writer->tallies, header->sides);
}

static bool hash_values(struct table_writer *writer) {
    const struct table_source *source = &writer->source;
    struct content_hasher *hasher = content_hash_begin(source->metric);
    for (unsigned side = 0; hasher != NULL && side < source->sides; side++)
        source->hash(source, (enum side)side, hasher);
    return content_hash_end(hasher, writer->header.content_hash);
}

/* Blocks are small, so many are written at once; one more may overshoot. */
enum { WRITE_BYTES = 1 << 20 };

static size_t longest_block(const struct table_writer *writer) {
    size_t longest = 0;
    for (uint64_t number = 0; number < header_blocks(&writer->header); number++) {
        size_t length = packer_block(writer->packer, number).length;
        longest = length > longest ? length : longest;
    }
    return longest;
}

static enum exit_code write_blocks(struct table_writer *writer, uint8_t *directory,
                                   struct failure *failure) {
    enum exit_code code = EXIT_CODE_OK;
    size_t used = 0;
    uint64_t count = header_blocks(&writer->header);
    uint8_t *bytes = malloc(WRITE_BYTES + longest_block(writer));
    if (bytes == NULL)
        return fail_memory(failure, "writing a table");
    for (uint64_t number = 0; number < count && code == EXIT_CODE_OK; number++) {
        struct packed_block block = packer_block(writer->packer, number);
        entry_encode(block.length, block.check, directory + number * TABLE_ENTRY_BYTES);
        memcpy(bytes + used, block.bytes, block.length);
        used += block.length;
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
            count_encode(writer->tallies[side].positions[v], bytes + at);
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
    enum exit_code code = packer_finish(writer->packer, failure);
    if (code != EXIT_CODE_OK)
        return code;
    writer->header = *packer_header(writer->packer);
    table_file_name(writer->header.signature, writer->header.metric, name);
    if (!hash_values(writer))
        return fail_memory(failure, "the hash of a table");
    take_statistics(writer);
    code = output_open(&writer->file, writer->options.folder, name, failure);
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

enum exit_code table_write(const struct rules *rules, const struct values *values,
                           const struct table_writer_options *options, struct table_header *header,
                           struct failure *failure) {
    struct table_source source = source_of_values(rules, values);
    struct table_writer *writer = table_writer_open(&source, options);
    stop_check *stop = options->packing.stop;
    if (writer == NULL)
        return fail_memory(failure, "writing a table");
    packer_take_all(writer->packer);
    enum exit_code code = stop != NULL && stop()
                              ? fail(failure, EXIT_CODE_INTERRUPTED, "interrupted")
                              : table_writer_finish(writer, header, failure);
    table_writer_close(writer);
    return code;
}
