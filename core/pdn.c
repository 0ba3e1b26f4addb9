#include "pdn.h"
#include <string.h>

void pdn_reader_init(struct pdn_reader *reader, pdn_handler *handler, void *context) {
    memset(reader, 0, sizeof *reader);
    reader->handler = handler;
    reader->context = context;
    reader->line = 1;
    reader->line_start = true;
}

static bool is_blank(char character) {
    return character == ' ' || character == '\t' || character == '\n' || character == '\r' ||
           character == '\v' || character == '\f';
}

static bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

static bool is_letter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void give(struct pdn_reader *reader, struct pdn_event event) {
    if (reader->stopped)
        return;
    if (!reader->in_game) {
        reader->in_game = true;
        reader->game++;
    }
    event.game = reader->game;
    reader->stopped = !reader->handler(reader->context, &event);
}

static void give_text(struct pdn_reader *reader, enum pdn_kind kind, const char *text,
                      size_t length) {
    give(reader, (struct pdn_event){
                     .kind = kind, .line = reader->start_line, .text = text, .length = length});
}

static void give_fault(struct pdn_reader *reader, const char *what) {
    give_text(reader, PDN_FAULT, what, strlen(what));
}

/* Between games there is nothing that the fault could spoil. */
static void give_fault_in_game(struct pdn_reader *reader, const char *what) {
    if (reader->in_game)
        give_fault(reader, what);
}

static void end_game(struct pdn_reader *reader) {
    if (reader->in_game) {
        reader->start_line = reader->line;
        give_text(reader, PDN_END, "", 0);
    }
    reader->in_game = false;
    reader->in_moves = false;
    reader->after_dash = false;
    reader->variations = 0;
}

/* ---- Words of the moves ---------------------------------------------------------------------- */

bool pdn_result_read(const char *text, size_t length, enum game_result *result) {
    static const struct {
        const char *text;
        enum game_result result;
    } results[] = {{"1-0", RESULT_WHITE_WINS}, {"0-1", RESULT_BLACK_WINS},
                   {"1/2-1/2", RESULT_DRAW},   {"0-0", RESULT_NEITHER},
                   {"*", RESULT_UNKNOWN},      {"2-0", RESULT_WHITE_WINS},
                   {"1-1", RESULT_DRAW},       {"0-2", RESULT_BLACK_WINS}};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (strlen(results[i].text) == length && memcmp(results[i].text, text, length) == 0) {
            *result = results[i].result;
            return true;
        }
    return false;
}

/* Cuts move numbers and dots from the beginning, and ! and ? from the end. */
static void trim(const char **text, size_t *length) {
    const char *word = *text;
    size_t start = 0;
    for (;;) {
        size_t digits = start;
        while (digits < *length && is_digit(word[digits]))
            digits++;
        if (digits == *length && digits > start && start == 0)
            start = digits; /* a number without dot */
        else if (digits < *length && word[digits] == '.')
            start = digits + 1;
        else
            break;
    }
    size_t end = *length;
    while (end > start && (word[end - 1] == '!' || word[end - 1] == '?'))
        end--;
    *text = word + start;
    *length = end - start;
}

static void end_of_word(struct pdn_reader *reader) {
    const char *text = reader->word;
    size_t length = reader->word_length < PDN_WORD_SIZE ? reader->word_length : PDN_WORD_SIZE - 1;
    enum game_result result;
    reader->state = PDN_IN_TEXT;
    reader->word[length] = '\0';
    if (reader->variations > 0 || text[0] == '$')
        return;
    bool is_result = pdn_result_read(text, length, &result);
    if (!is_result)
        trim(&text, &length);
    reader->word[text - reader->word + (ptrdiff_t)length] = '\0';
    bool after_dash = reader->after_dash;
    reader->after_dash = false;
    if (length == 0)
        return;
    reader->in_moves = true;
    if (is_result) {
        give(reader, (struct pdn_event){.kind = PDN_RESULT,
                                        .line = reader->start_line,
                                        .text = text,
                                        .length = length,
                                        .result = result});
        end_game(reader);
    } else if (length == 2 && memcmp(text, "--", 2) == 0) {
        give_text(reader, PDN_UNKNOWN_MOVE, text, length);
    } else if (length == 1 && text[0] == '-' && !after_dash) {
        reader->after_dash = true;
    } else if (length == 1 && text[0] == '-') {
        give_text(reader, PDN_UNKNOWN_MOVE, "- -", 3);
    } else {
        if (after_dash)
            give_fault(reader, "a single -, where a move is expected");
        give_text(reader, PDN_MOVE, text, length);
    }
}

