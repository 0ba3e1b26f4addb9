#include "known_values.h"
#include <stdlib.h>
#include <string.h>

enum { PIECES_MAX = 16, SQUARES = 32 };

/* ---- Positions of a signature ---------------------------------------------------------------- */

/* The pieces of a signature one by one; like pieces follow each other. */
struct pieces {
    unsigned count;
    struct piece {
        bool black;
        bool king;
    } list[PIECES_MAX];
};

static struct pieces pieces_of(const char *signature) {
    struct pieces pieces = {.count = 0};
    bool black = false;
    for (const char *letter = signature; *letter != '\0' && pieces.count < PIECES_MAX; letter++) {
        if (*letter == 'v')
            black = true;
        else
            pieces.list[pieces.count++] = (struct piece){black, *letter == 'K'};
    }
    return pieces;
}

static void put_piece(finais_position *position, struct piece piece, unsigned square) {
    uint64_t bit = UINT64_C(1) << square;
    *(piece.black ? &position->black : &position->white) |= bit;
    position->kings |= piece.king ? bit : 0;
}

struct listing {
    const finais *handle;
    const struct pieces *pieces;
    struct known_values *known;
    size_t capacity;
    bool failed;
};

static void list_position(struct listing *listing, finais_position position) {
    struct known_values *known = listing->known;
    if (finais_position_check(listing->handle, &position, NULL) != FINAIS_OK)
        return;
    if (known->count == listing->capacity) {
        listing->capacity = 2 * listing->capacity + 1024;
        finais_position *longer =
            realloc(known->positions, listing->capacity * sizeof *known->positions);
        listing->failed = longer == NULL;
        if (listing->failed)
            return;
        known->positions = longer;
    }
    known->positions[known->count++] = position;
}

/* Puts piece number `next` and all after it on every square they can have; of like pieces each
 * stands behind the one before it. */
static void list_from(struct listing *listing, finais_position position, unsigned next,
                      unsigned before) {
    const struct piece *list = listing->pieces->list;
    if (next == listing->pieces->count) {
        for (uint32_t side = FINAIS_WHITE; side <= FINAIS_BLACK && !listing->failed; side++) {
            position.side_to_move = side;
            list_position(listing, position);
        }
        return;
    }
    bool like = next > 0 && list[next].black == list[next - 1].black &&
                list[next].king == list[next - 1].king;
    for (unsigned square = like ? before + 1 : 0; square < SQUARES && !listing->failed; square++) {
        finais_position longer = position;
        if (((position.white | position.black) >> square & 1) != 0)
            continue;
        put_piece(&longer, list[next], square);
        list_from(listing, longer, next + 1, square);
    }
}

static uint64_t random_next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void list_random(struct listing *listing, size_t sample) {
    uint64_t state = 88172645463325252;
    while (listing->known->count < sample && !listing->failed) {
        finais_position position = {.side_to_move = random_next(&state) >> 20 & 1};
        for (unsigned i = 0; i < listing->pieces->count; i++) {
            unsigned square;
            do
                square = random_next(&state) >> 20 & (SQUARES - 1);
            while (((position.white | position.black) >> square & 1) != 0);
            put_piece(&position, listing->pieces->list[i], square);
        }
        list_position(listing, position);
    }
}

/* ---- Answers --------------------------------------------------------------------------------- */

bool known_values_list(struct known_values *known, const finais *handle, const char *signature,
                       size_t sample) {
    struct pieces pieces = pieces_of(signature);
    struct listing listing = {handle, &pieces, known, 0, false};
    *known = (struct known_values){.positions = NULL};
    if (sample == KNOWN_ALL)
        list_from(&listing, (finais_position){.white = 0}, 0, 0);
    else
        list_random(&listing, sample);
    if (listing.failed)
        known_values_free(known);
    return !listing.failed;
}

bool known_values_make(struct known_values *known, finais_context *context, const finais *handle,
                       const char *signature, size_t sample) {
    if (!known_values_list(known, handle, signature, sample))
        return false;
    known->results = malloc((known->count + 1) * sizeof *known->results);
    bool good = known->results != NULL;
    for (size_t i = 0; good && i < known->count; i++)
        good = finais_probe(context, &known->positions[i], FINAIS_WANT_ALL | FINAIS_IF_PRESENT,
                            &known->results[i], NULL) == FINAIS_OK;
    if (!good)
        known_values_free(known);
    return good;
}

void known_values_free(struct known_values *known) {
    free(known->positions);
    free(known->results);
    *known = (struct known_values){.positions = NULL};
}

static bool same_answer(const finais_result *found, const finais_result *known, unsigned flags) {
    return found->wdl == known->wdl && found->terminal == known->terminal &&
           ((flags & FINAIS_WANT_DTW) == 0 || found->dtw == known->dtw) &&
           ((flags & FINAIS_WANT_DTC) == 0 || found->dtc == known->dtc);
}

void known_values_compare(const struct known_values *known, finais_context *context, unsigned flags,
                          size_t first, size_t step, struct comparison *comparison) {
    for (size_t i = first; i < known->count; i += step) {
        finais_result result = {9, 9, 9, 9};
        finais_error error = {.status = FINAIS_OK};
        finais_status status = finais_probe(context, &known->positions[i], flags, &result, &error);
        if (status == FINAIS_OK && same_answer(&result, &known->results[i], flags))
            comparison->right++;
        else if (status == FINAIS_OK)
            comparison->wrong++;
        else if (status == FINAIS_TABLE_CORRUPT)
            comparison->corrupt++;
        else
            comparison->other++;
        if (status != FINAIS_OK)
            comparison->error = error;
    }
}

/* ---- Names ----------------------------------------------------------------------------------- */

unsigned known_values_flags(const char *table) {
    const char *metric = strrchr(table, '.');
    if (metric != NULL && strcmp(metric, ".dtw") == 0)
        return FINAIS_WANT_DTW;
    return metric != NULL && strcmp(metric, ".dtc") == 0 ? FINAIS_WANT_DTC : FINAIS_WANT_WDL;
}

void known_values_signature(const char *table, char *signature) {
    const char *name = strrchr(table, '/');
    name = name == NULL ? table : name + 1;
    size_t length = strcspn(name, ".");
    memcpy(signature, name, length);
    signature[length] = '\0';
}
