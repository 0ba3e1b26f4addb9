#include "format.h"
#include "index.h"
#include "xxh3.h"
#include <string.h>

/* Where each field of the header lies. Fixed for format version 2. */
enum header_offset {
    AT_MAGIC = 0,
    AT_VERSION = 8,
    AT_VARIANT = 10,
    AT_METRIC = 11,
    AT_INDEX_SCHEME = 12,
    AT_SQUARES = 13,
    AT_SIDES = 14,
    AT_VALUE_BITS = 15,
    AT_SIGNATURE = 16, /* white men, white kings, black men, black kings */
    AT_BLOCK_POSITIONS = 20,
    AT_POSITIONS = 24,
    AT_FILE_BYTES = 32,
    AT_DIRECTORY_CHECK = 40,
    AT_CONTENT_HASH = 48,
    AT_STATISTICS = 80, /* White to move, then Black to move */
    STATISTICS_BYTES = 64,
    AT_HISTOGRAM_VALUES = AT_STATISTICS + 2 * STATISTICS_BYTES, /* and 4 bytes of zeros */
    AT_HISTOGRAM_CHECK = AT_HISTOGRAM_VALUES + 8,
    AT_UNUSED = AT_HISTOGRAM_CHECK + 8, /* zeros */
    AT_CHECK = TABLE_HEADER_BYTES - 16, /* of all bytes before it */
    AT_FINISHED = TABLE_HEADER_BYTES - 8
};

static const uint8_t magic[8] = {'F', 'i', 'n', 'a', 'i', 's', '\r', '\n'};
static const uint8_t finished[8] = {'f', 'i', 'n', 'i', 's', 'h', 'e', 'd'};

