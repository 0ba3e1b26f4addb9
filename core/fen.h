/* fen.h - positions as text: reading and writing FEN.
 *
 *     W:Wa3,Kc1:Bh8,Kb8      W:W21,K30:B4,K1      B:WK1-4,21:B:H7:F30.
 *
 * Side to move, then a list of pieces for each colour in either order. K before a square is a king.
 * A list may be empty, but both colours have to be there, and one piece at least. Numbers may form
 * rising ranges (K1-4 is four kings; 21-21 is one man). After the lists may come, each once and in
 * either order, H with the plies since the draw counter was last reset and F with the move number;
 * at the very end one dot. The colour letters may be lower-case, and blanks may follow a comma.
 *
 * Everything else is an error, in particular: other blanks; lower-case k; upper-case files (A3);
 * leading zeros; algebraic ranges; algebraic and numeric squares in one text, which is more likely
 * a slip than a wish.
 *
 * Nothing here keeps state: any number of threads may call these functions.
 */
#ifndef CORE_FEN_H
#define CORE_FEN_H

#include "notation.h"
#include "position.h"
#include "rules.h"

struct fen {
    struct position position;
    bool has_half_move_clock;
    bool has_move_number;
    uint32_t half_move_clock; /* plies; 0 when there is none */
    uint32_t move_number;     /* 0 when there is none */
};

/* Greatest half-move clock or move number. */
enum { FEN_NUMBER_MAX = 999999999 };

/* Room for every FEN that fen_write() makes, with its zero byte. */
enum { FEN_SIZE = 256 };

enum fen_fault {
    FEN_FINE,
    FEN_SIDE_MISSING,   /* the text does not begin with W: or B: */
    FEN_SIDE_UNKNOWN,   /* a side to move other than W and B */
    FEN_COLOUR_MISSING, /* a list is missing */
    FEN_FIELD_UNKNOWN,  /* neither a colour nor H or F */
    FEN_COLOUR_TWICE,
    FEN_SQUARE_UNREADABLE,
    FEN_KING_LOWER_CASE, /* k before a square */
    FEN_FILE_UPPER_CASE, /* A3 */
    FEN_SQUARE_OFF_BOARD,
    FEN_SQUARE_LIGHT,
    FEN_SQUARE_TWICE,
    FEN_SQUARE_OF_BOTH_COLOURS,
    FEN_RANGE_ALGEBRAIC,
    FEN_RANGE_FALLS,
    FEN_NOTATIONS_MIXED,
    FEN_MAN_ON_PROMOTION_ROW,
    FEN_TOO_MANY_PIECES,
    FEN_NO_PIECES,
    FEN_NUMBER_UNREADABLE, /* an H or F field without a number, or one above FEN_NUMBER_MAX */
    FEN_NUMBER_TWICE,
    FEN_TEXT_AFTER_END
};

struct fen_error {
    enum fen_fault fault;
    size_t offset; /* of the offending text, in bytes */
    size_t length; /* of the offending text; 0 when something is missing there */
};

/* Reads exactly `length` bytes, which may be any bytes. Numbers mean what `numbers` says
 * (NOTATION_ALGEBRAIC: as NOTATION_NUMERIC). On failure *fen is left alone and *error is filled in;
 * on success error->fault is FEN_FINE. What is read passes position_check(). */
bool fen_read(const struct rules *rules, enum notation numbers, const char *text, size_t length,
              struct fen *fen, struct fen_error *error);

/* Writes one line for a person, without a line end, such as
 *     FEN, character 12, 'b1': a light square
 * `text` is what was read. Bytes that are not printable ASCII are written as \xNN, and long text is
 * cut. Returns the length of the whole message; it is cut when that is not below `size`. */
size_t fen_error_write(const struct fen_error *error, const char *text, char *message, size_t size);

/* Writes a position that passes position_check(): White first, squares in the order of their bits,
 * kings marked, the fields H and F when they are there. Returns the length of the whole text. */
size_t fen_write(const struct rules *rules, enum notation notation, const struct fen *fen,
                 char *text, size_t size);

/* The same for a position alone. */
size_t fen_write_position(const struct rules *rules, enum notation notation,
                          const struct position *position, char *text, size_t size);

#endif
