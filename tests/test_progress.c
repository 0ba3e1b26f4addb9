/* Progress lines: on a terminal they fit in its width, whatever that is; elsewhere, and as JSON,
 * they tell the rate and the time to go, and come also while a task reports nothing. */
#include "check.h"
#include "progress.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static char output[65536];

/* Runs `work` with one of the standard streams going to `to`; what `from` then has is the output.
 */
static void capture(void (*work)(void), int stream, int to, int from) {
    int saved = dup(stream);
    CHECK(saved >= 0 && dup2(to, stream) >= 0);
    work();
    fflush(stdout);
    fflush(stderr);
    dup2(saved, stream);
    close(saved);
    ssize_t length = read(from, output, sizeof output - 1);
    CHECK(length > 0);
    output[length > 0 ? length : 0] = '\0';
}

static void capture_plain(void (*work)(void), int stream) {
    int ends[2];
    if (!CHECK_EQUAL(pipe(ends), 0))
        return;
    capture(work, stream, ends[1], ends[0]);
    close(ends[0]);
    close(ends[1]);
}

static void capture_terminal(void (*work)(void), unsigned short columns) {
    struct winsize size = {.ws_row = 24, .ws_col = columns};
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (!CHECK(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0))
        return;
    int user = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    if (CHECK(user >= 0) && CHECK_EQUAL(ioctl(user, TIOCSWINSZ, &size), 0))
        capture(work, STDERR_FILENO, user, terminal);
    close(user);
    close(terminal);
}

static void pause_seconds(double seconds) {
    usleep((useconds_t)(seconds * 1e6));
}

/* ---- Terminals ------------------------------------------------------------------------------ */

static void large_run(void) {
    struct progress progress;
    progress_start_every(&progress, OUTPUT_TEXT, "verifying", 40000000000, 0.1);
    progress_task(&progress, "brazilian/KKMvKMMM.dtw", 30000000000);
    pause_seconds(0.6);
    progress_update(&progress, 12345678901);
    pause_seconds(0.4);
    progress_end(&progress);
}

static void small_run(void) {
    struct progress progress;
    progress_start_every(&progress, OUTPUT_TEXT, "solving", 2000000, 0.1);
    progress_task(&progress, "KKvK.wdl", 1000000);
    pause_seconds(0.6);
    progress_update(&progress, 500000);
    pause_seconds(0.4);
    progress_end(&progress);
}

/* The longest text between two returns to the first column. */
static size_t widest(void) {
    size_t width = 0;
    for (const char *line = output; *line != '\0';) {
        size_t length = strcspn(line, "\r");
        const char *text = strncmp(line, "\033[K", 3) == 0 ? line + 3 : line;
        size_t columns = length - (size_t)(text - line);
        width = columns > width ? columns : width;
        line += length + (line[length] == '\r');
    }
    return width;
}

static void check_width(void (*work)(void), unsigned short columns, const char *expected) {
    capture_terminal(work, columns);
    unsigned room = columns != 0 ? columns : 80;
    CHECK(widest() > 0 && widest() < room);
    CHECK(strchr(output, '\n') == NULL);
    CHECK(strstr(output, expected) != NULL);
}

/* Some machines have no pseudo-terminals, as a bare chroot. */
static bool has_terminals(void) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal >= 0)
        close(terminal);
    return terminal >= 0;
}

static void check_terminals(void) {
    if (!has_terminals()) {
        printf("no pseudo-terminals here: lines on terminals are not checked\n");
        return;
    }
    check_width(large_run, 80, "verifying KKMvKMMM.dtw: 30.9 % done, ");
    check_width(large_run, 0, "verifying KKMvKMMM.dtw: 30.9 % done, ");
    check_width(large_run, 120, "12345678901 done, 27654321099 left, ");
    check_width(large_run, 40, "verifying KKMvKMMM.dtw: 30.9 % done");
    check_width(large_run, 20, "verifying KKMvKMMM.");
    check_width(small_run, 80, "solving KKvK.wdl: 500000 done, 1500000 left, ");
    check_width(small_run, 80, " s to go");
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static void run_of_two(enum output_mode mode) {
    struct progress progress;
    progress_start_every(&progress, mode, "solving", 4000, 10);
    progress_task(&progress, "KvK.wdl", 1000);
    pause_seconds(0.6);
    progress_task_done(&progress, "12 kB");
    progress_task(&progress, "KvM.wdl", 3000);
    progress_task_done(&progress, NULL);
    progress_end(&progress);
}

static void text_of_two(void) {
    run_of_two(OUTPUT_TEXT);
}

static void json_of_two(void) {
    run_of_two(OUTPUT_JSON);
}

/* Reports nothing for six intervals. */
static void run_of_silence(enum output_mode mode) {
    struct progress progress;
    progress_start_every(&progress, mode, "solving", 4000, 0.2);
    progress_task(&progress, "KKKvK.wdl", 1000);
    pause_seconds(1.2);
    progress_task_done(&progress, NULL);
    pause_seconds(0.5);
    progress_end(&progress);
}

static void silent_text(void) {
    run_of_silence(OUTPUT_TEXT);
}

static void silent_json(void) {
    run_of_silence(OUTPUT_JSON);
}

static unsigned count(const char *text) {
    unsigned found = 0;
    for (const char *at = output; (at = strstr(at, text)) != NULL; at++)
        found++;
    return found;
}

static void check_lines(void) {
    capture_plain(text_of_two, STDERR_FILENO);
    CHECK_EQUAL(count("\n"), 2);
    CHECK_EQUAL(count(" million/s, about "), 2);
    CHECK_EQUAL(count(" to go\n"), 2);
    CHECK_EQUAL(count("KvK.wdl: 1000 positions in 0."), 1);
    CHECK_EQUAL(count(" s, 12 kB; 3000 left, 0.00 million/s, about "), 1);
    CHECK_EQUAL(count("; 0 left, "), 1);
    capture_plain(json_of_two, STDOUT_FILENO);
    CHECK_EQUAL(count("\n"), 2);
    CHECK_EQUAL(count("{\"event\":\"table\",\"table\":\"KvK.wdl\",\"done\":1000,\"left\":3000,"),
                1);
    CHECK_EQUAL(count("\"remaining_seconds\":0.0}"), 1);
    capture_plain(silent_text, STDERR_FILENO);
    CHECK(count("solving KKKvK.wdl: 0 positions done, 4000 left, ") >= 2);
    CHECK(count("solving: 1000 positions done, 3000 left, ") >= 1);
    CHECK(count("\n") <= 8);
    capture_plain(silent_json, STDOUT_FILENO);
    CHECK(count("{\"event\":\"progress\",\"table\":\"KKKvK.wdl\",\"done\":0,\"left\":4000,") >= 2);
    CHECK(count("{\"event\":\"progress\",\"table\":null,\"done\":1000,\"left\":3000,") >= 1);
}

int main(void) {
    check_terminals();
    check_lines();
    return check_report();
}
