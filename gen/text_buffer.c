#include "text_buffer.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 1 << 16 };

char *text_buffer_room(struct text_buffer *buffer, size_t count) {
    if (buffer->capacity - buffer->length < count) {
        size_t capacity = buffer->capacity != 0 ? 2 * buffer->capacity : FIRST_CAPACITY;
        while (capacity - buffer->length < count)
            capacity *= 2;
        char *bytes = realloc(buffer->bytes, capacity);
        if (bytes == NULL) {
            buffer->short_of_memory = true;
            return NULL;
        }
        buffer->bytes = bytes;
        buffer->capacity = capacity;
    }
    return buffer->bytes + buffer->length;
}

void text_buffer_add(struct text_buffer *buffer, const char *bytes, size_t count) {
    char *room = text_buffer_room(buffer, count);
    if (room == NULL)
        return;
    memcpy(room, bytes, count);
    buffer->length += count;
}

void text_buffer_add_text(struct text_buffer *buffer, const char *text) {
    text_buffer_add(buffer, text, strlen(text));
}

void text_buffer_add_number(struct text_buffer *buffer, int number) {
    char digits[16];
    int length = snprintf(digits, sizeof digits, "%d", number);
    text_buffer_add(buffer, digits, (size_t)length);
}

void text_buffer_free(struct text_buffer *buffer) {
    free(buffer->bytes);
    *buffer = (struct text_buffer){0};
}
