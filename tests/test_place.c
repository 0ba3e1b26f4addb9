/* The ways to the place of a position, against the plain one: all positions of up to 3 pieces, and
 * random ones of up to 9, in a catalogue that lists tables of up to 8 without there being any. */
#include "check.h"
#include "context.h"
#include "place.h"
#include "xorshift.h"
#include <string.h>

enum { LISTED_PIECES = 8, ALL_PIECES = 3, RANDOM_PIECES = 9, RANDOM_POSITIONS = 1000000 };

static struct signature listed[512];
static size_t listed_count;

static int list(void *user, size_t number, char name[FINAIS_TABLE_NAME_SIZE]) {
    char signature[SIGNATURE_NAME_SIZE];
    (void)user;
    name[0] = '\0';
    if (number >= listed_count)
        return 0;
    signature_name(listed[number], signature);
    snprintf(name, FINAIS_TABLE_NAME_SIZE, "brazilian/%s.wdl", signature);
    return 0;
}

/* The ways that run here, beside the plain one. */
static place_finder *finders[2];
static size_t finder_count;

static uint64_t by_kind[PLACE_STORED + 1];
static uint64_t different;

static bool same_place(enum place_kind kind, const struct place *a, const struct place *b) {
    if (kind == PLACE_CAPTURE)
        return a->capturers == b->capturers;
    return kind != PLACE_STORED ||
           (a->found == b->found && positions_equal(&a->canonical, &b->canonical) &&
            a->slot == b->slot);
}

static void compare(const struct catalogue *catalogue, const struct position *position) {
    struct place plain_place;
    struct place place;
    enum place_kind plain = place_find_plain(catalogue, position, &plain_place);
    by_kind[plain]++;
    for (size_t i = 0; i < finder_count; i++) {
        enum place_kind kind = finders[i](catalogue, position, &place);
        different += kind != plain || !same_place(plain, &plain_place, &place);
    }
}

/* As it is, and turned. */
static void compare_all(const struct catalogue *catalogue, struct signature signature) {
    const struct geometry *geometry = catalogue->rules->geometry;
    struct index_layout layout;
    CHECK(index_layout_init(&layout, geometry, signature));
    for (uint64_t index = 0; index < layout.positions; index++)
        for (enum side side = WHITE; side <= BLACK; side++) {
            struct position position = position_of_index(&layout, index, side);
            struct position turned = position_mirror(geometry, &position);
            compare(catalogue, &position);
            compare(catalogue, &turned);
        }
}

static struct position random_position(const struct catalogue *catalogue, uint64_t *random) {
    const struct rules *rules = catalogue->rules;
    for (;;) {
        struct position position = {.side_to_move = (enum side)xorshift_below(random, 2)};
        unsigned pieces = 2 + xorshift_below(random, RANDOM_PIECES - 1);
        unsigned kings_of_8 = xorshift_below(random, 9);
        for (unsigned i = 0; i < pieces; i++) {
            bitboard square = square_bit(xorshift_below(random, rules->geometry->squares));
            bitboard *own = xorshift_below(random, 2) == 0 ? &position.white : &position.black;
            if (((position.white | position.black) & square) != 0)
                continue;
            *own |= square;
            position.kings |= xorshift_below(random, 8) < kings_of_8 ? square : 0;
        }
        if (position_is_fine(rules->geometry, rules->pieces_per_side, &position))
            return position;
    }
}

int main(void) {
    const struct rules *rules = &rules_brazilian;
    struct catalogue catalogue;
    finais_io io = {.size = sizeof io, .list = list};
    for (unsigned pieces = 2; pieces <= LISTED_PIECES; pieces++)
        listed_count += signatures_of_pieces(pieces, rules->pieces_per_side, &listed[listed_count],
                                             sizeof listed / sizeof *listed - listed_count);
    if (!CHECK(listed_count < sizeof listed / sizeof *listed) ||
        !CHECK_EQUAL(catalogue_init_io(&catalogue, rules, &io, NULL), FINAIS_OK))
        return check_report();
    CHECK_EQUAL(catalogue.signature_count, listed_count);
    place_finder *counting = place_finder_counting(rules);
    place_finder *vectors = place_finder_avx2(rules);
    if (counting != NULL)
        finders[finder_count++] = counting;
    if (vectors != NULL)
        finders[finder_count++] = vectors;
    printf("%zu ways beside the plain one\n", finder_count);
    CHECK(catalogue.find_place ==
          (finder_count > 0 ? finders[finder_count - 1] : place_find_plain));
    for (size_t i = 0; i < listed_count; i++)
        if (signature_pieces(listed[i]) <= ALL_PIECES)
            compare_all(&catalogue, listed[i]);
    uint64_t random = 1;
    for (unsigned i = 0; i < RANDOM_POSITIONS; i++) {
        struct position position = random_position(&catalogue, &random);
        compare(&catalogue, &position);
    }
    for (enum place_kind kind = PLACE_ONE_SIDE; kind <= PLACE_STORED; kind++)
        CHECK(by_kind[kind] > 1000);
    CHECK_EQUAL(different, 0);
    catalogue_free(&catalogue);
    return check_report();
}
