/* json_writer.h - writes JSON, taking care of commas, quotes and line breaks.
 *
 * A key is NULL for the entries of an array and for the outermost value. */
#ifndef CLI_JSON_WRITER_H
#define CLI_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH_MAX = 8 };

enum json_layout {
    JSON_LINES, /* each entry on a line of its own */
    JSON_INLINE /* all on one line */
};

struct json {
    FILE *stream;
    unsigned depth;
    struct {
        enum json_layout layout;
        bool has_entries;
        char end;
    } levels[JSON_DEPTH_MAX];
};

struct json json_start(FILE *stream);

/* Inside something inline everything is inline. */
void json_object(struct json *json, const char *key, enum json_layout layout);
void json_array(struct json *json, const char *key, enum json_layout layout);

/* Ends the innermost object or array; the outermost with a line end. */
void json_end(struct json *json);

/* Bytes that are not UTF-8 come out as U+FFFD. */
void json_string(struct json *json, const char *key, const char *text);
void json_integer(struct json *json, const char *key, int64_t number);
void json_unsigned(struct json *json, const char *key, uint64_t number);
void json_seconds(struct json *json, const char *key, double seconds);
void json_nanoseconds(struct json *json, const char *key, double nanoseconds);
void json_boolean(struct json *json, const char *key, bool truth);
void json_null(struct json *json, const char *key);

#endif
