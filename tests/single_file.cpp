// A program in C++ that is linked with finais_all.c: prints the value of a position. $1 is a folder of
// tables.
#include "finais.h"
#include <cstdio>

int main(int, char **arguments) {
    finais *tables = nullptr;
    finais_context *context = nullptr;
    finais_position position;
    finais_result result;
    finais_error error;
    finais_options options = FINAIS_OPTIONS_DEFAULT;
    const char *directory = arguments[1];
    options.directories = &directory;
    options.directory_count = 1;
    if (finais_open(&tables, &options, &error) != FINAIS_OK ||
        finais_context_new(&context, tables, &error) != FINAIS_OK ||
        finais_position_from_fen(tables, "W:WKd8,a7:BKg1", &position, &error) != FINAIS_OK ||
        finais_probe(context, &position, FINAIS_WANT_ALL, &result, &error) != FINAIS_OK)
        std::puts(error.message);
    else
        std::printf("%d %d %d\n", static_cast<int>(result.wdl), static_cast<int>(result.dtw),
                    static_cast<int>(result.dtc));
    finais_context_free(context);
    finais_close(tables);
    return 0;
}
