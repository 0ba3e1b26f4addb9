/* The moves of Brazilian draughts, rule by rule, by plain search over a board of characters. */
#include "reference.h"

#include <string.h>

typedef struct {
    int row_step;
    int column_step;
} direction;

enum { DIRECTIONS = 4, NO_DIRECTION = -1 };

static const direction all_directions[DIRECTIONS] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

/* What a search over one side's moves carries along. */
typedef struct {
    reference_position board; /* the moving piece is lifted from it */
    bool mover_is_king;
    int man_step; /* rows that a man moves when it takes nothing */
    int from;
    int most_captured; /* by any capture found so far, of any piece */
    reference_move_list *list;
    bool overflow;
} move_search;

static bool on_board(int row, int column) {
    return row >= 0 && row < REFERENCE_ROWS && column >= 0 && column < REFERENCE_ROWS;
}

static bool is_empty(const reference_position *position, int row, int column) {
    return on_board(row, column) && position->squares[row][column] == REFERENCE_EMPTY;
}

static bool is_king(char piece) {
    return piece == REFERENCE_WHITE_KING || piece == REFERENCE_BLACK_KING;
}

static bool belongs_to(char piece, int side) {
    if (side == REFERENCE_WHITE) {
        return piece == REFERENCE_WHITE_MAN || piece == REFERENCE_WHITE_KING;
    }
    return piece == REFERENCE_BLACK_MAN || piece == REFERENCE_BLACK_KING;
}

static bool is_enemy(const reference_position *position, int row, int column) {
    return on_board(row, column) && belongs_to(position->squares[row][column], 1 - position->side);
}

/* Adds a move, or one more path to a move that is listed already. */
static void list_move(move_search *search, int to, uint64_t captured, int captured_count) {
    reference_move_list *list = search->list;

    for (int i = 0; i < list->count; i++) {
        reference_move *known = &list->moves[i];

        if (known->from == search->from && known->to == to && known->captured == captured) {
            known->paths++;
            return;
        }
    }
    if (list->count == REFERENCE_MAXIMUM_MOVES) {
        search->overflow = true;
        return;
    }
    int last_row = reference_promotion_row(search->board.side);
    list->moves[list->count++] = (reference_move){
        .from = search->from,
        .to = to,
        .captured = captured,
        .captured_count = captured_count,
        .promotes = !search->mover_is_king && reference_square_row(to) == last_row,
        .paths = 1,
    };
}

/* Only the captures that take the greatest number of pieces are legal. */
static void list_capture(move_search *search, int to, uint64_t captured, int captured_count) {
    if (captured_count < search->most_captured) {
        return;
    }
    if (captured_count > search->most_captured) {
        search->most_captured = captured_count;
        search->list->count = 0;
    }
    list_move(search, to, captured, captured_count);
}

static void capture_from(move_search *search, int row, int column, int searched_way,
                         uint64_t captured, int captured_count);

/* Captures the next piece in one direction, if there is one, and everything after it. */
static bool capture_in_direction(move_search *search, int row, int column, int way_number,
                                 uint64_t captured, int captured_count) {
    const reference_position *board = &search->board;
    direction way = all_directions[way_number];

    row += way.row_step;
    column += way.column_step;
    while (search->mover_is_king && is_empty(board, row, column)) {
        row += way.row_step;
        column += way.column_step;
    }
    if (!is_enemy(board, row, column)) {
        return false;
    }
    /* A captured piece is still on the board: it blocks, and may not be jumped twice. */
    uint64_t victim = UINT64_C(1) << reference_square_at(row, column);
    if ((captured & victim) != 0) {
        return false;
    }
    row += way.row_step;
    column += way.column_step;
    if (!is_empty(board, row, column)) {
        return false;
    }
    int searched_way = NO_DIRECTION;
    do {
        capture_from(search, row, column, searched_way, captured | victim, captured_count + 1);
        searched_way = way_number;
        row += way.row_step;
        column += way.column_step;
    } while (search->mover_is_king && is_empty(board, row, column));
    return true;
}

/*
 * A capture has to be completed: it may only end where no further piece can be taken.
 *
 * Going straight on from any of the squares behind a victim is the same path. It is searched from
 * the first of them and left out, as `searched_way`, at the others. If there was something to take
 * straight on, these then seem to end too early, but the longer capture is known by then and the
 * shorter one isn't listed.
 */
