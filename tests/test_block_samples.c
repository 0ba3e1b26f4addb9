/* The blocks that decide the side to move to store, and how large blocks are: against the
 * advancement of each placement counted one by one; and a writer that is told of placements in the
 * order in which they are solved, which has compressed most blocks by the end, and writes the file
 * that a writer makes who gets all values at once. */
#include "agenda.h"
#include "block_samples.h"
#include "check.h"
#include "folder.h"
#include "hash.h"
#include "rules.h"
#include "table_writer.h"
#include "values.h"
#include <stdlib.h>
#include <unistd.h>

static char directory[] = "/tmp/finais-samples-XXXXXX";
static struct folder folder;
static struct failure failure;

static struct signature signature_named(const char *name) {
    struct signature signature;
    CHECK(signature_parse(name, 12, &signature));
    return signature;
}

/* ---- Marks ---------------------------------------------------------------------------------- */

static unsigned advancement_of(const struct index_layout *layout, uint64_t rank) {
    bitboard white;
    bitboard black;
    unsigned sum = 0;
    man_placement(layout, rank, &white, &black);
    for (unsigned square = 0; square < layout->geometry->squares; square++) {
        unsigned row = square_row(layout->geometry, square);
        sum += (white >> square & 1) != 0 ? layout->geometry->rows - 1 - row : 0;
        sum += (black >> square & 1) != 0 ? row : 0;
    }
    return sum;
}

/* The least advancement in each block, which is solved last; UINT_MAX of a block of no position. */
static unsigned *least_advancements(const struct index_layout *layout, const uint64_t *first_index,
                                    uint64_t blocks) {
    unsigned *least = malloc((size_t)blocks * sizeof *least);
    for (uint64_t block = 0; block < blocks; block++)
        least[block] = UINT32_MAX;
    uint64_t block = 0;
    for (uint64_t rank = 0; rank < layout->man_placements; rank++) {
        unsigned advancement = advancement_of(layout, rank);
        uint64_t end = (rank + 1) * layout->king_placements;
        while (first_index[block + 1] <= end - layout->king_placements)
            block++;
        for (uint64_t b = block; b < blocks && first_index[b] < end; b++)
            if (first_index[b] < first_index[b + 1] && advancement < least[b])
                least[b] = advancement;
    }
    return least;
}

static uint64_t positions_from(const uint64_t *first_index, uint64_t blocks, const unsigned *least,
                               unsigned advancement) {
    uint64_t positions = 0;
    for (uint64_t block = 0; block < blocks; block++)
        if (least[block] >= advancement)
            positions += first_index[block + 1] - first_index[block];
    return positions;
}

/* Blocks of `size` positions, the last of less; every 7th has none. */
static void check_marks(const char *name, uint64_t size, unsigned parts,
                        struct sample_size wanted) {
    struct index_layout layout;
    uint64_t first_index[4096] = {0};
    bool sample[4096];
    uint64_t blocks = 0;
    uint64_t count;
    CHECK(index_layout_init(&layout, rules_brazilian.geometry, signature_named(name)));
    for (; first_index[blocks] < layout.positions && blocks < 4095; blocks++) {
        uint64_t end = first_index[blocks] + (blocks % 7 == 3 ? 0 : size);
        first_index[blocks + 1] = end < layout.positions ? end : layout.positions;
    }
    CHECK_EQUAL(first_index[blocks], layout.positions);
    unsigned *least = least_advancements(&layout, first_index, blocks);
    CHECK(block_samples_mark(&layout, first_index, blocks, wanted, sample, &count));
    unsigned bound = UINT32_MAX;
    uint64_t marked = 0;
    uint64_t early = 0;
    for (uint64_t block = 0; block < blocks; block++)
        if (sample[block] && CHECK(first_index[block] < first_index[block + 1])) {
            bound = least[block] < bound ? least[block] : bound;
            marked++;
        }
    for (uint64_t block = 0; block < blocks; block++)
        early += least[block] != UINT32_MAX && least[block] >= bound;
    CHECK_EQUAL(marked, count);
    CHECK(count > 0);
    CHECK(early < wanted.least
              ? count == early
              : count >= early / wanted.one_in && count >= wanted.least / 2 &&
                    (count <= 2 * wanted.least || count <= early / wanted.one_in + 1));
    /* A step further than the marks may still be among the first, if no block of it was drawn. */
    CHECK(positions_from(first_index, blocks, least, bound + 1) <
          (layout.positions + parts - 1) / parts);
    free(least);
}

