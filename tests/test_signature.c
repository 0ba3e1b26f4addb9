/* Material signatures: names, mirrors, lists in order of solving, and what they lead to. */
#include "moves.h"
#include "positions.h"
#include "signature.h"

enum { LIST_MAX = 4096 };

static const unsigned pieces_per_side = 12;

static struct signature signature_named(const char *name) {
    struct signature signature = {{0, 0}, {0, 0}};
    check_true(signature_parse(name, pieces_per_side, &signature), __FILE__, __LINE__, name);
    return signature;
}

static const char *name_of(struct signature signature, char name[SIGNATURE_NAME_SIZE]) {
    signature_name(signature, name);
    return name;
}

static void test_names(void) {
    static const char *const good[] = {"KvK", "MvM", "KKMvK", "MvKKM", "KMMMMMMMMMMMvMMMMMMMMMMMM"};
    static const char *const bad[] = {"",
                                      "v",
                                      "K",
                                      "Kv",
                                      "vK",
                                      "MKvK",
                                      "KvMK",
                                      "KVK",
                                      "kvk",
                                      "KvKv",
                                      "KvK ",
                                      " KvK",
                                      "K-K",
                                      "KKvKx",
                                      "KvKvK",
                                      "MMMMMMMMMMMMMvM",
                                      "KvKKKKKKKKKKKKK"};
    struct signature signature;
    char name[SIGNATURE_NAME_SIZE];
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        CHECK_STRING(name_of(signature_named(good[i]), name), good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        check_true(!signature_parse(bad[i], pieces_per_side, &signature), __FILE__, __LINE__,
                   bad[i]);
    signature = signature_named("KKMvMM");
    CHECK_EQUAL(signature.kings[WHITE], 2);
    CHECK_EQUAL(signature.men[WHITE], 1);
    CHECK_EQUAL(signature.kings[BLACK], 0);
    CHECK_EQUAL(signature.men[BLACK], 2);
    CHECK_EQUAL(signature_pieces(signature), 5);
    CHECK_EQUAL(signature_side_pieces(signature, WHITE), 3);
    /* The longest name of twenty pieces a side fits. */
    signature = (struct signature){{10, 10}, {10, 10}};
    CHECK_EQUAL(strlen(name_of(signature, name)), 41);
}

static void test_mirrors(void) {
    static const char *const canonical[] = {"KKvK", "KvK", "MvM", "KvM", "KMvKM", "KMvMM", "MMvK"};
    static const char *const other[] = {"KvKK", "MvK", "MMvKM", "KvMM"};
    char name[SIGNATURE_NAME_SIZE];
    for (size_t i = 0; i < sizeof canonical / sizeof canonical[0]; i++)
        CHECK(signature_is_canonical(signature_named(canonical[i])));
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        CHECK(!signature_is_canonical(signature_named(other[i])));
    CHECK_STRING(name_of(signature_mirror(signature_named("KKMvMM")), name), "MMvKKM");
    CHECK(signature_is_own_mirror(signature_named("KMvKM")));
    CHECK(!signature_is_own_mirror(signature_named("KKvKM")));
}

static bool in_list(struct signature signature, const struct signature *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (signature_equal(list[i], signature))
            return true;
    return false;
}

/* With w and b pieces there are (w + 1)(b + 1) signatures, of which a mirrored pair counts once.
 * Every signature or its mirror is listed, once; and what a promotion leads to comes before. */
static void test_lists(void) {
    static const size_t expected[] = {0, 0, 3, 6, 14, 22, 37, 52};
    static struct signature list[LIST_MAX];
    static struct signature after[LIST_MAX];
    for (unsigned pieces = 2; pieces <= 7; pieces++) {
        size_t count = signatures_of_pieces(pieces, pieces_per_side, list, LIST_MAX);
        CHECK_EQUAL(count, expected[pieces]);
        for (unsigned white = 1; white < pieces; white++)
            for (unsigned white_men = 0; white_men <= white; white_men++)
                for (unsigned black_men = 0; black_men <= pieces - white; black_men++) {
                    struct signature any = {
                        {(uint8_t)white_men, (uint8_t)black_men},
                        {(uint8_t)(white - white_men), (uint8_t)(pieces - white - black_men)}};
                    bool canonical = signature_is_canonical(any);
                    CHECK_EQUAL(in_list(any, list, count), canonical);
                    CHECK(canonical || signature_is_canonical(signature_mirror(any)));
                }
        for (size_t i = 0; i < count; i++) {
            CHECK(!in_list(list[i], list, i));
            size_t successors = signature_successors(list[i], after, LIST_MAX);
            for (size_t n = 0; n < successors; n++)
                CHECK(signature_pieces(after[n]) < pieces || in_list(after[n], list, i));
        }
    }
    CHECK_EQUAL(signatures_of_pieces(5, pieces_per_side, list, 3), 22);
    /* No side may have more than the rules allow. */
    CHECK_EQUAL(signatures_of_pieces(25, pieces_per_side, list, LIST_MAX), 0);
    CHECK_EQUAL(signatures_of_pieces(1, pieces_per_side, list, LIST_MAX), 0);
}

static void check_successors(const char *name, const char *const *expected, size_t count) {
    struct signature list[LIST_MAX];
    size_t found = signature_successors(signature_named(name), list, LIST_MAX);
    check_equal((intmax_t)found, (intmax_t)count, __FILE__, __LINE__, name);
    for (size_t i = 0; i < count; i++)
        check_true(in_list(signature_named(expected[i]), list, found), __FILE__, __LINE__,
                   expected[i]);
}

static void test_successors(void) {
    static const char *const of_kkvk[] = {"KvK"};
    static const char *const of_mvm[] = {"KvM"};
    static const char *const of_kmvk[] = {"KKvK", "KvK", "KvM"};
    check_successors("KvK", NULL, 0);
    check_successors("KKvK", of_kkvk, 1);
    check_successors("MvM", of_mvm, 1);
    check_successors("KMvK", of_kmvk, 3);
    CHECK_EQUAL(signature_successors(signature_named("KMvK"), NULL, 0), 3);
}

/* Whatever move is played on a random position, the signature after it is a known successor. */
static void test_successors_of_moves(void) {
    static struct signature list[LIST_MAX];
    uint64_t state = 3;
    for (unsigned i = 0; i < 20000; i++) {
        struct position position = random_position(&state, 4, i % 9);
        struct signature before = signature_of_position(&position);
        struct move_list moves;
        size_t count = signature_successors(before, list, LIST_MAX);
        moves_generate(&rules_brazilian, &position, &moves);
        for (unsigned n = 0; n < moves.count; n++) {
            struct position after = move_apply(&rules_brazilian, &position, &moves.moves[n]);
            struct signature signature = signature_of_position(&after);
            if (signature_equal(signature, before) || after.white == 0 || after.black == 0)
                continue;
            if (!signature_is_canonical(signature))
                signature = signature_mirror(signature);
            CHECK(in_list(signature, list, count));
        }
    }
}

/* Both of a mirrored pair are looked up at the same place. */
static void test_canonical_positions(void) {
    uint64_t state = 6;
    for (unsigned i = 0; i < 20000; i++) {
        struct position position = random_position(&state, 3, i % 9);
        struct position mirror = position_mirror(&geometry_8x8, &position);
        struct position back = position_mirror(&geometry_8x8, &mirror);
        CHECK(same_position(&position, &back));
        struct position canonical = position_canonical(&geometry_8x8, &position);
        struct position mirror_canonical = position_canonical(&geometry_8x8, &mirror);
        CHECK(same_position(&canonical, &mirror_canonical));
        CHECK(same_position(&canonical, &position) || same_position(&canonical, &mirror));
        struct signature signature = signature_of_position(&canonical);
        CHECK(signature_is_canonical(signature));
        CHECK(!signature_is_own_mirror(signature) || canonical.side_to_move == WHITE);
    }
}

int main(void) {
    test_names();
    test_mirrors();
    test_lists();
    test_successors();
    test_successors_of_moves();
    test_canonical_positions();
    return check_report();
}
