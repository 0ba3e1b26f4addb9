#include "movetext.h"
#include <string.h>

const char *game_result_text(enum game_result result) {
    switch (result) {
    case RESULT_NOT_GIVEN:
        return "";
    case RESULT_WHITE_WINS:
        return "1-0";
    case RESULT_BLACK_WINS:
        return "0-1";
    case RESULT_DRAW:
        return "1/2-1/2";
    case RESULT_NEITHER:
        return "0-0";
    case RESULT_UNKNOWN:
        return "*";
    }
    return "";
}

struct movetext {
    struct text text;
    unsigned columns; /* 0: lines are not broken */
    size_t column;    /* characters on the current line */
};

/* Appends a word after a blank or a line break. */
static void append_word(struct movetext *line, const char *word) {
    size_t length = strlen(word);
    if (line->text.length > 0) {
        bool breaks = line->columns > 0 && line->column + 1 + length > line->columns;
        text_append_character(&line->text, breaks ? '\n' : ' ');
        line->column = breaks ? 0 : line->column + 1;
    }
    text_append(&line->text, word);
    line->column += length;
}

/* "12." before a move of White, "12..." before one of Black that begins the line. */
static void append_move_number(struct movetext *line, uint64_t number, enum side side) {
    char word[32];
    struct text text = text_begin(word, sizeof word);
    text_append_number(&text, number);
    text_append(&text, side == WHITE ? "." : "...");
    append_word(line, word);
}

enum movetext_status movetext_write(const struct rules *rules, const struct position *position,
                                    const struct move *moves, size_t count,
                                    const struct movetext_options *options, char *text, size_t size,
                                    size_t *length) {
    struct movetext line = {.text = text_begin(text, size), .columns = options->columns};
    struct position now = *position;
    uint64_t number = options->first_move_number > 0 ? options->first_move_number : 1;
    for (size_t i = 0; i < count; i++) {
        char word[MOVE_TEXT_SIZE];
        *length = line.text.length;
        if (move_text_write(rules, &now, &moves[i], options->notation, word, sizeof word) == 0)
            return MOVETEXT_NOT_LEGAL;
        if (i == 0 || now.side_to_move == WHITE)
            append_move_number(&line, number, now.side_to_move);
        append_word(&line, word);
        if (now.side_to_move == BLACK)
            number++;
        now = move_apply(rules, &now, &moves[i]);
    }
    if (options->result != RESULT_NOT_GIVEN)
        append_word(&line, game_result_text(options->result));
    *length = line.text.length;
    return line.text.length < size ? MOVETEXT_FINE : MOVETEXT_TRUNCATED;
}
