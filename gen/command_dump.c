#include "command.h"
#include "options.h"
#include "position_walk.h"
#include "scan_output.h"
#include "solver.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>

static const char help[] =
    "finais-gen dump writes every position of a signature with its values.\n"
    "\n"
    "  finais-gen dump --signature KMvK > KMvK.tsv\n"
    "        a headline, then a position a row, columns separated by tabs: FEN, side to move, "
    "win,\n"
    "        draw or loss for that side, and plies (dtw, dtc) where there are tables\n"
    "  finais-gen dump --signature KMvK --format npy > KMvK.npy\n"
    "        an array for NumPy or any other reader of .npy files: a row for each side to move\n"
    "        (White, Black), a column for each index of docs/format.md, section 5; an element has\n"
    "        the fields wdl (1 win, 0 draw, -1 loss), dtw and dtc (plies, -1 for a draw)\n"
    "\n"
    "Positions come with White to move first, in the order of the index. Positions that table "
    "files\n"
    "leave out, those with captures, are among them. A signature that is its own mirror, such as\n"
    "KvK, has White to move alone: the other positions are the same, seen from the other side.\n"
    "\n"
    "  --signature S      White's kings and men, v, Black's; for KvKKK its mirror KKKvK is taken\n"
    "  --format NAME      tsv (if not given) or npy\n"
    "  --metrics LIST     some of wdl,dtw,dtc; else those that are there\n"
    "  --tables DIR       where DIR/brazilian is; else the first directory in FINAIS_TABLES, else\n"
    "                     tables\n"
    "  --threads T        all processors if not given\n"
    "  --memory SIZE      most memory to use; all that is free if not given\n"
    "  --kernel NAME      what finds the values of wdl tables that files leave out: auto (the\n"
    "                     fastest that runs here; if not given), avx512, avx2, plain or none\n"
    "  --variant NAME     brazilian\n";

struct dump {
    metric_set told;
    bool array; /* .npy, else rows of text */
    unsigned threads;
};

/* ---- Elements of an array ------------------------------------------------------------------- */

static void put_16(uint8_t *bytes, uint16_t number) {
    bytes[0] = (uint8_t)number;
    bytes[1] = (uint8_t)(number >> 8);
}

static size_t element_bytes(metric_set told) {
    return 1u + ((told & metric_bit(METRIC_DTW)) != 0 ? 2u : 0u) +
           ((told & metric_bit(METRIC_DTC)) != 0 ? 2u : 0u);
}

static void write_element(const struct scanned_table *table, metric_set told, enum side side,
                          uint64_t index, uint8_t *element) {
    value outcome = scanned_outcome(table, side, index);
    *element++ = outcome == VALUE_WIN ? 1 : outcome == VALUE_LOSS ? 0xff : 0;
    for (enum metric metric = METRIC_DTW; metric <= METRIC_DTC; metric++) {
        if ((told & metric_bit(metric)) == 0)
            continue;
        put_16(element, (uint16_t)scanned_distance(table, metric, side, index));
        element += 2;
    }
}

/* The header of format version 1.0: magic, version, length of what follows, a Python dictionary,
 * blanks up to a multiple of 64 bytes and a line end. */
static void write_array_header(FILE *stream, const struct scanned_table *table, metric_set told) {
    enum { PREFIX = 10, UNIT = 64, ROOM = 192 };
    char text[ROOM];
    int length = snprintf(text, sizeof text,
                          "{'descr': [('wdl', '|i1')%s%s], 'fortran_order': False, 'shape': (%u, "
                          "%" PRIu64 "), }",
                          (told & metric_bit(METRIC_DTW)) != 0 ? ", ('dtw', '<i2')" : "",
                          (told & metric_bit(METRIC_DTC)) != 0 ? ", ('dtc', '<i2')" : "",
                          table->sides, table->layout->positions);
    size_t header = (PREFIX + (size_t)length + 1 + UNIT - 1) / UNIT * UNIT - PREFIX;
    uint8_t prefix[PREFIX] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    put_16(prefix + 8, (uint16_t)header);
    fwrite(prefix, 1, sizeof prefix, stream);
    fprintf(stream, "%-*s\n", (int)header - 1, text);
}