/* ---- Compressing beside solving ------------------------------------------------------------- */

static struct table_source plain_source;
static uint64_t packed[2];

static void pack_and_count(const struct table_source *source, const struct slot_layout *slots,
                           enum side side, uint64_t first_row, uint32_t rows,
                           struct source_room room, uint8_t *bytes, uint8_t *told) {
    __atomic_fetch_add(&packed[side], 1, __ATOMIC_RELAXED);
    plain_source.pack(source, slots, side, first_row, rows, room, bytes, told);
}

/* Values without pattern for the side that is not worth storing. */
static void make_up_values(struct values *values, enum side costly) {
    uint64_t state = 1;
    for (uint64_t i = 0; i < values->layout.positions; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        if (state >> 61 == 0)
            values_set(values, costly, i, VALUE_WIN);
        if (i % 997 == 0)
            values_set(values, other_side(costly), i, VALUE_LOSS);
    }
}

static void tell_in_order(struct table_writer *writer, const struct index_layout *layout,
                          unsigned threads) {
    struct agenda agenda;
    CHECK(agenda_make(&agenda, layout));
    for (unsigned step = 0; step < agenda.steps; step++) {
#pragma omp parallel for schedule(dynamic) num_threads((int)threads)
        for (uint32_t i = agenda.first[step]; i < agenda.first[step + 1]; i++)
            for (enum side side = WHITE; side <= BLACK; side++)
                table_writer_ready(writer, side, agenda.ranks[i] * layout->king_placements,
                                   layout->king_placements);
    }
    agenda_clear(&agenda);
}

static void check_beside(const struct values *values, enum side costly, unsigned threads,
                         const uint8_t *wanted_hash, const char *path) {
    struct table_writer_options options = {
        .folder = folder.path, .packing = {.level = 1, .block_rows = 256, .threads = threads}};
    struct table_header header;
    uint8_t hash[TABLE_HASH_BYTES];
    plain_source = source_of_values(&rules_brazilian, values);
    struct table_source source = plain_source;
    source.pack = pack_and_count;
    packed[WHITE] = packed[BLACK] = 0;
    struct table_writer *writer = table_writer_open(&source, &options);
    if (!CHECK(writer != NULL))
        return;
    tell_in_order(writer, &values->layout, threads);
    uint64_t beside = packed[other_side(costly)];
    uint64_t in_vain = packed[costly];
    CHECK_EQUAL(table_writer_finish(writer, &header, &failure), EXIT_CODE_OK);
    table_writer_close(writer);
    CHECK_EQUAL(header.stored, stored_bit(other_side(costly)));
    uint64_t blocks = header_blocks(&header);
    CHECK(blocks > 100);
    CHECK(beside > blocks * 9 / 10);
    CHECK(in_vain < blocks / 4);
    CHECK_EQUAL(packed[other_side(costly)], blocks); /* none of them twice */
    CHECK_EQUAL(packed[costly], in_vain);
    CHECK_EQUAL(file_hash(path, hash, &failure), EXIT_CODE_OK);
    CHECK(memcmp(hash, wanted_hash, sizeof hash) == 0);
    CHECK_EQUAL(unlink(path), 0);
}

static void check_writing(enum side costly, unsigned threads) {
    struct values *values =
        values_allocate(&rules_brazilian, signature_named("MMMMMvM"), METRIC_WDL);
    struct table_writer_options options = {
        .folder = folder.path, .packing = {.level = 1, .block_rows = 256, .threads = 2}};
    struct table_header header;
    uint8_t hash[TABLE_HASH_BYTES];
    char name[TABLE_FILE_NAME_SIZE];
    char path[PATH_MAX];
    if (!CHECK(values != NULL))
        return;
    make_up_values(values, costly);
    table_file_name(values->layout.signature, METRIC_WDL, name);
    CHECK(folder_file(&folder, name, path));
    CHECK_EQUAL(table_write(&rules_brazilian, values, &options, &header, &failure), EXIT_CODE_OK);
    CHECK_EQUAL(header.stored, stored_bit(other_side(costly)));
    CHECK_EQUAL(file_hash(path, hash, &failure), EXIT_CODE_OK);
    CHECK_EQUAL(unlink(path), 0);
    check_beside(values, costly, threads, hash, path);
    values_free(values);
}

