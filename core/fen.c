#include "fen.h"

/* How the squares of the text are written, as far as it has been read. */
enum form { FORM_UNKNOWN, FORM_ALGEBRAIC, FORM_NUMERIC };

struct fen_reader {
    const struct rules *rules;
    enum notation numbers;
    const char *text;
    size_t length;
    size_t offset;
    enum form form;
    bool seen[2]; /* the list of this side has begun */
    struct fen fen;
    struct fen_error error;
};

static bool fail(struct fen_reader *reader, enum fen_fault fault, size_t offset, size_t length) {
    reader->error = (struct fen_error){fault, offset, length};
    return false;
}

/* The next character, 0 at the end. A zero byte of the text is caught as an unknown character. */
static char next_character(const struct fen_reader *reader) {
    return reader->offset < reader->length ? reader->text[reader->offset] : '\0';
}

static bool at_end(const struct fen_reader *reader) {
    return reader->offset == reader->length;
}

/* Length of what stands between `offset` and the next comma or colon: the part to show when it
 * cannot be read. */
static size_t part_length(const struct fen_reader *reader, size_t offset) {
    size_t end = offset;
    while (end < reader->length && reader->text[end] != ',' && reader->text[end] != ':')
        end++;
    return end - offset;
}

static bool fail_part(struct fen_reader *reader, enum fen_fault fault, size_t offset) {
    return fail(reader, fault, offset, part_length(reader, offset));
}

static bool fail_rest(struct fen_reader *reader, enum fen_fault fault, size_t offset) {
    return fail(reader, fault, offset, reader->length - offset);
}

static bool read_side(char character, enum side *side) {
    *side = character == 'W' || character == 'w' ? WHITE : BLACK;
    return *side == WHITE || character == 'B' || character == 'b';
}

/* ---- One square or range -------------------------------------------------------------------- */

static bool add_piece(struct fen_reader *reader, enum side side, bool is_king, unsigned square,
                      size_t offset) {
    struct position *position = &reader->fen.position;
    size_t length = reader->offset - offset;
    bitboard bit = square_bit(square);
    bitboard *own = side == WHITE ? &position->white : &position->black;
    if ((position_pieces(position, side) & bit) != 0)
        return fail(reader, FEN_SQUARE_TWICE, offset, length);
    if ((position_pieces(position, other_side(side)) & bit) != 0)
        return fail(reader, FEN_SQUARE_OF_BOTH_COLOURS, offset, length);
    if (!is_king && (bit & reader->rules->geometry->promotion_row[side]) != 0)
        return fail(reader, FEN_MAN_ON_PROMOTION_ROW, offset, length);
    if (count_squares(*own) == reader->rules->pieces_per_side)
        return fail(reader, FEN_TOO_MANY_PIECES, offset, length);
    *own |= bit;
    if (is_king)
        position->kings |= bit;
    return true;
}

/* Whether text begins with a square of the board, be it a light one. */
static bool starts_square(const struct fen_reader *reader, const char *text, size_t length) {
    enum square_fault fault =
        square_read(reader->rules->geometry, reader->numbers, text, length).fault;
    return fault == SQUARE_FINE || fault == SQUARE_LIGHT;
}

/* What is wrong where a square is expected and `fault` is found; two slips are told by their name.
 */
static enum fen_fault fault_of_square(const struct fen_reader *reader, enum fen_fault fault) {
    char first = next_character(reader);
    size_t rest = reader->offset + 1;
    if (first == 'k' && starts_square(reader, reader->text + rest, reader->length - rest))
        return FEN_KING_LOWER_CASE;
    if (first >= 'A' && first <= 'Z' && rest < reader->length) {
        const char lower[] = {(char)(first - 'A' + 'a'), reader->text[rest]};
        if (starts_square(reader, lower, sizeof lower))
            return FEN_FILE_UPPER_CASE;
    }
    return fault;
}

static bool read_square(struct fen_reader *reader, struct square_text *square) {
    *square = square_read(reader->rules->geometry, reader->numbers, reader->text + reader->offset,
                          reader->length - reader->offset);
    switch (square->fault) {
    case SQUARE_UNREADABLE:
        return fail_part(reader, fault_of_square(reader, FEN_SQUARE_UNREADABLE), reader->offset);
    case SQUARE_OFF_BOARD:
        return fail(reader, fault_of_square(reader, FEN_SQUARE_OFF_BOARD), reader->offset,
                    square->length);
    case SQUARE_LIGHT:
        return fail(reader, FEN_SQUARE_LIGHT, reader->offset, square->length);
    case SQUARE_FINE:
        break;
    }
    enum form form = square->is_algebraic ? FORM_ALGEBRAIC : FORM_NUMERIC;
    if (reader->form != FORM_UNKNOWN && reader->form != form)
        return fail(reader, FEN_NOTATIONS_MIXED, reader->offset, square->length);
    reader->form = form;
    reader->offset += square->length;
    return true;
}

