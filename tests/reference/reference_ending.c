/* Lists the endings, and gives every position of them a slot of its own. */
#include "reference_ending.h"

#include <string.h>

enum { KINDS = 4 }; /* white men, white kings, black men, black kings */

static const char piece_of_kind[KINDS] = {REFERENCE_WHITE_MAN, REFERENCE_WHITE_KING,
                                          REFERENCE_BLACK_MAN, REFERENCE_BLACK_KING};

static void counts_of_signature(const reference_signature *signature, int counts[KINDS]) {
    counts[0] = signature->white_men;
    counts[1] = signature->white_kings;
    counts[2] = signature->black_men;
    counts[3] = signature->black_kings;
}

static void append_ending(reference_ending_list *list, const reference_signature *signature,
                          int pieces) {
    reference_ending *ending = &list->endings[list->count++];

    ending->signature = *signature;
    ending->first_slot = list->slot_count;
    ending->slot_count = 2;
    for (int i = 0; i < pieces; i++) {
        ending->slot_count *= REFERENCE_SQUARES;
    }
    list->slot_count += ending->slot_count;
}

static void append_endings(reference_ending_list *list, int pieces, int men) {
    for (int white = 1; white < pieces; white++) {
        for (int white_men = 0; white_men <= white && white_men <= men; white_men++) {
            reference_signature signature = {
                .white_men = white_men,
                .white_kings = white - white_men,
                .black_men = men - white_men,
                .black_kings = pieces - white - (men - white_men),
            };

            if (signature.black_kings >= 0) {
                append_ending(list, &signature, pieces);
            }
        }
    }
}

void reference_list_endings(int pieces, reference_ending_list *list) {
    list->count = 0;
    list->slot_count = REFERENCE_NO_PIECES_SLOT + 1;
    /* A capture leaves fewer pieces, a promotion as many pieces with one man fewer. */
    for (int total = 2; total <= pieces; total++) {
        for (int men = 0; men <= total; men++) {
            append_endings(list, total, men);
        }
    }
}

const reference_ending *reference_find_ending(const reference_ending_list *list,
                                              const reference_signature *signature) {
    for (int i = 0; i < list->count; i++) {
        const reference_signature *other = &list->endings[i].signature;

        if (other->white_men == signature->white_men &&
            other->white_kings == signature->white_kings &&
            other->black_men == signature->black_men &&
            other->black_kings == signature->black_kings) {
            return &list->endings[i];
        }
    }
    return NULL;
}

/* Appends the squares of one kind of piece, rising, as digits. Returns the number of pieces. */
static int append_kind(const reference_position *position, char kind, size_t *digits) {
    int found = 0;

    for (int square = 0; square < REFERENCE_SQUARES; square++) {
        int row = reference_square_row(square);

        if (position->squares[row][reference_square_column(square)] == kind) {
            *digits = *digits * REFERENCE_SQUARES + (size_t)square;
            found++;
        }
    }
    return found;
}

reference_status reference_find_slot(const reference_ending_list *list,
                                     const reference_position *position, size_t *slot) {
    size_t digits = 0;
    reference_signature signature;

    signature.white_men = append_kind(position, REFERENCE_WHITE_MAN, &digits);
    signature.white_kings = append_kind(position, REFERENCE_WHITE_KING, &digits);
    signature.black_men = append_kind(position, REFERENCE_BLACK_MAN, &digits);
    signature.black_kings = append_kind(position, REFERENCE_BLACK_KING, &digits);

    int white = signature.white_men + signature.white_kings;
    int black = signature.black_men + signature.black_kings;
    if ((position->side == REFERENCE_WHITE ? white : black) == 0) {
        *slot = REFERENCE_NO_PIECES_SLOT;
        return REFERENCE_OK;
    }
    const reference_ending *ending = reference_find_ending(list, &signature);
    if (ending == NULL) {
        return REFERENCE_NOT_COVERED;
    }
    *slot = ending->first_slot + digits * 2 + (size_t)position->side;
    return REFERENCE_OK;
}

/* Puts `count` pieces of one kind on their squares. False if the digits break the order. */
static bool place_kind(reference_position *position, char kind, const int *squares, int count) {
    for (int i = 0; i < count; i++) {
        int row = reference_square_row(squares[i]);
        char *square = &position->squares[row][reference_square_column(squares[i])];
        bool stuck_man =
            (kind == REFERENCE_WHITE_MAN && row == reference_promotion_row(REFERENCE_WHITE)) ||
            (kind == REFERENCE_BLACK_MAN && row == reference_promotion_row(REFERENCE_BLACK));

        if ((i > 0 && squares[i] <= squares[i - 1]) || *square != REFERENCE_EMPTY || stuck_man) {
            return false;
        }
        *square = kind;
    }
    return true;
}

bool reference_position_of_slot(const reference_ending *ending, size_t slot,
                                reference_position *position) {
    int counts[KINDS];
    int squares[REFERENCE_MAXIMUM_PIECES];
    size_t digits = (slot - ending->first_slot) / 2;

    counts_of_signature(&ending->signature, counts);
    int pieces = counts[0] + counts[1] + counts[2] + counts[3];
    for (int i = pieces - 1; i >= 0; i--) {
        squares[i] = (int)(digits % REFERENCE_SQUARES);
        digits /= REFERENCE_SQUARES;
    }
    memset(position->squares, REFERENCE_EMPTY, sizeof position->squares);
    position->side = (int)((slot - ending->first_slot) % 2);
    const int *next = squares;
    for (int kind = 0; kind < KINDS; kind++) {
        if (!place_kind(position, piece_of_kind[kind], next, counts[kind])) {
            return false;
        }
        next += counts[kind];
    }
    return true;
}
