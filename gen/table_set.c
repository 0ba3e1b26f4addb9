#include "table_set.h"
#include "interrupt.h"
#include "table_loader.h"
#include <stdlib.h>

/* ---- Opening ----------------------------------------------------------------------------------
 */

static uint16_t *number_of(struct table_set *set, struct signature s, enum metric metric) {
    return &set->number[metric][s.men[WHITE]][s.kings[WHITE]][s.men[BLACK]][s.kings[BLACK]];
}

static bool set_holds(struct signature signature) {
    for (enum side side = WHITE; side <= BLACK; side++)
        if (signature.men[side] > TABLE_SET_KIND_MAX || signature.kings[side] > TABLE_SET_KIND_MAX)
            return false;
    return true;
}

static enum exit_code open_table(struct table_set *set, const struct folder *folder,
                                 struct signature signature, enum metric metric,
                                 struct failure *failure) {
    struct table *table;
    enum exit_code code = table_of_folder(folder, signature, metric, &table, failure);
    if (code != EXIT_CODE_OK)
        return code;
    set->tables[set->count] = table;
    set->first_block[set->count] = set->blocks;
    set->blocks += table->blocks;
    set->count++;
    *number_of(set, signature, metric) = (uint16_t)set->count;
    return EXIT_CODE_OK;
}

enum exit_code table_set_open(struct table_set **set, const struct plan *plan,
                              const struct folder *folder, metric_set metrics,
                              struct failure *failure) {
    enum exit_code code = EXIT_CODE_OK;
    *set = calloc(1, sizeof **set);
    if (*set == NULL)
        return fail_memory(failure, "open tables");
    size_t most = plan->count * METRIC_DTC;
    (*set)->tables = calloc(most + 1, sizeof(struct table *));
    (*set)->first_block = calloc(most + 1, sizeof(uint64_t));
    if ((*set)->tables == NULL || (*set)->first_block == NULL || most >= UINT16_MAX)
        code = fail_memory(failure, "open tables");
    for (size_t i = 0; i < plan->count; i++)
        for (enum metric metric = METRIC_WDL; code == EXIT_CODE_OK && metric <= METRIC_DTC;
             metric++)
            if (((plan->steps[i].present | plan->steps[i].tables) & metrics & metric_bit(metric)) !=
                    0 &&
                set_holds(plan->steps[i].signature))
                code = open_table(*set, folder, plan->steps[i].signature, metric, failure);
    if (code != EXIT_CODE_OK) {
        table_set_close(*set);
        *set = NULL;
    }
    return code;
}

void table_set_close(struct table_set *set) {
    if (set == NULL)
        return;
    for (size_t i = 0; i < set->count; i++)
        table_close(set->tables[i]);
    free(set->tables);
    free(set->first_block);
    free(set);
}

size_t table_set_find(const struct table_set *set, struct signature s, enum metric metric) {
    if (!set_holds(s))
        return SIZE_MAX;
    unsigned number =
        set->number[metric][s.men[WHITE]][s.kings[WHITE]][s.men[BLACK]][s.kings[BLACK]];
    return number == 0 ? SIZE_MAX : number - 1;
}

/* ---- Reading ----------------------------------------------------------------------------------
 */

/* A place is block * PLACES_OF_BLOCK + slot in the block. */
enum { PLACES_OF_BLOCK = TABLE_BLOCK_ROWS_MAX * MAX_SQUARES };

stored_place table_set_place(const struct table_set *set, size_t number,
                             const struct position *position) {
    const struct table *table = set->tables[number];
    uint32_t place;
    uint64_t block = table_block_of(table, position->side_to_move,
                                    slot_of_position(&table->slots, position), &place);
    return (set->first_block[number] + block) * PLACES_OF_BLOCK + place;
}

static uint64_t block_of(stored_place place) {
    return place / PLACES_OF_BLOCK;
}

/* Which places are in which block: those of block b are order[first[b]] to order[first[b + 1]] - 1.
 */
struct by_block {
    uint32_t *first;
    uint32_t *order;
};

static bool sort_by_block(const struct table_set *set, const stored_place *places, size_t count,
                          struct by_block *sorted) {
    sorted->first = calloc((size_t)set->blocks + 2, sizeof(uint32_t));
    sorted->order = malloc((count + 1) * sizeof(uint32_t));
    if (sorted->first == NULL || sorted->order == NULL)
        return false;
    /* first[b + 2] counts the places of block b; after the sums first[b + 1] is where they begin,
     * and after they were put there, where they end. */
    for (size_t i = 0; i < count; i++)
        sorted->first[block_of(places[i]) + 2]++;
    for (uint64_t block = 0; block < set->blocks; block++)
        sorted->first[block + 2] += sorted->first[block + 1];
    for (size_t i = 0; i < count; i++)
        sorted->order[sorted->first[block_of(places[i]) + 1]++] = (uint32_t)i;
    return true;
}

