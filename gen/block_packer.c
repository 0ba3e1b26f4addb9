#include "block_packer.h"
#include "block_maker.h"
#include "side_samples.h"
#include "threads.h"
#include <limits.h>
#include <stdlib.h>

/* A block of either side to move, stored or not. */
struct block_state {
    struct packed_block packed; /* without bytes as long as it is not compressed */
    uint32_t missing;           /* positions that are not final yet */
    bool taken;                 /* some thread compresses it, or did */
};

/* What one thread makes blocks with, and what it has counted. */
struct worker {
    struct block_maker *maker;
    struct value_tally tally[2]; /* by side to move */
};

/* How blocks are made: chosen by measurement, see docs/compression.md. The fewer pieces, the fewer
 * positions, so the more time they get, and, where answers take a search anyway, larger blocks. */
struct effort {
    uint32_t block_rows; /* of a full block, unless the rows are mostly empty */
    struct free_bits_effort free_bits;
};

static const struct {
    unsigned pieces; /* of signatures with so many at most */
    struct effort standard;
    struct effort fast; /* of the form that stores both sides to move */
} efforts[] = {
    {FEW_PIECES, {4096, {16384, 2, true}}, {2048, {16384, 2, true}}},
    {UINT_MAX, {2048, {4096, 2, false}}, {2048, {4096, 1, true}}},
};
static const struct effort effort_for_distances = {512, {4096, 1, false}};

/* At lower levels of zstd, which are for haste, free bits are chosen in haste, too. */
enum { THOROUGH_LEVEL = 16 };
enum { BLOCK_ROWS_MOST = 4 * 4096 };

struct block_packer {
    struct table_source source;
    struct packing packing;
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
    struct block_state *blocks;
    struct worker *workers;
    bool failed; /* memory was short in some thread */
};

/* ---- Making and closing --------------------------------------------------------------------- */

static bool worker_make(struct worker *worker, const struct block_packer *packer) {
    worker->maker = block_maker_open(&packer->source, &packer->slots, &packer->header,
                                     &packer->effort.free_bits, packer->packing.level);
    bool counts = tally_make(&worker->tally[WHITE], packer->header.metric);
    counts = tally_make(&worker->tally[BLACK], packer->header.metric) && counts;
    return counts && worker->maker != NULL;
}

static void worker_clear(struct worker *worker) {
    block_maker_close(worker->maker);
    tally_clear(&worker->tally[WHITE]);
    tally_clear(&worker->tally[BLACK]);
}

static struct effort effort_for_outcomes(const struct table_source *source, enum table_form form) {
    unsigned i = 0;
    while (signature_pieces(source->layout->signature) > efforts[i].pieces)
        i++;
    /* One side to move is all there is of a signature that is its own mirror, in either form. */
    return form == FORM_FAST && source->sides == 2 ? efforts[i].fast : efforts[i].standard;
}

static struct effort effort_for(const struct table_source *source, const struct packing *packing) {
    struct effort effort = source->metric == METRIC_WDL ? effort_for_outcomes(source, packing->form)
                                                        : effort_for_distances;
    if (packing->level < THOROUGH_LEVEL)
        effort.free_bits = (struct free_bits_effort){effort.free_bits.window, 1, false};
    return effort;
}

/* Rows of a block: in a table whose rows are mostly empty more of them, so that blocks hold about
 * as many positions. */
static uint32_t rows_of_block(const struct block_packer *packer) {
    uint32_t rows = packer->packing.block_rows;
    if (rows != 0)
        return rows;
    rows = packer->effort.block_rows;
    uint64_t slots = packer->slots.rows << packer->slots.lane_bits;
    uint64_t positions = packer->source.layout->positions;
    for (unsigned times = 2; times <= 4 && slots / positions >= times; times *= 2)
        rows *= 2;
    return rows;
}

