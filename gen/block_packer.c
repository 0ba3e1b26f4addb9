#include "block_packer.h"
#include "block_maker.h"
#include "block_samples.h"
#include "threads.h"
#include <stdlib.h>

/* A stretch becomes 1, 2 or 4 blocks. */
enum { BLOCK_SIZES = 3, PARTS_MAX = 1 << (BLOCK_SIZES - 1) };

/* Rows of either side to move, stored or not, that are compressed at once: as one block or, where
 * blocks are to be smaller, as several. */
struct stretch {
    struct packed_block blocks[PARTS_MAX]; /* without bytes as long as they are not compressed */
    uint32_t missing;                      /* positions that are not final yet */
    bool taken;                            /* some thread compresses it, or did */
};

/* What one thread makes blocks with, and what it has counted. */
struct worker {
    struct block_maker *maker;
    struct value_tally tally[2]; /* by side to move */
};

struct block_packer {
    struct table_source source;
    struct packing packing;
    struct packing_effort effort;
    struct slot_layout slots;
    struct table_header header;  /* as if all sides to move were stored and each stretch a block,
                                    until it is decided otherwise */
    uint64_t per_side;           /* stretches of one side to move */
    uint64_t stretch_count;      /* of all sides to move */
    unsigned parts;              /* blocks of a full stretch */
    uint64_t tried[BLOCK_SIZES]; /* bytes of all samples, as 1, 2 and 4 blocks, ... */
    uint64_t tried_blocks[BLOCK_SIZES]; /* ... and how many blocks that are */
    uint64_t *first_index;              /* of each stretch of a side, and the number of positions */
    bool *sample;                       /* of each stretch of a side: whether it decides */
    uint64_t samples_missing;           /* of all sides, not compressed yet */
    unsigned stored;    /* stored_bit() of the sides to move stored; 0: not decided yet */
    uint64_t next_left; /* stretches that were final before it was: looked at up to here */
    struct stretch *stretches;
    struct worker *workers;
    enum block_result failed; /* what went wrong in some thread, BLOCK_MADE if nothing */
};

/* ---- Making and closing --------------------------------------------------------------------- */

static bool worker_make(struct worker *worker, const struct block_packer *packer) {
    worker->maker = block_maker_open(&packer->source, &packer->slots, &packer->header,
                                     &packer->effort.free_bits);
    bool counts = tally_make(&worker->tally[WHITE], packer->header.metric);
    counts = tally_make(&worker->tally[BLACK], packer->header.metric) && counts;
    return counts && worker->maker != NULL;
}

static void worker_clear(struct worker *worker) {
    block_maker_close(worker->maker);
    tally_clear(&worker->tally[WHITE]);
    tally_clear(&worker->tally[BLACK]);
}

/* Rows of a stretch: in a table whose rows are mostly empty more of them, up to EMPTY_MOST times as
 * many, so that stretches hold about as many positions. */
enum { EMPTY_MOST = 4 };

static uint32_t rows_of_stretch(const struct block_packer *packer) {
    uint32_t rows = packer->packing.block_rows;
    if (rows != 0)
        return rows;
    rows = packer->effort.stretch_rows;
    uint64_t slots = packer->slots.rows << packer->slots.lane_bits;
    uint64_t positions = packer->source.layout->positions;
    for (unsigned times = 2; times <= EMPTY_MOST && slots / positions >= times; times *= 2)
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
        .block_rows = rows_of_stretch(packer),
        .positions = source->layout->positions,
        .rows = packer->slots.rows,
        .lanes = slot_lanes(&packer->slots)};
    packer->parts = 1;
    packer->per_side = header_blocks_per_side(&packer->header);
    packer->stretch_count = header_blocks(&packer->header);
}

/* Of the form that stores one of two sides to move. */
static bool has_choice(const struct block_packer *packer) {
    return packer->source.sides == 2 && packer->packing.form == FORM_STANDARD;
}

static bool prepare_choice(struct block_packer *packer) {
    if (!has_choice(packer) && !packer->effort.quick_blocks) {
        packer->stored = packer->header.stored;
        return true;
    }
    /* Sizes are tried with the stretches of both sides, and may be wrong by a little. */
    struct sample_size wanted =
        packer->effort.quick_blocks ? (struct sample_size){12, 128} : (struct sample_size){64, 16};
    uint64_t count;
    if (!block_samples_mark(packer->source.layout, packer->first_index, packer->per_side, wanted,
                            packer->sample, &count))
        return false;
    packer->samples_missing = packer->header.sides * count;
    return true;
}

