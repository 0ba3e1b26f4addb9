#include "format.h"
#include "index.h"
#include "xxh3.h"
#include <string.h>

/* Where each field of the header lies. Fixed for format version 3. */
enum header_offset {
    AT_MAGIC = 0,
    AT_VERSION = 8,
    AT_VARIANT = 10,
    AT_METRIC = 11,
    AT_INDEX_SCHEME = 12,
    AT_SQUARES = 13,
    AT_STORED = 14,
    AT_VALUE_BITS = 15,
    AT_SIGNATURE = 16, /* white men, white kings, black men, black kings */
    AT_BLOCK_ROWS = 20,
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
    put(bytes + AT_STORED, 1, header->stored);
    put(bytes + AT_VALUE_BITS, 1, header->value_bits);
    for (enum side side = WHITE; side <= BLACK; side++) {
        bytes[AT_SIGNATURE + 2 * side] = header->signature.men[side];
        bytes[AT_SIGNATURE + 2 * side + 1] = header->signature.kings[side];
        statistics_encode(&header->statistics[side],
                          bytes + AT_STATISTICS + STATISTICS_BYTES * side);
    }
    put(bytes + AT_BLOCK_ROWS, 4, header->block_rows);
    put(bytes + AT_POSITIONS, 8, header->positions);
    put(bytes + AT_FILE_BYTES, 8, header->file_bytes);
    put(bytes + AT_DIRECTORY_CHECK, 8, header->directory_check);
    memcpy(bytes + AT_CONTENT_HASH, header->content_hash, TABLE_HASH_BYTES);
    put(bytes + AT_HISTOGRAM_VALUES, 4, header->histogram_values);
    put(bytes + AT_HISTOGRAM_CHECK, 8, header->histogram_check);
    put(bytes + AT_CHECK, 8, xxh3(bytes, AT_CHECK));
    memcpy(bytes + AT_FINISHED, finished, sizeof finished);
}

/* What follows from the signature: positions, rows and sides to move. */
static bool count_contents(struct table_header *header, const struct geometry *geometry) {
    struct index_layout index;
    struct slot_layout slots;
    if (!signature_is_canonical(header->signature) ||
        !index_layout_init(&index, geometry, header->signature) ||
        !slot_layout_init(&slots, &index) || index.positions != header->positions)
        return false;
    header->rows = slots.rows;
    header->lanes = slot_lanes(&slots);
    header->sides = signature_is_own_mirror(header->signature) ? 1 : 2;
    return true;
}

static bool stored_sides_fit(const struct table_header *header) {
    unsigned both = stored_bit(WHITE) | stored_bit(BLACK);
    return header->sides == 1 ? header->stored == stored_bit(WHITE)
                              : header->stored != 0 && (header->stored & ~both) == 0;
}

/* Whether the fields agree with each other and with what this program can read. */
static bool header_is_consistent(struct table_header *header) {
    const struct rules *rules = rules_of_variant(header->variant);
    if (rules == NULL || header->squares != rules->geometry->squares ||
        header->index_scheme != INDEX_SCHEME || !count_contents(header, rules->geometry) ||
        !stored_sides_fit(header) || header->block_rows == 0 ||
        header->block_rows > TABLE_BLOCK_ROWS_MAX ||
        (header->block_rows & (header->block_rows - 1)) != 0)
        return false;
    uint32_t most_values = header->metric == METRIC_WDL ? 0 : (uint32_t)UINT16_MAX + 1;
    bool bits_fit = header->metric == METRIC_WDL
                        ? header->value_bits == 2
                        : header->value_bits == 8 || header->value_bits == 16;
    return bits_fit && header->metric >= METRIC_WDL && header->metric <= METRIC_DTC &&
           header->file_bytes >= TABLE_HEADER_BYTES &&
           (header->file_bytes - TABLE_HEADER_BYTES) / TABLE_ENTRY_BYTES >= header_blocks(header) &&
           header->histogram_values <= most_values &&
           header->file_bytes - TABLE_HEADER_BYTES - header_directory_bytes(header) >=
               header_histogram_bytes(header);
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
    header->stored = bytes[AT_STORED];
    header->value_bits = bytes[AT_VALUE_BITS];
    for (enum side side = WHITE; side <= BLACK; side++) {
        header->signature.men[side] = bytes[AT_SIGNATURE + 2 * side];
        header->signature.kings[side] = bytes[AT_SIGNATURE + 2 * side + 1];
        statistics_decode(bytes + AT_STATISTICS + STATISTICS_BYTES * side,
                          &header->statistics[side]);
    }
    header->block_rows = (uint32_t)get(bytes + AT_BLOCK_ROWS, 4);
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
        return "a table of another format version than 3, which this program reads";
    case HEADER_UNFINISHED:
        return "the table was not finished";
    case HEADER_CORRUPT:
        return "the header is damaged";
    }
    return "unknown fault";
}