/* What the threads that read have in common. */
struct set_reading {
    const struct table_set *set;
    const stored_place *places;
    value *answers;
    struct by_block sorted;
    set_progress *progress;
    void *progress_context;
    size_t done;
    uint64_t failed_block;
    struct failure *failure;
};

static void note_failure(struct set_reading *reading, uint64_t block, finais_status status,
                         const finais_error *error) {
#pragma omp critical(table_set_failure)
    if (block < reading->failed_block) {
        reading->failed_block = block;
        fail_reader(reading->failure, status, error);
    }
}

static void read_block(struct set_reading *reading, struct block_reader *reader, size_t number,
                       uint64_t block, uint8_t *bytes) {
    const struct table *table = reading->set->tables[number];
    finais_error error;
    uint64_t in_table = block - reading->set->first_block[number];
    finais_status status = table_read_block(table, reader, in_table, bytes, &error);
    if (status != FINAIS_OK) {
        note_failure(reading, block, status, &error);
        return;
    }
    for (uint32_t i = reading->sorted.first[block]; i < reading->sorted.first[block + 1]; i++) {
        uint32_t asked = reading->sorted.order[i];
        reading->answers[asked] = table_block_value(
            table, bytes, in_table, (uint32_t)(reading->places[asked] % PLACES_OF_BLOCK));
    }
}

/* Blocks `first` to `end` - 1 of the set, of which the first is in table `number` or a later one.
 */
static void read_blocks(struct set_reading *reading, struct block_reader *reader, uint64_t first,
                        uint64_t end, uint8_t *bytes) {
    const struct table_set *set = reading->set;
    size_t number = 0;
    for (uint64_t block = first; block < end; block++) {
        if (reading->sorted.first[block] == reading->sorted.first[block + 1])
            continue;
        while (number + 1 < set->count && set->first_block[number + 1] <= block)
            number++;
        read_block(reading, reader, number, block, bytes);
    }
}

static void count_done(struct set_reading *reading, size_t places) {
#pragma omp critical(table_set_progress)
    {
        reading->done += places;
        reading->progress(reading->progress_context, reading->done);
    }
}

static size_t largest_block_bytes(const struct table_set *set) {
    size_t largest = 1;
    for (size_t i = 0; i < set->count; i++)
        if (set->tables[i]->block_bytes > largest)
            largest = set->tables[i]->block_bytes;
    return largest;
}

enum { BLOCKS_AT_A_TIME = 256 };

static void read_all(struct set_reading *reading, unsigned threads) {
    uint64_t tasks = (reading->set->blocks + BLOCKS_AT_A_TIME - 1) / BLOCKS_AT_A_TIME;
    size_t bytes_needed = largest_block_bytes(reading->set);
#pragma omp parallel num_threads((int)threads)
    {
        struct block_reader reader;
        finais_error error;
        uint8_t *bytes = malloc(bytes_needed);
        finais_status ready = block_reader_init(&reader, &error);
        if (ready == FINAIS_OK && bytes == NULL)
            ready = error_memory(&error, "unpacking blocks");
        if (ready != FINAIS_OK)
            note_failure(reading, 0, ready, &error);
#pragma omp for schedule(dynamic)
        for (uint64_t task = 0; task < tasks; task++) {
            uint64_t first = task * BLOCKS_AT_A_TIME;
            uint64_t left = reading->set->blocks - first;
            uint64_t end = first + (left < BLOCKS_AT_A_TIME ? left : BLOCKS_AT_A_TIME);
            if (ready != FINAIS_OK || interrupt_requested())
                continue;
            read_blocks(reading, &reader, first, end, bytes);
            count_done(reading, reading->sorted.first[end] - reading->sorted.first[first]);
        }
        block_reader_free(&reader);
        free(bytes);
    }
}

enum exit_code table_set_read(const struct table_set *set, const stored_place *places, size_t count,
                              value *answers, unsigned threads, set_progress *progress,
                              void *progress_context, struct failure *failure) {
    struct set_reading reading = {.set = set,
                                  .places = places,
                                  .answers = answers,
                                  .progress = progress,
                                  .progress_context = progress_context,
                                  .failed_block = UINT64_MAX,
                                  .failure = failure};
    if (count > UINT32_MAX || !sort_by_block(set, places, count, &reading.sorted)) {
        reading.failed_block = 0;
        fail_memory(failure, "reading tables");
    } else {
        read_all(&reading, threads);
    }
    free(reading.sorted.first);
    free(reading.sorted.order);
    if (reading.failed_block != UINT64_MAX)
        return failure->code;
    return interrupt_requested() ? fail(failure, EXIT_CODE_INTERRUPTED, "interrupted")
                                 : EXIT_CODE_OK;
}

uint64_t table_set_read_memory(const struct table_set *set, size_t count, unsigned threads) {
    return (set->blocks + 2 + count) * sizeof(uint32_t) +
           threads * ((uint64_t)2 * largest_block_bytes(set) + (1 << 18));
}
