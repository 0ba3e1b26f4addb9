#include "fuzz.h"
#include <string.h>

static finais *rules_handle;

static void close_rules(void) {
    finais_close(rules_handle);
}

const finais *fuzz_rules(void) {
    if (rules_handle == NULL) {
        const char *none[] = {""};
        finais_options options = FINAIS_OPTIONS_DEFAULT;
        options.directories = none;
        FUZZ_DEMAND(finais_open(&rules_handle, &options, NULL) == FINAIS_OK);
        atexit(close_rules);
    }
    return rules_handle;
}

finais_status fuzz_open_with(const finais_options *options, finais **handle,
                             finais_context **context) {
    finais_error error = {.status = FINAIS_OK};
    *handle = NULL;
    *context = NULL;
    finais_status status = finais_open(handle, options, &error);
    if (status == FINAIS_OK)
        status = finais_context_new(context, *handle, &error);
    fuzz_demand_error(status, &error);
    return status;
}

finais_status fuzz_open(const char *directory, finais_mode mode, finais **handle,
                        finais_context **context) {
    const char *directories[] = {directory};
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    options.directories = directories;
    options.directory_count = 1;
    options.mode = mode;
    return fuzz_open_with(&options, handle, context);
}

char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    FUZZ_DEMAND(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

void fuzz_demand_error(finais_status status, const finais_error *error) {
    FUZZ_DEMAND(error->status == status);
    if (status == FINAIS_OK)
        return;
    FUZZ_DEMAND(strcmp(finais_strerror(status), "unknown status") != 0);
    FUZZ_DEMAND(memchr(error->message, '\0', sizeof error->message) != NULL);
    FUZZ_DEMAND(error->message[0] != '\0' && strchr(error->message, '\n') == NULL);
}
