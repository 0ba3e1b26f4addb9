/* The table writer: what it writes is what a reader reads; hashes, statistics and bytes do not
 * depend on threads; nothing is left behind when it gives up. */
#include "check.h"
#include "folder.h"
#include "hash.h"
#include "moves.h"
#include "solved.h"
#include "table_loader.h"
#include "table_statistics.h"
#include "table_writer.h"
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/finais-writer-XXXXXX";
static struct folder folder;
static struct failure failure;

/* The form in which tables are written. */
static enum table_form form;

static struct table_writer_options options_of(unsigned threads, int level, uint32_t block) {
    struct table_writer_options options = {folder.path, {level, form, block, threads, NULL}};
    return options;
}

static void path_of(const struct values *values, char path[PATH_MAX]) {
    char name[TABLE_FILE_NAME_SIZE];
    table_file_name(values->layout.signature, values->metric, name);
    CHECK(folder_file(&folder, name, path));
}

static unsigned files_there(void) {
    unsigned count = 0;
    DIR *list = opendir(folder.path);
    for (struct dirent *entry; (entry = readdir(list)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(list);
    return count;
}

static void remove_table(const struct values *values) {
    char path[PATH_MAX];
    path_of(values, path);
    CHECK_EQUAL(unlink(path), 0);
    CHECK_EQUAL(files_there(), 0);
}

/* Positions where a reader gets another value than the true one, those that the file leaves out
 * aside. */
static uint64_t wrong_values(const struct values *values, const struct values *read) {
    uint64_t wrong = 0;
    for (unsigned side = 0; side < values->sides; side++)
        for (uint64_t i = 0; i < values->layout.positions; i++) {
            struct position position = position_of_index(&values->layout, i, (enum side)side);
            if ((read->told & stored_bit((enum side)side)) == 0)
                continue;
            wrong += !moves_must_capture(&rules_brazilian, &position) &&
                     values_get(values, (enum side)side, i) != values_get(read, (enum side)side, i);
        }
    return wrong;
}

/* The histogram against a count done one by one. */
static void check_histogram(const struct table *table, const struct values *values) {
    size_t size = table->header.histogram_values;
    uint64_t *counts = calloc(2 * size + 1, sizeof *counts);
    finais_error error;
    if (!CHECK(counts != NULL))
        return;
    CHECK_EQUAL(size == 0, values->metric == METRIC_WDL);
    CHECK_EQUAL(table_read_histogram(table, counts, &error), FINAIS_OK);
    for (unsigned side = 0; size > 0 && side < values->sides; side++) {
        for (uint64_t i = 0; i < values->layout.positions; i++) {
            value v = values_get(values, (enum side)side, i);
            if (CHECK(v < size))
                counts[side * size + v]--;
        }
        for (size_t v = 0; v < size; v++)
            CHECK_EQUAL(counts[side * size + v], 0);
    }
    free(counts);
}

static void check_reads_back(const struct values *values, const struct table_header *header) {
    struct table *table;
    struct values *read;
    if (!CHECK_EQUAL(
            table_of_folder(&folder, values->layout.signature, values->metric, &table, &failure),
            EXIT_CODE_OK))
        return;
    CHECK_EQUAL(table->header.positions, values->layout.positions);
    CHECK_EQUAL(table->header.value_bits, header->value_bits);
    CHECK(memcmp(table->header.content_hash, header->content_hash, TABLE_HASH_BYTES) == 0);
    CHECK(statistics_equal(&table->header.statistics[WHITE], &header->statistics[WHITE]));
    CHECK(statistics_equal(&table->header.statistics[BLACK], &header->statistics[BLACK]));
    check_histogram(table, values);
    if (CHECK_EQUAL(table_load_values(table, &rules_brazilian, 2, &read, &failure), EXIT_CODE_OK)) {
        CHECK_EQUAL(wrong_values(values, read), 0);
        values_free(read);
    }
    table_close(table);
}

static void check_round_trip(const struct values *values, unsigned value_bits) {
    static const uint32_t blocks[] = {1, 4, 512, TABLE_BLOCK_ROWS_MAX};
    for (unsigned i = 0; i < 4; i++) {
        struct table_header header;
        if (blocks[i] == 1 && values->layout.positions > 2000)
            continue;
        struct table_writer_options options = options_of(2, 3, blocks[i]);
        CHECK_EQUAL(table_write(&rules_brazilian, values, &options, &header, &failure),
                    EXIT_CODE_OK);
        CHECK_EQUAL(header.value_bits, value_bits);
        check_reads_back(values, &header);
        remove_table(values);
    }
}

/* Bytes depend on level and block size alone, the content hash on neither. */
static void check_independence(const struct values *values) {
    struct table_header header;
    uint8_t content[TABLE_HASH_BYTES];
    uint8_t first[TABLE_HASH_BYTES];
    uint8_t file[TABLE_HASH_BYTES];
    char path[PATH_MAX];
    path_of(values, path);
    CHECK(content_hash(values, content));
    for (unsigned threads = 4; threads >= 1; threads--) {
        struct table_writer_options options = options_of(threads, 9, 16);
        CHECK_EQUAL(table_write(&rules_brazilian, values, &options, &header, &failure), 0);
        CHECK_EQUAL(file_hash(path, file, &failure), EXIT_CODE_OK);
        if (threads == 4)
            memcpy(first, file, sizeof first);
        CHECK(memcmp(first, file, sizeof first) == 0);
        CHECK(memcmp(content, header.content_hash, sizeof content) == 0);
    }
    struct table_writer_options other = options_of(1, 1, 64);
    CHECK_EQUAL(table_write(&rules_brazilian, values, &other, &header, &failure), EXIT_CODE_OK);
    CHECK_EQUAL(file_hash(path, file, &failure), EXIT_CODE_OK);
    CHECK(memcmp(first, file, sizeof first) != 0);
    CHECK(memcmp(content, header.content_hash, sizeof content) == 0);
    remove_table(values);
}

/* SHA-256 of 992 zeros, and of 2 * 992 bytes 01 02 01 02 ..., by sha256sum. */
static void check_known_hashes(void) {
    struct signature kings = {{0, 0}, {1, 1}};
    uint8_t hash[TABLE_HASH_BYTES];
    char text[HASH_TEXT_SIZE];
    struct values *values = values_allocate(&rules_brazilian, kings, METRIC_WDL);
    CHECK(content_hash(values, hash));
    hash_text(hash, text);
    CHECK_STRING(text, "5f51d9e57c051cc516388346d860976bff3531da9561f6570c19b2ca2da48eab");
    values_free(values);
    values = values_allocate(&rules_brazilian, kings, METRIC_DTW);
    for (uint64_t i = 0; i < values->layout.positions; i++)
        values_set(values, WHITE, i, 0x0201);
    CHECK(content_hash(values, hash));
    hash_text(hash, text);
    CHECK_STRING(text, "91ca528cf1dcbdbea34799e4c23c8b72832c302e6b430dd77cbdc99244d7c4b5");
    values_free(values);
}

/* Statistics against a count done one by one. */
static void check_statistics(const struct values *values) {
    struct table_statistics statistics[2];
    CHECK(statistics_of_values(values, 3, statistics));
    for (unsigned side = 0; side < values->sides; side++) {
        uint64_t wins = 0;
        uint64_t losses = 0;
        uint64_t sum = 0;
        uint64_t longest = UINT64_MAX;
        for (uint64_t i = 0; i < values->layout.positions; i++) {
            value v = values_get(values, (enum side)side, i);
            wins += value_is_win(v);
            losses += value_is_loss(v);
            sum += value_is_win(v) ? v / 2u : 0;
            if (value_is_win(v) && v / 2u == statistics[side].longest_win && longest == UINT64_MAX)
                longest = i;
            CHECK(!value_is_win(v) || v / 2u <= statistics[side].longest_win);
        }
        CHECK_EQUAL(statistics[side].wins, wins);
        CHECK_EQUAL(statistics[side].losses, losses);
        CHECK_EQUAL(statistics[side].draws, values->layout.positions - wins - losses);
        CHECK_EQUAL(statistics[side].sum_win_distances, sum);
        CHECK_EQUAL(statistics[side].longest_win_index, longest);
    }
}

/* Ranges may be added to tallies in any order, and tallies be merged. */
static void check_tallies(const struct values *values) {
    struct table_statistics statistics[2];
    struct value_tally tally[2];
    CHECK(statistics_of_values(values, 1, statistics));
    for (unsigned side = 0; side < values->sides; side++) {
        CHECK(tally_make(&tally[0], values->metric) && tally_make(&tally[1], values->metric));
        uint64_t end = values->layout.positions;
        for (unsigned i = 0; end > 0; i++) {
            size_t count = end < 1000 + i % 7 ? (size_t)end : 1000 + i % 7;
            end -= count;
            tally_add_range(&tally[i % 2], values, (enum side)side, end, count);
        }
        tally_merge(&tally[1], &tally[0]);
        struct table_statistics merged = tally_statistics(&tally[1]);
        CHECK(statistics_equal(&merged, &statistics[side]));
        tally_clear(&tally[0]);
        tally_clear(&tally[1]);
    }
}

/* A distance that does not fit a byte widens the table only where it is stored. */
static void check_long_distances(struct values *values) {
    uint64_t quiet = UINT64_MAX;
    uint64_t capture = UINT64_MAX;
    for (uint64_t i = 0; i < values->layout.positions; i++) {
        struct position position = position_of_index(&values->layout, i, WHITE);
        if (moves_must_capture(&rules_brazilian, &position))
            capture = i;
        else
            quiet = i;
    }
    value before = values_get(values, WHITE, capture);
    values_set(values, WHITE, capture, value_win_in(200));
    check_round_trip(values, 8);
    values_set(values, WHITE, capture, before);
    before = values_get(values, WHITE, quiet);
    values_set(values, WHITE, quiet, value_loss_in(DISTANCE_MAX));
    check_round_trip(values, 16);
    values_set(values, WHITE, quiet, before);
}

static bool stop_at_once(void) {
    return true;
}

static void check_giving_up(const struct values *values) {
    struct table_header header;
    struct table_writer_options options = options_of(1, 9, 16);
    options.packing.stop = stop_at_once;
    CHECK_EQUAL(table_write(&rules_brazilian, values, &options, &header, &failure),
                EXIT_CODE_INTERRUPTED);
    CHECK_EQUAL(files_there(), 0);
    options.packing.stop = NULL;
    options.folder = "/nowhere/at/all";
    CHECK_EQUAL(table_write(&rules_brazilian, values, &options, &header, &failure), EXIT_CODE_IO);
    CHECK(strstr(failure.text, "/nowhere/at/all") != NULL);
}

/* A folder in the place of the table: the rename fails, and the folder stays. */
static void check_blocked_name(const struct values *values) {
    struct table_header header;
    char path[PATH_MAX];
    struct table_writer_options options = options_of(1, 9, 16);
    path_of(values, path);
    CHECK_EQUAL(mkdir(path, 0777), 0);
    CHECK_EQUAL(table_write(&rules_brazilian, values, &options, &header, &failure), EXIT_CODE_IO);
    CHECK_EQUAL(files_there(), 1);
    CHECK_EQUAL(rmdir(path), 0);
}

int main(void) {
    struct solved wdl;
    struct solved dtw;
    if (!CHECK(mkdtemp(directory) != NULL) ||
        !CHECK_EQUAL(folder_open_to_write(&folder, &rules_brazilian, directory, &failure), 0))
        return check_report();
    CHECK(solve_endings(&wdl, METRIC_WDL, 3, NULL));
    CHECK(solve_endings(&dtw, METRIC_DTW, 3, NULL));
    for (unsigned i = 0; i < wdl.count; i++) {
        for (form = FORM_STANDARD; form <= FORM_FAST; form++) {
            check_round_trip(wdl.values[i], 2);
            check_round_trip(dtw.values[i], 8);
        }
        form = FORM_STANDARD;
        check_statistics(dtw.values[i]);
        check_tallies(dtw.values[i]);
    }
    check_tallies(solved_find(&wdl, "MMvM"));
    check_independence(solved_find(&wdl, "KMvK"));
    check_independence(solved_find(&dtw, "MMvM"));
    check_known_hashes();
    check_long_distances(solved_find(&dtw, "KvM"));
    check_giving_up(solved_find(&wdl, "KMvK"));
    check_blocked_name(solved_find(&wdl, "KMvK"));
    solved_free(&wdl);
    solved_free(&dtw);
    folder_close(&folder);
    CHECK_EQUAL(rmdir(folder.path), 0);
    CHECK_EQUAL(rmdir(directory), 0);
    return check_report();
}
