#include "move_text.h"
#include <string.h>

static bool same_ends(const struct move *a, const struct move *b) {
    return a->from == b->from && a->to == b->to;
}

static bool same_move(const struct move *a, const struct move *b) {
    return same_ends(a, b) && a->captured == b->captured;
}

static unsigned path_end(const struct capture_path *path) {
    return path->squares[path->captures - 1];
}

/* ---- Writing -------------------------------------------------------------------------------- */

/* Looks for a way to make `move`, and keeps the first. */
struct path_search {
    const struct move *move;
    struct capture_path path;
    bool found;
};

static bool keep_path_of_move(void *context, const struct capture_path *path) {
    struct path_search *search = context;
    const struct move *move = search->move;
    search->found =
        path->captured == move->captured && path->from == move->from && path_end(path) == move->to;
    if (search->found)
        search->path = *path;
    return !search->found;
}

static void append_long_form(struct text *text, const struct rules *rules, enum notation notation,
                             const struct capture_path *path) {
    square_append(text, rules->geometry, notation, path->from);
    for (unsigned i = 0; i < path->captures; i++) {
        text_append_character(text, 'x');
        square_append(text, rules->geometry, notation, path->squares[i]);
    }
}

static void append_short_form(struct text *text, const struct rules *rules, enum notation notation,
                              const struct move *move) {
    square_append(text, rules->geometry, notation, move->from);
    text_append_character(text, move->captured == 0 ? '-' : 'x');
    square_append(text, rules->geometry, notation, move->to);
}

size_t move_text_write(const struct rules *rules, const struct position *position,
                       const struct move *move, enum notation notation, char *text, size_t size) {
    struct text out = text_begin(text, size);
    struct move_list list;
    unsigned with_these_ends = 0;
    bool legal = false;
    moves_generate(rules, position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        with_these_ends += same_ends(&list.moves[i], move) ? 1 : 0;
        legal |= same_move(&list.moves[i], move);
    }
    if (!legal)
        return 0;
    struct path_search search = {.move = move};
    if (with_these_ends > 1)
        visit_capture_paths(rules, position, keep_path_of_move, &search);
    if (search.found)
        append_long_form(&out, rules, notation, &search.path);
    else
        append_short_form(&out, rules, notation, move);
    return out.length;
}

/* ---- Reading -------------------------------------------------------------------------------- */

struct written_move {
    char separator;
    unsigned count; /* of squares, 2 or more */
    uint8_t squares[CAPTURE_PATH_MAX + 1];
};

static bool is_separator(char character) {
    return character == '-' || character == 'x' || character == ':';
}

/* Takes a text apart. False when it is not of the form of a move; a move with more squares than a
 * capture can have is not, either. */
static bool read_squares(const struct geometry *geometry, enum notation numbers, const char *text,
                         size_t length, struct written_move *written) {
    size_t offset = 0;
    bool is_algebraic = false;
    written->separator = '\0';
    for (written->count = 0; written->count <= CAPTURE_PATH_MAX; written->count++) {
        struct square_text square = square_read(geometry, numbers, text + offset, length - offset);
        if (square.fault != SQUARE_FINE)
            return false;
        if (written->count > 0 && square.is_algebraic != is_algebraic)
            return false;
        is_algebraic = square.is_algebraic;
        written->squares[written->count] = (uint8_t)square.square;
        offset += square.length;
        if (offset == length) {
            written->count++;
            return written->count >= 2;
        }
        char separator = text[offset++];
        if (!is_separator(separator) || (written->count > 0 && separator != written->separator))
            return false;
        written->separator = separator;
    }
    return false;
}

/* Collects the captures that a text fits. */
struct reading {
    const struct written_move *written;
    bitboard between; /* squares named between start and end */
    struct move move; /* the first that fits */
    bool fits;
    bool ambiguous;
};

static bool is_long_form(const struct written_move *written, const struct capture_path *path) {
    return written->count == path->captures + 1u &&
           memcmp(written->squares + 1, path->squares, path->captures) == 0;
}

static bool fit_path(void *context, const struct capture_path *path) {
    struct reading *reading = context;
    const struct written_move *written = reading->written;
    if (path->from != written->squares[0] ||
        path_end(path) != written->squares[written->count - 1] ||
        (reading->between & ~path->visited) != 0)
        return true;
    struct move move = {
        .captured = path->captured, .from = path->from, .to = (uint8_t)path_end(path)};
    if (is_long_form(written, path)) {
        reading->move = move;
        reading->fits = true;
        reading->ambiguous = false;
        return false;
    }
    reading->ambiguous |= reading->fits && !same_move(&reading->move, &move);
    if (!reading->fits)
        reading->move = move;
    reading->fits = true;
    return true;
}

static void fit_quiet_moves(struct reading *reading, const struct move_list *list) {
    const struct written_move *written = reading->written;
    if (written->separator != '-' || written->count != 2)
        return;
    for (unsigned i = 0; i < list->count; i++)
        if (list->moves[i].from == written->squares[0] &&
            list->moves[i].to == written->squares[1]) {
            reading->move = list->moves[i];
            reading->fits = true;
        }
}

enum move_text_status move_text_read(const struct rules *rules, const struct position *position,
                                     enum notation numbers, const char *text, size_t length,
                                     struct move *move) {
    struct written_move written;
    if (!read_squares(rules->geometry, numbers, text, length, &written))
        return MOVE_TEXT_UNREADABLE;
    struct reading reading = {.written = &written};
    for (unsigned i = 1; i + 1 < written.count; i++)
        reading.between |= square_bit(written.squares[i]);
    struct move_list list;
    moves_generate(rules, position, &list);
    if (list.count > 0 && list.moves[0].captured != 0)
        visit_capture_paths(rules, position, fit_path, &reading);
    else
        fit_quiet_moves(&reading, &list);
    if (!reading.fits)
        return MOVE_TEXT_NOT_LEGAL;
    if (reading.ambiguous)
        return MOVE_TEXT_AMBIGUOUS;
    for (unsigned i = 0; i < list.count; i++)
        if (same_move(&list.moves[i], &reading.move))
            *move = list.moves[i];
    return MOVE_TEXT_FINE;
}

const char *move_text_status_text(enum move_text_status status) {
    switch (status) {
    case MOVE_TEXT_FINE:
        return "the move is legal";
    case MOVE_TEXT_UNREADABLE:
        return "not a move: expected squares such as c3-d4, c3xe5 or 22x15";
    case MOVE_TEXT_NOT_LEGAL:
        return "not a legal move of this position";
    case MOVE_TEXT_AMBIGUOUS:
        return "fits several legal moves; name more of the squares in between";
    }
    return "unknown status";
}
