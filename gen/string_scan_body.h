/* string_scan_body.h - the body of each string_scan (string_scan.h). string_scan.c takes it in once
 * for each width of vectors, with these defined:
 *
 *     SCAN         the function's name
 *     SCAN_LANES   a vector of bytes
 *     SCAN_FINE    a function that tells which lanes of one are 0, as the bits of a word
 *     SCAN_TARGET  the attribute of a function that may use the instructions this takes, or nothing
 */

/* Each lane is a distance, the last lane the smallest. */
SCAN_TARGET static size_t SCAN(const struct string_looks *looks, const uint8_t *here, size_t back,
                               size_t last) {
    enum { LANES = sizeof(SCAN_LANES), UNUSED = 64 - LANES };
    SCAN_LANES bytes[STRING_LOOKS];
    SCAN_LANES told[STRING_LOOKS];
    for (unsigned i = 0; i < STRING_LOOKS; i++) {
        bytes[i] = (SCAN_LANES){0} | looks->bytes[i];
        told[i] = (SCAN_LANES){0} | looks->told[i];
    }
    for (; back <= last; back += LANES) {
        const uint8_t *farthest = here - back - (LANES - 1);
        SCAN_LANES wrong = {0};
        SCAN_LANES there;
        for (unsigned i = 0; i < FIRST_LOOKS; i++) {
            memcpy(&there, farthest + looks->offsets[i], sizeof there);
            wrong |= (there ^ bytes[i]) & told[i];
        }
        if (SCAN_FINE(wrong) == 0)
            continue;
        for (unsigned i = FIRST_LOOKS; i < STRING_LOOKS; i++) {
            memcpy(&there, farthest + looks->offsets[i], sizeof there);
            wrong |= (there ^ bytes[i]) & told[i];
        }
        uint64_t fine = SCAN_FINE(wrong);
        if (fine != 0)
            return back + (size_t)__builtin_clzll(fine) - UNUSED;
    }
    return back;
}

#undef SCAN
#undef SCAN_LANES
#undef SCAN_FINE
#undef SCAN_TARGET
