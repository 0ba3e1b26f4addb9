/* example_memory.c - probes tables that lie in memory: read by the program itself, here from files,
 * or packed into it, or sent to it.
 *     cc example_memory.c $(pkg-config --cflags --libs finais) -o example_memory
 *     ./example_memory 'W:WKd8,a7:BKg1' /usr/local/share/finais/brazilian/?*.wdl */
#include <errno.h>
#include <finais.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct image {
    const char *name; /* "brazilian/KKvK.wdl" */
    unsigned char *bytes;
    size_t size;
};

struct images {
    struct image *items;
    size_t count;
};

/* ---- What the library calls ------------------------------------------------------------------ */

static int list(void *user, size_t number, char name[FINAIS_TABLE_NAME_SIZE]) {
    const struct images *images = user;
    snprintf(name, FINAIS_TABLE_NAME_SIZE, "%s",
             number < images->count ? images->items[number].name : "");
    return 0;
}

static int open_image(void *user, const char *name, void **file) {
    const struct images *images = user;
    for (size_t i = 0; i < images->count; i++)
        if (strcmp(images->items[i].name, name) == 0) {
            *file = &images->items[i];
            return 0;
        }
    return ENOENT;
}

static int file_size(void *user, void *file, uint64_t *bytes) {
    (void)user;
    *bytes = ((const struct image *)file)->size;
    return 0;
}

static int read_at(void *user, void *file, uint64_t offset, void *buffer, size_t count,
                   size_t *got) {
    const struct image *image = file;
    (void)user;
    size_t left = offset < image->size ? image->size - (size_t)offset : 0;
    *got = count < left ? count : left;
    memcpy(buffer, image->bytes + offset, *got);
    return 0;
}

static void close_image(void *user, void *file) {
    (void)user;
    (void)file;
}

/* ---- The program ----------------------------------------------------------------------------- */

static int load(struct image *image, const char *path) {
    const char *slash = strrchr(path, '/');
    while (slash != NULL && slash > path && slash[-1] != '/')
        slash--;
    FILE *file = fopen(path, "rb");
    if (slash == NULL || file == NULL || fseek(file, 0, SEEK_END) != 0)
        return -1;
    image->name = slash;
    image->size = (size_t)ftell(file);
    image->bytes = malloc(image->size + 1);
    rewind(file);
    if (image->bytes == NULL || fread(image->bytes, 1, image->size, file) != image->size)
        return -1;
    return fclose(file);
}

static finais_status answer(finais_context *context, finais *tables, const char *fen,
                            finais_error *error) {
    static const char *const words[] = {"loss", "draw", "win"};
    finais_position position;
    finais_wdl wdl;
    finais_status status = finais_position_from_fen(tables, fen, &position, error);
    if (status == FINAIS_OK)
        status = finais_probe_wdl(context, &position, &wdl, error);
    if (status == FINAIS_OK)
        puts(words[wdl + 1]);
    return status;
}

int main(int argc, char **argv) {
    struct images images = {calloc((size_t)argc, sizeof(struct image)), 0};
    finais_io io = {sizeof io, &images, list, open_image, file_size, read_at, close_image};
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    finais *tables = NULL;
    finais_context *context = NULL;
    finais_error error;
    for (int i = 2; images.items != NULL && i < argc; i++)
        if (load(&images.items[images.count++], argv[i]) != 0) {
            fprintf(stderr, "example_memory: cannot read %s\n", argv[i]);
            return 1;
        }
    options.io = &io;
    finais_status status = finais_open(&tables, &options, &error);
    if (status == FINAIS_OK)
        status = finais_context_new(&context, tables, &error);
    if (status == FINAIS_OK)
        status = answer(context, tables, argc > 1 ? argv[1] : "", &error);
    if (status != FINAIS_OK)
        fprintf(stderr, "example_memory: %s\n", error.message);
    finais_context_free(context);
    finais_close(tables);
    for (size_t i = 0; i < images.count; i++)
        free(images.items[i].bytes);
    free(images.items);
    return status == FINAIS_OK ? 0 : 1;
}
