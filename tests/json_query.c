/* json_query.c - checks that standard input is one JSON value (RFC 8259) and prints a part of it.
 *
 *     test-json-query [PATH]
 *
 * A path is keys and numbers of entries with slashes between: moves/0/dtw. The part is printed as
 * it is written, then a line end; "#" as the last step of a path gives the number of entries.
 * Exit code 0; 1 when the text is not JSON (a key given twice included) or too long; 2 when it has
 * no such part. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 22, DEPTH_MAX = 32, KEYS_MAX = 64 };

static char text[TEXT_MAX + 1];
static const char *at = text;
static bool found;

static bool read_value(const char *path, unsigned depth);

static void skip_blanks(void) {
    at += strspn(at, " \t\r\n");
}

static bool skip(const char *word) {
    size_t length = strlen(word);
    if (strncmp(at, word, length) != 0)
        return false;
    at += length;
    return true;
}

/* The rest of a path whose first step is `step`; NULL when it leads elsewhere. */
static const char *path_below(const char *path, const char *step, size_t length) {
    if (path == NULL || strncmp(path, step, length) != 0)
        return NULL;
    if (path[length] == '/')
        return path + length + 1;
    return path[length] == '\0' ? path + length : NULL;
}

/* Bytes of a character that is not ASCII: a rough check of UTF-8, enough to see raw bytes. */
static bool read_utf8(void) {
    unsigned char first = (unsigned char)*at++;
    unsigned more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc2 || first > 0xf4)
        return false;
    for (; more > 0; more--) {
        if (((unsigned char)*at++ & 0xc0) != 0x80)
            return false;
    }
    return true;
}

static bool read_escape(void) {
    char kind = *at++;
    if (kind != 'u')
        return kind != '\0' && strchr("\"\\/bfnrt", kind) != NULL;
    if (strspn(at, "0123456789abcdefABCDEF") < 4)
        return false;
    at += 4;
    return true;
}

static bool read_string(void) {
    if (!skip("\""))
        return false;
    while (*at != '"') {
        unsigned char next = (unsigned char)*at;
        if (next < 0x20)
            return false;
        if (next >= 0x80) {
            if (!read_utf8())
                return false;
        } else {
            at++;
            if (next == '\\' && !read_escape())
                return false;
        }
    }
    at++;
    return true;
}

static bool read_digits(void) {
    size_t length = strspn(at, "0123456789");
    at += length;
    return length > 0;
}

static bool read_number(void) {
    skip("-");
    if (!skip("0") && !read_digits())
        return false;
    if (skip(".") && !read_digits())
        return false;
    if (*at != 'e' && *at != 'E')
        return true;
    at++;
    if (!skip("+"))
        skip("-");
    return read_digits();
}

/* The entries of an object or array after its opening bracket, to the closing one. */
static bool read_entries(const char *path, unsigned depth, bool keyed, const char *close) {
    struct {
        const char *start;
        size_t length;
    } keys[KEYS_MAX];
    unsigned long count = 0;
    skip_blanks();
    for (bool more = !skip(close); more; more = !skip(close)) {
        if (count > 0 && !skip(","))
            return false;
        skip_blanks();
        char number[24];
        const char *step = number;
        size_t length = (size_t)snprintf(number, sizeof number, "%lu", count);
        if (keyed) {
            step = at + 1;
            if (!read_string())
                return false;
            length = (size_t)(at - 1 - step);
            skip_blanks();
            if (count == KEYS_MAX || !skip(":"))
                return false;
            for (unsigned long i = 0; i < count; i++) {
                if (keys[i].length == length && memcmp(keys[i].start, step, length) == 0)
                    return false;
            }
            keys[count].start = step;
            keys[count].length = length;
        }
        if (!read_value(path_below(path, step, length), depth + 1))
            return false;
        count++;
    }
    if (path != NULL && strcmp(path, "#") == 0) {
        printf("%lu\n", count);
        found = true;
    }
    return true;
}

static bool read_value(const char *path, unsigned depth) {
    skip_blanks();
    const char *start = at;
    bool read = false;
    if (depth > DEPTH_MAX)
        return false;
    if (skip("{"))
        read = read_entries(path, depth, true, "}");
    else if (skip("["))
        read = read_entries(path, depth, false, "]");
    else if (*at == '"')
        read = read_string();
    else
        read = skip("true") || skip("false") || skip("null") || read_number();
    if (read && path != NULL && path[0] == '\0') {
        printf("%.*s\n", (int)(at - start), start);
        found = true;
    }
    skip_blanks();
    return read;
}

int main(int argc, char **argv) {
    size_t length = fread(text, 1, TEXT_MAX + 1, stdin);
    if (length > TEXT_MAX || memchr(text, '\0', length) != NULL)
        return 1;
    if (!read_value(argc > 1 ? argv[1] : NULL, 0) || *at != '\0')
        return 1;
    return argc > 1 && !found ? 2 : 0;
}
