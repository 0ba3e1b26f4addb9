/* FEN: every form that is read, every fault with the text that is blamed for it, and round trips.
 */
#include "positions.h"
#include "tsv.h"

static const struct rules *const rules = &rules_brazilian;

static const enum notation all_notations[] = {NOTATION_ALGEBRAIC, NOTATION_NUMERIC,
                                              NOTATION_NUMERIC_FROM_A1};

static bool read_text(enum notation numbers, const char *text, struct fen *fen,
                      struct fen_error *error) {
    return fen_read(rules, numbers, text, strlen(text), fen, error);
}

/* What `text` reads as, written in `notation`, or the message of the error. */
static const char *rewritten(const char *text, enum notation numbers, enum notation notation,
                             char buffer[FEN_SIZE]) {
    struct fen fen;
    struct fen_error error;
    if (read_text(numbers, text, &fen, &error))
        fen_write(rules, notation, &fen, buffer, FEN_SIZE);
    else
        fen_error_write(&error, text, buffer, FEN_SIZE);
    return buffer;
}

static void test_forms(void) {
    static const char *const cases[][3] = {
        /* text, algebraic, numeric */
        {"W:Wa3,Kc1:Bh8,Kb8", "W:Wa3,Kc1:BKb8,h8", "W:W21,K30:BK1,4"},
        {"W:W21,K30:B4,K1", "W:Wa3,Kc1:BKb8,h8", "W:W21,K30:BK1,4"},
        {"W:WK1-4:BK32", "W:WKb8,Kd8,Kf8,Kh8:BKg1", "W:WK1,K2,K3,K4:BK32"},
        {"W:W21-32:B1-12",
         "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
         "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
        {"B:W21-21:B1", "B:Wa3:Bb8", "B:W21:B1"},
        {"W:W21:B1.", "W:Wa3:Bb8", "W:W21:B1"},
        {"w:w21, 22:b1,   2", "W:Wa3,c3:Bb8,d8", "W:W21,22:B1,2"},
        {"b:bb8:wa3", "B:Wa3:Bb8", "B:W21:B1"},
        {"W:B1,2:W21,22", "W:Wa3,c3:Bb8,d8", "W:W21,22:B1,2"},
        {"W:W21:B1:H7:F30", "W:Wa3:Bb8:H7:F30", "W:W21:B1:H7:F30"},
        {"W:W21:B1:F30:H7.", "W:Wa3:Bb8:H7:F30", "W:W21:B1:H7:F30"},
        {"W:W21:B1:H0", "W:Wa3:Bb8:H0", "W:W21:B1:H0"},
        {"W:W21:B1:F999999999", "W:Wa3:Bb8:F999999999", "W:W21:B1:F999999999"},
        {"B:W21:B", "B:Wa3:B", "B:W21:B"},
        {"W:W:BKa1", "W:W:BKa1", "W:W:BK29"},
        {"W:WK29:B.", "W:WKa1:B", "W:WK29:B"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buffer[FEN_SIZE];
        CHECK_STRING(rewritten(cases[i][0], NOTATION_NUMERIC, NOTATION_ALGEBRAIC, buffer),
                     cases[i][1]);
        CHECK_STRING(rewritten(cases[i][0], NOTATION_ALGEBRAIC, NOTATION_NUMERIC, buffer),
                     cases[i][2]);
    }
}

static void test_numbers_from_a1(void) {
    char buffer[FEN_SIZE];
    CHECK_STRING(rewritten("W:WK1-4,12:BK32", NOTATION_NUMERIC_FROM_A1, NOTATION_ALGEBRAIC, buffer),
                 "W:Wg3,Ka1,Kc1,Ke1,Kg1:BKh8");
    CHECK_STRING(
        rewritten("W:WKa1:BKh8", NOTATION_NUMERIC_FROM_A1, NOTATION_NUMERIC_FROM_A1, buffer),
        "W:WK1:BK32");
    /* The start in this numbering: White below, ranges rise from a1. */
    CHECK_STRING(rewritten("W:W1-12:B21-32", NOTATION_NUMERIC_FROM_A1, NOTATION_ALGEBRAIC, buffer),
                 "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:"
                 "Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6");
}

static void test_counters(void) {
    struct fen fen;
    struct fen_error error;
    CHECK(read_text(NOTATION_NUMERIC, "W:W21:B1:H7:F30", &fen, &error));
    CHECK(fen.has_half_move_clock && fen.half_move_clock == 7);
    CHECK(fen.has_move_number && fen.move_number == 30);
    CHECK(read_text(NOTATION_NUMERIC, "W:W21:B1", &fen, &error));
    CHECK(!fen.has_half_move_clock && !fen.has_move_number);
    CHECK_EQUAL(error.fault, FEN_FINE);
}

/* The text is wrong in one way, and `blamed` is the part that the error points to. */
static void check_fault(const char *text, size_t length, enum fen_fault fault, size_t offset,
                        const char *blamed) {
    struct fen fen = {.move_number = 77};
    struct fen_error error;
    bool passed = !fen_read(rules, NOTATION_NUMERIC, text, length, &fen, &error) &&
                  error.fault == fault && error.offset == offset &&
                  error.length == strlen(blamed) && fen.move_number == 77 &&
                  memcmp(text + error.offset, blamed, error.length) == 0;
    if (!check_true(passed, __FILE__, __LINE__, text)) {
        char message[256];
        fen_error_write(&error, text, message, sizeof message);
        printf("    fault %d at %zu, length %zu: %s\n", (int)error.fault, error.offset,
               error.length, message);
    }
}

static void test_faults(void) {
    static const struct {
        const char *text;
        enum fen_fault fault;
        size_t offset;
        const char *blamed;
    } cases[] = {
        {"", FEN_SIDE_MISSING, 0, ""},
        {":W21:B1", FEN_SIDE_MISSING, 0, ""},
        {"W21:B1", FEN_SIDE_MISSING, 0, "W21"},
        {"?:W21:B1", FEN_SIDE_UNKNOWN, 0, "?"},
        {" W:W21:B1", FEN_SIDE_UNKNOWN, 0, " W"},
        {"21", FEN_SIDE_UNKNOWN, 0, "21"},
        {"W", FEN_COLOUR_MISSING, 1, ""},
        {"W:", FEN_COLOUR_MISSING, 2, ""},
        {"W:W21", FEN_COLOUR_MISSING, 5, ""},
        {"W:W21.", FEN_COLOUR_MISSING, 6, ""},
        {"W::B1", FEN_COLOUR_MISSING, 2, ""},
        {"W:W21:H0:B1", FEN_COLOUR_MISSING, 6, "H0"},
        {"W:X21:B1", FEN_FIELD_UNKNOWN, 2, "X21"},
        {"W:21:B1", FEN_FIELD_UNKNOWN, 2, "21"},
        {"W:W21:B1:h7", FEN_FIELD_UNKNOWN, 9, "h7"},
        {"W:W21:B1: H7", FEN_FIELD_UNKNOWN, 9, " H7"},
        {"W:W:W31:B1", FEN_COLOUR_TWICE, 4, "W31"},
        {"W:W21:B1:B", FEN_COLOUR_TWICE, 9, "B"},
        {"W:W21,:B1", FEN_SQUARE_UNREADABLE, 6, ""},
        {"W:W,21:B1", FEN_SQUARE_UNREADABLE, 3, ""},
        {"W:WK:B1", FEN_SQUARE_UNREADABLE, 4, ""},
        {"W:WKK21:B1", FEN_SQUARE_UNREADABLE, 4, "K21"},
        {"W:Wk21:B1", FEN_KING_LOWER_CASE, 3, "k21"},
        {"W:WA3:Bb8", FEN_FILE_UPPER_CASE, 3, "A3"},
        {"W:WKA1,c3:Bb8", FEN_FILE_UPPER_CASE, 4, "A1"},
        {"W:Wa1,Z9:Bb8", FEN_SQUARE_UNREADABLE, 6, "Z9"},
        {"W:Wa1,A:Bb8", FEN_SQUARE_UNREADABLE, 6, "A"},
        {"W:WA", FEN_SQUARE_UNREADABLE, 3, "A"},
        {"W:Wka1:Bb8", FEN_KING_LOWER_CASE, 3, "ka1"},
        {"W:WKa1:Bk4", FEN_KING_LOWER_CASE, 8, "k4"},
        {"W:Wkk4:Bb8", FEN_SQUARE_UNREADABLE, 3, "kk4"},
        {"W:Wk9:Bb8", FEN_KING_LOWER_CASE, 3, "k9"},
        {"W:Wk99:Bb8", FEN_SQUARE_OFF_BOARD, 3, "k99"},
        {"W:Wk:Bb8", FEN_SQUARE_UNREADABLE, 3, "k"},
        {"W:Wk", FEN_SQUARE_UNREADABLE, 3, "k"},
        {"W:W 21:B1", FEN_SQUARE_UNREADABLE, 3, " 21"},
        {"W:W21 ,22:B1", FEN_SQUARE_UNREADABLE, 3, "21 "},
        {"W:W21,\t22:B1", FEN_SQUARE_UNREADABLE, 6, "\t22"},
        {"W:W021:B1", FEN_SQUARE_UNREADABLE, 3, "021"},
        {"W:W-21:B1", FEN_SQUARE_UNREADABLE, 3, "-21"},
        {"W:W21-:B1", FEN_SQUARE_UNREADABLE, 6, ""},
        {"W:WK1-K4:B32", FEN_SQUARE_UNREADABLE, 6, "K4"},
        {"W:W33:B1", FEN_SQUARE_OFF_BOARD, 3, "33"},
        {"W:W0:B1", FEN_SQUARE_OFF_BOARD, 3, "0"},
        {"W:W21-33:B1", FEN_SQUARE_OFF_BOARD, 6, "33"},
        {"W:WKi1:Bb8", FEN_SQUARE_OFF_BOARD, 4, "i1"},
        {"W:W99999999999999999999:B1", FEN_SQUARE_OFF_BOARD, 3, "99999999999999999999"},
        {"W:W4294967317:B1", FEN_SQUARE_OFF_BOARD, 3, "4294967317"},
        {"W:WKa1,Kb1:BKh8", FEN_SQUARE_LIGHT, 8, "b1"},
        {"W:W21,21:B1", FEN_SQUARE_TWICE, 6, "21"},
        {"W:W21,K21:B1", FEN_SQUARE_TWICE, 7, "21"},
        {"W:W21-24,22-25:B1", FEN_SQUARE_TWICE, 9, "22-25"},
        {"W:W21:B21", FEN_SQUARE_OF_BOTH_COLOURS, 7, "21"},
        {"W:B20-22:W21", FEN_SQUARE_OF_BOTH_COLOURS, 10, "21"},
        {"W:Wa1-g1:Bb8", FEN_RANGE_ALGEBRAIC, 3, "a1-g1"},
        {"W:W32-21:B1", FEN_RANGE_FALLS, 3, "32-21"},
        {"W:Wa3,22:Bb8", FEN_NOTATIONS_MIXED, 6, "22"},
        {"W:W21:Bb8", FEN_NOTATIONS_MIXED, 7, "b8"},
        {"W:W4:B29", FEN_MAN_ON_PROMOTION_ROW, 3, "4"},
        {"W:W21:B29", FEN_MAN_ON_PROMOTION_ROW, 7, "29"},
        {"W:W3-6:B29", FEN_MAN_ON_PROMOTION_ROW, 3, "3-6"},
        {"W:W20-32:B1", FEN_TOO_MANY_PIECES, 3, "20-32"},
        {"W:WK1-12,21:B20", FEN_TOO_MANY_PIECES, 9, "21"},
        {"W:W:B", FEN_NO_PIECES, 0, "W:W:B"},
        {"W:W21:B1:H", FEN_NUMBER_UNREADABLE, 9, "H"},
        {"W:W21:B1:Hx", FEN_NUMBER_UNREADABLE, 9, "Hx"},
        {"W:W21:B1:H-1", FEN_NUMBER_UNREADABLE, 9, "H-1"},
        {"W:W21:B1:H07", FEN_NUMBER_UNREADABLE, 9, "H07"},
        {"W:W21:B1:F1000000000", FEN_NUMBER_UNREADABLE, 9, "F1000000000"},
        {"W:W21:B1:F4294967296", FEN_NUMBER_UNREADABLE, 9, "F4294967296"},
        {"W:W21:B1:H7:H7", FEN_NUMBER_TWICE, 12, "H7"},
        {"W:W21:B1 ", FEN_TEXT_AFTER_END, 8, " "},
        {"W:W21:B1\n", FEN_TEXT_AFTER_END, 8, "\n"},
        {"W:W21:B1 and more", FEN_TEXT_AFTER_END, 8, " and more"},
        {"W:W21:B1..", FEN_TEXT_AFTER_END, 9, "."},
        {"W:W21.:B1", FEN_TEXT_AFTER_END, 6, ":B1"},
        {"W:W21:B1:", FEN_TEXT_AFTER_END, 8, ":"},
        {"W:Wa33:Bb8", FEN_SQUARE_OFF_BOARD, 3, "a33"},
        {"W:Wa3x:Bb8", FEN_SQUARE_UNREADABLE, 3, "a3x"},
        {"W:W\xe1\xb5\x83:Bb8", FEN_SQUARE_UNREADABLE, 3, "\xe1\xb5\x83"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_fault(cases[i].text, strlen(cases[i].text), cases[i].fault, cases[i].offset,
                    cases[i].blamed);
    struct fen fen;
    struct fen_error error;
    CHECK(!fen_read(rules, NOTATION_NUMERIC, "W:W21:B1\0", 9, &fen, &error));
    CHECK_EQUAL(error.fault, FEN_TEXT_AFTER_END);
    CHECK_EQUAL(error.length, 1);
    CHECK(!fen_read(rules, NOTATION_NUMERIC, "\0:W21:B1", 8, &fen, &error));
    CHECK_EQUAL(error.fault, FEN_SIDE_UNKNOWN);
    /* Only the given length counts. */
    CHECK(fen_read(rules, NOTATION_NUMERIC, "W:W21:B1 trailing", 8, &fen, &error));
}

static void test_long_text(void) {
    static char text[100000];
    struct fen fen;
    struct fen_error error;
    char message[256];
    memset(text, '9', sizeof text);
    memcpy(text, "W:W", 3);
    CHECK(!fen_read(rules, NOTATION_NUMERIC, text, sizeof text, &fen, &error));
    CHECK_EQUAL(error.fault, FEN_SQUARE_OFF_BOARD);
    CHECK_EQUAL(error.length, sizeof text - 3);
    CHECK(fen_error_write(&error, text, message, sizeof message) < sizeof message);
    CHECK_STRING(message, "FEN, character 4, '9999999999999999999999999999999999999999...': "
                          "no such square on this board");
}

static void test_messages(void) {
    char message[256];
    CHECK_STRING(rewritten("W:WKa1,Kb1:BKh8", NOTATION_NUMERIC, NOTATION_NUMERIC, message),
                 "FEN, character 9, 'b1': a light square");
    CHECK_STRING(rewritten("W:W21", NOTATION_NUMERIC, NOTATION_NUMERIC, message),
                 "FEN, character 6: a list of pieces is missing; there has to be one for W and one "
                 "for B");
    CHECK_STRING(rewritten("W:W21:B1\x01\xff\n", NOTATION_NUMERIC, NOTATION_NUMERIC, message),
                 "FEN, character 9, '\\x01\\xff\\x0a': there is text after the end");
    /* Cut, but ended, when there is no room. */
    struct fen fen;
    struct fen_error error;
    char small[10];
    CHECK(!read_text(NOTATION_NUMERIC, "W:W33:B1", &fen, &error));
    size_t length = fen_error_write(&error, "W:W33:B1", message, sizeof message);
    CHECK_EQUAL(length, strlen(message));
    CHECK_EQUAL(fen_error_write(&error, "W:W33:B1", small, sizeof small), length);
    CHECK_STRING(small, "FEN, char");
    CHECK_EQUAL(fen_error_write(&error, "W:W33:B1", NULL, 0), length);
    for (int fault = FEN_FINE; fault <= FEN_TEXT_AFTER_END; fault++) {
        error.fault = (enum fen_fault)fault;
        CHECK(fen_error_write(&error, "W:W33:B1", message, sizeof message) < sizeof message);
        CHECK(strstr(message, "unknown") == NULL);
    }
}

static void test_round_trips(void) {
    uint64_t state = 20;
    for (unsigned i = 0; i < 20000; i++) {
        struct position position = random_position(&state, 12, i % 9);
        for (unsigned n = 0; n < 3; n++) {
            char text[FEN_SIZE];
            struct fen fen;
            struct fen_error error;
            size_t length = fen_write_position(rules, all_notations[n], &position, text, FEN_SIZE);
            CHECK(length < FEN_SIZE && length == strlen(text));
            CHECK(fen_read(rules, all_notations[n], text, length, &fen, &error));
            CHECK(same_position(&fen.position, &position));
        }
    }
}

/* Texts with a few wrong bytes: read to a possible position that writes and reads alike, or refused
 * with a place inside the text. */
static void test_damaged_text(void) {
    static const char bytes[] = "WBKHF:,-. 0123456789abcdefghikx";
    uint64_t state = 4;
    unsigned accepted = 0;
    for (unsigned i = 0; i < 200000; i++) {
        struct position position = random_position(&state, 4, 4);
        char text[FEN_SIZE];
        struct fen fen;
        struct fen_error error;
        size_t length = fen_write_position(rules, all_notations[i % 3], &position, text, FEN_SIZE);
        for (unsigned n = 1 + random_below(&state, 3); n > 0; n--)
            text[random_below(&state, (unsigned)length)] =
                random_below(&state, 8) == 0 ? (char)random_below(&state, 256)
                                             : bytes[random_below(&state, sizeof bytes - 1)];
        if (!fen_read(rules, all_notations[i % 3], text, length, &fen, &error)) {
            char message[FEN_SIZE];
            CHECK(error.fault != FEN_FINE && error.offset + error.length <= length);
            CHECK(fen_error_write(&error, text, message, sizeof message) < sizeof message);
            CHECK(strpbrk(message, "\r\n") == NULL);
            continue;
        }
        accepted++;
        CHECK_EQUAL(position_check(rules->geometry, rules->pieces_per_side, &fen.position),
                    POSITION_FINE);
        struct fen again;
        length = fen_write(rules, all_notations[i % 3], &fen, text, FEN_SIZE);
        CHECK(fen_read(rules, all_notations[i % 3], text, length, &again, &error));
        CHECK(same_position(&fen.position, &again.position));
    }
    CHECK(accepted > 1000);
}

static void test_small_buffer(void) {
    struct position position = position_of("W:Wa3,Kc1:Bh8");
    char text[8];
    size_t length = fen_write_position(rules, NOTATION_ALGEBRAIC, &position, text, sizeof text);
    CHECK_EQUAL(length, strlen("W:Wa3,Kc1:Bh8"));
    CHECK_STRING(text, "W:Wa3,K");
    CHECK_EQUAL(fen_write_position(rules, NOTATION_ALGEBRAIC, &position, NULL, 0), length);
}

/* The cases of tests/data: `expected` is the same position in algebraic notation. */
static void test_data_cases(void) {
    struct tsv tsv;
    unsigned fine = 0;
    unsigned refused = 0;
    CHECK(tsv_open(&tsv, TEST_DATA "/rules_cases.tsv"));
    while (tsv_next(&tsv)) {
        struct fen fen;
        struct fen expected;
        struct fen_error error;
        if (!CHECK_EQUAL(tsv.count, 5))
            continue;
        bool wanted = strcmp(tsv.fields[1], "fen-ok") == 0;
        if (!wanted && strcmp(tsv.fields[1], "fen-error") != 0)
            continue;
        bool read = read_text(NOTATION_NUMERIC, tsv.fields[2], &fen, &error);
        check_true(read == wanted, TEST_DATA "/rules_cases.tsv", (int)tsv.line, tsv.fields[2]);
        fine += wanted ? 1 : 0;
        refused += wanted ? 0 : 1;
        if (!read || !wanted)
            continue;
        CHECK(read_text(NOTATION_NUMERIC, tsv.fields[3], &expected, &error));
        CHECK(same_position(&fen.position, &expected.position));
    }
    tsv_close(&tsv);
    CHECK_EQUAL(fine, 5);
    CHECK_EQUAL(refused, 7);
}

int main(void) {
    test_forms();
    test_numbers_from_a1();
    test_counters();
    test_faults();
    test_long_text();
    test_messages();
    test_round_trips();
    test_damaged_text();
    test_small_buffer();
    test_data_cases();
    return check_report();
}
