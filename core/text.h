/* text.h - appending to a caller's buffer, for everything in the core that writes text.
 *
 * What does not fit is left out, the length goes on counting: so, as with snprintf, a length below
 * `size` means that the text is complete. A buffer of size 1 or more always ends in a zero byte.
 */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct text {
    char *buffer; /* may be NULL when size is 0 */
    size_t size;
    size_t length; /* of the whole text, without the zero byte */
};

static inline struct text text_begin(char *buffer, size_t size) {
    if (size > 0)
        buffer[0] = '\0';
    return (struct text){.buffer = buffer, .size = size, .length = 0};
}

static inline void text_append_character(struct text *text, char character) {
    if (text->length + 1 < text->size) {
        text->buffer[text->length] = character;
        text->buffer[text->length + 1] = '\0';
    }
    text->length++;
}

static inline void text_append(struct text *text, const char *string) {
    for (; *string != '\0'; string++)
        text_append_character(text, *string);
}

static inline void text_append_number(struct text *text, uint64_t number) {
    char digits[20];
    unsigned count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0)
        text_append_character(text, digits[--count]);
}

/* Longest quotation; more is cut and marked with dots. */
enum { TEXT_QUOTED_MAX = 40 };

/* Appends a part of somebody's text in quotation marks, fit for one line of a message: bytes that
 * are not printable ASCII become \xNN. */
static inline void text_append_quoted(struct text *text, const char *quoted, size_t length) {
    static const char digits[] = "0123456789abcdef";
    text_append_character(text, '\'');
    for (size_t i = 0; i < length && i < TEXT_QUOTED_MAX; i++) {
        unsigned char byte = (unsigned char)quoted[i];
        if (byte >= ' ' && byte <= '~') {
            text_append_character(text, (char)byte);
            continue;
        }
        text_append(text, "\\x");
        text_append_character(text, digits[byte >> 4]);
        text_append_character(text, digits[byte & 15]);
    }
    text_append(text, length > TEXT_QUOTED_MAX ? "...'" : "'");
}

#endif