uint64_t header_blocks_per_side(const struct table_header *header) {
    return header->rows / header->block_rows + (header->rows % header->block_rows != 0);
}

uint64_t header_blocks(const struct table_header *header) {
    unsigned stored = header_stores(header, WHITE) + header_stores(header, BLACK);
    return stored * header_blocks_per_side(header);
}

uint64_t header_directory_bytes(const struct table_header *header) {
    return header_blocks(header) * TABLE_ENTRY_BYTES;
}

enum side header_block_side(const struct table_header *header, uint64_t block) {
    return header_stores(header, WHITE) && block < header_blocks_per_side(header) ? WHITE : BLACK;
}

uint64_t header_block_first_row(const struct table_header *header, uint64_t block) {
    return block % header_blocks_per_side(header) * header->block_rows;
}

uint32_t header_block_rows(const struct table_header *header, uint64_t block) {
    uint64_t left = header->rows - header_block_first_row(header, block);
    return left < header->block_rows ? (uint32_t)left : header->block_rows;
}

/* Rows have at least 8 lanes, so this has no remainder. */
size_t header_block_bytes(const struct table_header *header, uint64_t block) {
    return (size_t)header_block_rows(header, block) * header->lanes * header->value_bits / 8;
}

/* RFC 8878, 3.1.1.1: a single segment, its size, no check and no dictionary. */
size_t frame_header(size_t unpacked, uint8_t bytes[TABLE_FRAME_HEADER_MAX]) {
    static const uint8_t zstd_magic[4] = {0x28, 0xb5, 0x2f, 0xfd};
    enum { SINGLE_SEGMENT = 0x20, SIZE_IN_2_BYTES = 0x40, SIZE_IN_4_BYTES = 0x80 };
    memcpy(bytes, zstd_magic, sizeof zstd_magic);
    bytes[4] = SINGLE_SEGMENT;
    if (unpacked < 256) {
        put(bytes + 5, 1, unpacked);
        return 6;
    }
    if (unpacked < 256 + 65536) {
        bytes[4] |= SIZE_IN_2_BYTES;
        put(bytes + 5, 2, unpacked - 256);
        return 7;
    }
    bytes[4] |= SIZE_IN_4_BYTES;
    put(bytes + 5, 4, unpacked);
    return 9;
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

void entry_encode(uint32_t length, uint32_t check, uint8_t bytes[TABLE_ENTRY_BYTES]) {
    put(bytes, 3, length);
    put(bytes + 3, 4, check);
}

void entry_decode(const uint8_t bytes[TABLE_ENTRY_BYTES], uint32_t *length, uint32_t *check) {
    *length = (uint32_t)get(bytes, 3);
    *check = (uint32_t)get(bytes + 3, 4);
}

uint64_t directory_check(const uint8_t *directory, size_t bytes) {
    return xxh3(directory, bytes);
}

uint32_t block_check(const struct table_header *header, enum side side, uint64_t block,
                     const uint8_t *bytes, size_t size) {
    uint8_t identity[16] = {(uint8_t)header->variant,     (uint8_t)header->metric,
                            header->signature.men[WHITE], header->signature.kings[WHITE],
                            header->signature.men[BLACK], header->signature.kings[BLACK],
                            (uint8_t)stored_bit(side)};
    put(identity + 8, 8, block);
    return (uint32_t)xxh3_seeded(bytes, size, xxh3(identity, sizeof identity));
}

static void set_bit(uint8_t *bytes, size_t bit, bool on) {
    unsigned mask = 1u << bit % 8;
    bytes[bit / 8] = (uint8_t)((bytes[bit / 8] & ~mask) | (on ? mask : 0));
}

void packed_set(uint8_t *bytes, unsigned value_bits, size_t slots, size_t slot, value v) {
    if (value_bits == 2) {
        set_bit(bytes, slot, (v & VALUE_WIN) != 0);
        set_bit(bytes, slots + slot, (v & VALUE_LOSS) != 0);
    } else {
        put(bytes + slot * (value_bits / 8), value_bits / 8, v);
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
