/* Games in PDN. The events have their order, and do not depend on how the bytes come; a game is
 * played as far as its moves can be. */
#include "fuzz.h"
#include "pdn.h"
#include "rules.h"
#include <string.h>

struct listener {
    uint64_t game;
    uint64_t line;
    bool ended; /* the game of the last event */
    bool in_moves;
    uint64_t hash; /* of all events */
    bool playing;
    struct position position;
};

static void mix(struct listener *listener, const void *bytes, size_t length) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; i++)
        listener->hash = (listener->hash ^ byte[i]) * UINT64_C(0x100000001b3);
}

static void play(struct listener *listener, const struct pdn_event *event) {
    struct move move;
    if (listener->playing)
        listener->playing = move_text_read(&rules_brazilian, &listener->position, NOTATION_NUMERIC,
                                           event->text, event->length, &move) == MOVE_TEXT_FINE;
    if (listener->playing)
        listener->position = move_apply(&rules_brazilian, &listener->position, &move);
}

static bool listen(void *context, const struct pdn_event *event) {
    struct listener *listener = context;
    bool new_game = event->game != listener->game;
    FUZZ_DEMAND(event->game == listener->game + (new_game ? 1 : 0));
    FUZZ_DEMAND(new_game == listener->ended);
    FUZZ_DEMAND(event->line >= 1);
    FUZZ_DEMAND(event->text[event->length] == '\0');
    if (new_game) {
        listener->in_moves = false;
        listener->playing = true;
        listener->position = (struct position){
            .white = UINT64_C(0xfff) << 20, .black = 0xfff, .side_to_move = WHITE};
    }
    listener->game = event->game;
    listener->ended = event->kind == PDN_END;
    mix(listener, &event->kind, sizeof event->kind);
    mix(listener, &event->line, sizeof event->line);
    mix(listener, event->text, event->length);
    if (event->kind == PDN_TAG) {
        FUZZ_DEMAND(!listener->in_moves && strlen(event->name) > 0);
        mix(listener, event->name, strlen(event->name));
    }
    listener->in_moves |= event->kind == PDN_MOVE || event->kind == PDN_RESULT;
    if (event->kind == PDN_MOVE)
        play(listener, event);
    return true;
}

/* Returns the hash of what was read in pieces of `step` bytes. */
static uint64_t read_all(const uint8_t *data, size_t size, size_t step) {
    static struct pdn_reader reader;
    struct listener listener = {.ended = true};
    pdn_reader_init(&reader, listen, &listener);
    for (size_t at = 0; at < size; at += step) {
        size_t length = size - at < step ? size - at : step;
        char *piece = fuzz_text(data + at, length);
        FUZZ_DEMAND(pdn_feed(&reader, piece, length));
        free(piece);
    }
    pdn_finish(&reader);
    FUZZ_DEMAND(listener.ended);
    return listener.hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint64_t whole = read_all(data, size, size + 1);
    FUZZ_DEMAND(read_all(data, size, 1) == whole);
    FUZZ_DEMAND(read_all(data, size, 7) == whole);
    return 0;
}