/* ---- The dump ------------------------------------------------------------------------------- */

static bool dump_range(void *context, const struct scanned_table *table, unsigned thread,
                       enum side side, uint64_t first, uint64_t end, struct text_buffer *buffer) {
    const struct dump *dump = context;
    (void)thread;
    if (dump->array) {
        size_t bytes = element_bytes(dump->told);
        size_t count = (size_t)(end - first) * bytes;
        uint8_t *room = (uint8_t *)text_buffer_room(buffer, count);
        for (uint64_t index = first; room != NULL && index < end; index++)
            write_element(table, dump->told, side, index, room + (index - first) * bytes);
        buffer->length += room != NULL ? count : 0;
        return true;
    }
    struct position_walk walk = position_walk_start(table->layout, side, first);
    for (uint64_t index = first; index < end; index++, position_walk_next(&walk))
        add_position_row(buffer, table, dump->told, true, &walk.position, index);
    return true;
}

static enum exit_code dump_table(void *context, const struct scanned_table *table,
                                 struct failure *failure) {
    struct dump *dump = context;
    struct scan_output output = {stdout, dump_range, NULL, dump};
    bool ended;
    if (dump->array)
        write_array_header(stdout, table, dump->told);
    else
        print_position_headline(stdout, dump->told);
    enum exit_code code = scan_write(&output, table, dump->threads, &ended, failure);
    errno = 0;
    if (code == EXIT_CODE_OK && fflush(stdout) != 0)
        code = fail_output(failure, errno);
    return code;
}

static enum exit_code read_format(const struct options *options, bool *array,
                                  struct failure *failure) {
    *array = options->format != NULL && strcmp(options->format, "npy") == 0;
    if (*array || options->format == NULL || strcmp(options->format, "tsv") == 0)
        return EXIT_CODE_OK;
    return fail(failure, EXIT_CODE_USAGE, "--format '%s': expected tsv or npy", options->format);
}

static enum exit_code run_dump(const struct options *options, struct plan *plan,
                               const struct folder *folder, struct failure *failure) {
    struct dump dump = {.threads = options->threads};
    struct walk_options walk = {options->threads, options->memory, complete_values, NULL};
    enum exit_code code = read_format(options, &dump.array, failure);
    if (code == EXIT_CODE_OK)
        code = options_kernel(options, &walk.kernel, failure);
    if (code == EXIT_CODE_OK)
        code = options_plan(options, 0, folder, plan, failure);
    if (code == EXIT_CODE_OK)
        code = scan_plan(plan, folder, options->metrics, &dump.told, failure);
    if (code == EXIT_CODE_OK)
        code = scan_tables(plan, folder, dump.told, &walk, dump_table, &dump, failure);
    return code;
}

enum exit_code command_dump(int argc, char **argv, struct failure *failure) {
    struct options options;
    unsigned allowed = OPTION_SIGNATURE | OPTION_FORMAT | OPTION_METRICS | OPTION_TABLES |
                       OPTION_THREADS | OPTION_MEMORY | OPTION_KERNEL | OPTION_VARIANT;
    enum exit_code code;
    if (!options_start(&options, argc, argv, allowed, help, &code, failure))
        return code;
    if ((options.given & OPTION_SIGNATURE) == 0)
        return fail(failure, EXIT_CODE_USAGE, "--signature is missing; see finais-gen dump --help");
    struct plan plan = {.rules = options.rules};
    struct folder folder;
    code = folder_open_to_read(&folder, options.rules, options.tables, failure);
    if (code == EXIT_CODE_OK)
        code = run_dump(&options, &plan, &folder, failure);
    plan_free(&plan);
    return code;
}