static void header_start(struct block_packer *packer) {
    const struct table_source *source = &packer->source;
    packer->header = (struct table_header){
        .variant = source->rules->variant,
        .metric = source->metric,
        .index_scheme = INDEX_SCHEME,
        .squares = source->rules->geometry->squares,
        .signature = source->layout->signature,
        .sides = source->sides,
        .value_bits = source->value_bits,
        .stored = source->sides == 1 ? stored_bit(WHITE) : stored_bit(WHITE) | stored_bit(BLACK),
        .block_rows = rows_of_block(packer),
        .positions = source->layout->positions,
        .rows = packer->slots.rows,
        .lanes = slot_lanes(&packer->slots)};
    packer->per_side = header_blocks_per_side(&packer->header);
    packer->block_count = header_blocks(&packer->header);
}

/* Of the form that stores one of two sides to move. */
static bool has_choice(const struct block_packer *packer) {
    return packer->source.sides == 2 && packer->packing.form == FORM_STANDARD;
}

static bool prepare_choice(struct block_packer *packer) {
    if (!has_choice(packer)) {
        packer->stored = packer->header.stored;
        return true;
    }
    uint64_t count;
    if (!side_samples_mark(packer->source.layout, packer->first_index, packer->per_side,
                           packer->sample, &count))
        return false;
    packer->samples_missing = 2 * count;
    return true;
}

static bool packer_make(struct block_packer *packer) {
    if (!slot_layout_init(&packer->slots, packer->source.layout))
        return false;
    header_start(packer);
    packer->first_index = malloc((size_t)(packer->per_side + 1) * sizeof(uint64_t));
    packer->sample = calloc((size_t)packer->per_side, sizeof *packer->sample);
    packer->blocks = calloc((size_t)packer->block_count, sizeof *packer->blocks);
    packer->workers = calloc(packer->packing.threads, sizeof *packer->workers);
    if (packer->first_index == NULL || packer->sample == NULL || packer->blocks == NULL ||
        packer->workers == NULL)
        return false;
    for (uint64_t i = 0; i <= packer->per_side; i++) {
        uint64_t row = i * packer->header.block_rows;
        packer->first_index[i] =
            slot_first_index(&packer->slots, row < packer->slots.rows ? row : packer->slots.rows);
    }
    for (uint64_t block = 0; block < packer->block_count; block++) {
        uint64_t number = block % packer->per_side;
        packer->blocks[block].missing =
            (uint32_t)(packer->first_index[number + 1] - packer->first_index[number]);
    }
    for (unsigned i = 0; i < packer->packing.threads; i++)
        if (!worker_make(&packer->workers[i], packer))
            return false;
    return prepare_choice(packer);
}

struct block_packer *packer_open(const struct table_source *source, const struct packing *packing) {
    struct block_packer *packer = calloc(1, sizeof *packer);
    if (packer == NULL)
        return NULL;
    packer->source = *source;
    packer->packing = *packing;
    packer->effort = effort_for(source, packing);
    if (packer_make(packer))
        return packer;
    packer_close(packer);
    return NULL;
}

static void drop_block(struct block_state *block) {
    free(block->packed.bytes);
    block->packed.bytes = NULL;
}

void packer_close(struct block_packer *packer) {
    if (packer == NULL)
        return;
    for (uint64_t block = 0; packer->blocks != NULL && block < packer->block_count; block++)
        drop_block(&packer->blocks[block]);
    for (unsigned i = 0; packer->workers != NULL && i < packer->packing.threads; i++)
        worker_clear(&packer->workers[i]);
    free(packer->first_index);
    free(packer->sample);
    free(packer->blocks);
    free(packer->workers);
    free(packer);
}

