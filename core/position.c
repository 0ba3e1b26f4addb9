#include "position.h"

enum position_fault position_check(const struct geometry *geometry, unsigned pieces_per_side,
                                   const struct position *position) {
    bitboard pieces = position->white | position->black;
    if (((pieces | position->kings) & ~geometry->all) != 0)
        return POSITION_SQUARE_OFF_BOARD;
    if ((position->white & position->black) != 0)
        return POSITION_SQUARE_SHARED;
    if ((position->kings & ~pieces) != 0)
        return POSITION_KING_WITHOUT_PIECE;
    if ((position->white & ~position->kings & geometry->promotion_row[WHITE]) != 0 ||
        (position->black & ~position->kings & geometry->promotion_row[BLACK]) != 0)
        return POSITION_MAN_ON_PROMOTION_ROW;
    unsigned white_count;
    unsigned black_count;
    count_two(position->white, position->black, &white_count, &black_count);
    if (white_count > pieces_per_side || black_count > pieces_per_side)
        return POSITION_TOO_MANY_PIECES;
    if (pieces == 0)
        return POSITION_NO_PIECES;
    if (position->side_to_move != WHITE && position->side_to_move != BLACK)
        return POSITION_BAD_SIDE;
    return POSITION_FINE;
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
