#include "json_writer.h"
#include <inttypes.h>

/* Length of the UTF-8 character at `text`, 0 when there is none (surrogates, overlong forms and
 * numbers beyond U+10FFFF are none). */
static unsigned utf8_length(const unsigned char *text) {
    static const struct {
        unsigned char first_low, first_high, second_low, second_high, length;
    } forms[] = {{0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
                 {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3},
                 {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
                 {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    if (text[0] < 0x80)
        return 1;
    for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (text[0] < forms[i].first_low || text[0] > forms[i].first_high)
            continue;
        if (text[1] < forms[i].second_low || text[1] > forms[i].second_high)
            return 0;
        for (unsigned j = 2; j < forms[i].length; j++) {
            if (text[j] < 0x80 || text[j] > 0xbf)
                return 0;
        }
        return forms[i].length;
    }
    return 0;
}

static void write_string(FILE *stream, const char *string) {
    const unsigned char *text = (const unsigned char *)string;
    putc('"', stream);
    while (*text != '\0') {
        unsigned length = utf8_length(text);
        if (length == 0) {
            fputs("\\ufffd", stream);
            length = 1;
        } else if (*text == '"' || *text == '\\') {
            fprintf(stream, "\\%c", *text);
        } else if (*text < 0x20 || *text == 0x7f) {
            fprintf(stream, "\\u%04x", *text);
        } else {
            fwrite(text, 1, length, stream);
        }
        text += length;
    }
    putc('"', stream);
}

static void break_line(struct json *json) {
    putc('\n', json->stream);
    for (unsigned i = 0; i < json->depth; i++)
        fputs("  ", json->stream);
}

/* What stands before a value: comma, line break and key. */
static void begin_value(struct json *json, const char *key) {
    if (json->depth > 0) {
        bool has_entries = json->levels[json->depth - 1].has_entries;
        bool inside_line = json->levels[json->depth - 1].layout == JSON_INLINE;
        if (has_entries)
            fputs(inside_line ? ", " : ",", json->stream);
        if (!inside_line)
            break_line(json);
        json->levels[json->depth - 1].has_entries = true;
    }
    if (key != NULL) {
        write_string(json->stream, key);
        fputs(": ", json->stream);
    }
}

static void begin_level(struct json *json, const char *key, enum json_layout layout, char begin,
                        char end) {
    begin_value(json, key);
    putc(begin, json->stream);
    if (json->depth > 0 && json->levels[json->depth - 1].layout == JSON_INLINE)
        layout = JSON_INLINE;
    json->levels[json->depth].layout = layout;
    json->levels[json->depth].has_entries = false;
    json->levels[json->depth].end = end;
    json->depth++;
}

struct json json_start(FILE *stream) {
    return (struct json){.stream = stream};
}

void json_object(struct json *json, const char *key, enum json_layout layout) {
    begin_level(json, key, layout, '{', '}');
}

void json_array(struct json *json, const char *key, enum json_layout layout) {
    begin_level(json, key, layout, '[', ']');
}

void json_end(struct json *json) {
    json->depth--;
    if (json->levels[json->depth].layout == JSON_LINES && json->levels[json->depth].has_entries)
        break_line(json);
    putc(json->levels[json->depth].end, json->stream);
    if (json->depth == 0)
        putc('\n', json->stream);
}

void json_string(struct json *json, const char *key, const char *text) {
    begin_value(json, key);
    write_string(json->stream, text);
}

void json_integer(struct json *json, const char *key, int64_t number) {
    begin_value(json, key);
    fprintf(json->stream, "%" PRId64, number);
}

void json_unsigned(struct json *json, const char *key, uint64_t number) {
    begin_value(json, key);
    fprintf(json->stream, "%" PRIu64, number);
}

void json_seconds(struct json *json, const char *key, double seconds) {
    begin_value(json, key);
    fprintf(json->stream, "%.6f", seconds);
}

void json_nanoseconds(struct json *json, const char *key, double nanoseconds) {
    begin_value(json, key);
    fprintf(json->stream, "%.1f", nanoseconds);
}

void json_boolean(struct json *json, const char *key, bool truth) {
    begin_value(json, key);
    fputs(truth ? "true" : "false", json->stream);
}

void json_null(struct json *json, const char *key) {
    begin_value(json, key);
    fputs("null", json->stream);
}
