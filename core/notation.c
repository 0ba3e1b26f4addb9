#include "notation.h"

static unsigned squares_in_row(const struct geometry *geometry) {
    return geometry->columns / 2;
}

/* Numbers from a1 count the same rows the other way up; within a row both run from west to east.
 * The same exchange of rows leads there and back. */
static unsigned exchange_rows(const struct geometry *geometry, unsigned square) {
    unsigned half = squares_in_row(geometry);
    return (geometry->rows - 1 - square / half) * half + square % half;
}

unsigned square_number(const struct geometry *geometry, enum notation numbers, unsigned square) {
    return 1 + (numbers == NOTATION_NUMERIC_FROM_A1 ? exchange_rows(geometry, square) : square);
}

unsigned square_of_number(const struct geometry *geometry, enum notation numbers, uint32_t number) {
    if (number < 1 || number > geometry->squares)
        return NO_SQUARE;
    return numbers == NOTATION_NUMERIC_FROM_A1 ? exchange_rows(geometry, number - 1) : number - 1;
}

void square_append(struct text *text, const struct geometry *geometry, enum notation notation,
                   unsigned square) {
    if (notation != NOTATION_ALGEBRAIC) {
        text_append_number(text, square_number(geometry, notation, square));
        return;
    }
    text_append_character(text, (char)('a' + square_column(geometry, square)));
    text_append_number(text, geometry->rows - square_row(geometry, square));
}

static bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

size_t number_read(const char *text, size_t length, uint32_t *value) {
    size_t digits = 0;
    *value = 0;
    for (; digits < length && is_digit(text[digits]); digits++)
        if (*value <= NUMBER_READ_MAX)
            *value = *value > NUMBER_READ_MAX / 10 ? NUMBER_READ_MAX + 1u
                                                   : *value * 10 + (uint32_t)(text[digits] - '0');
    return digits > 1 && text[0] == '0' ? 0 : digits;
}

static struct square_text read_algebraic(const struct geometry *geometry, const char *text,
                                         size_t length) {
    struct square_text result = {.fault = SQUARE_UNREADABLE, .is_algebraic = true};
    uint32_t rank;
    size_t digits = number_read(text + 1, length - 1, &rank);
    if (digits == 0)
        return result;
    result.length = 1 + digits;
    unsigned column = (unsigned)(text[0] - 'a');
    if (column >= geometry->columns || rank < 1 || rank > geometry->rows) {
        result.fault = SQUARE_OFF_BOARD;
        return result;
    }
    result.square = square_at(geometry, (int)(geometry->rows - rank), (int)column);
    result.fault = result.square == NO_SQUARE ? SQUARE_LIGHT : SQUARE_FINE;
    return result;
}

struct square_text square_read(const struct geometry *geometry, enum notation numbers,
                               const char *text, size_t length) {
    if (length > 0 && text[0] >= 'a' && text[0] <= 'z')
        return read_algebraic(geometry, text, length);
    struct square_text result = {.fault = SQUARE_UNREADABLE};
    uint32_t number;
    result.length = number_read(text, length, &number);
    if (result.length == 0)
        return result;
    result.square = square_of_number(geometry, numbers, number);
    result.fault = result.square == NO_SQUARE ? SQUARE_OFF_BOARD : SQUARE_FINE;
    return result;
}