static bool packer_make(struct block_packer *packer) {
    if (!slot_layout_init(&packer->slots, packer->source.layout))
        return false;
    header_start(packer);
    packer->first_index = malloc((size_t)(packer->per_side + 1) * sizeof(uint64_t));
    packer->sample = calloc((size_t)packer->per_side, sizeof *packer->sample);
    packer->stretches = calloc((size_t)packer->stretch_count, sizeof *packer->stretches);
    packer->workers = calloc(packer->packing.threads, sizeof *packer->workers);
    if (packer->first_index == NULL || packer->sample == NULL || packer->stretches == NULL ||
        packer->workers == NULL)
        return false;
    for (uint64_t i = 0; i <= packer->per_side; i++) {
        uint64_t row = i * packer->header.block_rows;
        packer->first_index[i] =
            slot_first_index(&packer->slots, row < packer->slots.rows ? row : packer->slots.rows);
    }
    for (uint64_t i = 0; i < packer->stretch_count; i++) {
        uint64_t number = i % packer->per_side;
        packer->stretches[i].missing =
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
    packer->effort = packing_effort(source->metric, signature_pieces(source->layout->signature),
                                    packing->form, packing->level);
    packer->effort.quick_blocks = packer->effort.quick_blocks && packing->block_rows == 0;
    if (packer_make(packer))
        return packer;
    packer_close(packer);
    return NULL;
}

static void drop_blocks(struct stretch *stretch) {
    for (unsigned part = 0; part < PARTS_MAX; part++) {
        free(stretch->blocks[part].bytes);
        stretch->blocks[part].bytes = NULL;
    }
}

void packer_close(struct block_packer *packer) {
    if (packer == NULL)
        return;
    for (uint64_t i = 0; packer->stretches != NULL && i < packer->stretch_count; i++)
        drop_blocks(&packer->stretches[i]);
    for (unsigned i = 0; packer->workers != NULL && i < packer->packing.threads; i++)
        worker_clear(&packer->workers[i]);
    free(packer->first_index);
    free(packer->sample);
    free(packer->stretches);
    free(packer->workers);
    free(packer);
}

uint64_t packer_memory(uint64_t positions_of_all_sides, const struct packing *packing) {
    /* Compressed outcomes of signatures of a size that matters take less than half a bit each, and
     * the memory around each block about 96 bytes. A thread has four values and three bytes or so
     * for each slot of a block, ways through its bytes, and what zstd needs. */
    enum { LANES = 32, SLOT_BYTES = 16, ZSTD_BYTES = 8 << 20 };
    uint32_t least_rows = packing->block_rows != 0 ? packing->block_rows : STRETCH_ROWS_LEAST;
    uint32_t most_rows =
        packing->block_rows != 0 ? packing->block_rows : EMPTY_MOST * STRETCH_ROWS_MOST;
    uint64_t blocks = positions_of_all_sides / ((uint64_t)least_rows * LANES / 4) + 4;
    uint64_t worker = (uint64_t)most_rows * LANES * SLOT_BYTES + ZSTD_BYTES;
    return positions_of_all_sides / 16 + blocks * 96 + worker * packing->threads;
}

/* ---- Compressing ---------------------------------------------------------------------------- */

static void note_failure(struct block_packer *packer, enum block_result result) {
    __atomic_store_n(&packer->failed, result, __ATOMIC_RELAXED);
}

static bool has_failed(const struct block_packer *packer) {
    return __atomic_load_n(&packer->failed, __ATOMIC_RELAXED) != BLOCK_MADE;
}

static bool is_stopped(const struct block_packer *packer) {
    return packer->packing.stop != NULL && packer->packing.stop();
}

static enum side side_of(const struct block_packer *packer, uint64_t stretch) {
    return stretch < packer->per_side ? WHITE : BLACK;
}

/* The blocks that it becomes; the last stretch of a side may become fewer than others. */
static unsigned parts_of(const struct block_packer *packer, uint64_t stretch) {
    uint64_t first = stretch % packer->per_side * packer->parts;
    uint64_t left = header_blocks_per_side(&packer->header) - first;
    return left < packer->parts ? (unsigned)left : packer->parts;
}

static void compress_stretch(struct block_packer *packer, uint64_t number, struct worker *worker) {
    const struct table_header *header = &packer->header;
    enum side side = side_of(packer, number);
    uint64_t first = number % packer->per_side * packer->parts;
    uint64_t before = has_choice(packer) ? 0 : side * header_blocks_per_side(header);
    for (unsigned part = 0; part < parts_of(packer, number) && !has_failed(packer); part++) {
        enum block_result result =
            block_make(worker->maker, header, side, first + part, before + first + part,
                       &packer->stretches[number].blocks[part]);
        if (result != BLOCK_MADE)
            note_failure(packer, result);
    }
}

/* Notes what a stretch takes as 1, 2 and 4 blocks. */
static void try_sizes(struct block_packer *packer, uint64_t number, struct worker *worker) {
    uint64_t in_side = number % packer->per_side;
    struct table_header header = packer->header;
    for (unsigned size = 0; size < BLOCK_SIZES; size++, header.block_rows /= 2) {
        uint64_t end = header_blocks_per_side(&header);
        for (uint64_t block = in_side << size; block < (in_side + 1) << size && block < end;
             block++) {
            struct packed_block made;
            enum block_result result =
                block_make(worker->maker, &header, side_of(packer, number), block, block, &made);
            if (result != BLOCK_MADE) {
                note_failure(packer, result);
                return;
            }
            __atomic_add_fetch(&packer->tried[size], made.length, __ATOMIC_RELAXED);
            __atomic_add_fetch(&packer->tried_blocks[size], 1, __ATOMIC_RELAXED);
            free(made.bytes);
        }
    }
}

/* True for one thread alone. */
static bool take(struct stretch *stretch) {
    return !__atomic_exchange_n(&stretch->taken, true, __ATOMIC_RELAXED);
}

static bool is_sample(const struct block_packer *packer, uint64_t stretch) {
    return packer->sample[stretch % packer->per_side];
}

/* Stores the side to move whose samples take less, White if they are even. The other's are not
 * needed any more. */
static enum side choose_side(struct block_packer *packer) {
    uint64_t bytes[2] = {0, 0};
    for (uint64_t i = 0; i < packer->stretch_count; i++)
        if (is_sample(packer, i))
            bytes[side_of(packer, i)] += packer->stretches[i].blocks[0].length;
    enum side chosen = bytes[BLACK] < bytes[WHITE] ? BLACK : WHITE;
    for (uint64_t i = 0; i < packer->stretch_count; i++)
        if (side_of(packer, i) != chosen)
            drop_blocks(&packer->stretches[i]);
    return chosen;
}

/* Chooses how many blocks a stretch becomes: the less they take in the file and to unpack, the
 * better. All is told in bytes of the file. zstd takes as long for one of them as it takes, with
 * the check, for UNPACKED bytes that come for free; and what is saved in unpacking a block may cost
 * PERCENT of it for each stretch. */
static void choose_block_rows(struct block_packer *packer) {
    enum { UNPACKED = 40, PERCENT = 17 };
    uint64_t samples = 0;
    uint64_t unpacked = 0;
    uint64_t least = UINT64_MAX;
    unsigned best = 0;
    for (uint64_t i = 0; i < packer->stretch_count; i++)
        if (is_sample(packer, i)) {
            unpacked += header_block_bytes(&packer->header, i % packer->per_side);
            samples++;
        }
    for (unsigned size = 0; size < BLOCK_SIZES; size++) {
        uint64_t to_unpack = packer->tried[size] + unpacked / UNPACKED;
        uint64_t cost =
            packer->tried[size] + to_unpack * samples / packer->tried_blocks[size] * PERCENT / 100;
        if (cost < least) {
            least = cost;
            best = size;
        }
    }
    packer->parts = 1u << best;
    packer->header.block_rows >>= best;
}

/* All samples were looked at. Nothing is decided when one could not be made. */
static void decide(struct block_packer *packer) {
    unsigned stored = packer->header.stored;
    if (has_failed(packer))
        return;
    if (packer->effort.quick_blocks)
        choose_block_rows(packer);
    if (has_choice(packer))
        stored = stored_bit(choose_side(packer));
    __atomic_store_n(&packer->stored, stored, __ATOMIC_RELEASE);
}

/* The first of the stretches that the file has. They follow each other. */
static uint64_t first_stored(const struct block_packer *packer, unsigned stored) {
    return (stored & stored_bit(WHITE)) != 0 ? 0 : packer->per_side;
}

static uint64_t count_stored(const struct block_packer *packer, unsigned stored) {
    return (stored & (stored - 1)) != 0 ? 2 * packer->per_side : packer->per_side;
}

/* One of the stretches that were final before it was decided what to store. */
static void compress_left(struct block_packer *packer, unsigned stored, struct worker *worker) {
    uint64_t count = count_stored(packer, stored);
    if (__atomic_load_n(&packer->next_left, __ATOMIC_RELAXED) >= count)
        return;
    uint64_t first = first_stored(packer, stored);
    uint64_t next;
    while ((next = __atomic_fetch_add(&packer->next_left, 1, __ATOMIC_RELAXED)) < count) {
        struct stretch *stretch = &packer->stretches[first + next];
        if (__atomic_load_n(&stretch->missing, __ATOMIC_ACQUIRE) == 0 && take(stretch)) {
            compress_stretch(packer, first + next, worker);
            return;
        }
    }
}

/* All positions of a stretch are final. It is compressed at once, if it is known to be stored or
 * helps to decide that. */
static void take_stretch(struct block_packer *packer, uint64_t number, struct worker *worker) {
    enum side side = side_of(packer, number);
    uint64_t in_side = number % packer->per_side;
    uint64_t first = packer->first_index[in_side];
    uint64_t end = packer->first_index[in_side + 1];
    packer->source.count(&packer->source, side, first, (size_t)(end - first), &worker->tally[side]);
    unsigned stored = __atomic_load_n(&packer->stored, __ATOMIC_ACQUIRE);
    bool decides = stored == 0 && packer->sample[in_side];
    if (decides && packer->effort.quick_blocks)
        try_sizes(packer, number, worker);
    else if ((decides || (stored & stored_bit(side)) != 0) && take(&packer->stretches[number]))
        compress_stretch(packer, number, worker);
    if (decides && __atomic_sub_fetch(&packer->samples_missing, 1, __ATOMIC_ACQ_REL) == 0)
        decide(packer);
    if (stored != 0 && (has_choice(packer) || packer->effort.quick_blocks))
        compress_left(packer, stored, worker);
}

/* The stretch of a side to move that an index is in: the last that does not begin after it. */
static uint64_t stretch_of_index(const struct block_packer *packer, uint64_t index) {
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
    for (uint64_t number = stretch_of_index(packer, first); first < end; number++) {
        uint64_t next = packer->first_index[number + 1];
        uint32_t part = (uint32_t)((next < end ? next : end) - first);
        first += part;
        if (part == 0)
            continue;
        /* Whoever completes a stretch sees what all others wrote. */
        uint32_t missing =
            __atomic_sub_fetch(&packer->stretches[before + number].missing, part, __ATOMIC_ACQ_REL);
        if (missing == 0)
            take_stretch(packer, before + number, &packer->workers[thread_number()]);
    }
}

static void compress_rest(struct block_packer *packer, uint64_t first, uint64_t end) {
#pragma omp parallel for schedule(dynamic) num_threads((int)packer->packing.threads)
    for (uint64_t i = first; i < end; i++)
        if (packer->stretches[i].blocks[0].bytes == NULL && !has_failed(packer) &&
            !is_stopped(packer))
            compress_stretch(packer, i, &packer->workers[thread_number()]);
}

void packer_take_all(struct block_packer *packer) {
#pragma omp parallel for schedule(dynamic) num_threads((int)packer->packing.threads)
    for (uint64_t i = 0; i < packer->stretch_count; i++)
        if (!has_failed(packer) && !is_stopped(packer))
            take_stretch(packer, i, &packer->workers[thread_number()]);
}

static bool all_compressed(const struct block_packer *packer) {
    for (uint64_t block = 0; block < header_blocks(&packer->header); block++)
        if (packer_block(packer, block).bytes == NULL)
            return false;
    return true;
}

enum exit_code packer_finish(struct block_packer *packer, struct failure *failure) {
    char name[TABLE_FILE_NAME_SIZE];
    if (!has_failed(packer) && packer->stored != 0) {
        packer->header.stored = packer->stored;
        uint64_t first = first_stored(packer, packer->stored);
        /* Stretches in which no position lies are never completed. */
        compress_rest(packer, first, first + count_stored(packer, packer->stored));
    }
    if (!has_failed(packer) && packer->stored != 0 && all_compressed(packer))
        return EXIT_CODE_OK;
    if (is_stopped(packer))
        return fail(failure, EXIT_CODE_INTERRUPTED, "interrupted");
    if (packer->failed != BLOCK_WRONG)
        return fail_memory(failure, "the compression of a table");
    table_file_name(packer->header.signature, packer->header.metric, name);
    return fail(failure, EXIT_CODE_WRONG,
                "%s: a block does not unpack to its values; nothing was written: this is a fault "
                "of finais-gen, of zstd or of the machine",
                name);
}

/* ---- What came of it ------------------------------------------------------------------------ */

struct packed_block packer_block(const struct block_packer *packer, uint64_t number) {
    uint64_t per_side = header_blocks_per_side(&packer->header);
    uint64_t stretch = number / per_side * packer->per_side + number % per_side / packer->parts;
    return packer->stretches[first_stored(packer, packer->stored) + stretch]
        .blocks[number % per_side % packer->parts];
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
