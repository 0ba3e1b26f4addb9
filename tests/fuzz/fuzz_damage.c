/* A set of tables in memory of which one is damaged, and of which a read may fail. The input says
 * how: HEAD_BYTES (number of the table, mode and fault, two bytes for the call that fails, most
 * bytes of a read), then steps of STEP_BYTES. Every answer is the right one, or a status that such
 * a fault has. */
#include "fuzz.h"
#include "known_values.h"
#include "memory_tables.h"
#include <string.h>

enum { POSITIONS = 128, HEAD_BYTES = 5, STEP_BYTES = 8, STEPS_MAX = 32, NAME_PIECES_MAX = 4 };

/* The intact tables, and the right answers for the signature of each. */
static struct memory_tables sound;
static struct known_values known[MEMORY_TABLES_MAX];

static void clean_up(void) {
    for (size_t i = 0; i < sound.count; i++)
        known_values_free(&known[i]);
    memory_tables_free(&sound);
}

static finais_status open_tables(struct memory_tables *tables, finais_mode mode, finais **handle,
                                 finais_context **context) {
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.io = &tables->io;
    options.mode = mode;
    return fuzz_open_with(&options, handle, context);
}

/* Only small signatures: all their successors are there, too. */
static void keep_small_tables(void) {
    size_t kept = 0;
    for (size_t i = 0; i < sound.count; i++) {
        char signature[FINAIS_TABLE_NAME_SIZE];
        known_values_signature(sound.tables[i].name, signature);
        if (strlen(signature) <= NAME_PIECES_MAX)
            sound.tables[kept++] = sound.tables[i];
        else
            free(sound.tables[i].bytes);
    }
    sound.count = kept;
}

static void make_set(void) {
    finais *handle;
    finais_context *context;
    FUZZ_DEMAND(memory_tables_load(&sound, TEST_TABLES, 4));
    keep_small_tables();
    FUZZ_DEMAND(sound.count > 0);
    atexit(clean_up);
    FUZZ_DEMAND(open_tables(&sound, FINAIS_READ, &handle, &context) == FINAIS_OK);
    for (size_t i = 0; i < sound.count; i++) {
        char signature[FINAIS_TABLE_NAME_SIZE];
        known_values_signature(sound.tables[i].name, signature);
        FUZZ_DEMAND(known_values_make(&known[i], context, handle, signature, POSITIONS));
    }
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

static void take_from(struct image *image, const struct memory_table *other, size_t at, size_t from,
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
        take_from(image, &sound.tables[step[7] % sound.count], first, second, step[6] * 4u);
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

/* Whether a status is one that the damage, or the fault, explains. */
static bool is_explained(finais_status status, bool intact, enum memory_fault fault) {
    if (status == FINAIS_OK)
        return true;
    if (status == FINAIS_TABLE_CORRUPT)
        return !intact || fault == MEMORY_ENDS;
    if (status == FINAIS_NO_MEMORY)
        return fault == MEMORY_ENOMEM;
    return status == FINAIS_IO_ERROR &&
           (fault == MEMORY_EIO || fault == MEMORY_BAD_NUMBER || fault == MEMORY_TOO_MUCH);
}

static void demand_right_answers(struct memory_tables *tables, size_t damaged, finais_mode mode,
                                 bool intact) {
    finais *handle;
    finais_context *context;
    struct comparison comparison = {.right = 0};
    const char *name = tables->tables[damaged].name;
    finais_status status = open_tables(tables, mode, &handle, &context);
    FUZZ_DEMAND(is_explained(status, intact, tables->fault));
    if (status == FINAIS_OK) {
        for (size_t i = 0; i < tables->count; i++)
            known_values_compare(&known[i], context, known_values_flags(name), 0,
                                 i == damaged ? 1 : 8, &comparison);
        FUZZ_DEMAND(comparison.wrong == 0);
        FUZZ_DEMAND(comparison.corrupt + comparison.other == 0 ||
                    is_explained(comparison.error.status, intact, tables->fault));
        status = finais_table_verify(context, name, NULL);
        FUZZ_DEMAND(is_explained(status, intact, tables->fault));
        FUZZ_DEMAND(comparison.corrupt == 0 || status != FINAIS_OK || tables->fault != MEMORY_FINE);
    }
    finais_context_free(context);
    finais_close(handle);
    FUZZ_DEMAND(tables->open_files == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct image image;
    if (sound.count == 0)
        make_set();
    if (size < HEAD_BYTES)
        return 0;
    size_t damaged = data[0] % sound.count;
    const struct memory_table *table = &sound.tables[damaged];
    FUZZ_DEMAND(table->size <= sizeof image.bytes);
    memcpy(image.bytes, table->bytes, table->size);
    image.size = table->size;
    size_t steps = (size - HEAD_BYTES) / STEP_BYTES;
    for (size_t i = 0; i < steps && i < STEPS_MAX; i++)
        damage(&image, data + HEAD_BYTES + i * STEP_BYTES);
    bool intact = image.size == table->size && memcmp(image.bytes, table->bytes, table->size) == 0;

    struct memory_tables tables = sound;
    tables.io.user = &tables;
    tables.tables[damaged].bytes = image.bytes;
    tables.tables[damaged].size = image.size;
    tables.part = data[4];
    memory_tables_fail(&tables, (enum memory_fault)(data[1] / 2 % MEMORY_FAULTS),
                       data[2] | data[3] << 8);
    demand_right_answers(&tables, damaged, data[1] % 2 == 0 ? FINAIS_READ : FINAIS_PRELOAD, intact);
    return 0;
}