static void add_to_word(struct pdn_reader *reader, char character) {
    if (reader->word_length < PDN_WORD_SIZE - 1)
        reader->word[reader->word_length] = character;
    reader->word_length++;
}

/* ---- Tags ------------------------------------------------------------------------------------ */

static void begin_tag(struct pdn_reader *reader) {
    reader->start_line = reader->line;
    if (reader->variations > 0)
        give_fault(reader, "a variation is not closed");
    if (reader->in_moves)
        end_game(reader);
    reader->state = PDN_IN_TAG_NAME;
    reader->start_line = reader->line;
    reader->name_length = 0;
    reader->value_length = 0;
}

static void add_to_name(struct pdn_reader *reader, char character) {
    if (reader->name_length < PDN_NAME_SIZE - 1)
        reader->name[reader->name_length++] = character;
}

static void add_to_value(struct pdn_reader *reader, char character) {
    if (reader->value_length < PDN_VALUE_SIZE - 1)
        reader->value[reader->value_length++] = character;
}

static void give_tag(struct pdn_reader *reader) {
    reader->name[reader->name_length] = '\0';
    reader->value[reader->value_length] = '\0';
    give(reader, (struct pdn_event){.kind = PDN_TAG,
                                    .line = reader->start_line,
                                    .name = reader->name,
                                    .text = reader->value,
                                    .length = reader->value_length});
}

static void bad_tag(struct pdn_reader *reader, char character) {
    give_fault(reader, "a tag that is not of the form [Name \"value\"]");
    reader->state = character == '\n' || character == '\r' ? PDN_IN_TEXT : PDN_IN_LINE;
}

static void read_in_tag(struct pdn_reader *reader, char character) {
    bool at_line_end = character == '\n' || character == '\r';
    switch (reader->state) {
    case PDN_IN_TAG_NAME:
        if (is_letter(character) || is_digit(character) || character == '_')
            add_to_name(reader, character);
        else if (!at_line_end && is_blank(character))
            reader->state = reader->name_length > 0 ? PDN_BEFORE_VALUE : PDN_IN_TAG_NAME;
        else if (character == '"' && reader->name_length > 0)
            reader->state = PDN_IN_VALUE;
        else
            bad_tag(reader, character);
        break;
    case PDN_BEFORE_VALUE:
        if (character == '"')
            reader->state = PDN_IN_VALUE;
        else if (at_line_end || !is_blank(character))
            bad_tag(reader, character);
        break;
    case PDN_IN_VALUE:
        if (character == '"')
            reader->state = PDN_AFTER_VALUE;
        else if (character == '\\')
            reader->state = PDN_AFTER_ESCAPE;
        else if (at_line_end)
            bad_tag(reader, character);
        else
            add_to_value(reader, character);
        break;
    case PDN_AFTER_ESCAPE:
        /* A backslash that escapes nothing stands for itself, as in the paths of some programs. */
        if (at_line_end) {
            bad_tag(reader, character);
            break;
        }
        if (character != '"' && character != '\\')
            add_to_value(reader, '\\');
        add_to_value(reader, character);
        reader->state = PDN_IN_VALUE;
        break;
    default:
        if (character == ']') {
            give_tag(reader);
            reader->state = PDN_IN_TEXT;
        } else if (at_line_end || !is_blank(character)) {
            bad_tag(reader, character);
        }
        break;
    }
}

/* ---- Comments -------------------------------------------------------------------------------- */

/* A line of a comment that begins like a tag ([Name ") is one: the comment was never closed, and
 * the next game is not to be lost for it. True when that is found. */
static bool finds_tag(struct pdn_reader *reader, char character) {
    enum { NOTHING, NAME, GAP };
    if (reader->tag_match == NOTHING) {
        reader->tag_match = reader->line_start && character == '[' ? NAME : NOTHING;
        reader->name_length = 0;
    } else if (reader->tag_match == NAME && is_letter(character)) {
        add_to_name(reader, character);
    } else if (reader->name_length > 0 && (character == ' ' || character == '\t')) {
        reader->tag_match = GAP;
    } else {
        bool found = reader->tag_match == GAP && character == '"';
        reader->tag_match = NOTHING;
        return found;
    }
    return false;
}