uint64_t packer_memory(uint64_t positions_of_all_sides, const struct packing *packing) {
    /* Compressed outcomes of signatures of a size that matters take less than half a bit each, and
     * the memory around each block about 64 bytes. A thread has four values and three bytes or so
     * for each slot of a block, ways through its bytes, and what zstd needs. */
    enum { LANES = 32, SLOT_BYTES = 16, ZSTD_BYTES = 8 << 20 };
    uint32_t least_rows =
        packing->block_rows != 0 ? packing->block_rows : effort_for_distances.block_rows;
    uint32_t most_rows = packing->block_rows != 0 ? packing->block_rows : BLOCK_ROWS_MOST;
    uint64_t blocks = positions_of_all_sides / ((uint64_t)least_rows * LANES / 4) + 4;
    uint64_t worker = (uint64_t)most_rows * LANES * SLOT_BYTES + ZSTD_BYTES;
    return positions_of_all_sides / 16 + blocks * 64 + worker * packing->threads;
}

/* ---- Compressing ---------------------------------------------------------------------------- */

static void note_failure(struct block_packer *packer) {
    __atomic_store_n(&packer->failed, true, __ATOMIC_RELAXED);
}

static bool has_failed(const struct block_packer *packer) {
    return __atomic_load_n(&packer->failed, __ATOMIC_RELAXED);
}

static bool is_stopped(const struct block_packer *packer) {
    return packer->packing.stop != NULL && packer->packing.stop();
}

static enum side side_of(const struct block_packer *packer, uint64_t block) {
    return block < packer->per_side ? WHITE : BLACK;
}

static void compress_block(struct block_packer *packer, uint64_t number, struct worker *worker) {
    enum side side = side_of(packer, number);
    uint64_t in_side = number % packer->per_side;
    uint64_t in_file = has_choice(packer) ? in_side : number;
    if (!block_make(worker->maker, side, in_side, in_file, &packer->blocks[number].packed))
        note_failure(packer);
}

/* True for one thread alone. */
static bool take(struct block_state *block) {
    return !__atomic_exchange_n(&block->taken, true, __ATOMIC_RELAXED);
}

/* Stores the side to move whose samples take less, White if they are even. The other's are not
 * needed any more. */
static void choose_side(struct block_packer *packer) {
    uint64_t bytes[2] = {0, 0};
    for (uint64_t block = 0; block < packer->block_count; block++)
        if (packer->sample[block % packer->per_side])
            bytes[side_of(packer, block)] += packer->blocks[block].packed.length;
    enum side chosen = bytes[BLACK] < bytes[WHITE] ? BLACK : WHITE;
    for (uint64_t block = 0; block < packer->block_count; block++)
        if (side_of(packer, block) != chosen)
            drop_block(&packer->blocks[block]);
    __atomic_store_n(&packer->stored, stored_bit(chosen), __ATOMIC_RELEASE);
}

/* One of the blocks that were final before the side to move to store was chosen. */
static void compress_left(struct block_packer *packer, unsigned stored, struct worker *worker) {
    if (__atomic_load_n(&packer->next_left, __ATOMIC_RELAXED) >= packer->per_side)
        return;
    uint64_t before = stored == stored_bit(BLACK) ? packer->per_side : 0;
    uint64_t next;
    while ((next = __atomic_fetch_add(&packer->next_left, 1, __ATOMIC_RELAXED)) <
           packer->per_side) {
        struct block_state *block = &packer->blocks[before + next];
        if (__atomic_load_n(&block->missing, __ATOMIC_ACQUIRE) == 0 && take(block)) {
            compress_block(packer, before + next, worker);
            return;
        }
    }
}

/* All positions of a block are final. It is compressed at once, if it is known to be stored or
 * helps to decide that. */
static void take_block(struct block_packer *packer, uint64_t number, struct worker *worker) {
    enum side side = side_of(packer, number);
    uint64_t in_side = number % packer->per_side;
    uint64_t first = packer->first_index[in_side];
    uint64_t end = packer->first_index[in_side + 1];
    packer->source.count(&packer->source, side, first, (size_t)(end - first), &worker->tally[side]);
    unsigned stored = __atomic_load_n(&packer->stored, __ATOMIC_ACQUIRE);
    bool decides = stored == 0 && packer->sample[in_side];
    if ((decides || (stored & stored_bit(side)) != 0) && take(&packer->blocks[number]))
        compress_block(packer, number, worker);
    if (decides && __atomic_sub_fetch(&packer->samples_missing, 1, __ATOMIC_ACQ_REL) == 0)
        choose_side(packer);
    if (stored != 0 && has_choice(packer))
        compress_left(packer, stored, worker);
}

