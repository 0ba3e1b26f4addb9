#include "signature.h"

struct signature signature_mirror(struct signature signature) {
    struct signature mirror = {.men = {signature.men[BLACK], signature.men[WHITE]},
                               .kings = {signature.kings[BLACK], signature.kings[WHITE]}};
    return mirror;
}

bool signature_equal(struct signature a, struct signature b) {
    return a.men[WHITE] == b.men[WHITE] && a.men[BLACK] == b.men[BLACK] &&
           a.kings[WHITE] == b.kings[WHITE] && a.kings[BLACK] == b.kings[BLACK];
}

unsigned signature_side_pieces(struct signature signature, enum side side) {
    return (unsigned)signature.men[side] + signature.kings[side];
}

unsigned signature_pieces(struct signature signature) {
    return signature_side_pieces(signature, WHITE) + signature_side_pieces(signature, BLACK);
}

bool signature_is_own_mirror(struct signature signature) {
    return signature_equal(signature, signature_mirror(signature));
}

bool signature_is_canonical(struct signature signature) {
    unsigned white = signature_side_pieces(signature, WHITE);
    unsigned black = signature_side_pieces(signature, BLACK);
    if (white != black)
        return white > black;
    return signature.kings[WHITE] >= signature.kings[BLACK];
}

void signature_name(struct signature signature, char *name) {
    for (enum side side = WHITE; side <= BLACK; side++) {
        for (unsigned i = 0; i < signature.kings[side]; i++)
            *name++ = 'K';
        for (unsigned i = 0; i < signature.men[side]; i++)
            *name++ = 'M';
        if (side == WHITE)
            *name++ = 'v';
    }
    *name = '\0';
}

bool signature_parse(const char *text, unsigned pieces_per_side, struct signature *signature) {
    struct signature result = {{0, 0}, {0, 0}};
    for (enum side side = WHITE; side <= BLACK; side++) {
        unsigned kings = 0;
        unsigned men = 0;
        for (; *text == 'K' && kings <= pieces_per_side; text++)
            kings++;
        for (; *text == 'M' && men <= pieces_per_side; text++)
            men++;
        if (kings + men == 0 || kings + men > pieces_per_side)
            return false;
        if (*text != (side == WHITE ? 'v' : '\0'))
            return false;
        text++;
        result.kings[side] = (uint8_t)kings;
        result.men[side] = (uint8_t)men;
    }
    *signature = result;
    return true;
}

size_t signatures_of_pieces(unsigned pieces, unsigned pieces_per_side, struct signature *list,
                            size_t capacity) {
    size_t count = 0;
    for (unsigned men = 0; men <= pieces; men++)
        for (unsigned white = pieces - 1; white >= 1 && white * 2 >= pieces; white--)
            for (unsigned white_men = 0; white_men <= white && white_men <= men; white_men++) {
                unsigned black = pieces - white;
                unsigned black_men = men - white_men;
                if (black_men > black || white > pieces_per_side || black > pieces_per_side)
                    continue;
                struct signature signature = {
                    .men = {(uint8_t)white_men, (uint8_t)black_men},
                    .kings = {(uint8_t)(white - white_men), (uint8_t)(black - black_men)}};
                if (!signature_is_canonical(signature))
                    continue;
                if (count < capacity)
                    list[count] = signature;
                count++;
            }
    return count;
}

static void add_once(struct signature signature, struct signature *list, size_t capacity,
                     size_t *count) {
    if (!signature_is_canonical(signature))
        signature = signature_mirror(signature);
    for (size_t i = 0; i < *count && i < capacity; i++)
        if (signature_equal(list[i], signature))
            return;
    if (*count < capacity)
        list[*count] = signature;
    ++*count;
}

size_t signature_successors(struct signature signature, struct signature *list, size_t capacity) {
    size_t count = 0;
    for (enum side mover = WHITE; mover <= BLACK; mover++) {
        enum side victim = other_side(mover);
        for (unsigned promoted = 0; promoted <= 1 && promoted <= signature.men[mover]; promoted++)
            for (unsigned men = 0; men <= signature.men[victim]; men++)
                for (unsigned kings = 0; kings <= signature.kings[victim]; kings++) {
                    struct signature after = signature;
                    after.men[mover] = (uint8_t)(after.men[mover] - promoted);
                    after.kings[mover] = (uint8_t)(after.kings[mover] + promoted);
                    after.men[victim] = (uint8_t)(after.men[victim] - men);
                    after.kings[victim] = (uint8_t)(after.kings[victim] - kings);
                    if (promoted + men + kings > 0 && signature_side_pieces(after, victim) > 0)
                        add_once(after, list, capacity, &count);
                }
    }
    return count;
}

struct position position_canonical(const struct geometry *geometry,
                                   const struct position *position) {
    struct signature signature = signature_of_position(position);
    bool keep = signature_is_own_mirror(signature) ? position->side_to_move == WHITE
                                                   : signature_is_canonical(signature);
    return keep ? *position : position_mirror(geometry, position);
}
