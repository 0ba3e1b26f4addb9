/* text_buffer.h - bytes that a thread collects before it is its turn to write them. */
#ifndef GEN_TEXT_BUFFER_H
#define GEN_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct text_buffer {
    char *bytes;
    size_t length;
    size_t capacity;
    bool short_of_memory; /* something was not added */
};

/* Begins anew with the memory there is. */
static inline void text_buffer_clear(struct text_buffer *buffer) {
    buffer->length = 0;
}

/* Room for `count` bytes more, NULL when memory is short. */
char *text_buffer_room(struct text_buffer *buffer, size_t count);

void text_buffer_add(struct text_buffer *buffer, const char *bytes, size_t count);
void text_buffer_add_text(struct text_buffer *buffer, const char *text);

/* A number of -32767 to 32767 in digits. */
void text_buffer_add_number(struct text_buffer *buffer, int number);

void text_buffer_free(struct text_buffer *buffer);

#endif
