/* What finais_table_statistics_of() tells against a count by probing every position: the committed
 * tables up to 3 pieces, of every metric. */
#include "check.h"
#include "finais.h"
#include "open_folder.h"
#include "tiny_files.h"
#include <stdlib.h>

static finais *handle;
static finais_context *context;

/* Whether a position has these pieces, by the letters of a table's name: "KMvK". */
static bool has_signature(const finais_position *position, const char *signature) {
    unsigned kings[2] = {0, 0}, men[2] = {0, 0};
    unsigned side = 0;
    for (; *signature != '\0' && *signature != '.'; signature++) {
        if (*signature == 'v')
            side = 1;
        kings[side] += *signature == 'K';
        men[side] += *signature == 'M';
    }
    uint64_t sets[2] = {position->white, position->black};
    for (side = 0; side < 2; side++)
        if ((unsigned)__builtin_popcountll(sets[side] & position->kings) != kings[side] ||
            (unsigned)__builtin_popcountll(sets[side] & ~position->kings) != men[side])
            return false;
    return true;
}

/* Counts one position. */
static void add(finais_side_statistics *sides, const finais_position *position,
                finais_metric metric) {
    finais_side_statistics *side = &sides[position->side_to_move];
    finais_result result;
    unsigned wanted = metric == FINAIS_DTW   ? FINAIS_WANT_DTW
                      : metric == FINAIS_DTC ? FINAIS_WANT_DTC
                                             : FINAIS_WANT_WDL;
    if (!CHECK(finais_probe(context, position, wanted, &result, NULL) == FINAIS_OK))
        return;
    int32_t plies = metric == FINAIS_DTC ? result.dtc : result.dtw;
    side->wins += result.wdl == FINAIS_WIN;
    side->draws += result.wdl == FINAIS_DRAW;
    side->losses += result.wdl == FINAIS_LOSS;
    if (result.wdl == FINAIS_WIN && plies > side->longest_win)
        side->longest_win = plies;
    if (result.wdl == FINAIS_LOSS && plies > side->longest_loss)
        side->longest_loss = plies;
}

/* All positions of a signature of up to 3 pieces, White having most of them. */
static void count_all(const char *signature, finais_metric metric, finais_side_statistics *sides) {
    for (unsigned number = 0; number < 33 * 32 * 32 * 16; number++) {
        unsigned first = number % 32, second = number / 32 % 33, third = number / 33 / 32 % 32;
        unsigned kinds = number / 33 / 32 / 32;
        if (second <= first) /* 32: there is no second piece of White */
            continue;
        uint64_t white = UINT64_C(1) << first | (second < 32 ? UINT64_C(1) << second : 0);
        finais_position position = {white, UINT64_C(1) << third, 0, kinds & 1, 0};
        position.kings |= (kinds & 2) != 0 ? UINT64_C(1) << first : 0;
        position.kings |= (kinds & 4) != 0 && second < 32 ? UINT64_C(1) << second : 0;
        position.kings |= (kinds & 8) != 0 ? position.black : 0;
        if ((second == 32 && (kinds & 4) != 0) || !has_signature(&position, signature) ||
            finais_position_check(handle, &position, NULL) != FINAIS_OK)
            continue;
        add(sides, &position, metric);
    }
}

static void check_example(const finais_position *example, const char *signature,
                          finais_metric metric, unsigned side, int32_t plies, finais_wdl wdl) {
    static const finais_position none = {0, 0, 0, 0, 0};
    if (plies == FINAIS_NO_DISTANCE) {
        CHECK(memcmp(example, &none, sizeof none) == 0);
        return;
    }
    finais_result result;
    CHECK(has_signature(example, signature));
    CHECK_EQUAL(example->side_to_move, side);
    CHECK_EQUAL(finais_probe(context, example, FINAIS_WANT_ALL, &result, NULL), FINAIS_OK);
    CHECK_EQUAL(result.wdl, wdl);
    CHECK_EQUAL(metric == FINAIS_DTW ? result.dtw : result.dtc, plies);
}

static void check_table(const finais_table_info *info) {
    finais_table_statistics found;
    finais_side_statistics counted[2];
    memset(counted, 0, sizeof counted);
    for (unsigned side = 0; side < 2; side++)
        counted[side].longest_win = counted[side].longest_loss = FINAIS_NO_DISTANCE;
    const char *signature = strchr(info->name, '/') + 1;
    CHECK_EQUAL(finais_table_statistics_of(handle, info->name, &found, NULL), FINAIS_OK);
    count_all(signature, info->metric, counted);
    for (unsigned side = 0; side < 2; side++) {
        const finais_side_statistics *here = &found.sides[side];
        CHECK_EQUAL(here->wins, counted[side].wins);
        CHECK_EQUAL(here->draws, counted[side].draws);
        CHECK_EQUAL(here->losses, counted[side].losses);
        CHECK_EQUAL(here->longest_win, counted[side].longest_win);
        CHECK_EQUAL(here->longest_loss, counted[side].longest_loss);
        check_example(&here->longest_win_position, signature, info->metric, side, here->longest_win,
                      FINAIS_WIN);
        check_example(&here->longest_loss_position, signature, info->metric, side,
                      here->longest_loss, FINAIS_LOSS);
    }
}

/* The hash is the one that the manifest has. */
static void check_hash(const char *table, const char *manifest) {
    finais_table_statistics found;
    char hash[65];
    CHECK_EQUAL(finais_table_statistics_of(handle, table, &found, NULL), FINAIS_OK);
    for (int i = 0; i < 32; i++)
        snprintf(hash + 2 * i, 3, "%02x", found.content_hash[i]);
    CHECK(strstr(manifest, hash) != NULL);
}

int main(void) {
    finais_table_info tables[128];
    finais_table_statistics statistics;
    finais_error error;
    size_t count = 0, size = 0;
    CHECK(open_folder(TEST_TABLES, FINAIS_READ, &handle, &context));
    CHECK_EQUAL(finais_tables(handle, tables, 128, &count, NULL), FINAIS_OK);
    CHECK(count >= 27);
    uint8_t *manifest = tiny_file_read(TEST_TABLES "/brazilian/manifest.tsv", &size);
    if (!CHECK(manifest != NULL))
        return check_report();
    manifest[size - 1] = '\0';
    for (size_t i = 0; i < count && tables[i].pieces <= 3; i++) {
        check_table(&tables[i]);
        check_hash(tables[i].name, (const char *)manifest);
    }
    CHECK_EQUAL(finais_table_statistics_of(handle, "brazilian/KvK.xyz", &statistics, &error),
                FINAIS_TABLE_MISSING);
    CHECK_STRING(error.table, "brazilian/KvK.xyz");
    CHECK_EQUAL(finais_table_statistics_of(NULL, "brazilian/KvK.wdl", &statistics, NULL),
                FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_table_statistics_of(handle, NULL, &statistics, NULL),
                FINAIS_INVALID_ARGUMENT);
    CHECK_EQUAL(finais_table_statistics_of(handle, "brazilian/KvK.wdl", NULL, NULL),
                FINAIS_INVALID_ARGUMENT);
    free(manifest);
    finais_context_free(context);
    finais_close(handle);
    return check_report();
}
