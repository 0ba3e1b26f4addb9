/* A build in the least memory that it says it needs comes to the same tables, although values have
 * to be dropped and loaded again; with less it is refused before anything is solved. */
#include "build.h"
#include "check.h"
#include "cost.h"
#include "hash.h"
#include "table_loader.h"
#include <stdlib.h>
#include <unistd.h>

static char directory[] = "/tmp/finais-memory-XXXXXX";
static struct folder folder;
static struct failure failure;

static metric_set all_metrics(void) {
    return metric_bit(METRIC_WDL) | metric_bit(METRIC_DTW) | metric_bit(METRIC_DTC);
}

static struct build_options options_of(uint64_t memory, const struct kernel *kernel) {
    struct build_options options = {1, memory, 3, FORM_STANDARD, 128, kernel};
    return options;
}

static enum exit_code build(const struct plan *plan, const struct build_options *options) {
    struct progress progress;
    progress_start(&progress, OUTPUT_QUIET, "solving", 0);
    return build_tables(plan, &folder, options, &progress, &failure);
}

static struct plan plan_of_missing(unsigned pieces, metric_set metrics) {
    struct plan plan;
    CHECK_EQUAL(plan_for_pieces(&plan, &rules_brazilian, pieces, metrics, &failure), 0);
    CHECK_EQUAL(plan_build_missing(&plan, &folder, &failure), EXIT_CODE_OK);
    return plan;
}

static size_t tables_in(const struct plan *plan) {
    struct build_options options = options_of(0, NULL);
    return cost_of_plan(plan, &options).tables;
}

static void remove_table(const struct plan_step *step, enum metric metric) {
    char name[TABLE_FILE_NAME_SIZE];
    char path[PATH_MAX];
    table_file_name(step->signature, metric, name);
    CHECK(folder_file(&folder, name, path));
    CHECK_EQUAL(unlink(path), 0);
}

/* The content hashes of all tables, one after the other. */
static size_t all_hashes(const struct plan *plan, uint8_t (*hashes)[TABLE_HASH_BYTES]) {
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++)
        for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++) {
            struct table *table;
            if (!CHECK_EQUAL(
                    table_of_folder(&folder, plan->steps[i].signature, metric, &table, &failure),
                    EXIT_CODE_OK))
                continue;
            memcpy(hashes[count++], table->header.content_hash, TABLE_HASH_BYTES);
            table_close(table);
        }
    return count;
}

/* All but the first steps lose what `metrics` says. */
static void remove_tables(const struct plan *plan, size_t first, metric_set metrics) {
    for (size_t i = first; i < plan->count; i++)
        for (enum metric metric = METRIC_WDL; metric <= METRIC_DTC; metric++)
            if ((metrics & metric_bit(metric)) != 0)
                remove_table(&plan->steps[i], metric);
}

static void check_least_memory(const struct plan *plan, const struct kernel *kernel,
                               bool dropping) {
    uint64_t most;
    uint64_t least;
    uint64_t bytes;
    struct build_options plenty = options_of(UINT64_MAX / 2, kernel);
    CHECK_EQUAL(build_memory(plan, &plenty, &most, &failure), EXIT_CODE_OK);
    CHECK_EQUAL(build_memory_needed(plan, &plenty, &least, &failure), EXIT_CODE_OK);
    CHECK(dropping ? least < most : least <= most);
    struct build_options enough = options_of(least, kernel);
    struct build_options too_little = options_of(least - least / 1000, kernel);
    CHECK_EQUAL(build_memory(plan, &enough, &bytes, &failure), EXIT_CODE_OK);
    CHECK(bytes <= least);
    CHECK_EQUAL(build_memory(plan, &too_little, &bytes, &failure), EXIT_CODE_OK);
    CHECK(bytes == UINT64_MAX);
    CHECK_EQUAL(build(plan, &too_little), EXIT_CODE_SHORT);
    CHECK_EQUAL(build(plan, &enough), EXIT_CODE_OK);
}

int main(void) {
    enum { TABLES = 27, PIECES = 3 };
    uint8_t whole[TABLES][TABLE_HASH_BYTES];
    uint8_t again[TABLES][TABLE_HASH_BYTES];
    metric_set all = all_metrics();
    if (!CHECK(mkdtemp(directory) != NULL) ||
        !CHECK_EQUAL(folder_open_to_write(&folder, &rules_brazilian, directory, &failure), 0))
        return check_report();
    struct plan plan = plan_of_missing(PIECES, all);
    struct build_options plenty = options_of(UINT64_MAX / 2, NULL);
    CHECK_EQUAL(tables_in(&plan), TABLES);
    CHECK_EQUAL(build(&plan, &plenty), EXIT_CODE_OK);
    CHECK_EQUAL(all_hashes(&plan, whole), TABLES);

    const struct {
        size_t first; /* step that loses tables, and all after it */
        metric_set lost;
        metric_set wanted; /* of the run that makes them again */
        const struct kernel *kernel;
        bool dropping; /* values have to be dropped in the least memory */
    } cases[] = {{0, all, all, NULL, true},
                 {3, metric_bit(METRIC_DTC), all, NULL, false},
                 {3, metric_bit(METRIC_WDL), all, NULL, false},
                 {7, metric_bit(METRIC_DTW) | metric_bit(METRIC_DTC), all, NULL, false},
                 {8, metric_bit(METRIC_DTW), all, NULL, false},
                 {0, metric_bit(METRIC_WDL), metric_bit(METRIC_WDL), NULL, false},
                 {0, metric_bit(METRIC_WDL), metric_bit(METRIC_WDL), kernel_find("plain"), false},
                 {4, metric_bit(METRIC_WDL), metric_bit(METRIC_WDL), kernel_find(NULL), false},
                 {8, metric_bit(METRIC_WDL), metric_bit(METRIC_WDL), kernel_find(NULL), false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        remove_tables(&plan, cases[i].first, cases[i].lost);
        struct plan missing = plan_of_missing(PIECES, cases[i].wanted);
        CHECK(tables_in(&missing) > 0);
        check_least_memory(&missing, cases[i].kernel, cases[i].dropping);
        plan_free(&missing);
        CHECK_EQUAL(all_hashes(&plan, again), TABLES);
        CHECK(memcmp(whole, again, sizeof whole) == 0);
    }
    plan_free(&plan);
    folder_close(&folder);
    char command[64];
    snprintf(command, sizeof command, "rm -r '%s'", directory);
    CHECK_EQUAL(system(command), 0);
    return check_report();
}
