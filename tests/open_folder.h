/* open_folder.h - opening a folder of tables, for one thread and with the options that tests take
 * unless they are about options. */
#ifndef TESTS_OPEN_FOLDER_H
#define TESTS_OPEN_FOLDER_H

#include "finais.h"

/* False when that fails; both are to be freed in any case. */
static inline bool open_folder(const char *directory, finais_mode mode, finais **handle,
                               finais_context **context) {
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = &directory;
    options.directory_count = 1;
    options.mode = mode;
    *handle = NULL;
    *context = NULL;
    return finais_open(handle, &options, NULL) == FINAIS_OK &&
           finais_context_new(context, *handle, NULL) == FINAIS_OK;
}

#endif
