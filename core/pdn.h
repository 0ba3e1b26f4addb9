/* pdn.h - reading games in Portable Draughts Notation, as a stream.
 *
 *     struct pdn_reader reader;
 *     pdn_reader_init(&reader, on_event, context);
 *     while (there are bytes)
 *         pdn_feed(&reader, bytes, length);
 *     pdn_finish(&reader);
 *
 * Bytes may come in pieces of any size. The reader takes no memory but its own struct, however long
 * games, comments and files are. It knows the form of the text, not the rules of a game: moves are
 * given out as they are written, in the order of the main line, and the handler plays them.
 *
 * Read, and passed over: comments in braces (which may nest) and after a semicolon, lines that
 * begin with %, variations in parentheses (nested, with comments in them), $n, ! and ?, move
 * numbers (12. 12... 12. ... 12), a byte order mark, CR LF and CR line ends. Tags may be padded
 * with blanks. A game ends with its result, or where the next game's tags begin, or with the text.
 *
 * Events of a game come in this order: tags, moves and unknown moves, at most one result, end;
 * faults may come anywhere before the end. After a fault of a game its other events go on as far as
 * the text can be read, so that a handler which passes over them finds the next game.
 */
#ifndef CORE_PDN_H
#define CORE_PDN_H

#include "movetext.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer words, and names and values of tags, are cut: no move and no FEN is as long. */
enum { PDN_WORD_SIZE = 128, PDN_NAME_SIZE = 64, PDN_VALUE_SIZE = 1024 };

enum pdn_kind {
    PDN_TAG,          /* `name` and `text` */
    PDN_MOVE,         /* `text`, without number and signs such as !?; may be no move at all */
    PDN_UNKNOWN_MOVE, /* "- -": a move was made, but nobody knows which */
    PDN_RESULT,       /* `text` and `result` */
    PDN_FAULT,        /* `text` says what cannot be read */
    PDN_END           /* of the game */
};

struct pdn_event {
    enum pdn_kind kind;
    uint64_t game;    /* number of the game in the text, from 1 */
    uint64_t line;    /* where the word, tag or fault begins, from 1 */
    const char *name; /* of a tag, with a zero byte at its end */
    const char *text; /* with a zero byte at its end; may hold others */
    size_t length;
    enum game_result result;
};

/* Called for each event; strings live until it returns. False ends the reading: nothing that is fed
 * afterwards is looked at. */
typedef bool pdn_handler(void *context, const struct pdn_event *event);

enum pdn_state {
    PDN_IN_TEXT,
    PDN_IN_WORD,
    PDN_IN_COMMENT,
    PDN_IN_LINE, /* passed over to its end */
    PDN_IN_TAG_NAME,
    PDN_BEFORE_VALUE,
    PDN_IN_VALUE,
    PDN_AFTER_ESCAPE,
    PDN_AFTER_VALUE
};

/* All fields are the reader's own. */
struct pdn_reader {
    pdn_handler *handler;
    void *context;
    enum pdn_state state;
    uint64_t bytes; /* read so far, up to 3: for the byte order mark */
    uint64_t game;
    uint64_t line;
    uint64_t start_line; /* of the word, tag or comment at hand */
    bool after_cr;
    bool line_start;
    bool stopped;
    bool in_game;        /* an event of the game was given out, or its text has begun */
    bool in_moves;       /* its moves have begun */
    bool after_dash;     /* one half of an unknown move was read */
    unsigned braces;     /* of the comment, open */
    unsigned variations; /* open */
    unsigned tag_match;  /* how much of what looks like a tag was read inside a comment */
    size_t word_length;  /* also of words that were cut */
    size_t name_length;
    size_t value_length;
    char word[PDN_WORD_SIZE];
    char name[PDN_NAME_SIZE];
    char value[PDN_VALUE_SIZE];
};

void pdn_reader_init(struct pdn_reader *reader, pdn_handler *handler, void *context);

/* Reads any bytes. False when the handler has ended the reading. */
bool pdn_feed(struct pdn_reader *reader, const char *bytes, size_t length);

/* The text ends here. */
void pdn_finish(struct pdn_reader *reader);

/* Whether a text is a result: 1-0 0-1 1/2-1/2 0-0 * and 2-0 1-1 0-2. */
bool pdn_result_read(const char *text, size_t length, enum game_result *result);

#endif