static void put(uint8_t *bytes, unsigned width, uint64_t number) {
    for (unsigned i = 0; i < width; i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
}

static uint64_t get(const uint8_t *bytes, unsigned width) {
    uint64_t number = 0;
    for (unsigned i = 0; i < width; i++)
        number |= (uint64_t)bytes[i] << (8 * i);
    return number;
}

static void statistics_encode(const struct table_statistics *statistics, uint8_t *bytes) {
    put(bytes, 8, statistics->wins);
    put(bytes + 8, 8, statistics->draws);
    put(bytes + 16, 8, statistics->losses);
    put(bytes + 24, 8, statistics->sum_win_distances);
    put(bytes + 32, 8, statistics->sum_loss_distances);
    put(bytes + 40, 4, statistics->longest_win);
    put(bytes + 44, 4, statistics->longest_loss);
    put(bytes + 48, 8, statistics->longest_win_index);
    put(bytes + 56, 8, statistics->longest_loss_index);
}

static void statistics_decode(const uint8_t *bytes, struct table_statistics *statistics) {
    statistics->wins = get(bytes, 8);
    statistics->draws = get(bytes + 8, 8);
    statistics->losses = get(bytes + 16, 8);
    statistics->sum_win_distances = get(bytes + 24, 8);
    statistics->sum_loss_distances = get(bytes + 32, 8);
    statistics->longest_win = (uint32_t)get(bytes + 40, 4);
    statistics->longest_loss = (uint32_t)get(bytes + 44, 4);
    statistics->longest_win_index = get(bytes + 48, 8);
    statistics->longest_loss_index = get(bytes + 56, 8);
}

void header_encode(const struct table_header *header, uint8_t bytes[TABLE_HEADER_BYTES]) {
    memset(bytes, 0, TABLE_HEADER_BYTES);
    memcpy(bytes + AT_MAGIC, magic, sizeof magic);
    put(bytes + AT_VERSION, 2, TABLE_VERSION);
    put(bytes + AT_VARIANT, 1, header->variant);
    put(bytes + AT_METRIC, 1, header->metric);
    put(bytes + AT_INDEX_SCHEME, 1, header->index_scheme);
    put(bytes + AT_SQUARES, 1, header->squares);
    put(bytes + AT_SIDES, 1, header->sides);
    put(bytes + AT_VALUE_BITS, 1, header->value_bits);
    for (enum side side = WHITE; side <= BLACK; side++) {
        bytes[AT_SIGNATURE + 2 * side] = header->signature.men[side];
        bytes[AT_SIGNATURE + 2 * side + 1] = header->signature.kings[side];
        statistics_encode(&header->statistics[side],
                          bytes + AT_STATISTICS + STATISTICS_BYTES * side);
    }
    put(bytes + AT_BLOCK_POSITIONS, 4, header->block_positions);
    put(bytes + AT_POSITIONS, 8, header->positions);
    put(bytes + AT_FILE_BYTES, 8, header->file_bytes);
    put(bytes + AT_DIRECTORY_CHECK, 8, header->directory_check);
    memcpy(bytes + AT_CONTENT_HASH, header->content_hash, TABLE_HASH_BYTES);
    put(bytes + AT_HISTOGRAM_VALUES, 4, header->histogram_values);
    put(bytes + AT_HISTOGRAM_CHECK, 8, header->histogram_check);
    put(bytes + AT_CHECK, 8, xxh3(bytes, AT_CHECK));
    memcpy(bytes + AT_FINISHED, finished, sizeof finished);
}

/* Whether the fields agree with each other and with what this program can read. */
static bool header_is_consistent(const struct table_header *header) {
    const struct rules *rules = rules_of_variant(header->variant);
    struct index_layout layout;
    if (rules == NULL || header->squares != rules->geometry->squares ||
        header->index_scheme != INDEX_SCHEME || !signature_is_canonical(header->signature) ||
        !index_layout_init(&layout, rules->geometry, header->signature) ||
        layout.positions != header->positions)
        return false;
    if (header->sides != (signature_is_own_mirror(header->signature) ? 1 : 2) ||
        header->block_positions == 0 || header->block_positions % 4 != 0 ||
        header->block_positions > TABLE_BLOCK_POSITIONS_MAX)
        return false;
    uint32_t most_values = header->metric == METRIC_WDL ? 0 : (uint32_t)UINT16_MAX + 1;
    bool bits_fit = header->metric == METRIC_WDL
                        ? header->value_bits == 2
                        : header->value_bits == 8 || header->value_bits == 16;
    return bits_fit && header->metric >= METRIC_WDL && header->metric <= METRIC_DTC &&
           header->file_bytes >= TABLE_HEADER_BYTES &&
           (header->file_bytes - TABLE_HEADER_BYTES) / TABLE_ENTRY_BYTES > header_blocks(header) &&
           header->histogram_values <= most_values &&
           header->file_bytes - TABLE_HEADER_BYTES > header_histogram_bytes(header);
}

enum header_fault header_decode(const uint8_t bytes[TABLE_HEADER_BYTES],
                                struct table_header *header) {
    if (memcmp(bytes + AT_MAGIC, magic, sizeof magic) != 0)
        return HEADER_FOREIGN;
    if (get(bytes + AT_VERSION, 2) != TABLE_VERSION)
        return HEADER_OTHER_VERSION;
    if (memcmp(bytes + AT_FINISHED, finished, sizeof finished) != 0)
        return HEADER_UNFINISHED;
    if (!checks_agree(get(bytes + AT_CHECK, 8), xxh3(bytes, AT_CHECK)))
        return HEADER_CORRUPT;
    header->variant = bytes[AT_VARIANT];
    header->metric = (enum metric)bytes[AT_METRIC];
    header->index_scheme = bytes[AT_INDEX_SCHEME];
    header->squares = bytes[AT_SQUARES];
    header->sides = bytes[AT_SIDES];
    header->value_bits = bytes[AT_VALUE_BITS];
    for (enum side side = WHITE; side <= BLACK; side++) {
        header->signature.men[side] = bytes[AT_SIGNATURE + 2 * side];
        header->signature.kings[side] = bytes[AT_SIGNATURE + 2 * side + 1];
        statistics_decode(bytes + AT_STATISTICS + STATISTICS_BYTES * side,
                          &header->statistics[side]);
    }
    header->block_positions = (uint32_t)get(bytes + AT_BLOCK_POSITIONS, 4);
    header->positions = get(bytes + AT_POSITIONS, 8);
    header->file_bytes = get(bytes + AT_FILE_BYTES, 8);
    header->directory_check = get(bytes + AT_DIRECTORY_CHECK, 8);
    memcpy(header->content_hash, bytes + AT_CONTENT_HASH, TABLE_HASH_BYTES);
    header->histogram_values = (uint32_t)get(bytes + AT_HISTOGRAM_VALUES, 4);
    header->histogram_check = get(bytes + AT_HISTOGRAM_CHECK, 8);
    return header_is_consistent(header) ? HEADER_FINE : HEADER_CORRUPT;
}

const char *header_fault_text(enum header_fault fault) {
    switch (fault) {
    case HEADER_FINE:
        return "the header is fine";
    case HEADER_FOREIGN:
        return "not a Finais table";
    case HEADER_OTHER_VERSION:
        return "a table of another format version than 2, which this program reads";
    case HEADER_UNFINISHED:
        return "the table was not finished";
    case HEADER_CORRUPT:
        return "the header is damaged";
    }
    return "unknown fault";
}

uint64_t header_blocks_per_side(const struct table_header *header) {
    return header->positions / header->block_positions +
           (header->positions % header->block_positions != 0);
}

uint64_t header_blocks(const struct table_header *header) {
    return header->sides * header_blocks_per_side(header);
}

uint32_t header_block_positions(const struct table_header *header, uint64_t block) {
    uint64_t per_side = header_blocks_per_side(header);
    uint64_t first = block % per_side * header->block_positions;
    uint64_t left = header->positions - first;
    return left < header->block_positions ? (uint32_t)left : header->block_positions;
}

size_t header_block_bytes(const struct table_header *header, uint64_t block) {
    return ((size_t)header_block_positions(header, block) * header->value_bits + 7) / 8;
}

uint64_t header_histogram_bytes(const struct table_header *header) {
    return (uint64_t)header->sides * header->histogram_values * TABLE_COUNT_BYTES;
}

uint64_t header_blocks_end(const struct table_header *header) {
    return header->file_bytes - header_histogram_bytes(header);
}

void count_encode(uint64_t count, uint8_t bytes[TABLE_COUNT_BYTES]) {
    put(bytes, TABLE_COUNT_BYTES, count);
}

uint64_t count_decode(const uint8_t bytes[TABLE_COUNT_BYTES]) {
    return get(bytes, TABLE_COUNT_BYTES);
}

uint64_t histogram_check(const uint8_t *histogram, size_t bytes) {
    return xxh3(histogram, bytes);
}

void entry_encode(uint64_t offset, uint32_t check, uint8_t bytes[TABLE_ENTRY_BYTES]) {
    put(bytes, 8, offset);
    put(bytes + 8, 4, check);
}

void entry_decode(const uint8_t bytes[TABLE_ENTRY_BYTES], uint64_t *offset, uint32_t *check) {
    *offset = get(bytes, 8);
    *check = (uint32_t)get(bytes + 8, 4);
}

uint64_t directory_check(const uint8_t *directory, size_t bytes) {
    return xxh3(directory, bytes);
}

uint32_t block_check(const struct table_header *header, uint64_t block, const uint8_t *bytes,
                     size_t size) {
    uint8_t identity[16] = {(uint8_t)header->variant,     (uint8_t)header->metric,
                            header->signature.men[WHITE], header->signature.kings[WHITE],
                            header->signature.men[BLACK], header->signature.kings[BLACK]};
    put(identity + 8, 8, block);
    return (uint32_t)xxh3_seeded(bytes, size, xxh3(identity, sizeof identity));
}

void packed_set(uint8_t *bytes, unsigned value_bits, size_t position, value v) {
    if (value_bits == 2) {
        unsigned shift = 2 * (unsigned)(position % 4);
        unsigned rest = bytes[position / 4] & ~(3u << shift);
        bytes[position / 4] = (uint8_t)(rest | ((unsigned)v & 3u) << shift);
    } else {
        put(bytes + position * (value_bits / 8), value_bits / 8, v);
    }
}

static const char *const metric_names[] = {
    [METRIC_WDL] = "wdl", [METRIC_DTW] = "dtw", [METRIC_DTC] = "dtc"};

const char *metric_name(enum metric metric) {
    return metric_names[metric];
}

bool metric_parse(const char *text, enum metric *metric) {
    for (enum metric m = METRIC_WDL; m <= METRIC_DTC; m++)
        if (strcmp(text, metric_names[m]) == 0) {
            *metric = m;
            return true;
        }
    return false;
}

void table_file_name(struct signature signature, enum metric metric, char *name) {
    signature_name(signature, name);
    size_t length = strlen(name);
    name[length] = '.';
    memcpy(name + length + 1, metric_names[metric], 4);
}
