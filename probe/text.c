/* Positions and moves as text, for the public interface. */
#include "fen.h"
#include "move_text.h"
#include "moves_legal.h"
#include <string.h>

_Static_assert((int)FINAIS_FEN_SIZE >= (int)FEN_SIZE, "a FEN fits");
_Static_assert((int)FINAIS_MOVE_SIZE >= (int)MOVE_TEXT_SIZE, "a move fits");

/* False for a number that is no notation. */
static bool notation_import(finais_notation given, enum notation *notation) {
    switch (given) {
    case FINAIS_ALGEBRAIC:
        *notation = NOTATION_ALGEBRAIC;
        return true;
    case FINAIS_NUMERIC:
        *notation = NOTATION_NUMERIC;
        return true;
    case FINAIS_NUMERIC_A1:
        *notation = NOTATION_NUMERIC_FROM_A1;
        return true;
    }
    return false;
}

static finais_status unknown_notation(finais_notation given, finais_error *error) {
    return error_plain(error, FINAIS_INVALID_ARGUMENT, "there is no notation %d", (int)given);
}

/* Gives a complete text to the caller, or nothing when it does not fit. */
static finais_status hand_out(const char *text, size_t length, char *buffer, size_t size,
                              finais_error *error) {
    if (length >= size)
        return error_plain(error, FINAIS_INVALID_ARGUMENT,
                           "the text needs %zu bytes and there is room for %zu", length + 1, size);
    memcpy(buffer, text, length + 1);
    return FINAIS_OK;
}

finais_status finais_position_from_fen_numbered(const finais *handle, const char *fen,
                                                finais_notation numbers, finais_position *position,
                                                finais_error *error) {
    enum notation notation;
    if (handle == NULL || fen == NULL || position == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_position_from_fen: NULL");
    if (!notation_import(numbers, &notation))
        return unknown_notation(numbers, error);
    struct fen read;
    struct fen_error fault;
    if (!fen_read(handle->catalogue.rules, notation, fen, strlen(fen), &read, &fault)) {
        char message[FINAIS_MESSAGE_SIZE];
        fen_error_write(&fault, fen, message, sizeof message);
        return error_plain(error, FINAIS_BAD_TEXT, "%s", message);
    }
    *position = position_export(&read.position);
    return FINAIS_OK;
}

finais_status finais_position_from_fen(const finais *handle, const char *fen,
                                       finais_position *position, finais_error *error) {
    return finais_position_from_fen_numbered(handle, fen, FINAIS_NUMERIC, position, error);
}

finais_status finais_position_to_fen(const finais *handle, const finais_position *position,
                                     finais_notation notation, char *fen, size_t size,
                                     finais_error *error) {
    struct position imported;
    enum notation wanted;
    finais_status status = position_import(handle, position, &imported, error);
    if (status != FINAIS_OK)
        return status;
    if (fen == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "fen is NULL");
    if (!notation_import(notation, &wanted))
        return unknown_notation(notation, error);
    char text[FEN_SIZE];
    size_t length =
        fen_write_position(handle->catalogue.rules, wanted, &imported, text, sizeof text);
    return hand_out(text, length, fen, size, error);
}

finais_status finais_position_check(const finais *handle, const finais_position *position,
                                    finais_error *error) {
    struct position imported;
    return position_import(handle, position, &imported, error);
}

static finais_status status_of_text(enum move_text_status status) {
    switch (status) {
    case MOVE_TEXT_FINE:
        return FINAIS_OK;
    case MOVE_TEXT_UNREADABLE:
        return FINAIS_BAD_TEXT;
    case MOVE_TEXT_NOT_LEGAL:
        return FINAIS_ILLEGAL_MOVE;
    case MOVE_TEXT_AMBIGUOUS:
        return FINAIS_AMBIGUOUS_MOVE;
    }
    return FINAIS_BAD_TEXT;
}

finais_status finais_move_from_text(const finais *handle, const finais_position *position,
                                    const char *text, finais_notation numbers, finais_move *move,
                                    finais_error *error) {
    struct position imported;
    enum notation notation;
    finais_status status = position_import(handle, position, &imported, error);
    if (status != FINAIS_OK)
        return status;
    if (text == NULL || move == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_move_from_text: NULL");
    if (!notation_import(numbers, &notation))
        return unknown_notation(numbers, error);
    struct move read;
    enum move_text_status outcome =
        move_text_read(handle->catalogue.rules, &imported, notation, text, strlen(text), &read);
    if (outcome != MOVE_TEXT_FINE)
        return error_plain(error, status_of_text(outcome), "'%.*s': %s", (int)FINAIS_MOVE_SIZE,
                           text, move_text_status_text(outcome));
    *move = move_export(&read);
    return FINAIS_OK;
}

finais_status finais_move_to_text(const finais *handle, const finais_position *position,
                                  const finais_move *move, finais_notation notation, char *text,
                                  size_t size, finais_error *error) {
    struct position imported;
    struct move legal;
    enum notation wanted;
    finais_status status = position_import(handle, position, &imported, error);
    if (status != FINAIS_OK)
        return status;
    if (move == NULL || text == NULL)
        return error_plain(error, FINAIS_INVALID_ARGUMENT, "finais_move_to_text: NULL");
    if (!notation_import(notation, &wanted))
        return unknown_notation(notation, error);
    status = find_legal_move(handle, &imported, move, &legal, error);
    if (status != FINAIS_OK)
        return status;
    char written[MOVE_TEXT_SIZE];
    size_t length = move_text_write(handle->catalogue.rules, &imported, &legal, wanted, written,
                                    sizeof written);
    return hand_out(written, length, text, size, error);
}
