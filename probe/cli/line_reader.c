#include "line_reader.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

void line_reader_init(struct line_reader *reader, int descriptor, FILE *answers) {
    reader->descriptor = descriptor;
    reader->answers = answers;
    reader->begin = reader->end = 0;
    reader->at_end = false;
}

static enum line_status fill_buffer(struct line_reader *reader) {
    if (fflush(reader->answers) != 0 || ferror(reader->answers) != 0)
        return LINE_WRITE_FAILED;
    ssize_t size;
    do
        size = read(reader->descriptor, reader->buffer, sizeof reader->buffer);
    while (size < 0 && errno == EINTR);
    if (size < 0)
        return LINE_READ_FAILED;
    reader->begin = 0;
    reader->end = (size_t)size;
    reader->at_end = size == 0;
    return size == 0 ? LINE_NONE : LINE_READ;
}

/* Appends bytes to the line as far as they fit. */
static void append(struct line_reader *reader, size_t *length, const char *bytes, size_t size) {
    size_t room = LINE_LENGTH_MAX - *length;
    if (size > room) {
        reader->truncated = true;
        size = room;
    }
    for (size_t i = 0; i < size; i++) {
        reader->holds_zero |= bytes[i] == '\0';
        reader->line[(*length)++] = bytes[i] == '\0' ? ' ' : bytes[i];
    }
}

enum line_status line_reader_next(struct line_reader *reader) {
    size_t length = 0;
    bool begun = false;
    reader->truncated = reader->holds_zero = false;
    for (;;) {
        if (reader->begin == reader->end) {
            enum line_status status = reader->at_end ? LINE_NONE : fill_buffer(reader);
            if (status == LINE_NONE && begun)
                break;
            if (status != LINE_READ)
                return status;
        }
        const char *bytes = reader->buffer + reader->begin;
        size_t size = reader->end - reader->begin;
        const char *end = memchr(bytes, '\n', size);
        if (end != NULL)
            size = (size_t)(end - bytes);
        append(reader, &length, bytes, size);
        reader->begin += size + (end != NULL ? 1 : 0);
        begun = true;
        if (end != NULL)
            break;
    }
    reader->line[length] = '\0';
    return LINE_READ;
}
