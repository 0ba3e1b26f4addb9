/* line_reader.h - reads lines of any length in fixed memory. */
#ifndef CLI_LINE_READER_H
#define CLI_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The longest line that is kept whole; a FEN is far shorter. */
enum { LINE_LENGTH_MAX = 1024, LINE_BUFFER_SIZE = 1 << 16 };

struct line_reader {
    int descriptor;
    FILE *answers; /* flushed before a read that may wait, so that no answer is held back */
    size_t begin;  /* of what is not used yet in the buffer */
    size_t end;
    bool at_end;
    bool truncated;  /* the line was longer than LINE_LENGTH_MAX; its rest is passed over */
    bool holds_zero; /* a zero byte was in the line; it became a blank */
    char line[LINE_LENGTH_MAX + 1]; /* without the line feed */
    char buffer[LINE_BUFFER_SIZE];
};

void line_reader_init(struct line_reader *reader, int descriptor, FILE *answers);

enum line_status {
    LINE_READ,
    LINE_NONE,        /* the input is at its end */
    LINE_READ_FAILED, /* errno tells why */
    LINE_WRITE_FAILED /* the answers could not be written; errno tells why */
};

/* Reads the next line into reader->line. The last may lack its end. */
enum line_status line_reader_next(struct line_reader *reader);

#endif