/* Reads the end of a range whose first square stands at `offset`; the dash comes next. */
static bool read_range_end(struct fen_reader *reader, size_t offset,
                           const struct square_text *first, struct square_text *last) {
    const struct geometry *geometry = reader->rules->geometry;
    if (first->is_algebraic)
        return fail_part(reader, FEN_RANGE_ALGEBRAIC, offset);
    reader->offset++;
    if (!read_square(reader, last))
        return false;
    if (square_number(geometry, reader->numbers, last->square) <
        square_number(geometry, reader->numbers, first->square))
        return fail(reader, FEN_RANGE_FALLS, offset, reader->offset - offset);
    return true;
}

static bool read_pieces(struct fen_reader *reader, enum side side) {
    const struct geometry *geometry = reader->rules->geometry;
    bool is_king = next_character(reader) == 'K';
    size_t offset = reader->offset + (is_king ? 1 : 0);
    struct square_text first;
    struct square_text last;
    reader->offset = offset;
    if (!read_square(reader, &first))
        return false;
    last = first;
    if (next_character(reader) == '-' && !read_range_end(reader, offset, &first, &last))
        return false;
    unsigned end = square_number(geometry, reader->numbers, last.square);
    for (unsigned number = square_number(geometry, reader->numbers, first.square); number <= end;
         number++) {
        unsigned square = square_of_number(geometry, reader->numbers, number);
        if (!add_piece(reader, side, is_king, square, offset))
            return false;
    }
    return true;
}

/* ---- Fields --------------------------------------------------------------------------------- */

/* Whether a field may end here: at a colon, at the end, or at the dot that ends all. */
static bool at_field_end(const struct fen_reader *reader) {
    char next = next_character(reader);
    return at_end(reader) || next == ':' || next == '.';
}

static bool read_list(struct fen_reader *reader, enum side side, size_t offset) {
    if (reader->seen[side])
        return fail_part(reader, FEN_COLOUR_TWICE, offset);
    reader->seen[side] = true;
    if (at_field_end(reader))
        return true;
    for (;;) {
        size_t piece = reader->offset;
        if (!read_pieces(reader, side))
            return false;
        if (at_field_end(reader))
            return true;
        if (next_character(reader) != ',') {
            bool complete = reader->seen[WHITE] && reader->seen[BLACK];
            return complete ? fail_rest(reader, FEN_TEXT_AFTER_END, reader->offset)
                            : fail_part(reader, FEN_SQUARE_UNREADABLE, piece);
        }
        reader->offset++;
        while (next_character(reader) == ' ')
            reader->offset++;
    }
}

static bool read_number(struct fen_reader *reader, bool *has, uint32_t *value, size_t offset) {
    size_t digits =
        number_read(reader->text + reader->offset, reader->length - reader->offset, value);
    if (*has)
        return fail_part(reader, FEN_NUMBER_TWICE, offset);
    *has = true;
    reader->offset += digits;
    if (digits == 0 || *value > FEN_NUMBER_MAX || !at_field_end(reader))
        return fail_part(reader, FEN_NUMBER_UNREADABLE, offset);
    return true;
}

/* Reads what follows a colon. */
static bool read_field(struct fen_reader *reader) {
    size_t offset = reader->offset;
    bool complete = reader->seen[WHITE] && reader->seen[BLACK];
    char kind = next_character(reader);
    enum side side;
    if (part_length(reader, offset) == 0)
        return complete ? fail_rest(reader, FEN_TEXT_AFTER_END, offset - 1)
                        : fail(reader, FEN_COLOUR_MISSING, offset, 0);
    reader->offset++;
    if (read_side(kind, &side))
        return read_list(reader, side, offset);
    if (kind != 'H' && kind != 'F')
        return fail_part(reader, FEN_FIELD_UNKNOWN, offset);
    if (!complete)
        return fail_part(reader, FEN_COLOUR_MISSING, offset);
    struct fen *fen = &reader->fen;
    return kind == 'H'
               ? read_number(reader, &fen->has_half_move_clock, &fen->half_move_clock, offset)
               : read_number(reader, &fen->has_move_number, &fen->move_number, offset);
}

static bool read_side_to_move(struct fen_reader *reader) {
    size_t length = part_length(reader, 0);
    enum side side = WHITE;
    bool known = length > 0 && read_side(reader->text[0], &side);
    if (length == 0 || (known && length > 1))
        return fail(reader, FEN_SIDE_MISSING, 0, length);
    if (!known)
        return fail(reader, FEN_SIDE_UNKNOWN, 0, length);
    reader->fen.position.side_to_move = side;
    reader->offset = 1;
    return true;
}

