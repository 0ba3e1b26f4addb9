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

static void start_list(reference_ending_list *list) {
    list->count = 0;
    list->slot_count = REFERENCE_NO_PIECES_SLOT + 1;
    for (int n = 0; n <= REFERENCE_SQUARES; n++) {
        list->choose[n][0] = 1;
        for (int k = 1; k <= REFERENCE_MAXIMUM_KIND; k++) {
            list->choose[n][k] = n == 0 ? 0 : list->choose[n - 1][k - 1] + list->choose[n - 1][k];
        }
    }
}

static void append_ending(reference_ending_list *list, const reference_signature *signature) {
    reference_ending *ending = &list->endings[list->count++];
    int counts[KINDS];

    counts_of_signature(signature, counts);
    ending->signature = *signature;
    ending->first_slot = list->slot_count;
    ending->slot_count = 2;
    for (int kind = 0; kind < KINDS; kind++) {
        ending->slot_count *= list->choose[REFERENCE_SQUARES][counts[kind]];
    }
    list->slot_count += ending->slot_count;
}

/*
 * Whether play can come from one ending to the other (or stay): neither side ever has more pieces
 * or more men than before, but men become kings.
 */
static bool leads_to(const reference_signature *from, const reference_signature *to) {
    return to->white_men <= from->white_men && to->black_men <= from->black_men &&
           to->white_men + to->white_kings <= from->white_men + from->white_kings &&
           to->black_men + to->black_kings <= from->black_men + from->black_kings;
}

/* Appends those that `origin` leads to; all of them if it is NULL. */
static void append_endings(reference_ending_list *list, int pieces, int men,
                           const reference_signature *origin) {
    for (int white = 1; white < pieces; white++) {
        for (int white_men = 0; white_men <= white && white_men <= men; white_men++) {
            reference_signature signature = {
                .white_men = white_men,
                .white_kings = white - white_men,
                .black_men = men - white_men,
                .black_kings = pieces - white - (men - white_men),
            };

            if (signature.black_kings >= 0 && (origin == NULL || leads_to(origin, &signature))) {
                append_ending(list, &signature);
            }
        }
    }
}

static void list_endings(int pieces, const reference_signature *origin,
                         reference_ending_list *list) {
    start_list(list);
    /* A capture leaves fewer pieces, a promotion as many pieces with one man fewer. */
    for (int total = 2; total <= pieces; total++) {
        for (int men = 0; men <= total; men++) {
            append_endings(list, total, men, origin);
        }
    }
}

void reference_list_endings(int pieces, reference_ending_list *list) {
    list_endings(pieces, NULL, list);
}

void reference_list_endings_of(const reference_signature *signature, reference_ending_list *list) {
    list_endings(signature->white_men + signature->white_kings + signature->black_men +
                     signature->black_kings,
                 signature, list);
}

const reference_ending *reference_find_ending(const reference_ending_list *list,
                                              const reference_signature *signature) {
    /* From the last on, as most moves stay in the ending that is being solved. */
    for (int i = list->count - 1; i >= 0; i--) {
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

static int kind_of_piece(char piece) {
    for (int kind = 0; kind < KINDS && piece != REFERENCE_EMPTY; kind++) {
        if (piece == piece_of_kind[kind]) {
            return kind;
        }
    }
    return KINDS;
}

/* How many pieces there are of each kind, and the number of their set of squares. */
static void number_kinds(const reference_ending_list *list, const reference_position *position,
                         int counts[KINDS], size_t numbers[KINDS]) {
    for (int row = 0; row < REFERENCE_ROWS; row++) {
        int first_column = reference_square_column(reference_square_at(row, 0));

        for (int column = first_column; column < REFERENCE_ROWS; column += 2) {
            int kind = kind_of_piece(position->squares[row][column]);

            if (kind == KINDS) {
                continue;
            }
            counts[kind]++;
            if (counts[kind] <= REFERENCE_MAXIMUM_KIND) { /* no ending has more */
                numbers[kind] += list->choose[reference_square_at(row, column)][counts[kind]];
            }
        }
    }
}

reference_status reference_find_slot(const reference_ending_list *list,
                                     const reference_position *position, size_t *slot) {
    int counts[KINDS] = {0};
    size_t numbers[KINDS] = {0};
    size_t number = 0;

    number_kinds(list, position, counts, numbers);
    reference_signature signature = {counts[0], counts[1], counts[2], counts[3]};
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
    for (int kind = 0; kind < KINDS; kind++) {
        number = number * list->choose[REFERENCE_SQUARES][counts[kind]] + numbers[kind];
    }
    *slot = ending->first_slot + number * 2 + (size_t)position->side;
    return REFERENCE_OK;
}

/* Puts the pieces of one kind on set `number` of squares. False if that makes no position. */
static bool place_kind(const reference_ending_list *list, int kind, int count, size_t number,
                       reference_position *position) {
    char piece = piece_of_kind[kind];

    for (int square = REFERENCE_SQUARES - 1; count > 0; square--) {
        if (number < list->choose[square][count]) {
            continue;
        }
        int row = reference_square_row(square);
        char *there = &position->squares[row][reference_square_column(square)];
        bool stuck_man =
            (piece == REFERENCE_WHITE_MAN && row == reference_promotion_row(REFERENCE_WHITE)) ||
            (piece == REFERENCE_BLACK_MAN && row == reference_promotion_row(REFERENCE_BLACK));

        if (*there != REFERENCE_EMPTY || stuck_man) {
            return false;
        }
        *there = piece;
        number -= list->choose[square][count];
        count--;
    }
    return true;
}

bool reference_position_of_slot(const reference_ending_list *list, const reference_ending *ending,
                                size_t slot, reference_position *position) {
    int counts[KINDS];
    size_t number = (slot - ending->first_slot) / 2;
    bool possible = true;

    counts_of_signature(&ending->signature, counts);
    memset(position->squares, REFERENCE_EMPTY, sizeof position->squares);
    position->side = (int)((slot - ending->first_slot) % 2);
    for (int kind = KINDS - 1; kind >= 0 && possible; kind--) {
        size_t sets = list->choose[REFERENCE_SQUARES][counts[kind]];

        possible = place_kind(list, kind, counts[kind], number % sets, position);
        number /= sets;
    }
    return possible;
}
