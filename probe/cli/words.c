#include "words.h"
#include <inttypes.h>
#include <stdio.h>

const char *wdl_word(int32_t wdl) {
    switch (wdl) {
    case FINAIS_WIN:
        return "win";
    case FINAIS_LOSS:
        return "loss";
    case FINAIS_DRAW:
        return "draw";
    default:
        return "?";
    }
}

const char *side_word(uint32_t side) {
    return side == FINAIS_WHITE ? "white" : "black";
}

const char *side_name(uint32_t side) {
    return side == FINAIS_WHITE ? "White" : "Black";
}

const char *distance_text(int32_t distance, char *text) {
    if (distance == FINAIS_NO_DISTANCE)
        snprintf(text, DISTANCE_TEXT_SIZE, "-");
    else
        snprintf(text, DISTANCE_TEXT_SIZE, "%" PRId32, distance);
    return text;
}

void make_printable(char *text) {
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            *text = ' ';
    }
}
