#include "position.h"

enum position_fault position_check(const struct geometry *geometry, unsigned pieces_per_side,
                                   const struct position *position) {
    bitboard pieces = position->white | position->black;
    if (position_is_fine(geometry, pieces_per_side, position))
        return POSITION_FINE;
    if (((pieces | position->kings) & ~geometry->all) != 0)
        return POSITION_SQUARE_OFF_BOARD;
    if ((position->white & position->black) != 0)
        return POSITION_SQUARE_SHARED;
    if ((position->kings & ~pieces) != 0)
        return POSITION_KING_WITHOUT_PIECE;
    if ((position->white & ~position->kings & geometry->promotion_row[WHITE]) != 0 ||
        (position->black & ~position->kings & geometry->promotion_row[BLACK]) != 0)
        return POSITION_MAN_ON_PROMOTION_ROW;
    if (count_squares(position->white) > pieces_per_side ||
        count_squares(position->black) > pieces_per_side)
        return POSITION_TOO_MANY_PIECES;
    return pieces == 0 ? POSITION_NO_PIECES : POSITION_BAD_SIDE;
}

const char *position_fault_text(enum position_fault fault) {
    switch (fault) {
    case POSITION_FINE:
        return "the position is possible";
    case POSITION_SQUARE_OFF_BOARD:
        return "a piece stands off the board";
    case POSITION_SQUARE_SHARED:
        return "a square holds pieces of both colours";
    case POSITION_KING_WITHOUT_PIECE:
        return "a king is marked on an empty square";
    case POSITION_MAN_ON_PROMOTION_ROW:
        return "a man stands on its own promotion row";
    case POSITION_TOO_MANY_PIECES:
        return "a side has too many pieces";
    case POSITION_NO_PIECES:
        return "there is no piece on the board";
    case POSITION_BAD_SIDE:
        return "the side to move is neither White nor Black";
    }
    return "unknown fault";
}
