/* check.h - the checks of the test programs. Include it from one source file of a program.
 *
 *     int main(void) {
 *         CHECK(1 + 1 == 2);
 *         CHECK_EQUAL(square_count(), 32);
 *         CHECK_STRING(name, "KKvK");
 *         return check_report();
 *     }
 *
 * A check that fails says where and what, and the test goes on.
 */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static unsigned long checks_passed;
static unsigned long checks_failed;

/* Failures after this many are counted without a line of their own. */
enum { CHECK_LINES_MAX = 50 };

/* Counts one check; true when a failure is to be described. */
static inline bool check_count(bool passed) {
    if (passed) {
        checks_passed++;
        return false;
    }
    return checks_failed++ < CHECK_LINES_MAX;
}

static inline bool check_true(bool passed, const char *file, int line, const char *text) {
    if (check_count(passed))
        printf("%s:%d: not so: %s\n", file, line, text);
    return passed;
}

static inline bool check_equal(intmax_t found, intmax_t expected, const char *file, int line,
                               const char *text) {
    bool passed = found == expected;
    if (check_count(passed))
        printf("%s:%d: %s is %" PRIdMAX ", expected %" PRIdMAX "\n", file, line, text, found,
               expected);
    return passed;
}

static inline bool check_string(const char *found, const char *expected, const char *file, int line,
                                const char *text) {
    bool passed = found != NULL && expected != NULL && strcmp(found, expected) == 0;
    if (check_count(passed))
        printf("%s:%d: %s is \"%s\", expected \"%s\"\n", file, line, text,
               found != NULL ? found : "(null)", expected != NULL ? expected : "(null)");
    return passed;
}

/* The condition holds. Each macro gives back whether it did. */
#define CHECK(condition) check_true((condition), __FILE__, __LINE__, #condition)

/* Two integers are equal, the one found and the one expected. Sets of squares and other unsigned
 * numbers above INTMAX_MAX compare right too, but print as negative. */
#define CHECK_EQUAL(found, expected)                                                               \
    check_equal((intmax_t)(found), (intmax_t)(expected), __FILE__, __LINE__, #found)

/* Two strings are equal, the one found and the one expected. */
#define CHECK_STRING(found, expected) check_string(found, expected, __FILE__, __LINE__, #found)

/* Prints the numbers of checks, and gives the exit code of the program. A test that checked nothing
 * has failed. */
static inline int check_report(void) {
    printf("%lu passed, %lu failed\n", checks_passed, checks_failed);
    return checks_failed == 0 && checks_passed > 0 ? 0 : 1;
}

#endif