/* ---- How large blocks are -------------------------------------------------------------------- */

/* Values of both sides to move that have no pattern but that they come again after `period`. */
static void make_up_wins(struct values *values, uint64_t period) {
    for (enum side side = WHITE; side <= BLACK; side++)
        for (uint64_t i = 0; i < values->layout.positions; i++) {
            uint64_t state = i % period * UINT64_C(0x9e3779b97f4a7c15);
            state = (state ^ state >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
            values_set(values, side, i, state >> 62 == 0 ? VALUE_WIN : VALUE_DRAW);
        }
}

/* Rows of a block of the form fast; the same, and the same values, told in order by two
 * threads or all at once. */
static uint32_t fast_block_rows(uint64_t period) {
    uint32_t rows[2] = {0, 0};
    uint64_t bytes[2] = {0, 0};
    uint8_t hash[2][TABLE_HASH_BYTES];
    char name[TABLE_FILE_NAME_SIZE];
    char path[PATH_MAX];
    struct values *values = values_allocate(&rules_brazilian, signature_named("MMMvM"), METRIC_WDL);
    if (!CHECK(values != NULL))
        return 0;
    make_up_wins(values, period);
    table_file_name(values->layout.signature, METRIC_WDL, name);
    CHECK(folder_file(&folder, name, path));
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct table_writer_options options = {
            .folder = folder.path, .packing = {.level = 6, .form = FORM_FAST, .threads = threads}};
        struct table_source source = source_of_values(&rules_brazilian, values);
        struct table_header header;
        struct table_writer *writer = table_writer_open(&source, &options);
        if (!CHECK(writer != NULL))
            break;
        if (threads > 1)
            tell_in_order(writer, &values->layout, threads);
        else
            for (enum side side = WHITE; side <= BLACK; side++)
                table_writer_ready(writer, side, 0, values->layout.positions);
        CHECK_EQUAL(table_writer_finish(writer, &header, &failure), EXIT_CODE_OK);
        table_writer_close(writer);
        CHECK_EQUAL(header.stored, stored_bit(WHITE) | stored_bit(BLACK));
        CHECK_EQUAL(file_hash(path, hash[threads - 1], &failure), EXIT_CODE_OK);
        CHECK_EQUAL(unlink(path), 0);
        rows[threads - 1] = header.block_rows;
        bytes[threads - 1] = header.file_bytes;
    }
    CHECK_EQUAL(rows[0], rows[1]);
    CHECK_EQUAL(bytes[0], bytes[1]);
    CHECK(memcmp(hash[0], hash[1], TABLE_HASH_BYTES) == 0);
    values_free(values);
    return rows[0];
}

static void check_block_rows(void) {
    /* What comes again after 900 rows of 32 is in a large block twice, in a small one once. */
    CHECK_EQUAL(fast_block_rows(UINT64_C(900) * 32), 4096);
    CHECK_EQUAL(fast_block_rows(UINT64_MAX), 1024);
}

int main(void) {
    static const struct sample_size sizes[] = {{64, 16}, {12, 128}};
    for (unsigned i = 0; i < 2; i++) {
        check_marks("KMvK", 500, 1, sizes[i]);
        check_marks("KKKvKK", 1000, 1, sizes[i]);
        check_marks("KMMvMM", 5000, 1, sizes[i]);
        check_marks("MMMvMM", 1000, 1, sizes[i]);
        check_marks("MMMMMvM", 10000, 4, sizes[i]);
        check_marks("KKKKMvK", 10000, 4, sizes[i]);
    }
    if (!CHECK(mkdtemp(directory) != NULL) ||
        !CHECK_EQUAL(folder_open_to_write(&folder, &rules_brazilian, directory, &failure), 0))
        return check_report();
    check_writing(WHITE, 1);
    check_writing(BLACK, 4);
    check_block_rows();
    folder_close(&folder);
    CHECK_EQUAL(rmdir(folder.path), 0);
    CHECK_EQUAL(rmdir(directory), 0);
    return check_report();
}
