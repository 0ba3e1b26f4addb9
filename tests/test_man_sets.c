/* The placements of the men from tables against those of the index. */
#include "check.h"
#include "man_sets.h"

static void check_signature(const char *name) {
    struct signature signature;
    struct index_layout layout;
    struct man_sets sets;
    CHECK(signature_parse(name, 12, &signature));
    CHECK(index_layout_init(&layout, &geometry_8x8, signature));
    if (CHECK(man_sets_make(&sets, &layout)))
        for (uint32_t rank = 0; rank < layout.man_placements; rank += 1 + rank / 1000) {
            bitboard men[2];
            squares32 found[2];
            man_placement(&layout, rank, &men[WHITE], &men[BLACK]);
            man_sets_placement(&sets, rank, &found[WHITE], &found[BLACK]);
            CHECK_EQUAL(found[WHITE], men[WHITE]);
            CHECK_EQUAL(found[BLACK], men[BLACK]);
        }
    CHECK(man_sets_memory(&layout) > 0);
    man_sets_clear(&sets);
}

int main(void) {
    check_signature("KKKvK");
    check_signature("KMvK");
    check_signature("MvM");
    check_signature("KMMvMM");
    check_signature("MMMMMvMM");
    check_signature("MMMMMMMvM");
    return check_report();
}