static void read_in_comment(struct pdn_reader *reader, char character) {
    if (finds_tag(reader, character)) {
        size_t name_length = reader->name_length;
        give_fault_in_game(reader, "a comment is not closed");
        end_game(reader);
        begin_tag(reader);
        reader->name_length = name_length;
        reader->state = PDN_IN_VALUE;
        reader->braces = 0;
    } else if (character == '{') {
        reader->braces++;
    } else if (character == '}') {
        reader->braces--;
        if (reader->braces == 0)
            reader->state = PDN_IN_TEXT;
    }
}

/* ---- All text -------------------------------------------------------------------------------- */

static void begin_comment(struct pdn_reader *reader) {
    reader->state = PDN_IN_COMMENT;
    reader->start_line = reader->line;
    reader->braces = 1;
    reader->tag_match = 0;
}

static void close_variation(struct pdn_reader *reader) {
    reader->start_line = reader->line;
    if (reader->variations > 0)
        reader->variations--;
    else
        give_fault(reader, "a ) without its (");
}

/* A character between words; also the one that ended a word. */
static void read_in_text(struct pdn_reader *reader, char character) {
    if (is_blank(character))
        return;
    reader->start_line = reader->line;
    if (character == '{') {
        begin_comment(reader);
    } else if (character == '}') {
        give_fault(reader, "a } without its {");
    } else if (character == '(') {
        reader->variations++;
        reader->in_moves = true;
    } else if (character == ')') {
        close_variation(reader);
    } else if (character == ';' || (character == '%' && reader->line_start)) {
        reader->state = PDN_IN_LINE;
    } else if (character == '[' && (reader->variations == 0 || reader->line_start)) {
        begin_tag(reader);
    } else {
        reader->state = PDN_IN_WORD;
        reader->word_length = 0;
        add_to_word(reader, character);
    }
}

/* $ and * need no blank before them. */
static bool ends_word(char character) {
    return is_blank(character) || (character != '\0' && strchr("{}();[]$*", character) != NULL);
}

static void read_character(struct pdn_reader *reader, char character) {
    switch (reader->state) {
    case PDN_IN_TEXT:
        read_in_text(reader, character);
        break;
    case PDN_IN_WORD:
        if (ends_word(character)) {
            end_of_word(reader);
            read_in_text(reader, character);
        } else {
            add_to_word(reader, character);
        }
        break;
    case PDN_IN_COMMENT:
        read_in_comment(reader, character);
        break;
    case PDN_IN_LINE:
        if (character == '\n' || character == '\r')
            reader->state = PDN_IN_TEXT;
        break;
    default:
        read_in_tag(reader, character);
        break;
    }
}

/* A line ends with LF, CR LF or CR; the LF after a CR does not count again. */
static void count_line(struct pdn_reader *reader, char character) {
    bool ends = character == '\r' || (character == '\n' && !reader->after_cr);
    reader->after_cr = character == '\r';
    reader->line_start = character == '\r' || character == '\n';
    if (ends)
        reader->line++;
}

/* Whether this is the next byte of a byte order mark at the beginning of the text. */
static bool is_mark(struct pdn_reader *reader, char character) {
    static const char mark[3] = {'\xef', '\xbb', '\xbf'};
    if (reader->bytes >= 3 || mark[reader->bytes] != character) {
        reader->bytes = 3;
        return false;
    }
    reader->bytes++;
    return true;
}

bool pdn_feed(struct pdn_reader *reader, const char *bytes, size_t length) {
    for (size_t i = 0; i < length && !reader->stopped; i++) {
        if (is_mark(reader, bytes[i]))
            continue;
        read_character(reader, bytes[i]);
        count_line(reader, bytes[i]);
    }
    return !reader->stopped;
}

void pdn_finish(struct pdn_reader *reader) {
    if (reader->state == PDN_IN_WORD)
        end_of_word(reader);
    else if (reader->state == PDN_IN_COMMENT)
        give_fault_in_game(reader, "a comment is not closed");
    else if (reader->state >= PDN_IN_TAG_NAME)
        give_fault(reader, "a tag is not closed");
    reader->start_line = reader->line;
    if (reader->variations > 0)
        give_fault_in_game(reader, "a variation is not closed");
    reader->state = PDN_IN_TEXT;
    end_game(reader);
}