static bool read_all(struct fen_reader *reader) {
    if (!read_side_to_move(reader))
        return false;
    while (next_character(reader) == ':') {
        reader->offset++;
        if (!read_field(reader))
            return false;
    }
    if (next_character(reader) == '.')
        reader->offset++;
    if (!at_end(reader))
        return fail_rest(reader, FEN_TEXT_AFTER_END, reader->offset);
    if (!reader->seen[WHITE] || !reader->seen[BLACK])
        return fail(reader, FEN_COLOUR_MISSING, reader->offset, 0);
    if ((reader->fen.position.white | reader->fen.position.black) == 0)
        return fail_rest(reader, FEN_NO_PIECES, 0);
    return true;
}

bool fen_read(const struct rules *rules, enum notation numbers, const char *text, size_t length,
              struct fen *fen, struct fen_error *error) {
    struct fen_reader reader = {.rules = rules, .numbers = numbers, .text = text, .length = length};
    bool done = read_all(&reader);
    *error = reader.error;
    if (done)
        *fen = reader.fen;
    return done;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void append_list(struct text *text, const struct rules *rules, enum notation notation,
                        const struct position *position, enum side side) {
    text_append(text, side == WHITE ? ":W" : ":B");
    bitboard rest = position_pieces(position, side);
    while (rest != 0) {
        unsigned square = lowest_square(rest);
        if ((position->kings & square_bit(square)) != 0)
            text_append_character(text, 'K');
        square_append(text, rules->geometry, notation, square);
        rest = without_lowest(rest);
        if (rest != 0)
            text_append_character(text, ',');
    }
}

size_t fen_write(const struct rules *rules, enum notation notation, const struct fen *fen,
                 char *text, size_t size) {
    struct text out = text_begin(text, size);
    text_append_character(&out, fen->position.side_to_move == WHITE ? 'W' : 'B');
    append_list(&out, rules, notation, &fen->position, WHITE);
    append_list(&out, rules, notation, &fen->position, BLACK);
    if (fen->has_half_move_clock) {
        text_append(&out, ":H");
        text_append_number(&out, fen->half_move_clock);
    }
    if (fen->has_move_number) {
        text_append(&out, ":F");
        text_append_number(&out, fen->move_number);
    }
    return out.length;
}

size_t fen_write_position(const struct rules *rules, enum notation notation,
                          const struct position *position, char *text, size_t size) {
    struct fen fen = {.position = *position};
    return fen_write(rules, notation, &fen, text, size);
}

/* ---- Messages ------------------------------------------------------------------------------- */

static const char *fault_text(enum fen_fault fault) {
    switch (fault) {
    case FEN_FINE:
        return "nothing is wrong";
    case FEN_SIDE_MISSING:
        return "the side to move is missing; the text has to begin with W: or B:";
    case FEN_SIDE_UNKNOWN:
        return "the side to move has to be W or B";
    case FEN_COLOUR_MISSING:
        return "a list of pieces is missing; there has to be one for W and one for B";
    case FEN_FIELD_UNKNOWN:
        return "a list of pieces (W or B), H or F is expected here";
    case FEN_COLOUR_TWICE:
        return "the list of this colour is given twice";
    case FEN_SQUARE_UNREADABLE:
        return "a square is expected here";
    case FEN_KING_LOWER_CASE:
        return "the K of a king is written as a capital";
    case FEN_FILE_UPPER_CASE:
        return "the letters of squares are lower-case";
    case FEN_SQUARE_OFF_BOARD:
        return "no such square on this board";
    case FEN_SQUARE_LIGHT:
        return "a light square";
    case FEN_SQUARE_TWICE:
        return "a square is given twice";
    case FEN_SQUARE_OF_BOTH_COLOURS:
        return "a square is given to both colours";
    case FEN_RANGE_ALGEBRAIC:
        return "a range has to be of numbers";
    case FEN_RANGE_FALLS:
        return "a range has to rise";
    case FEN_NOTATIONS_MIXED:
        return "letters and numbers are mixed";
    case FEN_MAN_ON_PROMOTION_ROW:
        return "a man stands on its own promotion row";
    case FEN_TOO_MANY_PIECES:
        return "a side has too many pieces";
    case FEN_NO_PIECES:
        return "there is no piece on the board";
    case FEN_NUMBER_UNREADABLE:
        return "a number from 0 to 999999999 has to follow H or F";
    case FEN_NUMBER_TWICE:
        return "this number is given twice";
    case FEN_TEXT_AFTER_END:
        return "there is text after the end";
    }
    return "unknown fault";
}

size_t fen_error_write(const struct fen_error *error, const char *text, char *message,
                       size_t size) {
    struct text out = text_begin(message, size);
    text_append(&out, "FEN, character ");
    text_append_number(&out, error->offset + 1);
    if (error->length > 0) {
        text_append(&out, ", ");
        text_append_quoted(&out, text + error->offset, error->length);
    }
    text_append(&out, ": ");
    text_append(&out, fault_text(error->fault));
    return out.length;
}