static void capture_from(move_search *search, int row, int column, int searched_way,
                         uint64_t captured, int captured_count) {
    bool goes_on = false;

    for (int way = 0; way < DIRECTIONS; way++) {
        if (way != searched_way &&
            capture_in_direction(search, row, column, way, captured, captured_count)) {
            goes_on = true;
        }
    }
    if (!goes_on && captured_count > 0) {
        list_capture(search, reference_square_at(row, column), captured, captured_count);
    }
}

static void quiet_moves_from(move_search *search, int row, int column) {
    for (int i = 0; i < DIRECTIONS; i++) {
        direction way = all_directions[i];
        int to_row = row + way.row_step;
        int to_column = column + way.column_step;

        if (!search->mover_is_king && way.row_step != search->man_step) {
            continue;
        }
        while (is_empty(&search->board, to_row, to_column)) {
            list_move(search, reference_square_at(to_row, to_column), 0, 0);
            if (!search->mover_is_king) {
                break;
            }
            to_row += way.row_step;
            to_column += way.column_step;
        }
    }
}

/* Runs one of the two searches for every piece of the side to move, with that piece lifted. */
static void search_every_piece(move_search *search, bool captures) {
    for (int square = 0; square < REFERENCE_SQUARES; square++) {
        int row = reference_square_row(square);
        int column = reference_square_column(square);
        char piece = search->board.squares[row][column];

        if (!belongs_to(piece, search->board.side)) {
            continue;
        }
        search->from = square;
        search->mover_is_king = is_king(piece);
        search->board.squares[row][column] = REFERENCE_EMPTY;
        if (captures) {
            capture_from(search, row, column, NO_DIRECTION, 0, 0);
        } else {
            quiet_moves_from(search, row, column);
        }
        search->board.squares[row][column] = piece;
    }
}

static int forward_step(int side) {
    return side == REFERENCE_WHITE ? -1 : 1;
}

reference_status reference_list_moves(const reference_position *position,
                                      reference_move_list *list) {
    move_search search = {.board = *position, .list = list};

    search.man_step = forward_step(position->side);
    list->count = 0;
    search_every_piece(&search, true);
    if (list->count == 0) {
        search_every_piece(&search, false);
    }
    return search.overflow ? REFERENCE_TOO_MANY_MOVES : REFERENCE_OK;
}

reference_status reference_list_retreats(const reference_position *position,
                                         reference_move_list *list) {
    move_search search = {.board = *position, .list = list};

    search.board.side = 1 - position->side;
    search.man_step = -forward_step(search.board.side);
    list->count = 0;
    search_every_piece(&search, false);
    return search.overflow ? REFERENCE_TOO_MANY_MOVES : REFERENCE_OK;
}

static char *square_of(reference_position *position, int square) {
    return &position->squares[reference_square_row(square)][reference_square_column(square)];
}

void reference_make_move(reference_position *position, const reference_move *move) {
    char piece = *square_of(position, move->from);

    if (move->promotes) {
        piece = position->side == REFERENCE_WHITE ? REFERENCE_WHITE_KING : REFERENCE_BLACK_KING;
    }
    *square_of(position, move->from) = REFERENCE_EMPTY;
    for (int square = 0; (move->captured >> square) != 0; square++) {
        if (((move->captured >> square) & 1) != 0) {
            *square_of(position, square) = REFERENCE_EMPTY;
        }
    }
    *square_of(position, move->to) = piece;
    position->side = 1 - position->side;
}

void reference_take_back(reference_position *position, const reference_move *retreat) {
    reference_make_move(position, retreat); /* the side to move is now that of the move */
}

reference_status reference_perft(const reference_position *position, int depth,
                                 reference_counting counting, uint64_t *nodes) {
    reference_move_list list;

    *nodes = 1;
    if (depth <= 0) {
        return REFERENCE_OK;
    }
    reference_status status = reference_list_moves(position, &list);
    *nodes = 0;
    for (int i = 0; i < list.count && status == REFERENCE_OK; i++) {
        reference_position next = *position;
        uint64_t below = 0;

        reference_make_move(&next, &list.moves[i]);
        status = reference_perft(&next, depth - 1, counting, &below);
        *nodes += counting == REFERENCE_COUNT_BY_PATH ? below * list.moves[i].paths : below;
    }
    return status;
}
