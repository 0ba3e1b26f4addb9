/* A set of tables of which one is damaged. The input says how: the number of the table, the mode,
 * and then steps of STEP_BYTES. Every answer is the right one, or that the table is corrupt. */
#include "fuzz.h"
#include "known_values.h"
#include "tiny_files.h"
#include <string.h>

enum { TABLES_MAX = 64, PIECES_MAX = 3, POSITIONS = 128, STEP_BYTES = 8, STEPS_MAX = 32 };

/* An intact table, and the right answers for its signature. */
static struct sound_table {
    char name[FINAIS_TABLE_NAME_SIZE];
    char path[2 * TINY_PATH_SIZE]; /* of the copy that is damaged */
    uint8_t *bytes;
    size_t size;
    struct known_values known;
} tables[TABLES_MAX];
static size_t table_count;
static char directory[TINY_PATH_SIZE];

static void clean_up(void) {
    tiny_directory_remove(directory);
    for (size_t i = 0; i < table_count; i++) {
        free(tables[i].bytes);
        known_values_free(&tables[i].known);
    }
}

static void take_table(finais *handle, finais_context *context, const finais_table_info *info) {
    char signature[FINAIS_TABLE_NAME_SIZE];
    struct sound_table *table = &tables[table_count];
    if (info->pieces > PIECES_MAX || table_count == TABLES_MAX)
        return;
    memcpy(table->name, info->name, sizeof table->name);
    snprintf(table->path, sizeof table->path, "%s/%.*s", directory, FINAIS_TABLE_NAME_SIZE,
             info->name);
    table->bytes = tiny_file_read(info->path, &table->size);
    FUZZ_DEMAND(table->bytes != NULL);
    FUZZ_DEMAND(tiny_file_write(table->path, table->bytes, table->size));
    known_values_signature(table->name, signature);
    FUZZ_DEMAND(known_values_make(&table->known, context, handle, signature, POSITIONS));
    table_count++;
}

static void make_set(void) {
    static finais_table_info infos[1024];
    finais *handle;
    finais_context *context;
    size_t count;
    FUZZ_DEMAND(tiny_directory_make(directory));
    atexit(clean_up);
    FUZZ_DEMAND(fuzz_open(TEST_TABLES, FINAIS_READ, &handle, &context) == FINAIS_OK);
    FUZZ_DEMAND(finais_tables(handle, infos, 1024, &count, NULL) == FINAIS_OK);
    for (size_t i = 0; i < count && i < 1024; i++)
        take_table(handle, context, &infos[i]);
    FUZZ_DEMAND(table_count > 0);
    finais_context_free(context);
    finais_close(handle);
}

/* ---- Damage ---------------------------------------------------------------------------------- */

/* A file that changes. */
struct image {
    uint8_t bytes[1 << 16];
    size_t size;
};

static size_t number_below(const uint8_t *bytes, size_t limit) {
    size_t number = (size_t)bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16;
    return limit == 0 ? 0 : number % limit;
}

static void swap_bytes(struct image *image, size_t first, size_t second, size_t length) {
    for (size_t i = 0; i < length && first + i < image->size && second + i < image->size; i++) {
        uint8_t byte = image->bytes[first + i];
        image->bytes[first + i] = image->bytes[second + i];
        image->bytes[second + i] = byte;
    }
}

static void take_from(struct image *image, const struct sound_table *other, size_t at, size_t from,
                      size_t length) {
    for (size_t i = 0; i < length && at + i < image->size && from + i < other->size; i++)
        image->bytes[at + i] = other->bytes[from + i];
}

static void damage(struct image *image, const uint8_t *step) {
    size_t first = number_below(step + 1, image->size);
    size_t second = number_below(step + 4, image->size);
    switch (step[0] % 6) {
    case 0:
        if (image->size > 0)
            image->bytes[first] ^= step[7];
        break;
    case 1:
        image->size = first;
        break;
    case 2:
        swap_bytes(image, first, second, step[7] + 1u);
        break;
    case 3:
        take_from(image, &tables[step[7] % table_count], first, second, step[6] * 4u);
        break;
    case 4:
        if (image->size < sizeof image->bytes)
            image->bytes[image->size++] = step[7];
        break;
    default:
        if (image->size > 0)
            memset(image->bytes + first, step[7],
                   second < image->size - first ? second : image->size - first);
    }
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void demand_right_or_corrupt(const struct sound_table *table, finais_mode mode,
                                    bool intact) {
    finais *handle;
    finais_context *context;
    struct comparison comparison = {.right = 0};
    finais_status status = fuzz_open(directory, mode, &handle, &context);
    FUZZ_DEMAND(status == FINAIS_OK || (status == FINAIS_TABLE_CORRUPT && !intact));
    if (status == FINAIS_OK) {
        status = finais_table_verify(context, table->name, NULL);
        FUZZ_DEMAND(status == FINAIS_OK || (status == FINAIS_TABLE_CORRUPT && !intact));
        for (size_t i = 0; i < table_count; i++)
            known_values_compare(&tables[i].known, context, known_values_flags(table->name), 0,
                                 &tables[i] == table ? 1 : 8, &comparison);
        FUZZ_DEMAND(comparison.wrong == 0 && comparison.other == 0);
        FUZZ_DEMAND(comparison.corrupt == 0 || status == FINAIS_TABLE_CORRUPT);
    }
    finais_context_free(context);
    finais_close(handle);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct image image;
    if (table_count == 0)
        make_set();
    if (size < 2)
        return 0;
    const struct sound_table *table = &tables[data[0] % table_count];
    finais_mode mode = (finais_mode)(data[1] % 3);
    FUZZ_DEMAND(table->size <= sizeof image.bytes);
    memcpy(image.bytes, table->bytes, table->size);
    image.size = table->size;
    size_t steps = (size - 2) / STEP_BYTES;
    for (size_t i = 0; i < steps && i < STEPS_MAX; i++)
        damage(&image, data + 2 + i * STEP_BYTES);
    bool intact = image.size == table->size && memcmp(image.bytes, table->bytes, table->size) == 0;
    FUZZ_DEMAND(tiny_file_write(table->path, image.bytes, image.size));
    demand_right_or_corrupt(table, mode, intact);
    FUZZ_DEMAND(tiny_file_write(table->path, table->bytes, table->size));
    return 0;
}