/* The block of a side to move that an index is in: the last that does not begin after it. */
static uint64_t block_of_index(const struct block_packer *packer, uint64_t index) {
    uint64_t low = 0;
    uint64_t high = packer->per_side;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (packer->first_index[middle] <= index)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void packer_ready(struct block_packer *packer, enum side side, uint64_t first, uint64_t count) {
    uint64_t before = side == BLACK ? packer->per_side : 0;
    uint64_t end = first + count;
    for (uint64_t block = block_of_index(packer, first); first < end; block++) {
        uint64_t next = packer->first_index[block + 1];
        uint32_t part = (uint32_t)((next < end ? next : end) - first);
        first += part;
        if (part == 0)
            continue;
        /* Whoever completes a block sees what all others wrote. */
        uint32_t missing =
            __atomic_sub_fetch(&packer->blocks[before + block].missing, part, __ATOMIC_ACQ_REL);
        if (missing == 0)
            take_block(packer, before + block, &packer->workers[thread_number()]);
    }
}

static void compress_rest(struct block_packer *packer, uint64_t first, uint64_t end) {
#pragma omp parallel for schedule(dynamic) num_threads((int)packer->packing.threads)
    for (uint64_t block = first; block < end; block++)
        if (packer->blocks[block].packed.bytes == NULL && !has_failed(packer) &&
            !is_stopped(packer))
            compress_block(packer, block, &packer->workers[thread_number()]);
}

void packer_take_all(struct block_packer *packer) {
#pragma omp parallel for schedule(dynamic) num_threads((int)packer->packing.threads)
    for (uint64_t block = 0; block < packer->block_count; block++)
        if (!has_failed(packer) && !is_stopped(packer))
            take_block(packer, block, &packer->workers[thread_number()]);
}

/* The blocks that the file has, in its order. */
static struct block_state *file_blocks(const struct block_packer *packer) {
    return packer->blocks + (header_stores(&packer->header, WHITE) ? 0 : packer->per_side);
}

static bool all_compressed(const struct block_packer *packer) {
    for (uint64_t block = 0; block < header_blocks(&packer->header); block++)
        if (file_blocks(packer)[block].packed.bytes == NULL)
            return false;
    return true;
}

bool packer_finish(struct block_packer *packer) {
    if (has_failed(packer) || packer->stored == 0)
        return false;
    packer->header.stored = packer->stored;
    uint64_t first = header_stores(&packer->header, WHITE) ? 0 : packer->per_side;
    /* Blocks in which no position lies are never completed. */
    compress_rest(packer, first, first + header_blocks(&packer->header));
    return !has_failed(packer) && all_compressed(packer);
}

/* ---- What came of it ------------------------------------------------------------------------ */

struct packed_block packer_block(const struct block_packer *packer, uint64_t number) {
    return file_blocks(packer)[number].packed;
}

uint64_t packer_file_bytes(const struct block_packer *packer) {
    uint64_t count = header_blocks(&packer->header);
    uint64_t bytes = TABLE_HEADER_BYTES + header_directory_bytes(&packer->header);
    for (uint64_t number = 0; number < count; number++)
        bytes += packer_block(packer, number).length;
    return bytes;
}

struct value_tally *packer_tallies(struct block_packer *packer) {
    struct value_tally *sums = packer->workers[0].tally;
    for (unsigned side = 0; side < packer->header.sides; side++)
        for (unsigned i = 1; i < packer->packing.threads; i++) {
            tally_merge(&sums[side], &packer->workers[i].tally[side]);
        }
    return sums;
}

const struct table_header *packer_header(const struct block_packer *packer) {
    return &packer->header;
}
