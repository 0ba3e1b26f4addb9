/* scan_output.h - writing what a scan finds, in index order, while several threads look for it. */
#ifndef GEN_SCAN_OUTPUT_H
#define GEN_SCAN_OUTPUT_H

#include "table_scan.h"
#include "text_buffer.h"

/* Adds what is to be written of the positions of one side to move from `first` to before `end`.
 * Called by several threads at once. False ends the scan. */
typedef bool range_writer(void *context, const struct scanned_table *table, unsigned thread,
                          enum side side, uint64_t first, uint64_t end, struct text_buffer *buffer);

/* What came of a range, in index order, one thread at a time; `count` positions of it are done with
 * the range. False ends the scan without a fault. */
typedef bool range_taker(void *context, uint64_t positions, const struct text_buffer *buffer);

struct scan_output {
    FILE *stream;
    range_writer *write;
    range_taker *take; /* NULL: the buffer is written as it is */
    void *context;
};

/* Goes through a table. EXIT_CODE_INTERRUPTED when a signal asks to stop, EXIT_CODE_IO or
 * EXIT_CODE_SHORT (a full disk) when the stream cannot be written. */
enum exit_code scan_write(const struct scan_output *output, const struct scanned_table *table,
                          unsigned threads, bool *ended, struct failure *failure);

/* The failure to write to a stream that is standard output. */
enum exit_code fail_output(struct failure *failure, int number);

/* Adds a row of text: the FEN and, with `columns`, side to move, outcome, and those distances that
 * are told, between tabs. */
void add_position_row(struct text_buffer *buffer, const struct scanned_table *table,
                      metric_set told, bool columns, const struct position *position,
                      uint64_t index);

/* The headline of such rows. */
void print_position_headline(FILE *stream, metric_set told);

#endif
